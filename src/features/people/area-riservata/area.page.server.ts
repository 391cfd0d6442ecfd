/** What the reserved area shows: one tab, with the lists it needs. A list that cannot be read says so; the others still show. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import { handlePresaForms, type PresaFormsProps } from '../../cases/pratica/presa.page.server.ts';
import { DICHIARAZIONE_TEXTS } from '../../services/mezzo-permanente/steps.ts';
import { type PosizioniOutcome, runPosizioniForm } from './posizioni.azioni.server.ts';
import type { PosizioniProps } from './posizioni.ts';
import type { PraticaListItem } from './pratiche.ts';
import { AREA, type Scheda, schedaOf, schedaPath } from './schede.ts';

/** The result of a call, or that it failed. */
export type ReadOrFailed<T> = T | 'failed';

/** Calls an operation for this page, which shows a notice when it fails. */
export async function readOrFailed<T>(
  astro: Pick<AstroGlobal, 'locals'>,
  work: () => Promise<T>,
): Promise<ReadOrFailed<T>> {
  const read = await attemptSend(astro, AREA, work);
  return read.ok ? read.data : 'failed';
}

export type Bozza = Awaited<ReturnType<typeof bozze>>[number];
export type OwnDocumento = Awaited<ReturnType<typeof documenti>>[number];
export type Dichiarazione = Awaited<ReturnType<typeof dichiarazioni>>[number];
export type OwnPagamento = Awaited<ReturnType<typeof pagamenti>>[number];
export type OwnAvviso = Awaited<ReturnType<typeof avvisi>>[number];

type PageLocals = AstroGlobal['locals'];
const bozze = ({ ctx }: PageLocals) => callOperation('mieBozze', {}, ctx);
const documenti = ({ ctx }: PageLocals) => callOperation('mieiDocumenti', {}, ctx);
const dichiarazioni = ({ ctx }: PageLocals) => callOperation('listaDichiarazioni', {}, ctx);
const pagamenti = ({ ctx }: PageLocals) => callOperation('mieiPagamenti', {}, ctx);
const avvisi = ({ ctx }: PageLocals) => callOperation('mieiAvvisi', {}, ctx);

type ListName = 'posizioni' | 'documenti' | 'pratiche' | 'bozze' | 'dichiarazioni' | 'pagamenti' | 'avvisi';

/** The lists that a tab reads. */
const LISTS_OF_SCHEDA: Readonly<Record<Scheda, readonly ListName[]>> = {
  posizioni: ['posizioni'],
  documenti: ['documenti'],
  pratiche: ['pratiche', 'bozze'],
  pagamenti: ['pagamenti', 'documenti'],
  messaggi: ['pratiche'],
  scadenze: ['documenti', 'pratiche', 'avvisi', 'pagamenti'],
  dichiarazioni: ['dichiarazioni'],
};

export type AreaView = {
  scheda: ReturnType<typeof schedaOf>;
  /** A form came back with errors */
  hasErrors: boolean;
  /** Date in Rome */
  giorno: string;
  /** Unread messages of the offices; 0 when they could not be counted */
  unreadCount: number;
  pratiche: ReadOrFailed<PraticaListItem[]>;
  documenti: ReadOrFailed<OwnDocumento[]>;
  bozze: ReadOrFailed<Bozza[]>;
  /** Titles of drafts by path, for forms of which a citizen may have several; other drafts are named by their page */
  titles: ReadonlyMap<string, string>;
  dichiarazioni: ReadOrFailed<Dichiarazione[]>;
  pagamenti: ReadOrFailed<OwnPagamento[]>;
  avvisi: ReadOrFailed<OwnAvviso[]>;
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
  const scheda = schedaOf(url.searchParams.get('scheda'));
  const claims = scheda.id === 'pratiche' ? await loadClaims(astro, form) : null;
  if (claims instanceof Response) return claims;
  const outcome = form && scheda.id === 'posizioni' ? await runPosizioniForm(astro, form) : {};
  if (outcome instanceof Response) return outcome;
  if (outcome.error) failWith(astro, outcome.error);

  const needs = (list: ListName) => LISTS_OF_SCHEDA[scheda.id].includes(list);
  const [unread, pratiche, own, docs, begun, declared, paid, due, allEnti] = await Promise.all([
    readOrFailed(astro, () => callOperation('messaggiDaLeggere', {}, locals.ctx)),
    needs('pratiche') ? readOrFailed(astro, () => callOperation('listaSegnalazioni', {}, locals.ctx)) : [],
    needs('posizioni') ? readOrFailed(astro, () => callOperation('listaPosizioni', {}, locals.ctx)) : [],
    needs('documenti') ? readOrFailed(astro, () => documenti(locals)) : [],
    needs('bozze') ? readOrFailed(astro, () => bozze(locals)) : [],
    needs('dichiarazioni') ? readOrFailed(astro, () => dichiarazioni(locals)) : [],
    needs('pagamenti') ? readOrFailed(astro, () => pagamenti(locals)) : [],
    needs('avvisi') ? readOrFailed(astro, () => avvisi(locals)) : [],
    enti(locals.ctx.house),
  ]);
  const titles = await titlesOf(astro, begun);
  const byId = new Map(allEnti.map((e) => [e.id, e]));
  return {
    scheda,
    hasErrors: Boolean(outcome.error || claims?.errors || claims?.message),
    claimable: claims,
    giorno: todayInRome(locals.ctx.now),
    unreadCount: unread === 'failed' ? 0 : unread.numero,
    pratiche,
    documenti: docs,
    bozze: begun,
    titles,
    dichiarazioni: declared,
    pagamenti: paid,
    avvisi: due,
    posizioni: scheda.id === 'posizioni' ? posizioniForm(astro, own, { ...outcome, sendKey: form?.key }) : null,
    enteNameOf: (id) => byId.get(id)?.nome ?? id,
    codiceFiscale: (id) => byId.get(id)?.codice_fiscale,
  };
}

/** A citizen may have many drafts of declarations, so each is named by its kind and position. */
async function titlesOf(astro: AstroGlobal, bozze: ReadOrFailed<Bozza[]>): Promise<ReadonlyMap<string, string>> {
  if (bozze === 'failed' || !bozze.some((b) => b.percorso.startsWith(dichiarazionePath('')))) return new Map();
  const own = await readOrFailed(astro, () => callOperation('mieDichiarazioniMezzi', {}, astro.locals.ctx));
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
  const needs = form || url.searchParams.has('presa');
  const own = needs ? [] : await readOrFailed(astro, () => callOperation('praticheDaPrendere', {}, locals.ctx));
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
