/** What `/aggiorna-dati-ricontatto` shows, and what each of its buttons does. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { bozzaDi, buttaBozza, tieniBozza } from '../../cases/bozza/bozza.page.server.ts';
import { inviaCodice, verificaCodice } from '../../cases/otp/otp.page.server.ts';
import { emailConfermata } from '../../cases/otp/otp.server.ts';
import type { ContattiProps } from './ContattiForm.tsx';
import { onScreen, onWire, PERCORSO, SALVATI, type Valori, withoutCode } from './contatti.ts';

/** Under this path what was typed waits for its code: no screen of its own, so that nobody finds it among the forms begun. */
const IN_ATTESA = '/area-riservata/profilo-utente/contatti';

/** @returns what to show, or where to go */
export async function paginaContatti(astro: AstroGlobal): Promise<ContattiProps | Response> {
  const form = await readForm(astro);
  if (!form) return vista(astro, await daMostrare(astro));
  const { email = '', telefono = '', codice_inviato_a = '' } = form.fields;
  const valori = { email, telefono, codice_inviato_a };
  const fatto = form.error ?? (await (AZIONI[form.action] ?? salva)(astro, form, valori));
  if (fatto instanceof Response) return fatto;
  failWith(astro, fatto);
  const { fields: errori, message } = onScreen(fatto);
  return vista(astro, valori, { errori, messaggio: errori ? undefined : message });
}

/** What was typed is shown again only on the way of a code; whoever comes later begins with what is kept. */
async function daMostrare(astro: AstroGlobal): Promise<Valori> {
  const { email, telefono } = astro.locals.ctx.user?.contatti ?? {};
  const bozza = astro.url.searchParams.has('codice') ? await bozzaDi(astro, IN_ATTESA) : null;
  return { email: email ?? '', telefono: telefono ?? '', codice_inviato_a: '', ...bozza?.valori };
}

type Azione = (astro: AstroGlobal, form: PageForm, valori: Valori) => Promise<Response | PortalError>;

const AZIONI: Record<string, Azione> = {
  salva,
  invia_codice: async (astro, _form, valori) => {
    const sent = await inviaCodice(astro, PERCORSO, valori);
    if (!sent.ok) return alCampo(sent.error, 'email');
    return tenendo(astro, { ...valori, codice_inviato_a: valori.email }, 'otp');
  },
  verifica_codice: async (astro, form, valori) => {
    const sent = await verificaCodice(astro, PERCORSO, { ...valori, otp: form.fields.otp });
    return sent.ok ? tenendo(astro, valori, 'email') : alCampo(sent.error, 'otp');
  },
};

/** A code that was typed and not yet verified is verified on the way. */
async function salva(astro: AstroGlobal, form: PageForm, valori: Valori): Promise<Response | PortalError> {
  const { ctx } = astro.locals;
  const { otp } = form.fields;
  if (otp?.trim() && !(await emailConfermata(ctx, valori.email))) {
    const verified = await verificaCodice(astro, PERCORSO, { ...valori, otp });
    if (!verified.ok) return alCampo(verified.error, 'otp');
  }
  const sent = await attempt(astro, PERCORSO, () => call('aggiornaContatti', onWire(valori), ctx));
  if (!sent.ok) return withoutCode(sent.error, valori);
  await buttaBozza(astro, IN_ATTESA);
  return astro.redirect(SALVATI, 303);
}

async function tenendo(astro: AstroGlobal, valori: Valori, campo: string): Promise<Response | PortalError> {
  const contenuto = { percorso: IN_ATTESA, passo: 'codice', valori };
  const kept = await attempt(astro, PERCORSO, () => tieniBozza(astro, contenuto));
  return kept.ok ? astro.redirect(`${PERCORSO}?codice=1#${campo}`, 303) : kept.error;
}

const alCampo = (error: PortalError, campo: string): PortalError =>
  error.fields ? error : new PortalError(error.code, { fields: { [campo]: [error.message] } });

async function vista(
  astro: AstroGlobal,
  valori: Valori,
  esito: Pick<ContattiProps, 'errori' | 'messaggio'> = {},
): Promise<ContattiProps> {
  const confermata = await emailConfermata(astro.locals.ctx, valori.email);
  return { valori, confermata: confermata ? valori.email : '', token: astro.locals.token(), ...esito };
}
