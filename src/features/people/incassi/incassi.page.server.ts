/** What `/operatore/incassi` shows: filters, the sum with bars, and the receipts. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { inItalian } from '../../../platform/atoms/count-words.ts';
import { dateInWords, monthInWords, shortDate, todayInRome } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith } from '../../../platform/page.server.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import { FORNITORE_NAMES } from '../../services/paga-online/fornitori.ts';
import { INCASSI_QUEUES, INCASSO_STATI, type Incassi, type IncassiQueue, type Incasso } from './incassi.contract.ts';
import { INCASSO_STATO_NAMES, warningsOf } from './incasso-words.ts';

const QUEUE_NAMES: Readonly<Record<IncassiQueue, string>> = {
  doppi: 'Pagati due volte',
  revocati: 'Revocati',
  sconosciuti: 'Di avvisi che il portale non ha',
};

const INCASSI_PATH = '/operatore/incassi';
const FILTER_NAMES = ['ente', 'dal', 'al', 'fornitore', 'stato', 'coda', 'cerca'] as const;
type IncassiFilters = Partial<Record<(typeof FILTER_NAMES)[number], string>>;

type FilterChoice = { value: string; name: string; isChosen: boolean };
/** @property warnings what somebody has to look at @property elsewhere not paid from the portal */
type IncassoLine = {
  href: string;
  day: string;
  stato: string;
  numero: string;
  causale: string;
  importo: string;
  paidWith: string;
  warnings: string[];
  elsewhere: boolean;
};

/**
 * @property refused why this operator does not read the books
 * @property title of the receipts, with their time or the search @property bars of each day or month its share of the largest, 0 to 1
 * @property first, last what the bars begin and end with @property days those with receipts
 */
export type IncassiView = {
  refused: string | undefined;
  typed: IncassiFilters;
  errors: FieldErrors;
  enti: FilterChoice[];
  fornitori: FilterChoice[];
  stati: FilterChoice[];
  queues: FilterChoice[];
  title: string;
  total: string;
  bars: number[];
  first: string;
  last: string;
  daysName: string;
  days: { name: string; cells: string[] }[];
  lines: IncassoLine[];
  csvHref: string;
  flussiHref: string;
  nextHref?: string;
};

/** @throws PortalError `not_found` for an ente that is not the operator's */
export async function openIncassiPage(astro: AstroGlobal): Promise<IncassiView> {
  const { url, locals } = astro;
  const { ctx } = locals;
  const kept = ctx.user?.incassi ?? [];
  const typed: IncassiFilters = Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = url.searchParams.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const after = url.searchParams.get('dopo');
  const { found, refusal } = await readIncassi(ctx, { ...typed, ...(after && { dopo: after }) });
  if (refusal) failWith(astro, refusal);
  const ente = found?.ente ?? typed.ente ?? kept[0] ?? '';
  if (kept.length === 1) locals.ente = await enteOfPage(ctx.house, url.hostname, ente);
  const names = new Map((await enti(ctx.house)).map(({ id, nome }) => [id, nome]));
  const choicesOf = (all: readonly (readonly [string, string])[], chosen: string | undefined): FilterChoice[] =>
    all.map(([value, name]) => ({ value, name, isChosen: value === chosen }));
  const shown = { ...typed, ...(found && { dal: found.dal, al: found.al }) };
  const periods = found?.periodi ?? [];
  const most = Math.max(1, ...periods.map(({ importo_cent }) => importo_cent));
  return {
    typed: shown,
    refused: refusal?.code === 'forbidden' ? refusal.message : undefined,
    errors: refusal?.fields ?? {},
    enti:
      kept.length > 1
        ? choicesOf(
            kept.map((id) => [id, names.get(id) ?? id] as const),
            ente,
          )
        : [],
    fornitori: choicesOf(Object.entries(FORNITORE_NAMES), typed.fornitore),
    stati: choicesOf(
      INCASSO_STATI.map((stato) => [stato, INCASSO_STATO_NAMES[stato]] as const),
      typed.stato,
    ),
    queues: choicesOf(
      INCASSI_QUEUES.map((queue) => [queue, QUEUE_NAMES[queue]] as const),
      typed.coda,
    ),
    title: typed.cerca ? `Ricevute trovate per «${typed.cerca}»` : found ? daysInWords(found) : 'Ricevute',
    total: found ? totalInWords(found.totale) : '',
    bars: periods.map(({ importo_cent }) => importo_cent / most),
    first: periodName(periods[0]),
    last: periodName(periods.at(-1)),
    daysName: periods[0]?.periodo.length === 7 ? 'Mese per mese' : 'Giorno per giorno',
    days: periods
      .filter(({ quanti }) => quanti > 0)
      .map((period) => ({
        name: periodName(period),
        cells: [inItalian(period.quanti), formatEuro(period.importo_cent)],
      })),
    lines: (found?.righe ?? []).map(lineOf),
    csvHref: `/api/v1/portale${INCASSI_PATH}.csv?${new URLSearchParams(typed)}`,
    flussiHref: `/operatore/riversamenti?${new URLSearchParams({ ente })}`,
    ...(found?.dopo && { nextHref: `${INCASSI_PATH}?${new URLSearchParams({ ...typed, dopo: found.dopo })}` }),
  };
}

/** Wrong filters are told beside their fields, and what was typed stays. */
async function readIncassi(
  ctx: AstroGlobal['locals']['ctx'],
  filters: Record<string, string>,
): Promise<{ found?: Incassi; refusal?: PortalError }> {
  try {
    return { found: await callOperation('incassi', filters, ctx) };
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.fields?.ente) throw new PortalError('not_found');
    if (error.fields || error.code === 'forbidden') return { refusal: error };
    throw error;
  }
}

const periodName = (period: Incassi['periodi'][number] | undefined): string => {
  if (!period) return '';
  return period.periodo.length === 7 ? monthInWords(period.periodo) : shortDate(period.periodo);
};

const daysInWords = ({ dal, al }: Incassi): string =>
  dal === al ? `Ricevute del ${dateInWords(dal)}` : `Ricevute dal ${dateInWords(dal)} al ${dateInWords(al)}`;

function totalInWords({ quanti, importo_cent }: Incassi['totale']): string {
  if (quanti === 0) return 'Nessuna ricevuta.';
  return `${inItalian(quanti)} ${quanti === 1 ? 'ricevuta' : 'ricevute'}, in tutto ${formatEuro(importo_cent)}.`;
}

const lineOf = (i: Incasso): IncassoLine => ({
  href: `/operatore/incasso/${i.id}`,
  day: shortDate(todayInRome(Date.parse(i.pagato_il))),
  stato: INCASSO_STATO_NAMES[i.stato],
  numero: groupDigits(i.numero_avviso),
  causale: i.causale,
  importo: formatEuro(i.importo_cent),
  paidWith: [FORNITORE_NAMES[i.fornitore], i.intermediario ?? ''].filter(Boolean).join(', '),
  warnings: warningsOf(i),
  elsewhere: !i.dal_portale,
});
