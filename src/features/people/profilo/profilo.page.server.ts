/** What `/area-riservata/profilo-utente` shows, and what its forms do. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { type DaPrendereProps, daPrendere } from '../../cases/pratica/prendi.page.server.ts';
import { RESIDENZA, type UtenteMostrato } from '../../cases/utente/utente.contract.ts';
import type { ResidenzaProps } from './ResidenzaForm.tsx';

const PAGINA = '/area-riservata/profilo-utente';
const SALVATA = `${PAGINA}?salvato=1`;

export type Profilo = {
  utente: UtenteMostrato;
  residenza: ResidenzaProps;
  salvata: boolean;
  daPrendere: DaPrendereProps;
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
    residenza: {
      valori: Object.fromEntries(RESIDENZA.map((n) => [n, form?.action === 'residenza' ? form.fields[n] : utente[n]])),
      token: astro.locals.token(),
      salvata: SALVATA,
      ...esito,
    },
    salvata: !form && astro.url.searchParams.has('salvato'),
    daPrendere: presa,
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
  if (sent.ok) return astro.redirect(SALVATA, 303);
  failWith(astro, sent.error);
  return { errori: sent.error.fields, messaggio: sent.error.fields ? undefined : sent.error.message };
}
