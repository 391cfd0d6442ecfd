/** The forms by which a citizen takes a guest's case: what they show, and what each button does. For any page that has them. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { Output } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm } from '../../../platform/page.server.ts';
import { bozzaDi, buttaBozza, tieniBozza } from '../bozza/bozza.page.server.ts';
import { PORTALE } from '../ente/ente.ts';
import { stessa } from '../otp/otp.contract.ts';
import { inviaCodice, verificaCodice } from '../otp/otp.page.server.ts';
import { emailConfermata } from '../otp/otp.server.ts';
import type { operations } from './prendi.contract.ts';
import { completa } from './prendi.server.ts';

/** Under this path what was typed waits for its code. */
const PERCORSO = '/area-riservata/prendi';

/** As typed. @property codice_inviato_a the address that the last one-time code went to, or '' */
export type Valori = { ente: string; protocollo: string; email: string; codice_inviato_a: string };

/** @property pratiche mine to take by one button @property nuova a case has just been taken */
export type DaPrendereProps = {
  pratiche: Output<typeof operations.praticheDaPrendere> | 'failed';
  enti: { value: string; label: string }[];
  valori: Valori;
  confermata: boolean;
  token: string;
  nuova: boolean;
  errori?: FieldErrors | undefined;
  messaggio?: string | undefined;
};

type Quale = { form: PageForm | null; pagina: string };

/**
 * Does what the form asks when it is one of these, else only shows them.
 * @param quale.pagina address of the page that has the forms: where success leads, without fragment
 * @returns where to go, or what {@link DaPrendereProps DaPrendere.astro} shows
 */
export async function daPrendere(astro: AstroGlobal, { form, pagina }: Quale): Promise<Response | DaPrendereProps> {
  const [azione = '', id = ''] = form?.action.split(':') ?? [];
  const fai = AZIONI[azione];
  if (!form || !fai) return vista(astro, await tenuti(astro));
  const { ente = '', protocollo = '', email = '', codice_inviato_a = '' } = form.fields;
  const lavoro: Lavoro = { astro, form, pagina, id, valori: { ente, protocollo, email, codice_inviato_a } };
  const fatto = form.error ?? (await fai(lavoro));
  if (fatto instanceof Response) return fatto;
  failWith(astro, fatto);
  return vista(astro, lavoro.valori, { errori: fatto.fields, messaggio: fatto.fields ? undefined : fatto.message });
}

type Lavoro = { astro: AstroGlobal; form: PageForm; pagina: string; id: string; valori: Valori };

const AZIONI: Record<string, (lavoro: Lavoro) => Promise<Response | PortalError>> = {
  prendi: ({ id, ...lavoro }) => prendi(lavoro, { id }),
  prendi_codice: async (lavoro) => {
    const { astro, pagina, valori } = lavoro;
    if (await emailConfermata(astro.locals.ctx, valori.email)) return prendi(lavoro, valori);
    // Nobody goes to their mail for a code, to read afterwards that the number is missing.
    const scritti = await attempt(astro, PERCORSO, async () => completa(valori));
    if (!scritti.ok) return scritti.error;
    const sent = await inviaCodice(astro, PERCORSO, valori);
    if (!sent.ok) return alCampo(sent.error, 'email');
    const kept = { ...valori, codice_inviato_a: valori.email };
    const done = await attempt(astro, PERCORSO, () =>
      tieniBozza(astro, { percorso: PERCORSO, passo: 'codice', valori: kept }),
    );
    return done.ok ? astro.redirect(`${con(astro, pagina, 'codice')}#otp`, 303) : done.error;
  },
  prendi_numero: async (lavoro) => {
    const { astro, form, valori } = lavoro;
    if (!(await emailConfermata(astro.locals.ctx, valori.email))) {
      if (!stessa(valori.codice_inviato_a, valori.email)) return senzaCodice;
      const verified = await verificaCodice(astro, PERCORSO, { ...valori, otp: form.fields.otp });
      if (!verified.ok) return alCampo(verified.error, 'otp');
    }
    return prendi(lavoro, valori);
  },
};

async function prendi(
  { astro, pagina }: Pick<Lavoro, 'astro' | 'pagina'>,
  chiesta: Record<string, string>,
): Promise<Response | PortalError> {
  const sent = await attempt(astro, PERCORSO, () => call('prendiPratica', chiesta, astro.locals.ctx));
  if (!sent.ok) return sent.error;
  await buttaBozza(astro, PERCORSO);
  return astro.redirect(`${con(astro, pagina, 'fatto')}#da-prendere`, 303);
}

const senzaCodice = new PortalError('invalid', {
  fields: { email: ['Conferma che l’indirizzo è tuo: premi «Invia un altro codice» e scrivi il codice che ricevi.'] },
});

const alCampo = (error: PortalError, campo: string): PortalError =>
  error.fields ? error : new PortalError(error.code, { fields: { [campo]: [error.message] } });

function con(astro: AstroGlobal, pagina: string, presa: 'codice' | 'fatto'): string {
  const url = new URL(pagina, astro.url);
  url.searchParams.set('presa', presa);
  return url.pathname + url.search;
}

/** What was typed is shown again only on the way of its code. */
async function tenuti(astro: AstroGlobal): Promise<Valori> {
  const { ente } = astro.locals;
  const bozza = astro.url.searchParams.get('presa') === 'codice' ? await bozzaDi(astro, PERCORSO) : null;
  const vuoti = { ente: ente.id === PORTALE ? '' : ente.id, protocollo: '', email: '', codice_inviato_a: '' };
  return { ...vuoti, ...bozza?.valori };
}

async function vista(
  astro: AstroGlobal,
  valori: Valori,
  esito: Pick<DaPrendereProps, 'errori' | 'messaggio'> = {},
): Promise<DaPrendereProps> {
  const { ctx } = astro.locals;
  const [pratiche, enti, confermata] = await Promise.all([
    attempt(astro, PERCORSO, () => call('praticheDaPrendere', {}, ctx)),
    attempt(astro, PERCORSO, () => call('listaEnti', {}, ctx)),
    emailConfermata(ctx, valori.email),
  ]);
  return {
    pratiche: pratiche.ok ? pratiche.data : 'failed',
    enti: enti.ok ? enti.data.map(({ Id, Nome }) => ({ value: Id, label: Nome })) : [],
    ...{ valori, confermata, ...esito },
    nuova: astro.request.method === 'GET' && astro.url.searchParams.get('presa') === 'fatto',
    token: astro.locals.token(),
  };
}
