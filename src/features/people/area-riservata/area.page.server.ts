/** What the reserved area shows: one tab, with the lists it needs. A list that cannot be read says so; the others still show. */
import type { AstroGlobal } from 'astro';
import { callOperation, isAnswered, type OperationName } from '../../../call.server.ts';
import type { PortalHouse } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { failWith, type PageForm, type ReadOrFailed, readForm, readOrFailed } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import { handlePresaForms, type PresaFormsProps } from '../../cases/pratica/presa.page.server.ts';
import type { OwnAppuntamento } from '../../services/appuntamento/appuntamento.contract.ts';
import { DICHIARAZIONE_TEXTS } from '../../services/mezzo-permanente/steps.ts';
import { type PosizioniOutcome, runPosizioniForm } from './posizioni.azioni.server.ts';
import type { PosizioniProps } from './posizioni.ts';
import type { PraticaListItem } from './pratiche.ts';
import { AREA, SCHEDE, type Scheda, type SchedaCounts, schedaOf, schedaPath } from './schede.ts';
import { debtsOf, type OpenDebt, sumDebts } from './scrivania.ts';

type Bozza = Awaited<ReturnType<typeof bozze>>[number];
export type OwnDocumento = Awaited<ReturnType<typeof documenti>>[number];
export type Dichiarazione = Awaited<ReturnType<typeof dichiarazioni>>[number];
export type OwnPagamento = Awaited<ReturnType<typeof pagamenti>>[number];
type OwnAvviso = Awaited<ReturnType<typeof avvisi>>[number];

type PageLocals = AstroGlobal['locals'];
const bozze = ({ ctx }: PageLocals) => callOperation('mieBozze', {}, ctx);
const documenti = ({ ctx }: PageLocals) => callOperation('mieiDocumenti', {}, ctx);
const dichiarazioni = ({ ctx }: PageLocals) => callOperation('listaDichiarazioni', {}, ctx);
const pagamenti = ({ ctx }: PageLocals) => callOperation('mieiPagamenti', {}, ctx);
const avvisi = ({ ctx }: PageLocals) => callOperation('mieiAvvisi', {}, ctx);
const posizioni = ({ ctx }: PageLocals) => callOperation('listaPosizioni', {}, ctx);
/** The number of the page comes from the query, unchecked. */
const messaggi = ({ ctx }: PageLocals, page: string | null) =>
  callOperation('mieiMessaggi', /^[1-9]\d{0,5}$/.test(page ?? '') ? { pagina: page } : {}, ctx);
const appuntamenti = ({ ctx }: PageLocals) => callOperation('mieiAppuntamenti', {}, ctx);
const claimablePratiche = ({ ctx }: PageLocals) => callOperation('praticheDaPrendere', {}, ctx);

/** The guests' cases that the citizen may take. */
type ClaimablePratica = Awaited<ReturnType<typeof claimablePratiche>>[number];
type InboxPage = Awaited<ReturnType<typeof messaggi>>;
type OwnPosizione = Awaited<ReturnType<typeof posizioni>>[number];

type ListName = 'messaggi' | 'posizioni' | 'bozze' | 'dichiarazioni' | 'pagamenti' | 'claims' | 'appuntamenti';

/** The lists that a tab reads beside those that every tab counts: documents, notices, cases. */
const LISTS_OF_SCHEDA: Readonly<Record<Scheda, readonly ListName[]>> = {
  scrivania: ['posizioni', 'bozze', 'pagamenti', 'claims', 'appuntamenti'],
  posizioni: ['posizioni'],
  documenti: [],
  pratiche: ['bozze'],
  pagamenti: ['pagamenti'],
  messaggi: ['messaggi'],
  scadenze: ['pagamenti', 'appuntamenti'],
  dichiarazioni: ['dichiarazioni'],
};

/** The call that fills a tab, where a back end may not have it. */
const CALL_OF_SCHEDA: Partial<Record<Scheda, OperationName>> = {
  pagamenti: 'mieiPagamenti',
  messaggi: 'mieiMessaggi',
  scadenze: 'mieiAvvisi',
};

/** The tabs that this portal can fill. */
export const schedeOn = (house: Pick<PortalHouse, 'backEnd'>) =>
  SCHEDE.filter(({ id }) => {
    const call = CALL_OF_SCHEDA[id];
    return !call || isAnswered(house, call);
  });

/** Lists that only the portal's own calls have. */
const OWN_LISTS: readonly ListName[] = ['messaggi', 'pagamenti', 'claims', 'appuntamenti'];

export type AreaView = {
  scheda: ReturnType<typeof schedaOf>;
  /** A form came back with errors */
  hasErrors: boolean;
  /** Date in Rome */
  giorno: string;
  /** What waits in the tabs */
  counts: SchedaCounts;
  pratiche: ReadOrFailed<PraticaListItem[]>;
  documenti: ReadOrFailed<OwnDocumento[]>;
  bozze: ReadOrFailed<Bozza[]>;
  /** Titles of drafts by path, for forms of which a citizen may have several; other drafts are named by their page */
  titles: ReadonlyMap<string, string>;
  dichiarazioni: ReadOrFailed<Dichiarazione[]>;
  pagamenti: ReadOrFailed<OwnPagamento[]>;
  avvisi: ReadOrFailed<OwnAvviso[]>;
  /** What the documents and notices add up to */
  debts: ReadOrFailed<OpenDebt[]>;
  /** On the tab with the messages */
  messaggi: ReadOrFailed<InboxPage> | null;
  /** For the overview */
  ownPosizioni: ReadOrFailed<OwnPosizione[]>;
  claims: ReadOrFailed<ClaimablePratica[]>;
  /** Those to come, for the overview and the due dates */
  appuntamenti: ReadOrFailed<OwnAppuntamento[]>;
  /** Cases sent as a guest that the citizen may take; on the tab with the cases */
  claimable: PresaFormsProps | null;
  /** On the tab with the positions */
  posizioni: PosizioniProps | null;
  /** Names and tax codes of the enti by id */
  enteNameOf(ente: string): string;
  codiceFiscale(ente: string): string | undefined;
};

/** @returns what to show, or where to go after a form that was done */
export async function openAreaPage(astro: AstroGlobal): Promise<AreaView | Response> {
  const { locals, url } = astro;
  const form = await readForm(astro);
  const scheda = schedaOf(schedeOn(locals.ctx.house), url.searchParams.get('scheda'), url.searchParams.get('servizio'));
  const claims = scheda.id === 'pratiche' ? await loadClaims(astro, form) : null;
  if (claims instanceof Response) return claims;
  const outcome = form && scheda.id === 'posizioni' ? await runPosizioniForm(astro, form) : {};
  if (outcome instanceof Response) return outcome;
  if (outcome.error) failWith(astro, outcome.error);

  const hasOwn = isAnswered(locals.ctx.house, 'mieiPagamenti');
  const needs = (list: ListName) => LISTS_OF_SCHEDA[scheda.id].includes(list) && (hasOwn || !OWN_LISTS.includes(list));
  const countUnread = () => callOperation('messaggiDaLeggere', {}, locals.ctx);
  const { unread, allEnti, ...lists } = await inParallel({
    unread: hasOwn ? readOrFailed(astro, AREA, countUnread) : ('failed' as const),
    pratiche: readOrFailed(astro, AREA, () => callOperation('listaSegnalazioni', {}, locals.ctx)),
    documenti: readOrFailed(astro, AREA, () => documenti(locals)),
    avvisi: hasOwn ? readOrFailed(astro, AREA, () => avvisi(locals)) : [],
    ownPosizioni: needs('posizioni') ? readOrFailed(astro, AREA, () => posizioni(locals)) : [],
    bozze: needs('bozze') ? readOrFailed(astro, AREA, () => bozze(locals)) : [],
    dichiarazioni: needs('dichiarazioni') ? readOrFailed(astro, AREA, () => dichiarazioni(locals)) : [],
    pagamenti: needs('pagamenti') ? readOrFailed(astro, AREA, () => pagamenti(locals)) : [],
    claims: needs('claims') ? readOrFailed(astro, AREA, () => claimablePratiche(locals)) : [],
    appuntamenti: needs('appuntamenti') ? readOrFailed(astro, AREA, () => appuntamenti(locals)) : [],
    messaggi: needs('messaggi')
      ? readOrFailed(astro, AREA, () => messaggi(locals, url.searchParams.get('pagina')))
      : null,
    allEnti: enti(locals.ctx.house),
  });
  const titles = await titlesOf(astro, lists.bozze);
  const byId = new Map(allEnti.map((e) => [e.id, e]));
  const today = todayInRome(locals.ctx.now);
  const codiceFiscale = (id: string) => byId.get(id)?.codice_fiscale;
  const debts =
    lists.documenti === 'failed' || lists.avvisi === 'failed'
      ? 'failed'
      : debtsOf(
          locals.ctx.house.services,
          {
            documenti: lists.documenti,
            avvisi: lists.avvisi,
            pagamenti: lists.pagamenti === 'failed' ? [] : lists.pagamenti,
          },
          codiceFiscale,
        );
  return {
    scheda,
    hasErrors: Boolean(outcome.error || claims?.errors || claims?.message),
    claimable: claims,
    giorno: today,
    counts: {
      ...(debts !== 'failed' && { scadenze: sumDebts(debts, today).overdue.debts.length }),
      ...(lists.pratiche !== 'failed' && {
        pratiche: lists.pratiche.filter((p) => p.stato === 'da_integrare').length,
      }),
      ...(unread !== 'failed' && { messaggi: unread.numero }),
    },
    debts,
    ...lists,
    titles,
    posizioni:
      scheda.id === 'posizioni' ? posizioniForm(astro, lists.ownPosizioni, { ...outcome, sendKey: form?.key }) : null,
    enteNameOf: (id) => byId.get(id)?.nome ?? id,
    codiceFiscale,
  };
}

/** A citizen may have many drafts of declarations, so each is named by its kind and position. */
async function titlesOf(astro: AstroGlobal, bozze: ReadOrFailed<Bozza[]>): Promise<ReadonlyMap<string, string>> {
  if (!isAnswered(astro.locals.ctx.house, 'mieDichiarazioniMezzi')) return new Map();
  if (bozze === 'failed' || !bozze.some((b) => b.percorso.startsWith(dichiarazionePath('')))) return new Map();
  const own = await readOrFailed(astro, AREA, () => callOperation('mieDichiarazioniMezzi', {}, astro.locals.ctx));
  return new Map(
    (own === 'failed' ? [] : own).map(({ Id, tipo, nome_ente, codice_utente }) => [
      dichiarazionePath(Id),
      `${DICHIARAZIONE_TEXTS[tipo].name}, ${codice_utente ? `posizione ${codice_utente}` : nome_ente}`,
    ]),
  );
}

/** Citizens with a guest's case to take find the forms for it here; the others find them in the profile. */
async function loadClaims(astro: AstroGlobal, form: PageForm | null): Promise<PresaFormsProps | Response | null> {
  const { locals, url } = astro;
  if (!isAnswered(locals.ctx.house, 'praticheDaPrendere')) return null;
  const needs = form || url.searchParams.has('presa');
  const own = needs ? [] : await readOrFailed(astro, AREA, () => callOperation('praticheDaPrendere', {}, locals.ctx));
  if (!needs && own.length === 0) return null;
  return handlePresaForms(astro, { form, page: schedaPath('pratiche') });
}

function posizioniForm(
  { locals, url }: AstroGlobal,
  posizioni: PosizioniProps['posizioni'],
  { error, values = {}, removeId, sendKey }: PosizioniOutcome & { sendKey: string | undefined },
): PosizioniProps {
  const done = url.searchParams.get('fatto');
  const request = requestAt(locals.ctx.house.services, url.searchParams.get('servizio'));
  const askedId = removeId ?? url.searchParams.get('togli');
  return {
    posizioni,
    values,
    token: locals.token(),
    // The key stays while the same codes are tried again, so that they add one position.
    sendKey: sendKey ?? randomId(),
    ...(request && { servizio: request.slug, purpose: request.purpose }),
    ...(error && { errors: error.fields, ...(!error.fields && { message: error.message }) }),
    ...(askedId && posizioni !== 'failed' && { removeId: posizioni.find((p) => p.Id === askedId)?.Id }),
    ...(!error && (done === 'aggiunta' || done === 'tolta') && { done }),
  };
}
