/** The server side of the chat pages of citizens and operators: access, forms without JavaScript, what is shown. */
import { call } from '../../../call.server.ts';
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import type { Ente } from '../ente/ente.ts';
import { CAMPI_DECISI } from '../pratica/decisione.ts';
import type { Parte, TipoPratica } from '../pratica/stati.ts';
import { type Dettaglio, percorsoFile } from './chat.contract.ts';
import { type Astro, type Coppia, coloriDi, conLaChiave, type PaginaScaduta, percorso } from './chiave.page.server.ts';
import { type Fatto, fattoCon, isFatto } from './parole.ts';

/** What one of the two chat pages shows. Keys, values and errors are those of the form that came back. */
export type PaginaPratica = {
  kind: 'pratica';
  dettaglio: Dettaglio;
  email: string;
  ente: Ente;
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  pronti: AllegatoMostrato[];
  errore?: { message?: string; fields?: Record<string, string[]> };
  fatto?: Fatto;
  /** An earlier part of the timeline was asked for */
  sfoglia: boolean;
};

/** What is typed, and comes back with the form. */
const CAMPI = ['testo', 'motivo', 'stato', 'protocollo_ente', ...CAMPI_DECISI] as const;

/** Too many wrong pairs. */
export type PaginaAttesa = { kind: 'attesa'; message: string };
/** The citizen's page in a browser of the body. @property dipendente by login */
export type PaginaVietata = { kind: 'vietata'; message: string; dipendente: boolean };
export type Pagina = PaginaPratica | PaginaScaduta | PaginaAttesa | PaginaVietata;

/**
 * All that a chat page does before it is drawn: who may see the case, what a form asks, what is shown.
 * @returns an answer to give at once, or what to show
 * @throws PortalError `not_found`, the same whatever was wrong with the link
 */
export async function paginaChat(astro: Astro, quale: { tipo: TipoPratica; vista: Parte }): Promise<Response | Pagina> {
  const { ctx } = astro.locals;
  try {
    const coppia: Coppia = { ...leggiPercorso(astro), vista: quale.vista };
    const scaduta = quale.vista === 'operatore' ? await conLaChiave(astro, coppia) : null;
    if (scaduta) return scaduta;
    const form = await readForm(astro);
    const esito = form && (await esegui(astro, form, coppia));
    if (esito instanceof Response) return esito;
    const prima = astro.url.searchParams.get('prima') ?? undefined;
    const sfoglia = Boolean(prima);
    const dettaglio = await call('dettaglioPratica', { ...coppia, prima }, ctx);
    if (dettaglio.tipo !== quale.tipo) throw new PortalError('not_found');
    if (!sfoglia && astro.request.method === 'GET' && !astro.request.headers.get('sec-purpose'))
      await call('segnaLetto', coppia, ctx);
    return await mostra(astro, { coppia, dettaglio, form, error: esito?.error, sfoglia });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === 'invalid') throw new PortalError('not_found');
    if (error.code !== 'too_many' && error.code !== 'forbidden') throw error;
    failWith(astro, error);
    const { message } = error;
    if (error.code === 'too_many') return { kind: 'attesa', message };
    return { kind: 'vietata', message, dipendente: ctx.user?.ruolo === 'operatore' };
  }
}

/** The pair in the path. Astro leaves `%40` in its parameters, and what comes after as the browser sent it. */
function leggiPercorso(astro: Pick<Astro, 'request'>): { email: string; id: string } {
  const [email = '', id = ''] = percorso(astro).split('/').slice(-2);
  try {
    return { email: decodeURIComponent(email), id };
  } catch (cause) {
    throw new PortalError('not_found', { cause });
  }
}

async function mostra(
  { locals, url, response }: Astro,
  p: {
    coppia: Coppia;
    dettaglio: Dettaglio;
    form: PageForm | null;
    error: PortalError | undefined;
    sfoglia: boolean;
  },
): Promise<PaginaPratica> {
  const { coppia, dettaglio, form, error, sfoglia } = p;
  const ente = await coloriDi(locals, url, dettaglio.ente);
  if (error) failWith({ response }, error);
  const fatto = url.searchParams.get('fatto');
  return {
    kind: 'pratica',
    dettaglio,
    email: coppia.email,
    ente,
    token: locals.token(),
    // Kept while the same message is tried again, so that it arrives once.
    chiave: form?.key ?? randomId(),
    chiaveFile: randomId(),
    valori: Object.fromEntries(CAMPI.flatMap((nome) => (form?.fields[nome] ? [[nome, form.fields[nome]]] : []))),
    pronti: await call('filePronti', coppia, locals.ctx),
    ...(error && { errore: { ...(error.fields ? { fields: error.fields } : { message: error.message }) } }),
    ...(isFatto(fatto) && !form && { fatto }),
    sfoglia,
  };
}

/** A body that is too large is not read: what was typed is still in the browser's own page before this one. */
const TROPPO_GRANDE =
  'Il file è troppo grande: al massimo 10 MB. Scegline uno più piccolo; con «Indietro» del browser ritrovi il messaggio che avevi scritto.';

/** @returns the redirect after a form that was done, an error to show with it, null when the form is only shown again */
async function esegui(astro: Astro, form: PageForm, coppia: Coppia): Promise<Response | { error: PortalError } | null> {
  const { ctx } = astro.locals;
  const done = await attempt(astro, 'chat', async () => {
    if (form.error?.code === 'too_large') throw new PortalError('invalid', { fields: { file: [TROPPO_GRANDE] } });
    if (form.error) throw form.error;
    const [azione = '', cosa = ''] = form.action.split(':');
    if (azione === 'aggiungi_file') return allega(form, coppia, ctx);
    if (azione === 'togli_file') return togli(cosa, ctx);
    if (azione === 'nascondi') return nascondi(form, coppia, ctx);
    return invia(form, coppia, ctx);
  });
  if (!done.ok) return done;
  return done.data && astro.redirect(`${percorso(astro)}?fatto=${done.data}#ultimo`, 303);
}

async function invia(form: PageForm, coppia: Coppia, ctx: Ctx): Promise<Fatto> {
  const { stato, filesAllegati = '' } = form.fields;
  const ids = filesAllegati.split(' ').filter(Boolean);
  // A file that was chosen and not yet added belongs to the message.
  if (form.files.file) ids.push((await carica(form, coppia, ctx)).Id);
  const scritti = Object.fromEntries(CAMPI.map((nome) => [nome, form.fields[nome]]));
  await call('commenta', { ...scritti, ...coppia, filesAllegati: ids }, ctx, form.key);
  return fattoCon(stato);
}

function carica(form: PageForm, coppia: Coppia, ctx: Ctx) {
  const campi = { file: form.files.file, note: form.fields.note, percorso: percorsoFile(coppia.id, coppia.vista) };
  return call('caricaFile', campi, ctx, form.fields._chiave_file);
}

async function allega(form: PageForm, coppia: Coppia, ctx: Ctx): Promise<null> {
  await carica(form, coppia, ctx);
  return null;
}

/** Gone already (the button was pressed twice) is gone. */
async function togli(id: string, ctx: Ctx): Promise<null> {
  try {
    await call('togliFile', { id }, ctx);
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
  }
  return null;
}

async function nascondi(form: PageForm, coppia: Coppia, ctx: Ctx): Promise<Fatto> {
  const { evento, allegato } = form.fields;
  await call('nascondi', { ...coppia, evento, allegato }, ctx);
  return 'nascosto';
}
