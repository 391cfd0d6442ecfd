/** What `/operatore` shows: the current filters, their links, one page of cases. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { dateInWords, todayInRome } from '../../../platform/atoms/date.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Area } from '../../cases/ente/aree.ts';
import { enteOfPage, enti, findEnte } from '../../cases/ente/ente.server.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { listEtichette } from '../../cases/pratica/etichette.db.ts';
import { hasSistema } from '../../cases/protocollo/protocollo-asked.server.ts';
import { protocolloNumber, protocolloStateInWords } from '../../cases/protocollo/protocollo-ente.ts';
import { listUffici } from '../../cases/ufficio/ufficio.server.ts';
import { type BulkChoices, type BulkOutcome, changeTicked, readBulkChoices } from './bulk.page.server.ts';
import { addressAfter } from './bulk.ts';
import { askedBy, isSameList, type ListFilters, listPath, mapPath, readFilters, withoutPage } from './list-filters.ts';
import { type ColumnSorts, type FilterLink, queueLinks, sizeLinks, sortsOf, statoLinks } from './list-links.ts';
import { PAGE_SIZE, type PraticaListItem, type PraticaPage } from './operatore.contract.ts';
import { type PraticaGlimpse, readGlimpses } from './pratica-glimpse.db.ts';
import { countInWords, praticheInWords, STATI_UFFICIO, unreadInWords, urgencyInWords } from './pratica-words.ts';
import { changeViste, isVistaForm, type VisteView, vistaViewOf } from './viste.page.server.ts';

type PraticaViewRow = PraticaListItem & {
  luogo?: string | undefined;
  /** Address of the thumbnail of its first photo */
  photo?: string | undefined;
  enteName: string;
  statoInWords: string;
  sentOn: string;
  termine: string;
  /** Its number in the register of the ente, or since when it waits for one */
  protocolloEnte: string | undefined;
  urgency: string | null;
  novita: string | null;
};

export type ListView = {
  title: string;
  filters: ListFilters;
  /** Errors of the fields of the search */
  errors: FieldErrors;
  queues: FilterLink[];
  stati: FilterLink[];
  /** How the list is sorted by a column, and the link to sort by it or turn it round */
  sorts: ColumnSorts;
  /** Services and types of report to choose from */
  servizi: { codice: string; nome: string }[];
  /** Areas of the one ente, or of the one that was chosen */
  aree: readonly Pick<Area, 'id' | 'nome'>[];
  /** Colleagues of the one ente, or of the one that was chosen; with the one who was asked for */
  persone: { id: string; nome: string }[];
  /** Tags in use in the enti */
  etichette: string[];
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
  /** Their enti have offices, and the person works in none */
  hasNoUfficio: boolean;
  /** One of their enti registers its cases, or a filter asks for those that wait */
  canAwaitProtocollo: boolean;
  /** The operator administers an ente */
  canAdminister: boolean;
  /** The list on the map, where one of the enti has a map */
  mapHref?: string | undefined;
  /** Address of the list as CSV */
  csvHref: string;
  viste: VisteView;
  /** Links to another number of rows; none where all cases are on the smallest page */
  sizes: FilterLink[];
  /** This page with every case ticked */
  tickAllHref: string;
  /** For the script: the query with which it asks for new counts */
  news: string;
  unread: number;
  bulk: BulkOutcome;
  choices: BulkChoices;
  /** Idempotency key of the form */
  key: string;
};

/** @throws PortalError `not_found` for an ente that is not the operator's */
export async function openOperatorePage(astro: AstroGlobal): Promise<ListView | Response> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const form = await readForm(astro);
  const viste = await callOperation('visteOperatore', {}, ctx);
  const first = viste.find(({ iniziale }) => iniziale);
  if (!form && url.search === '' && first) return astro.redirect(listPath(first.filtri), 302);
  const saved = form && isVistaForm(form) ? await attemptVista(form, readFilters(url.searchParams), ctx) : undefined;
  if (typeof saved === 'string') return astro.redirect(saved, 303);
  const changed = form && !saved ? await changeTicked(form, ctx) : undefined;
  if (saved) failWith(astro, saved.error);
  if (changed?.problem) failWith(astro, form?.error ?? new PortalError('invalid', { message: changed.problem }));
  // Loading the page again sends nothing again; what failed is shown at once.
  if (changed && !changed.problem && changed.failed.length === 0)
    return astro.redirect(addressAfter(url.search, changed.done), 303);
  const ownEnti = ctx.user?.enti ?? [];
  const [onlyEnte] = ownEnti;
  if (onlyEnte && ownEnti.length === 1) locals.ente = await enteOfPage(ctx.house, url.hostname, onlyEnte);
  const asked = readFilters(url.searchParams);
  const aree = await areeOf(ctx, asked.ente ?? (ownEnti.length === 1 ? onlyEnte : undefined));
  // After another ente was chosen the area is none of its own.
  if (!aree.some(({ id }) => id === asked.area)) delete asked.area;
  const { filters, praticaPage, errors } = await readList(astro, asked);
  const { pratiche, totale, da_leggere, pagine } = praticaPage;
  const all = await enti(ctx.house);
  const enteNames = new Map(all.map(({ id, nome }) => [id, nome]));
  const glimpses = await readGlimpses(
    ctx.db,
    pratiche.map(({ id }) => id),
  );
  const choices = await readBulkChoices(ctx, filters.ente ?? (ownEnti.length === 1 ? onlyEnte : undefined));
  const page = Number(filters.pagina ?? 1);
  const hrefWith = (changes: ListFilters) => listPath({ ...filters, pagina: undefined, ...changes });
  const pageHref = (n: number) => (n >= 1 && n <= pagine ? hrefWith({ pagina: String(n) }) : undefined);
  const title = ownEnti.length > 1 ? 'Pratiche dei tuoi enti' : 'Pratiche del tuo ente';
  const tickAll = url.searchParams.get('spunta') === 'tutte';
  return {
    title,
    filters,
    errors,
    queues: queueLinks(praticaPage, filters, hrefWith),
    viste: vistaViewOf(viste, filters, { done: url.searchParams.get('vista'), posted: saved }),
    servizi: await serviziOf(ctx, ownEnti),
    aree,
    persone: personeOf(ctx, choices, filters),
    etichette: await etichetteIn(ctx, filters),
    stati: statoLinks(praticaPage, filters, hrefWith),
    sorts: sortsOf(filters, hrefWith),
    sizes: totale > PAGE_SIZE ? sizeLinks(filters, hrefWith) : [],
    enti: ownEnti.length > 1 ? ownEnti.map((id) => ({ id, nome: enteNames.get(id) ?? id })) : [],
    countInWords: `${praticheInWords(totale)}, ${da_leggere ? countInWords(da_leggere) : 'nessuna'} con novità da leggere.`,
    tooMany: totale > MAX_COUNT,
    rows: pratiche.map((p) => ({
      ...viewRowOf(p, enteNames.get(p.ente) ?? p.ente, todayInRome(ctx.now)),
      ...glimpseOf(glimpses.get(p.id)),
      // The page of the case leads back to this list, and to the cases beside it.
      chat: `${p.chat}?${new URLSearchParams({ elenco: String(new URLSearchParams(askedBy(filters))) })}`,
    })),
    page,
    pageCount: pagine,
    previousHref: pageHref(page - 1),
    nextHref: pageHref(page + 1),
    isFiltered: !isSameList({ ...filters, ordine: undefined }, {}),
    hasNoEnte: ownEnti.length === 0,
    hasNoUfficio: ownEnti.length > 0 && ctx.user?.uffici.length === 0 && (await hasUffici(ctx, ownEnti)),
    canAwaitProtocollo: Boolean(filters.da_protocollare) || (await hasSistema(ctx, ownEnti)),
    canAdminister: (ctx.user?.amministra ?? []).length > 0,
    mapHref: all.some(({ id, mappa }) => mappa && ownEnti.includes(id)) ? mapPath(filters) : undefined,
    csvHref: csvPath(filters),
    tickAllHref: `${listPath(filters)}&spunta=tutte#insieme`,
    news: String(new URLSearchParams({ ...askedBy(withoutPage(filters)), dopo: String(ctx.now) })),
    unread: da_leggere,
    choices,
    key: randomId(),
    bulk: {
      done: Number(url.searchParams.get('fatte')) || 0,
      failed: [],
      typed: {},
      ticked: new Set(tickAll ? pratiche.map(({ id }) => id) : []),
      ...changed,
    },
  };
}

/** @returns the address to go to, or why the form was refused */
async function attemptVista(
  form: PageForm,
  filters: ListFilters,
  ctx: CallContext,
): Promise<string | { form: PageForm; error: PortalError }> {
  try {
    return await changeViste(form, filters, ctx);
  } catch (error) {
    if (error instanceof PortalError) return { form, error };
    throw error;
  }
}

const glimpseOf = ({ luogo, photo }: PraticaGlimpse = {}): Pick<PraticaViewRow, 'luogo' | 'photo'> => ({
  luogo,
  // The e-mail address names the citizen's side, and this one has none.
  photo: photo && `/api/v1/portale/allegati/${photo}?miniatura=1&vista=operatore`,
});

/** The list on screen, of all pages, as CSV. */
function csvPath(filters: ListFilters): string {
  return `/api/v1/portale/operatore/pratiche.csv?${new URLSearchParams(askedBy(withoutPage(filters)))}`;
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

async function areeOf({ house }: CallContext, ente: string | undefined): Promise<ListView['aree']> {
  return (ente && (await findEnte(house, ente))?.aree) || [];
}

/** Whose cases can be asked for: nobody's where the caller has no colleagues. One who left their office may still have some. */
function personeOf({ user }: CallContext, { colleagues }: BulkChoices, { persona }: ListFilters): ListView['persone'] {
  const known = user && colleagues.length > 0 ? [...colleagues, { id: user.id, nome: 'Me' }] : [];
  return persona && !known.some(({ id }) => id === persona)
    ? [...known, { id: persona, nome: 'Una persona che non è in questi uffici' }]
    : known;
}

/** With the one that was asked for, which no case may have any more. */
async function etichetteIn({ db, user }: CallContext, { ente, etichetta }: ListFilters): Promise<string[]> {
  const all = await Promise.all((ente ? [ente] : (user?.enti ?? [])).map((id) => listEtichette(db, id)));
  return [...new Set([...all.flat(), ...(etichetta ? [etichetta] : [])])].sort((a, b) => a.localeCompare(b, 'it'));
}

/** Whether any of the enti has an open office. */
async function hasUffici({ db }: CallContext, own: readonly string[]): Promise<boolean> {
  const all = await Promise.all(own.map((ente) => listUffici(db, ente)));
  return all.flat().some(({ attivo }) => attivo);
}

/** What the enti of an operator answer for, by name. */
async function serviziOf({ house }: CallContext, own: readonly string[]): Promise<ListView['servizi']> {
  const codes = new Set((await enti(house)).filter(({ id }) => own.includes(id)).flatMap((e) => e.categorie));
  return Array.from(codes, (codice) => ({ codice, nome: officeNameOf(house.services, codice) })).sort((a, b) =>
    a.nome.localeCompare(b.nome, 'it'),
  );
}

function viewRowOf(p: PraticaListItem, enteName: string, giorno: string): PraticaViewRow {
  return {
    ...p,
    enteName,
    statoInWords: STATI_UFFICIO[p.stato],
    sentOn: dateInWords(Date.parse(p.inviata_il)),
    termine: dateInWords(p.termine_il),
    protocolloEnte: p.protocollo_ente ? `prot. ${protocolloNumber(p)}` : protocolloStateInWords(p, giorno),
    urgency: urgencyInWords(p, giorno),
    novita: unreadInWords(p.non_letti),
  };
}
