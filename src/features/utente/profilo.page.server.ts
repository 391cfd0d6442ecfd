/** What `/area-riservata/profilo-utente` shows, and what its forms do. */
import type { AstroGlobal } from 'astro';
import { call } from '../../call.server.ts';
import type { FieldErrors } from '../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../platform/page.server.ts';
import { type DaPrendereProps, daPrendere } from '../pratica/prendi.page.server.ts';
import type { UtenteMostrato } from './utente.contract.ts';

const PAGINA = '/area-riservata/profilo-utente';

/** Fields of the residence, top to bottom. */
export const RESIDENZA = ['Indirizzo', 'Cap', 'Comune', 'Provincia'] as const;

export type Profilo = {
  utente: UtenteMostrato;
  /** As typed, else as kept */
  residenza: Record<string, string | undefined>;
  salvata: boolean;
  token: string;
  daPrendere: DaPrendereProps;
  errori?: FieldErrors | undefined;
  messaggio?: string | undefined;
};

/** @returns what to show, or where to go */
export async function paginaProfilo(astro: AstroGlobal): Promise<Profilo | Response> {
  const form = await readForm(astro);
  const presa = await daPrendere(astro, { form, pagina: PAGINA });
  if (presa instanceof Response) return presa;
  const esito = form?.action === 'residenza' ? await salva(astro, form) : {};
  if (esito instanceof Response) return esito;
  const utente = await call('utente', {}, astro.locals.ctx);
  return {
    utente,
    residenza: form?.action === 'residenza' ? form.fields : Object.fromEntries(RESIDENZA.map((n) => [n, utente[n]])),
    salvata: !form && astro.url.searchParams.has('salvato'),
    token: astro.locals.token(),
    daPrendere: presa,
    ...esito,
  };
}

async function salva(
  astro: AstroGlobal,
  form: PageForm,
): Promise<Response | { errori?: FieldErrors | undefined; messaggio?: string | undefined }> {
  const sent = await attempt(astro, PAGINA, async () => {
    if (form.error) throw form.error;
    const scritti = Object.fromEntries(RESIDENZA.map((nome) => [nome, form.fields[nome]]));
    return call('modificaAnagrafica', scritti, astro.locals.ctx);
  });
  if (sent.ok) return astro.redirect(`${PAGINA}?salvato=1`, 303);
  failWith(astro, sent.error);
  return { errori: sent.error.fields, messaggio: sent.error.fields ? undefined : sent.error.message };
}
