/** What `/trasparenza` shows: how the municipality answers reports, in tables and bars. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { monthInWords } from '../../../platform/atoms/date.ts';
import { openPublicEnte, type PublicEnte } from '../segnalazioni/public-ente.page.server.ts';
import { SERVICE_PERIODS } from './trasparenza.contract.ts';
import { proofCells } from './trasparenza-figures.ts';

export const TRASPARENZA_PATH = '/trasparenza';

export const PROOF_COLUMNS = [
  ...['Ricevute', 'Concluse', 'Entro il termine', 'Giorni alla prima risposta'],
  ...['9 su 10 entro giorni', 'Giorni alla conclusione', '9 su 10 entro giorni'],
];

type ProofRow = { name: string; cells: string[] };

/** @property proofs absent while none is chosen, or it publishes nothing */
export type TrasparenzaView = Omit<PublicEnte, 'publishes'> & {
  proofs?: {
    /** The most important figure, as a sentence */
    summary: string;
    period: string;
    periods: { value: string; name: string; isChosen: boolean }[];
    total: ProofRow;
    tables: { title: string; rows: ProofRow[] }[];
    months: { mese: string; ricevute: number; chiuse: number }[];
    csvHref: string;
  };
};

/** @throws PortalError `not_found` for a municipality that is none of the portal's */
export async function openTrasparenzaPage(astro: AstroGlobal): Promise<TrasparenzaView> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const { publishes, ...shown } = await openPublicEnte(astro);
  const { ente } = shown;
  if (!ente || !publishes) return shown;
  const months = SERVICE_PERIODS.find((value) => value === url.searchParams.get('mesi')) ?? SERVICE_PERIODS[0];
  const found = await callOperation('trasparenza', { ente: ente.id, mesi: months }, ctx);
  const rowOf = (name: string, proof: Parameters<typeof proofCells>[0]): ProofRow => {
    const [received, closed, punctual, ...days] = proofCells(proof);
    const share = punctual === '' ? '–' : `${punctual} %`;
    return { name, cells: [String(received), String(closed), share, ...days.map((cell) => String(cell) || '–')] };
  };
  return {
    ...shown,
    proofs: {
      summary: summaryOf(found.totale),
      period: `da ${monthInWords(found.dal)} a ${monthInWords(found.al)}`,
      periods: SERVICE_PERIODS.map((value) => ({ value, name: `${value} mesi`, isChosen: value === months })),
      total: rowOf('Totale', found.totale),
      tables: [
        { title: 'Per mese', rows: found.mesi.map((month) => rowOf(monthInWords(month.mese), month)) },
        { title: 'Per tipo', rows: found.tipi.map((type) => rowOf(type.nome, type)) },
      ],
      months: found.mesi,
      csvHref: `/api/v1/portale/trasparenza.csv?${new URLSearchParams({ ente: ente.id, mesi: months })}`,
    },
  };
}

function summaryOf({ ricevute: received, chiuse: closed, entro_termine: punctual }: Parameters<typeof proofCells>[0]) {
  const share = punctual === undefined ? '' : `, il ${punctual} % entro il termine promesso`;
  return `Arrivate ${received} segnalazioni, concluse ${closed}${share}.`;
}
