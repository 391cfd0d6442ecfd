/** What each button of the form asks for without JavaScript: done, then a redirect; or the same form again with the errors. */
import type { AstroGlobal } from 'astro';
import { call } from '../../call.server.ts';
import { PortalError } from '../../platform/errors.ts';
import { attempt, failWith, type PageForm, type Sent } from '../../platform/page.server.ts';
import { type AllegatoMostrato, MAX_FILES } from '../allegati/allegati.contract.ts';
import { tieniBozza } from '../bozza/bozza.page.server.ts';
import { ente } from '../ente/ente.server.ts';
import { SCRIVI_CODICE } from '../otp/otp.contract.ts';
import { emailConfermata } from '../otp/otp.server.ts';
import {
  daInviare,
  erroriDati,
  erroriPrivacy,
  indirizzoPasso,
  inOrdine,
  nessuno,
  type Passo,
  PERCORSO,
  passoDelCampo,
  type Stato,
  vicino,
} from './segnalazione.passi.ts';

type Pagina = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'redirect'>;
/** @property oggetto what stands after `:` in the button's value */
type Lavoro = { astro: Pagina; form: PageForm; stato: Stato; oggetto: string };
type Esito = Response | Stato;

/** @param stato the form as it came in, typed values over the draft's */
export async function ricevi(astro: Pagina, form: PageForm, stato: Stato): Promise<Esito> {
  const [azione = '', oggetto = ''] = form.action.split(':');
  const lavoro = { astro, form, stato, oggetto };
  if (form.error) return ancora(lavoro, form.error, form.error.code === 'too_large' ? 'file' : undefined);
  // A file that was chosen comes along with whatever button is pressed.
  if (form.files.file && azione !== 'aggiungi_file') {
    const sent = await attempt(astro, PERCORSO, () => allega(lavoro));
    if (!sent.ok) return ancora(lavoro, sent.error, 'file');
    stato.allegati = [...stato.allegati, sent.data];
  }
  return (AZIONI[azione] ?? avanti)(lavoro);
}

const AZIONI: Record<string, (lavoro: Lavoro) => Promise<Esito>> = {
  avanti,
  invia,
  indietro: (lavoro) => tenendo(lavoro, vicino(lavoro.stato.passo, -1)),
  salva: (lavoro) =>
    tenendo(lavoro, lavoro.stato.passo, lavoro.astro.locals.ctx.user ? '&salvata=12' : '&salva=chiedi'),
  salva_no: (lavoro) => tenendo(lavoro, lavoro.stato.passo, '&salvata=0'),
  salva_si: (lavoro) => tenendo(lavoro, lavoro.stato.passo, '&salvata=7'),
  togli_posizione: (lavoro) => {
    Object.assign(lavoro.stato.valori, { lat: '', lon: '' });
    return tenendo(lavoro, 'dati', '#indirizzo');
  },
  aggiungi_file: (lavoro) => tenendo(lavoro, 'dati', '#file', () => allega(lavoro)),
  togli_file: (lavoro) =>
    tenendo(lavoro, 'dati', '#file', () => call('togliFile', { id: lavoro.oggetto }, lavoro.astro.locals.ctx)),
  invia_codice: async (lavoro) => {
    const { email } = lavoro.stato.valori;
    const sent = await attempt(lavoro.astro, PERCORSO, () => call('codiceEmail', { email }, lavoro.astro.locals.ctx));
    if (!sent.ok) return ancora(lavoro, inParole(sent.error), 'email');
    lavoro.stato.valori.codice_inviato_a = email ?? '';
    return tenendo(lavoro, 'dati', '#otp');
  },
  verifica_codice: async (lavoro) => {
    const sent = await verifica(lavoro);
    return sent.ok ? tenendo(lavoro, 'dati', '#email') : ancora(lavoro, sent.error, 'otp');
  },
};

async function allega({ astro, form, stato }: Lavoro): Promise<AllegatoMostrato> {
  if (stato.allegati.length >= MAX_FILES) {
    throw new PortalError('invalid', { fields: { file: [`Puoi allegare al massimo ${MAX_FILES} file.`] } });
  }
  const fields = { file: form.files.file, note: form.fields.note, percorso: PERCORSO };
  return call('caricaFile', fields, astro.locals.ctx);
}

/** Checks this step; a code that was typed and not yet verified is verified on the way. */
async function avanti(lavoro: Lavoro): Promise<Esito> {
  const { astro, form, stato } = lavoro;
  if (stato.passo === 'privacy') {
    const errori = erroriPrivacy(stato.valori);
    return nessuno(errori) ? tenendo(lavoro, 'dati') : ancora(lavoro, new PortalError('invalid', { fields: errori }));
  }
  let confermata = await emailConfermata(astro.locals.ctx, stato.valori.email ?? '');
  let codice: Sent<unknown> | undefined;
  if (!confermata && form.fields.otp?.trim()) {
    codice = await verifica(lavoro);
    confermata = codice.ok;
  }
  const scelto = await ente(astro.locals.ctx.house, stato.valori.ente ?? '');
  const risponde = scelto && { Nome: scelto.nome, Categorie: scelto.categorie };
  const errori = erroriDati(stato.valori, confermata, risponde);
  if (codice && !codice.ok) errori.otp = codice.error.fields?.otp ?? [codice.error.message];
  if (nessuno(errori)) return tenendo(lavoro, vicino(stato.passo, 1));
  const kept = await attempt(astro, PERCORSO, () => tieniBozza(astro, { ...stato, percorso: PERCORSO, passo: 'dati' }));
  if (kept.ok) stato.chiave = kept.data;
  return ancora(lavoro, new PortalError('invalid', { fields: errori }));
}

/** What is sent is what stood on the summary: sent twice, the key gives the first answer. */
async function invia(lavoro: Lavoro): Promise<Esito> {
  const { astro, form, stato } = lavoro;
  const ids = (form.fields.filesAllegati ?? '').split(',').filter(Boolean);
  const sent = await attempt(astro, PERCORSO, () =>
    call('inviaSegnalazione', daInviare(stato.valori, ids), astro.locals.ctx, form.key),
  );
  if (sent.ok) return astro.redirect(`${PERCORSO}?passo=conferma&pratica=${sent.data.id}`, 303);
  const esito = ancora(lavoro, sent.error);
  const campo = Object.keys(esito.errori ?? {})[0];
  return campo ? { ...esito, passo: passoDelCampo(campo) } : esito;
}

function verifica({ astro, form, stato }: Lavoro): Promise<Sent<unknown>> {
  // As it is copied from a mail, "123 456". An empty code would ask for another one.
  const otp = form.fields.otp?.replace(/\s/g, '');
  return attempt(astro, PERCORSO, () => {
    if (!otp) throw new PortalError('invalid', { fields: { otp: [SCRIVI_CODICE] } });
    return call('codiceEmail', { email: stato.valori.email, otp }, astro.locals.ctx);
  });
}

/** Keeps what was typed, does the rest, goes on by redirect. @param segue more of the query, or a fragment */
async function tenendo(lavoro: Lavoro, verso: Passo, segue = '', fare?: () => Promise<unknown>): Promise<Esito> {
  const { astro, stato } = lavoro;
  const contenuto = { percorso: PERCORSO, passo: verso, valori: stato.valori, salva: segue === '&salvata=7' };
  const sent = await attempt(astro, PERCORSO, async () => {
    stato.chiave = await tieniBozza(astro, contenuto);
    await fare?.();
  });
  return sent.ok ? astro.redirect(indirizzoPasso(verso, segue), 303) : ancora(lavoro, sent.error);
}

/** The same form again, with the status of the error. @param campo where to say what names no field */
function ancora({ astro, stato }: Lavoro, error: PortalError, campo?: string): Stato {
  failWith(astro, error);
  const errori = inOrdine(error.fields ?? (campo ? { [campo]: [inFile(error)] } : {}));
  return { ...stato, errori, messaggio: nessuno(errori) ? error.message : undefined };
}

/** A body beyond the page's limit never arrived: what the citizen knows of it is the file. */
function inFile(error: PortalError): string {
  return error.code === 'too_large'
    ? 'Il file è troppo grande e non è arrivato: il limite è 10 MB. Scegline uno più piccolo e controlla gli ultimi dati scritti.'
    : error.message;
}

/** The wire's answer to a mail that did not leave is fixed; a citizen reads what to do. */
function inParole(error: PortalError): PortalError {
  if (error.code !== 'send_failed') return error;
  return new PortalError('send_failed', {
    message: 'Non siamo riusciti a inviare il codice. Controlla l’indirizzo e riprova tra poco.',
  });
}
