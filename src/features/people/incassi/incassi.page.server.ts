/** What `/operatore/incassi` shows: filters, the sum with bars, and the receipts. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { inItalian } from '../../../platform/atoms/count-words.ts';
import { dateInWords, monthInWords, shortDate, todayInRome } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith } from '../../../platform/page.server.ts';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import { FORNITORE_NAMES } from '../../services/paga-online/fornitori.ts';
import { type Incassi, type IncassiQueue, type Incasso, type IncassoCanale, NO_SERVIZIO } from './incassi.contract.ts';
import { INCASSO_STATO_NAMES, warningsOf } from './incasso-words.ts';

const QUEUE_NAMES: Readonly<Record<IncassiQueue, string>> = {
  doppi: 'Pagati due volte',
  revocati: 'Revocati',
  sconosciuti: 'Di avvisi che il portale non ha',
};

const INCASSI_PATH = '/operatore/incassi';
const CANALE_NAMES: Readonly<Record<IncassoCanale, string>> = {
  portale: 'Dal portale',
  altrove: 'In banca, in un’app o in un altro modo',
};
const FILTER_NAMES = [
  'ente',
  'dal',
  'al',
  'servizio',
  'capitolo',
  'fornitore',
  'canale',
  'stato',
  'coda',
  'cerca',
] as const;
type IncassiFilters = Partial<Record<(typeof FILTER_NAMES)[number], string>>;

/** A filter that is a list. @property empty what it shows without a choice */
type IncassiList = { name: keyof IncassiFilters; label: string; empty: string; options: SelectOption[] };
/** What came in for a service. @property share of the largest sum, 0 to 1 */
type ServizioLine = {
  name: string;
  share: number;
  importo: string;
  quanti: string;
  capitolo: string;
  accertamento: string;
};
/** @property warnings what somebody has to look at @property elsewhere not paid from the portal */
type IncassoLine = {
  href: string;
  day: string;
  stato: string;
  numero: string;
  causale: string;
  servizio: string;
  importo: string;
  paidWith: string;
  warnings: string[];
  bollo: string;
  elsewhere: boolean;
};

/**
 * @property refused why this operator does not read the books
 * @property enti those whose books the operator keeps, if there are several
 * @property title of the receipts, with their time or the search @property bars of each day or month its share of the largest, 0 to 1
 * @property first, last what the bars begin and end with @property days those with receipts
 */
export type IncassiView = {
  refused: string | undefined;
  typed: IncassiFilters;
  errors: FieldErrors;
  enti: SelectOption[];
  lists: IncassiList[];
  title: string;
  total: string;
  bars: number[];
  first: string;
  last: string;
  daysName: string;
  days: { name: string; cells: string[] }[];
  services: ServizioLine[];
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
  const shown = { ...typed, ...(found && { dal: found.dal, al: found.al }) };
  const periods = found?.periodi ?? [];
  const most = Math.max(1, ...periods.map(({ importo_cent }) => importo_cent));
  return {
    typed: { ...shown, ente },
    refused: refusal?.code === 'forbidden' ? refusal.message : undefined,
    errors: refusal?.fields ?? {},
    enti: kept.length > 1 ? kept.map((id) => ({ value: id, label: names.get(id) ?? id })) : [],
    lists: listsOf(typed, found),
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
    services: servicesOf(found?.servizi ?? [], typed),
    lines: (found?.righe ?? []).map(lineOf),
    csvHref: `/api/v1/portale${INCASSI_PATH}.csv?${new URLSearchParams(typed)}`,
    flussiHref: `/operatore/riversamenti?${new URLSearchParams({ ente })}`,
    ...(found?.dopo && { nextHref: `${INCASSI_PATH}?${new URLSearchParams({ ...typed, dopo: found.dopo })}` }),
  };
}

const optionsOf = (names: Readonly<Record<string, string>>): SelectOption[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** The lists to choose from. Of services and items of the accounts those that have receipts in this time, and those that are asked for. */
function listsOf({ servizio, capitolo }: IncassiFilters, found: Incassi | undefined): IncassiList[] {
  const services = new Map(found?.servizi.map((s) => [s.servizio ?? NO_SERVIZIO, s.servizio_nome]));
  if (servizio && !services.has(servizio)) services.set(servizio, servizio);
  const items = new Set(found?.servizi.flatMap((s) => s.capitolo ?? []));
  if (capitolo) items.add(capitolo);
  const lists: IncassiList[] = [
    { name: 'servizio', label: 'Servizio', empty: 'Tutti', options: optionsOf(Object.fromEntries(services)) },
    {
      name: 'capitolo',
      label: 'Capitolo',
      empty: 'Tutti',
      options: [...items].sort().map((value) => ({ value, label: value })),
    },
    { name: 'fornitore', label: 'Pagato con', empty: 'Tutti', options: optionsOf(FORNITORE_NAMES) },
    { name: 'canale', label: 'Da dove', empty: 'Da tutto', options: optionsOf(CANALE_NAMES) },
    { name: 'stato', label: 'Stato', empty: 'Tutti', options: optionsOf(INCASSO_STATO_NAMES) },
    { name: 'coda', label: 'Da guardare', empty: 'Tutte le ricevute', options: optionsOf(QUEUE_NAMES) },
  ];
  // An ente that keeps no items has nothing to choose there.
  return lists.filter(({ options }) => options.length > 0);
}

function servicesOf(all: Incassi['servizi'], { servizio, capitolo }: IncassiFilters): ServizioLine[] {
  const chosen = all.filter(
    (s) => (!servizio || (s.servizio ?? NO_SERVIZIO) === servizio) && (!capitolo || s.capitolo === capitolo),
  );
  const most = Math.max(1, ...chosen.map(({ importo_cent }) => importo_cent));
  return chosen.map((s) => ({
    name: s.servizio_nome,
    share: s.importo_cent / most,
    importo: formatEuro(s.importo_cent),
    quanti: inItalian(s.quanti),
    capitolo: s.capitolo ?? '',
    accertamento: s.accertamento ?? '',
  }));
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
  servizio: i.servizio === null || i.servizio_nome === i.causale ? '' : i.servizio_nome,
  importo: formatEuro(i.importo_cent),
  paidWith: [FORNITORE_NAMES[i.fornitore], i.intermediario ?? ''].filter(Boolean).join(', '),
  warnings: warningsOf(i),
  bollo: i.bollo_cent ? `Più ${formatEuro(i.bollo_cent)} di bollo` : '',
  elsewhere: !i.dal_portale,
});
