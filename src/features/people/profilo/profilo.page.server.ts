/** What `/area-riservata/profilo-utente` shows, and what its forms do. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { handlePresaForms, type PresaFormsProps } from '../../cases/pratica/presa.page.server.ts';
import { RESIDENZA, type UtenteView } from '../../cases/utente/utente.contract.ts';
import type { ResidenzaProps } from './ResidenzaForm.tsx';

const PROFILO_PATH = '/area-riservata/profilo-utente';
const SAVED_PATH = `${PROFILO_PATH}?salvato=1`;

export type ProfiloView = {
  utente: UtenteView;
  residenza: ResidenzaProps;
  isSaved: boolean;
  claimable: PresaFormsProps;
};

/** @returns what to show, or where to go */
export async function openProfiloPage(astro: AstroGlobal): Promise<ProfiloView | Response> {
  const form = await readForm(astro);
  const claims = await handlePresaForms(astro, { form, page: PROFILO_PATH });
  if (claims instanceof Response) return claims;
  const outcome = form?.action === 'residenza' ? await saveResidenza(astro, form) : {};
  if (outcome instanceof Response) return outcome;
  const utente = await callOperation('utente', {}, astro.locals.ctx);
  return {
    utente,
    residenza: {
      values: Object.fromEntries(RESIDENZA.map((n) => [n, form?.action === 'residenza' ? form.fields[n] : utente[n]])),
      token: astro.locals.token(),
      savedPath: SAVED_PATH,
      ...outcome,
    },
    isSaved: !form && astro.url.searchParams.has('salvato'),
    claimable: claims,
  };
}

async function saveResidenza(
  astro: AstroGlobal,
  form: PageForm,
): Promise<Response | { errors?: FieldErrors | undefined; message?: string | undefined }> {
  const sent = await attemptSend(astro, PROFILO_PATH, async () => {
    if (form.error) throw form.error;
    const written = Object.fromEntries(RESIDENZA.map((name) => [name, form.fields[name]]));
    return callOperation('modificaAnagrafica', written, astro.locals.ctx);
  });
  if (sent.ok) return astro.redirect(SAVED_PATH, 303);
  failWith(astro, sent.error);
  return { errors: sent.error.fields, message: sent.error.fields ? undefined : sent.error.message };
}
