/** What `/operatore` shows: the current filters, their links, one page of cases. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { dateInWords, todayInRome } from '../../../platform/atoms/date.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Area } from '../../cases/ente/aree.ts';
import { enteOfPage, enti, findEnte } from '../../cases/ente/ente.server.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { isOpenStato, type StatoPratica } from '../../cases/pratica/stati.ts';
import {
  CODE,
  type Coda,
  type ListOrder,
  MAX_COUNT,
  PAGE_SIZE,
  type PraticaListItem,
  type PraticaPage,
} from './operatore.contract.ts';
import {
  CODA_NAMES,
  countInWords,
  praticheInWords,
  STATI_UFFICIO,
  STATO_GROUPS,
  unreadInWords,
  urgencyInWords,
} from './pratica-words.ts';

const FILTER_NAMES = [
  ...(['coda', 'stato', 'servizio', 'area', 'ordine', 'non_lette'] as const),
  ...(['ente', 'dal', 'al', 'q', 'pagina'] as const),
];
type FilterName = (typeof FILTER_NAMES)[number];
type ListFilters = Partial<Record<FilterName, string>>;

/** By default the list shows what is open; a queue has states of its own. */
const defaultStato = ({ coda }: ListFilters): string => (coda ? 'tutte' : 'aperte');

/** The filters as the call takes them. */
const askedBy = (filters: ListFilters): ListFilters => ({ stato: defaultStato(filters), ...filters });

/** @property direction as `aria-sort` names it; undefined: the list is sorted by another column */
export type ColumnSort = { direction: 'ascending' | 'descending' | undefined; href: string };

type FilterLink = { name: string; href: string; isCurrent: boolean };
export type PraticaViewRow = PraticaListItem & {
  enteName: string;
  statoInWords: string;
  sentOn: string;
  termine: string;
  urgency: string | null;
  novita: string | null;
};

/**
 * What the last form did with the ticked cases, and what it shows again.
 * @property done number of cases that it changed @property failed why it did not change others
 * @property problem why it did nothing at all @property ticked ids of the cases that are still to be changed
 */
export type BulkOutcome = {
  done: number;
  failed: { name: string; why: string }[];
  problem?: string | undefined;
  ticked: ReadonlySet<string>;
  typed: { risposta?: string | undefined; testo?: string | undefined };
};

export type ListView = {
  title: string;
  filters: ListFilters;
  /** Errors of the fields of the search */
  errors: FieldErrors;
  queues: FilterLink[];
  stati: FilterLink[];
  /** How the list is sorted by a column, and the link to sort by it or turn it round */
  sorts: Record<'Arrivata il' | 'Termine', ColumnSort>;
  /** Services and types of report to choose from */
  servizi: { codice: string; nome: string }[];
  /** Areas of the one ente, or of the one that was chosen */
  aree: readonly Pick<Area, 'id' | 'nome'>[];
  /** Enti to choose from, when there are several */
  enti: { id: string; nome: string }[];
  countInWords: string;
  /** There are more cases than the pages show */
  tooMany: boolean;
  rows: PraticaViewRow[];
  page: number;
  pageCount: number;
  previousHref?: string | undefined;
  nextHref?: string | undefined;
  /** Filters are set: an empty list offers to remove them */
  isFiltered: boolean;
  /** The operator belongs to no ente */
  hasNoEnte: boolean;
  /** The operator administers an ente */
  canAdminister: boolean;
  /** Address of the list as CSV */
  csvHref: string;
  bulk: BulkOutcome;
  /** Names of the prepared answers of the operator's enti */
  risposte: string[];
  /** Idempotency key of the form */
  key: string;
};

/** @throws PortalError `not_found` for an ente that is not the operator's */
export async function openOperatorePage(astro: AstroGlobal): Promise<ListView | Response> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const form = await readForm(astro);
  if (form?.error) throw form.error;
  const changed = form && (await changeTicked(form, ctx));
  if (changed?.problem) failWith(astro, new PortalError('invalid', { message: changed.problem }));
  // Loading the page again sends nothing again; what failed is shown at once.
  if (changed && !changed.problem && changed.failed.length === 0)
    return astro.redirect(addressAfter(url, changed.done), 303);
  const ownEnti = ctx.user?.enti ?? [];
  const [onlyEnte] = ownEnti;
  if (onlyEnte && ownEnti.length === 1) locals.ente = await enteOfPage(ctx.house, url.hostname, onlyEnte);
  const asked = readFilters(url);
  const aree = await areeOf(ctx, asked.ente ?? (ownEnti.length === 1 ? onlyEnte : undefined));
  // After another ente was chosen the area is none of its own.
  if (!aree.some(({ id }) => id === asked.area)) delete asked.area;
  const { filters, praticaPage, errors } = await readList(astro, asked);
  const enteNames = new Map((await enti(ctx.house)).map(({ id, nome }) => [id, nome]));
  const page = Number(filters.pagina ?? 1);
  const hrefWith = (changes: ListFilters) => listPath({ ...filters, pagina: undefined, ...changes });
  const pageHref = (n: number) => (n >= 1 && n <= praticaPage.pagine ? hrefWith({ pagina: String(n) }) : undefined);
  const title = ownEnti.length > 1 ? 'Pratiche dei tuoi enti' : 'Pratiche del tuo ente';
  return {
    title,
    filters,
    errors,
    queues: queueLinks(praticaPage, filters, hrefWith),
    servizi: await serviziOf(ctx, ownEnti),
    aree,
    stati: statoLinks(praticaPage, filters, hrefWith),
    sorts: sortsOf(filters, hrefWith),
    enti: ownEnti.length > 1 ? ownEnti.map((id) => ({ id, nome: enteNames.get(id) ?? id })) : [],
    countInWords: `${praticheInWords(praticaPage.totale)}, ${praticaPage.da_leggere ? countInWords(praticaPage.da_leggere) : 'nessuna'} con novità da leggere.`,
    tooMany: praticaPage.totale > MAX_COUNT,
    rows: praticaPage.pratiche.map((p) => ({
      ...viewRowOf(p, enteNames.get(p.ente) ?? p.ente, todayInRome(ctx.now)),
      // The page of the case leads back to this list, and to the cases beside it.
      chat: `${p.chat}?${new URLSearchParams({ elenco: String(new URLSearchParams(askedBy(filters))) })}`,
    })),
    page,
    pageCount: praticaPage.pagine,
    previousHref: pageHref(page - 1),
    nextHref: pageHref(page + 1),
    isFiltered: Boolean(
      filters.q ||
        filters.non_lette ||
        filters.ente ||
        filters.stato ||
        filters.coda ||
        filters.servizio ||
        filters.area ||
        filters.dal ||
        filters.al,
    ),
    hasNoEnte: ownEnti.length === 0,
    canAdminister: (ctx.user?.amministra ?? []).length > 0,
    csvHref: csvPath(filters),
    risposte: await risposteOf(ctx, ownEnti),
    key: randomId(),
    bulk: {
      problem: changed?.problem,
      ticked: new Set(changed?.problem ? tickedIn(form) : changed?.failed.map(({ id }) => id)),
      typed: changed ? { risposta: form?.fields.risposta, testo: form?.fields.testo } : {},
      done: changed?.done ?? (Number(url.searchParams.get('fatte')) || 0),
      // Its number as it was ticked: the change of a colleague may have taken the case out of the list.
      failed: (changed?.failed ?? []).map(({ id, why }) => ({ name: form?.fields[TICKED_FIELD + id] ?? '', why })),
    },
  };
}

const TICKED_FIELD = 'pratica_';

const tickedIn = (form: PageForm | null): string[] =>
  Object.keys(form?.fields ?? {}).flatMap((name) =>
    name.startsWith(TICKED_FIELD) ? [name.slice(TICKED_FIELD.length)] : [],
  );

/** Each ticked case is changed by a call of its own, with its own event and mail; one that fails does not hold up the others. */
async function changeTicked(
  form: PageForm,
  ctx: CallContext,
): Promise<{ done: number; failed: { id: string; why: string }[]; problem?: string }> {
  const ids = tickedIn(form).slice(0, PAGE_SIZE);
  const change = changeOf(form, ctx);
  const problem = ids.length === 0 ? 'Spunta prima le pratiche, poi scegli che cosa farne.' : change.problem;
  if (problem) return { done: 0, failed: [], problem };
  const failed: { id: string; why: string }[] = [];
  for (const id of ids) {
    try {
      await change.run(id);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      failed.push({ id, why: Object.values(error.fields ?? {})[0]?.[0] ?? error.message });
    }
  }
  return { done: ids.length - failed.length, failed };
}

/** What the button does with one case. @property problem what is missing in the form */
function changeOf(
  { action, key = randomId(), fields }: PageForm,
  ctx: CallContext,
): { problem?: string | undefined; run(id: string): Promise<void> } {
  const { risposta, testo } = fields;
  if (action === 'rispondi' || action === 'concludi')
    return {
      problem: risposta || testo?.trim() ? undefined : 'Scegli una risposta pronta, oppure scrivi il testo.',
      run: (id) => answerTicked(id, { risposta, testo, close: action === 'concludi', key }, ctx),
    };
  return { run: (id) => (action === 'prendi_in_carico' ? takeCharge(id, ctx) : assignToCaller(id, ctx)) };
}

type BulkAnswer = { risposta: string | undefined; testo: string | undefined; close: boolean; key: string };

/** What was typed goes before the prepared answer, which is filled in for each case. Each has a key of its own, so that none is answered twice. */
async function answerTicked(id: string, { risposta, testo, close, key }: BulkAnswer, ctx: CallContext): Promise<void> {
  const { risposte } = await callOperation('incaricoPratica', { id }, ctx);
  const prepared = risposte.find(({ nome }) => nome === risposta)?.testo;
  if (risposta && !prepared)
    throw new PortalError('conflict', { message: `la risposta «${risposta}» non è per questo servizio.` });
  const words = [testo?.trim(), prepared].filter(Boolean).join('\n\n');
  const fields = { id, email: '', vista: 'operatore', testo: words, ...(close && { stato: 'conclusa' }) };
  await callOperation('commenta', fields, ctx, `${id}-${key}`.slice(0, 100));
}

async function takeCharge(id: string, ctx: CallContext): Promise<void> {
  await assignToCaller(id, ctx);
  // The e-mail address names the citizen's side, and this one has none.
  await callOperation('commenta', { id, email: '', vista: 'operatore', stato: 'in_elaborazione' }, ctx);
}

async function assignToCaller(id: string, ctx: CallContext): Promise<void> {
  const { assegnata_a, assegnata_ufficio } = await callOperation('incaricoPratica', { id }, ctx);
  // A case of a colleague is taken over on its own page, never in passing.
  if (assegnata_a && assegnata_a.id !== ctx.user?.id)
    throw new PortalError('conflict', { message: `è assegnata a ${assegnata_a.nome}.` });
  const fields = { id, persona: ctx.user?.id, ufficio: assegnata_ufficio?.id, prima: assegnata_a?.id };
  await callOperation('assegnaPratica', fields, ctx);
}

function addressAfter(url: URL, done: number): string {
  const query = new URLSearchParams(url.search);
  if (done > 0) query.set('fatte', String(done));
  else query.delete('fatte');
  return `/operatore${query.size > 0 ? `?${query}` : ''}`;
}

/** The list on screen, of all pages, as CSV. */
function csvPath({ pagina: _page, ...filters }: ListFilters): string {
  return `/api/v1/portale/operatore/pratiche.csv?${new URLSearchParams(askedBy(filters))}`;
}

/** The filters of the address, without a state that is the default. */
function readFilters(url: URL): ListFilters {
  const filters: ListFilters = Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = url.searchParams.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  if (filters.stato === defaultStato(filters)) delete filters.stato;
  return filters;
}

/** A filter that is wrong is reported, and the list is read without it. */
async function readList(
  astro: AstroGlobal,
  filters: ListFilters,
): Promise<{ filters: ListFilters; praticaPage: PraticaPage; errors: FieldErrors }> {
  const { ctx } = astro.locals;
  try {
    const praticaPage = await callOperation('praticheOperatore', askedBy(filters), ctx);
    return { filters, praticaPage, errors: {} };
  } catch (error) {
    if (!(error instanceof PortalError && error.fields)) throw error;
    const wrongNames = Object.keys(error.fields);
    const goodFilters = Object.fromEntries(Object.entries(filters).filter(([name]) => !wrongNames.includes(name)));
    if (Object.keys(goodFilters).length === Object.keys(filters).length) throw error;
    // A page or order that does not exist comes from an old address, not from the form.
    const typed = TYPED_FILTERS.filter((name) => error.fields?.[name] && filters[name]);
    if (typed.length > 0) failWith(astro, error);
    const retried = await readList(astro, goodFilters);
    return {
      ...retried,
      filters: { ...goodFilters, ...Object.fromEntries(typed.map((name) => [name, filters[name]])) },
      errors: Object.fromEntries(typed.map((name) => [name, error.fields?.[name] ?? []])),
    };
  }
}

/** The filters that a person writes. */
const TYPED_FILTERS = ['q', 'dal', 'al'] as const;

function listPath(filters: ListFilters): string {
  const query = new URLSearchParams(
    FILTER_NAMES.flatMap((c) => (filters[c] ? [[c, filters[c]] as [string, string]] : [])),
  );
  return query.size > 0 ? `/operatore?${query}` : '/operatore';
}

/** The prepared answers of the enti of an operator, by name. */
async function risposteOf({ house }: CallContext, own: readonly string[]): Promise<string[]> {
  const offered = (await enti(house)).filter(({ id }) => own.includes(id)).flatMap(({ risposte = [] }) => risposte);
  return [...new Set(offered.map(({ nome }) => nome))];
}

async function areeOf({ house }: CallContext, ente: string | undefined): Promise<ListView['aree']> {
  return (ente && (await findEnte(house, ente))?.aree) || [];
}

/** What the enti of an operator answer for, by name. */
async function serviziOf({ house }: CallContext, own: readonly string[]): Promise<ListView['servizi']> {
  const codes = new Set((await enti(house)).filter(({ id }) => own.includes(id)).flatMap((e) => e.categorie));
  return Array.from(codes, (codice) => ({ codice, nome: nameOf(house.services, codice) })).sort((a, b) =>
    a.nome.localeCompare(b.nome, 'it'),
  );
}

function queueLinks(
  { code, conteggi }: PraticaPage,
  { coda }: ListFilters,
  hrefWith: (changes: ListFilters) => string,
): FilterLink[] {
  const open = (Object.entries(conteggi) as [StatoPratica, number][]).filter(([s]) => isOpenStato(s));
  const link = (label: string, count: number | undefined, value?: Coda): FilterLink => ({
    name: count === undefined ? label : `${label} (${countInWords(count)})`,
    href: hrefWith({ coda: value, stato: undefined }),
    isCurrent: coda === value,
  });
  return [
    // Under a queue the counts by state are the queue's.
    link(
      'Tutte',
      coda
        ? undefined
        : Math.min(
            open.reduce((n, [, count]) => n + count, 0),
            MAX_COUNT + 1,
          ),
    ),
    ...CODE.map((value) => link(CODA_NAMES[value], code[value], value)),
  ];
}

/** By due date the earliest come first, by arrival the newest; the link of the column that sorts the list turns it round. */
function sortsOf({ ordine = 'termine' }: ListFilters, hrefWith: (changes: ListFilters) => string): ListView['sorts'] {
  const sort = (first: ListOrder, turned: ListOrder, ascending: ListOrder): ColumnSort => {
    const isSorted = ordine === first || ordine === turned;
    return {
      direction: isSorted ? (ordine === ascending ? 'ascending' : 'descending') : undefined,
      href: hrefWith({ ordine: ordine === first ? turned : first }),
    };
  };
  return {
    'Arrivata il': sort('arrivo', 'arrivo_primi', 'arrivo_primi'),
    Termine: sort('termine', 'termine_ultimi', 'termine'),
  };
}

function statoLinks(
  { conteggi }: PraticaPage,
  { coda, stato }: ListFilters,
  hrefWith: (changes: ListFilters) => string,
): FilterLink[] {
  const counts = Object.entries(conteggi) as [StatoPratica, number][];
  const sumOf = (isIncluded: (s: StatoPratica) => boolean) =>
    counts.reduce((n, [s, count]) => (isIncluded(s) ? n + count : n), 0);
  const statoLink = (label: string, count: number, value?: string): FilterLink => ({
    name: `${label} (${countInWords(Math.min(count, MAX_COUNT + 1))})`,
    href: hrefWith({ stato: value }),
    isCurrent: stato === value,
  });
  const groups = Object.keys(STATO_GROUPS) as StatoPratica[];
  const linksOf = (stati: readonly StatoPratica[]) => stati.map((s) => statoLink(STATO_GROUPS[s], conteggi[s], s));
  const all = sumOf(() => true);
  // A queue has states of its own, so only those that have a case are a choice.
  if (coda) return [statoLink('Tutti gli stati', all), ...linksOf(groups.filter((s) => conteggi[s] > 0))];
  return [statoLink('Aperte', sumOf(isOpenStato)), ...linksOf(groups), statoLink('Tutte', all, 'tutte')];
}

function viewRowOf(p: PraticaListItem, enteName: string, giorno: string): PraticaViewRow {
  return {
    ...p,
    enteName,
    statoInWords: STATI_UFFICIO[p.stato],
    sentOn: dateInWords(Date.parse(p.inviata_il)),
    termine: dateInWords(p.termine_il),
    urgency: urgencyInWords(p, giorno),
    novita: unreadInWords(p.non_letti),
  };
}
