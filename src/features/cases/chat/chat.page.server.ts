/** Serves the chat pages of citizens and operators: access, forms without JavaScript, and the data to show. */
import { callOperation, callWithFields, isAnswered } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { saveNotes } from '../allegati/notes.page.server.ts';
import type { Ente } from '../ente/ente.ts';
import { type IncaricoView, isIncaricoAzione, readIncaricoView, runIncarico } from '../pratica/incarico.page.server.ts';
import { OTHER_OFFICE } from '../pratica/riservati.server.ts';
import type { PraticaSide, TipoPratica } from '../pratica/stati.ts';
import { type AzioneView, forgetAzione, keepAzione, readAzioneView } from './azione.page.server.ts';
import type { PraticaDetail } from './chat.contract.ts';
import {
  type ExpiredPage,
  openWithChiave,
  type PageAstro,
  type PraticaPair,
  requestPath,
  takeEnteColours,
} from './chiave.page.server.ts';
import { decisioneErrors, sendDecisione } from './decisione.page.server.ts';
import { readyFilesPath } from './messaggio.ts';
import { askForReason, type OtherOfficePage } from './other-office.page.server.ts';
import { type DoneKind, doneKindOf, hiddenKindOf, isDoneKind } from './pratica-words.ts';

type FormRefusal = { message?: string; fields?: Record<string, string[]> };

/** Data of a chat page. Keys, values and errors are those of the form that was posted. */
export type PraticaPage = {
  kind: 'pratica';
  detail: PraticaDetail;
  email: string;
  ente: Ente;
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  readyFiles: ShownAllegato[];
  error?: FormRefusal;
  doneKind?: DoneKind;
  /** The page shows an earlier part of the timeline */
  browsing: boolean;
  /** For an operator who is logged in */
  incarico?: IncaricoView;
  /** The list that the operator came from */
  list?: ListPlace;
  /** For an operator, logged in or with a key */
  azione?: AzioneView;
  /** The form of the ente's own register that was refused, and why */
  refusedProtocollo?: { typed: Readonly<Record<string, string | undefined>>; error: FormRefusal } | undefined;
};

/** What was typed, shown again with the form. */
const FORM_FIELDS = ['testo', 'motivo', 'stato'] as const;

/** Too many wrong pairs. */
type WaitPage = { kind: 'wait'; message: string };
/** The citizen's page in a browser of the ente. @property dipendente by login */
type ForbiddenPage = { kind: 'forbidden'; message: string; dipendente: boolean };
export type ChatPageView = PraticaPage | ExpiredPage | WaitPage | ForbiddenPage | OtherOfficePage;

/**
 * Prepares a chat page: checks access, runs a posted form, and reads what to show.
 * @returns a response to give at once, or the data to show
 * @throws PortalError `not_found`, the same whatever was wrong with the link
 */
export async function loadChatPage(
  astro: PageAstro,
  wanted: { tipo: TipoPratica; vista: PraticaSide },
): Promise<Response | ChatPageView> {
  const { ctx } = astro.locals;
  const pair: PraticaPair = { ...readPair(astro), vista: wanted.vista };
  try {
    const expired = wanted.vista === 'operatore' ? await openWithChiave(astro, pair) : null;
    if (expired) return expired;
    const form = await readForm(astro);
    const outcome = form && (await runAction(astro, form, pair));
    if (outcome instanceof Response) return outcome;
    const before = astro.url.searchParams.get('prima') ?? undefined;
    const browsing = Boolean(before);
    const detail = await callOperation('dettaglioPratica', { ...pair, prima: before }, ctx);
    if (detail.tipo !== wanted.tipo) throw new PortalError('not_found');
    const marksRead = !browsing && isAnswered(ctx.house, 'segnaLetto');
    if (marksRead && astro.request.method === 'GET' && !astro.request.headers.get('sec-purpose'))
      await callOperation('segnaLetto', pair, ctx);
    return await showPratica(astro, { pair, detail, form, error: outcome?.error, browsing });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === 'invalid') throw new PortalError('not_found');
    if (error.code !== 'too_many' && error.code !== 'forbidden') throw error;
    if (error.reason === OTHER_OFFICE && wanted.vista === 'operatore') return askForReason(astro, pair);
    failWith(astro, error);
    const { message } = error;
    if (error.code === 'too_many') return { kind: 'wait', message };
    return { kind: 'forbidden', message, dipendente: ctx.user?.ruolo === 'operatore' };
  }
}

/** The pair in the path. Astro leaves `%40` in its parameters, and the browser encoded the rest. */
function readPair(astro: Pick<PageAstro, 'request'>): { email: string; id: string } {
  const [email = '', id = ''] = requestPath(astro).split('/').slice(-2);
  try {
    return { email: decodeURIComponent(email), id };
  } catch (cause) {
    throw new PortalError('not_found', { cause });
  }
}

async function showPratica(
  { locals, url, response }: PageAstro,
  p: {
    pair: PraticaPair;
    detail: PraticaDetail;
    form: PageForm | null;
    error: PortalError | undefined;
    browsing: boolean;
  },
): Promise<PraticaPage> {
  const { pair, detail, form, error, browsing } = p;
  const ente = await takeEnteColours(locals, url, detail.ente);
  if (error) failWith({ response }, error);
  const { ctx } = locals;
  const ofIncarico = form !== null && isIncaricoAzione(form.action);
  const isDipendente = detail.vista === 'operatore' && ctx.user?.enti.includes(detail.ente);
  const incarico = isDipendente
    ? await readIncaricoView(ctx, detail.id, {
        done: url.searchParams.get('incarico'),
        posted: ofIncarico ? { form, error } : undefined,
      })
    : undefined;
  // A text to answer with, chosen on this page.
  const risposta = incarico?.risposte[Number(url.searchParams.get('risposta') ?? -1)]?.testo;
  const ofProtocollo = form?.action === PROTOCOLLO_AZIONE;
  const ofPanel = { form: ofIncarico || ofProtocollo ? null : form, url, login: Boolean(isDipendente), risposta };
  const azione = detail.vista === 'operatore' && !browsing ? await readAzioneView(ctx, detail.id, ofPanel) : undefined;
  const doneKind = url.searchParams.get('fatto');
  return {
    kind: 'pratica',
    detail,
    email: pair.email,
    ente,
    token: locals.token(),
    // Kept while the same message is tried again, so that it is stored once.
    chiave: form?.key ?? randomId(),
    chiaveFile: randomId(),
    valori: Object.fromEntries(FORM_FIELDS.flatMap((name) => (form?.fields[name] ? [[name, form.fields[name]]] : []))),
    readyFiles: await callOperation('filePronti', pair, locals.ctx),
    ...(incarico && { incarico }),
    ...(isDipendente && url.searchParams.has('elenco') && { list: await readListPlace(locals.ctx, detail, url) }),
    ...(azione && { azione }),
    ...(error &&
      ofProtocollo && {
        refusedProtocollo: {
          typed: form.fields,
          error: error.fields ? { fields: error.fields } : { message: error.message },
        },
      }),
    ...(error &&
      !ofIncarico &&
      !ofProtocollo && {
        error: error.fields
          ? { fields: form?.action === 'decidi' ? decisioneErrors(error.fields) : error.fields }
          : { message: error.message },
      }),
    ...(isDoneKind(doneKind) && !form && { doneKind }),
    browsing,
  };
}

/** A body that is too large is not read: which of the two it was is not known. The browser's previous page still has what was typed. */
const TOO_LARGE =
  'Quello che hai inviato è troppo grande e non è arrivato: un testo può avere 2000 caratteri, un file 10 MB. Con «Indietro» del browser ritrovi quello che avevi scritto.';

/** @returns the redirect after success, an error to show with the form, or null when the form is only shown again */
async function runAction(
  astro: PageAstro,
  form: PageForm,
  pair: PraticaPair,
): Promise<Response | { error: PortalError } | null> {
  const { ctx } = astro.locals;
  const done = await attemptSend(astro, 'chat', async () => {
    if (form.error?.code === 'too_large') throw new PortalError('too_large', { message: TOO_LARGE });
    if (form.error) throw form.error;
    if (isIncaricoAzione(form.action)) return { after: await runIncarico(form, pair.id, ctx) };
    if (form.action === 'salva_bozza') return { after: await keepAzione(form, pair.id, ctx) };
    if (form.action === 'elimina_bozza') return { after: await forgetAzione(pair.id, ctx) };
    if (form.action === 'decidi') {
      await sendDecisione(form, pair, ctx);
      return 'decisa';
    }
    if (form.action === PROTOCOLLO_AZIONE) return writeProtocollo(form, pair, ctx);
    const [azione = '', target = ''] = form.action.split(':');
    if (azione !== 'nascondi') await saveNotes(form.fields, await callOperation('filePronti', pair, ctx), ctx);
    if (azione === 'aggiungi_file') return attachFile(form, pair, ctx);
    if (azione === 'togli_file') return removeFile(target, ctx);
    if (azione === 'nascondi') return hideContent(form, pair, ctx);
    return sendMessage(form, pair, ctx);
  });
  if (!done.ok) return done;
  if (!done.data) return null;
  const after = typeof done.data === 'object' ? done.data.after : `?fatto=${done.data}#ultimo`;
  const list = astro.url.searchParams.get('elenco');
  const kept = list === null ? after : after.replace('#', `&${new URLSearchParams({ elenco: list })}#`);
  return astro.redirect(requestPath(astro) + kept, 303);
}

/** A row of the list beside a case. @property isCurrent it is the case itself */
type ListRow = { href: string; protocollo: string; oggetto: string; isLate: boolean; isCurrent: boolean };

/** Where a case stands in the list that its operator came from. @property previous, next paths of the cases beside it */
type ListPlace = {
  href: string;
  previous?: string | undefined;
  next?: string | undefined;
  rows: ListRow[];
};

/** A case that has left the list, by what was done with it, keeps its neighbours: the operator goes on from there. */
async function readListPlace(
  ctx: CallContext,
  { id, protocollo, oggetto }: PraticaDetail,
  url: URL,
): Promise<ListPlace> {
  const list = url.searchParams.get('elenco') ?? '';
  const { pagina: _page, ...filters } = Object.fromEntries(new URLSearchParams(list));
  const href = `/operatore${list && `?${list}`}`;
  const pathOf = (path: string | undefined) => path && `${path}?${new URLSearchParams({ elenco: list })}`;
  try {
    const { prima, dopo, ...paths } = await callOperation('vicinePratica', { ...filters, id }, ctx);
    const rowOf = (row: (typeof prima)[number]): ListRow => ({
      href: pathOf(row.chat) ?? '',
      protocollo: row.protocollo,
      oggetto: row.oggetto,
      isLate: row.in_ritardo,
      isCurrent: false,
    });
    const current = { href: '', protocollo, oggetto, isLate: false, isCurrent: true };
    return {
      href,
      previous: pathOf(paths.precedente),
      next: pathOf(paths.successiva),
      rows: [...prima.map(rowOf), current, ...dopo.map(rowOf)],
    };
  } catch (error) {
    // Somebody changed the address: the list itself says what is wrong with it.
    if (error instanceof PortalError) return { href, rows: [] };
    throw error;
  }
}

async function sendMessage(form: PageForm, pair: PraticaPair, ctx: CallContext): Promise<DoneKind> {
  const { stato, filesAllegati = '' } = form.fields;
  const ids = filesAllegati.split(' ').filter(Boolean);
  // A file that was chosen but not added yet belongs to the message.
  if (form.files.file) ids.push((await uploadFile(form, pair, ctx)).Id);
  const typed = Object.fromEntries(FORM_FIELDS.map((name) => [name, form.fields[name]]));
  await callOperation('commenta', { ...typed, ...pair, filesAllegati: ids }, ctx, form.key);
  return doneKindOf(stato);
}

function uploadFile(form: PageForm, pair: PraticaPair, ctx: CallContext) {
  const fields = { file: form.files.file, percorso: readyFilesPath(pair.id, pair.vista) };
  return callWithFields('caricaFile', fields, ctx, form.fields._chiave_file);
}

async function attachFile(form: PageForm, pair: PraticaPair, ctx: CallContext): Promise<null> {
  await uploadFile(form, pair, ctx);
  return null;
}

/** A file that is gone already, because the button was pressed twice, counts as removed. */
async function removeFile(id: string, ctx: CallContext): Promise<null> {
  try {
    await callOperation('togliFile', { id }, ctx);
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
  }
  return null;
}

const PROTOCOLLO_AZIONE = 'protocolla';

async function writeProtocollo(form: PageForm, pair: PraticaPair, ctx: CallContext): Promise<DoneKind> {
  const { protocollo_ente, protocollo_ente_il, protocollo_ente_registro, prima = '', sostituisci } = form.fields;
  const { protocollo_ente_classifica, protocollo_ente_fascicolo } = form.fields;
  const typed = {
    protocollo_ente,
    protocollo_ente_il,
    protocollo_ente_registro,
    protocollo_ente_classifica,
    protocollo_ente_fascicolo,
  };
  await callWithFields('protocollaPratica', { ...pair, ...typed, prima, sostituisci }, ctx, form.key);
  return 'protocollata';
}

async function hideContent(form: PageForm, pair: PraticaPair, ctx: CallContext): Promise<DoneKind> {
  const { evento, allegato } = form.fields;
  const { pubblico } = await callOperation('nascondi', { ...pair, evento, allegato }, ctx);
  return hiddenKindOf(pubblico);
}
