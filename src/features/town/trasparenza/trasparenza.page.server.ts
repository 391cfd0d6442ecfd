/** What `/trasparenza` shows: how the municipality answers reports, in tables and bars. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { monthInWords } from '../../../platform/atoms/date.ts';
import type { TableRows } from '../../../platform/atoms/summary-item.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { NO_FIGURE } from '../../../ui/FigureTable.tsx';
import { openPublicEnte, type PublicEnte } from '../segnalazioni/public-ente.page.server.ts';
import { SERVICE_PERIODS, type ServiceProof, type trasparenzaOperations } from './trasparenza.contract.ts';
import { proofCells } from './trasparenza-figures.ts';

export const TRASPARENZA_PATH = '/trasparenza';

/** Behind the name of a row. */
const PROOF_COLUMNS = ['Ricevute', 'Concluse', 'Entro il termine', 'Prima risposta (giorni)', 'Conclusione (giorni)'];

/** @property waits for an appointment at each office, as a table @property proofs absent while none is chosen, or it publishes nothing */
export type TrasparenzaView = Omit<PublicEnte, 'publishes'> & {
  waits?: TableRows;
  proofs?: {
    /** The most important figure, as a sentence */
    summary: string;
    period: string;
    periods: { value: string; name: string; isChosen: boolean }[];
    tables: { title: string; rows: TableRows }[];
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
  if (!ente) return shown;
  const waits = waitTable(await callOperation('attesaAppuntamenti', { ente: ente.id }, ctx));
  if (!publishes) return { ...shown, ...waits };
  const months = SERVICE_PERIODS.find((value) => value === url.searchParams.get('mesi')) ?? SERVICE_PERIODS[0];
  const found = await callOperation('trasparenza', { ente: ente.id, mesi: months }, ctx);
  return {
    ...shown,
    ...waits,
    proofs: {
      summary: summaryOf(found.totale),
      period: `da ${monthInWords(found.dal)} a ${monthInWords(found.al)}`,
      periods: SERVICE_PERIODS.map((value) => ({ value, name: `${value} mesi`, isChosen: value === months })),
      tables: [
        {
          title: 'Per mese',
          rows: [
            ['Mese', ...PROOF_COLUMNS],
            ...found.mesi.map((month) => proofRow(monthInWords(month.mese), month)),
            proofRow('Totale', found.totale),
          ],
        },
        {
          title: 'Per tipo',
          rows: [['Tipo', ...PROOF_COLUMNS], ...found.tipi.map((type) => proofRow(type.nome, type))],
        },
      ],
      months: found.mesi,
      csvHref: `/api/v1/portale/trasparenza.csv?${new URLSearchParams({ ente: ente.id, mesi: months })}`,
    },
  };
}

function waitTable(waits: OperationOutput<typeof trasparenzaOperations.attesaAppuntamenti>): { waits?: TableRows } {
  if (waits.length === 0) return {};
  const daysText = (days: number | null) =>
    days === null ? 'Nessun orario libero' : days === 0 ? 'Oggi' : String(days);
  return {
    waits: [['Ufficio', 'Giorni di attesa'], ...waits.map(({ ufficio, giorni }) => [ufficio, daysText(giorni)])],
  };
}

/** Days as "3 (22)": half of the reports, and nine of ten. */
function proofRow(name: string, proof: ServiceProof): string[] {
  const [received, closed, punctual, answer, answer90, end, end90] = proofCells(proof);
  const daysText = (half: string | number = '', most: string | number = '') =>
    half === '' ? NO_FIGURE : `${half} (${most})`;
  const share = punctual === '' ? NO_FIGURE : `${punctual} %`;
  return [name, String(received), String(closed), share, daysText(answer, answer90), daysText(end, end90)];
}

function summaryOf({ ricevute: received, chiuse: closed, entro_termine: punctual }: ServiceProof) {
  const share = punctual === undefined ? '' : `, il ${punctual} % entro il termine promesso`;
  return `Arrivate ${received} segnalazioni, concluse ${closed}${share}.`;
}
