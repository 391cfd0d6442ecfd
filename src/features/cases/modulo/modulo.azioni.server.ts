/** What each button of a form asks for without JavaScript: done, then a redirect; or the same form again with the errors. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { Ctx } from '../../../context.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, type Sent } from '../../../platform/page.server.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { type CategoriaFile, MAX_FILES } from '../allegati/limiti.ts';
import { tieniBozza } from '../bozza/bozza.page.server.ts';
import { inviaCodice, verificaCodice } from '../otp/otp.page.server.ts';
import { emailConfermata } from '../otp/otp.server.ts';
import { daInviare, erroriDati } from './modulo.controlli.ts';
import { erroriPrivacy, indirizzoPasso, inOrdine, nessuno, passoDelCampo, vicino } from './modulo.passi.ts';
import { campoFile, type Modulo, type Passo, type Stato, type Valori } from './modulo.ts';

/** A form as its page serves it. */
export type Banco = {
  modulo: Modulo;
  /** @param chiave makes one case of it, however often it is sent */
  invia(corpo: Record<string, unknown>, ctx: Ctx, chiave: string | undefined): Promise<{ id: string }>;
  /** What only the server can find wrong in the data */
  controlla?(valori: Valori, ctx: Ctx): Promise<FieldErrors>;
  /** What the address has decided already: stands over all that is typed */
  fissi?: Valori;
  /** Buttons of its own on the second step: each changes the values. @returns id of the place to come back to */
  bottoni?: Record<string, (valori: Valori) => string>;
};

type Pagina = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'redirect'>;
/** @property oggetto what stands after `:` in the button's value */
type Lavoro = { astro: Pagina; banco: Banco; form: PageForm; stato: Stato; oggetto: string };
type Esito = Response | Stato;

/** @param arrivato the form as it came in, and its state with the typed values over the draft's */
export async function ricevi(
  astro: Pagina,
  banco: Banco,
  { form, stato }: { form: PageForm; stato: Stato },
): Promise<Esito> {
  const [azione = '', oggetto = ''] = form.action.split(':');
  const lavoro = { astro, banco, form, stato, oggetto };
  if (form.error) return ancora(lavoro, form.error, form.error.code === 'too_large' ? 'file' : undefined);
  // Files that were chosen come along with whatever button is pressed.
  for (const categoria of [undefined, ...categorieDi(banco.modulo)]) {
    const campo = campoFile(categoria);
    if (!form.files[campo] || (azione === 'aggiungi_file' && oggetto === (categoria ?? ''))) continue;
    const sent = await tenta(lavoro, () => allega(lavoro, categoria));
    if (!sent.ok) return ancora(lavoro, inCampo(sent.error, campo), campo);
    stato.allegati = [...stato.allegati, sent.data];
  }
  const bottone = banco.bottoni?.[azione];
  if (bottone) return tenendo(lavoro, 'dati', `#${bottone(stato.valori)}`);
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
  aggiungi_file: (lavoro) => {
    const categoria = categorieDi(lavoro.banco.modulo).find((c) => c === lavoro.oggetto);
    const campo = campoFile(categoria);
    return tenendo(lavoro, 'dati', `#${campo}`, () =>
      allega(lavoro, categoria).catch((error) => {
        throw error instanceof PortalError ? inCampo(error, campo) : error;
      }),
    );
  },
  togli_file: (lavoro) => {
    const { categoria } = lavoro.stato.allegati.find(({ Id }) => Id === lavoro.oggetto) ?? {};
    return tenendo(lavoro, 'dati', `#${campoFile(categoria)}`, () =>
      call('togliFile', { id: lavoro.oggetto }, lavoro.astro.locals.ctx),
    );
  },
  invia_codice: async (lavoro) => {
    const { astro, banco, stato } = lavoro;
    const sent = await inviaCodice(astro, banco.modulo.percorso, stato.valori);
    if (!sent.ok) return ancora(lavoro, sent.error, 'email');
    stato.valori.codice_inviato_a = stato.valori.email ?? '';
    return tenendo(lavoro, 'dati', '#otp');
  },
  verifica_codice: async (lavoro) => {
    const sent = await verifica(lavoro);
    return sent.ok ? tenendo(lavoro, 'dati', '#email') : ancora(lavoro, sent.error, 'otp');
  },
};

const categorieDi = ({ categorie = {} }: Modulo) => Object.keys(categorie) as CategoriaFile[];

function tenta<T>({ astro, banco }: Lavoro, work: () => Promise<T>): Promise<Sent<T>> {
  return attempt(astro, banco.modulo.percorso, work);
}

async function allega({ astro, banco, form, stato }: Lavoro, categoria?: CategoriaFile): Promise<AllegatoMostrato> {
  if (stato.allegati.length >= MAX_FILES) {
    throw new PortalError('invalid', { fields: { file: [`Puoi allegare al massimo ${MAX_FILES} file.`] } });
  }
  const { percorso } = banco.modulo;
  const fields = {
    ...{ file: form.files[campoFile(categoria)], note: categoria ? undefined : form.fields.note },
    ...{ percorso, categoria },
  };
  return call('caricaFile', fields, astro.locals.ctx);
}

/** What is said of a file stands at the field it was chosen in. */
function inCampo(error: PortalError, campo: string): PortalError {
  const { file, ...altri } = error.fields ?? {};
  if (!file) return error;
  const { code, message, retryAfter } = error;
  return new PortalError(code, { message, retryAfter, fields: { ...altri, [campo]: file }, cause: error });
}

/** Checks this step; a code that was typed and not yet verified is verified on the way. */
async function avanti(lavoro: Lavoro): Promise<Esito> {
  const { astro, banco, form, stato } = lavoro;
  const { ctx } = astro.locals;
  if (stato.passo === 'privacy') {
    const errori = erroriPrivacy(stato.valori);
    return nessuno(errori) ? tenendo(lavoro, 'dati') : ancora(lavoro, new PortalError('invalid', { fields: errori }));
  }
  let confermata = await emailConfermata(ctx, stato.valori.email ?? '');
  let codice: Sent<unknown> | undefined;
  if (!confermata && form.fields.otp?.trim()) {
    codice = await verifica(lavoro);
    confermata = codice.ok;
  }
  const altri = await banco.controlla?.(stato.valori, ctx);
  const identita = ctx.user?.ruolo === 'cittadino';
  const errori = erroriDati(banco.modulo, { ...stato, confermata, identita }, altri);
  if (codice && !codice.ok) errori.otp = codice.error.fields?.otp ?? [codice.error.message];
  if (nessuno(errori)) return tenendo(lavoro, vicino(stato.passo, 1));
  const kept = await tenta(lavoro, () => tieni(lavoro, 'dati'));
  if (kept.ok) stato.chiave = kept.data;
  return ancora(lavoro, new PortalError('invalid', { fields: errori }));
}

/** What is sent is what stood on the summary: sent twice, the key gives the first answer. */
async function invia(lavoro: Lavoro): Promise<Esito> {
  const { astro, banco, form, stato } = lavoro;
  const ids = (form.fields.filesAllegati ?? '').split(',').filter(Boolean);
  const corpo = daInviare(
    banco.modulo,
    stato.valori,
    ids.map((Id) => ({ Id })),
  );
  const sent = await tenta(lavoro, () => banco.invia(corpo, astro.locals.ctx, form.key));
  if (sent.ok) return astro.redirect(`${banco.modulo.percorso}?passo=conferma&pratica=${sent.data.id}`, 303);
  const esito = ancora(lavoro, sent.error);
  const campo = Object.keys(esito.errori ?? {})[0];
  return campo ? { ...esito, passo: passoDelCampo(banco.modulo, campo) } : esito;
}

function verifica({ astro, banco, form, stato }: Lavoro): Promise<Sent<unknown>> {
  return verificaCodice(astro, banco.modulo.percorso, { email: stato.valori.email, otp: form.fields.otp });
}

/** @returns key of the one send */
function tieni({ astro, banco, stato: { valori } }: Lavoro, passo: Passo, salva = false): Promise<string> {
  return tieniBozza(astro, { percorso: banco.modulo.percorso, passo, valori, salva });
}

/** Keeps what was typed, does the rest, goes on by redirect. @param segue more of the query, or a fragment */
async function tenendo(lavoro: Lavoro, verso: Passo, segue = '', fare?: () => Promise<unknown>): Promise<Esito> {
  const { astro, banco, stato } = lavoro;
  const { modulo } = banco;
  const sent = await tenta(lavoro, async () => {
    stato.chiave = await tieni(lavoro, verso, segue === '&salvata=7');
    await fare?.();
  });
  if (!sent.ok) return ancora(lavoro, sent.error);
  return astro.redirect(modulo.indirizzo?.(verso, segue) ?? indirizzoPasso(modulo, verso, segue), 303);
}

/** The same form again, with the status of the error. @param campo where to say what names no field */
function ancora({ astro, banco, stato }: Lavoro, error: PortalError, campo?: string): Stato {
  failWith(astro, error);
  const errori = inOrdine(banco.modulo, error.fields ?? (campo ? { [campo]: [inFile(error)] } : {}));
  const messaggio = nessuno(errori) ? error.message : undefined;
  return { ...stato, errori, messaggio: astro.locals.loginOver ? FINITO : messaggio };
}

/** Who was logged in when the page was made is asked for what a guest is: only this explains why. */
const FINITO =
  'Il tuo accesso è finito. Accedi di nuovo: quello che hai scritto è salvo, e gli allegati ci sono ancora.';

/** A body beyond the page's limit never arrived: what the citizen knows of it is the file. */
export function inFile(error: PortalError): string {
  return error.code === 'too_large'
    ? 'Il file è troppo grande e non è arrivato: il limite è 10 MB. Scegline uno più piccolo e controlla gli ultimi dati scritti.'
    : error.message;
}
