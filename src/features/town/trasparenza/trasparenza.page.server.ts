/** What `/trasparenza` shows: how the municipality answers reports, in tables and bars. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { monthInWords } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enteChoices, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enteOfPage, enti, findEnte } from '../../cases/ente/ente.server.ts';
import { type Ente, PORTAL_ID, publishedTypes } from '../../cases/ente/ente.ts';
import { SERVICE_PERIODS } from './trasparenza.contract.ts';
import { proofCells } from './trasparenza-figures.ts';

export const TRASPARENZA_PATH = '/trasparenza';

export const PROOF_COLUMNS = [
  ...['Ricevute', 'Concluse', 'Entro il termine', 'Giorni alla prima risposta'],
  ...['9 su 10 entro giorni', 'Giorni alla conclusione', '9 su 10 entro giorni'],
];

type ProofRow = { name: string; cells: string[] };

/** @property choice absent on the host of a municipality @property proofs absent while none is chosen, or it publishes nothing */
export type TrasparenzaView = {
  ente: Ente | undefined;
  choice: EnteChoices | undefined;
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
export async function openTrasparenzaPage({ locals, url }: AstroGlobal): Promise<TrasparenzaView> {
  const { ctx } = locals;
  const asked = Object.fromEntries(url.searchParams);
  const isFixed = locals.ente.id !== PORTAL_ID;
  const chosen = isFixed ? locals.ente.id : asked.ente;
  const ente = chosen ? await findEnte(ctx.house, chosen) : undefined;
  if (chosen && !ente) throw new PortalError('not_found');
  if (ente) locals.ente = await enteOfPage(ctx.house, url.hostname, ente.id);
  const publishing = (await enti(ctx.house)).filter((e) => publishedTypes(e).length > 0);
  const options = publishing.map(({ id, nome }) => ({ Id: id, Nome: nome }));
  const choice = isFixed
    ? undefined
    : await enteChoices(ctx, options, { query: asked[SEARCH_ENTE], chosen }, optionOfEnte);
  if (!ente || publishedTypes(ente).length === 0) return { ente, choice };
  const months = SERVICE_PERIODS.find((value) => value === asked.mesi) ?? SERVICE_PERIODS[0];
  const found = await callOperation('trasparenza', { ente: ente.id, mesi: months }, ctx);
  const rowOf = (name: string, proof: Parameters<typeof proofCells>[0]): ProofRow => {
    const [received, closed, punctual, ...days] = proofCells(proof);
    const share = punctual === '' ? '–' : `${punctual} %`;
    return { name, cells: [String(received), String(closed), share, ...days.map((cell) => String(cell) || '–')] };
  };
  return {
    ...{ ente, choice },
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
