/** The page of a case that another office has: it asks why the operator reads it, and opens it then. */
import { callOperation } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { type PageAstro, type PraticaPair, requestPath, takeEnteColours } from './chiave.page.server.ts';

export type OtherOfficePage = {
  kind: 'other_office';
  typed: string;
  errors: FieldErrors | undefined;
  message: string | undefined;
  token: string;
  key: string;
};

/** @returns the way to the case once the reason is kept, else the question */
export async function askForReason(astro: PageAstro, { id }: PraticaPair): Promise<Response | OtherOfficePage> {
  const { ctx, token } = astro.locals;
  const form = await readForm(astro);
  const typed = form?.fields.motivo ?? '';
  const sent =
    form?.action === 'apri'
      ? await attemptSend(astro, 'lettura', () => {
          if (form.error) throw form.error;
          return callOperation('motivaLettura', { id, motivo: typed }, ctx, form.key);
        })
      : undefined;
  if (sent?.ok) return astro.redirect(requestPath(astro) + astro.url.search, 303);
  failWith(astro, sent?.error ?? new PortalError('forbidden'));
  // Of several enti the page does not say which one has the case.
  const [only, ...others] = ctx.user?.enti ?? [];
  if (only && others.length === 0) await takeEnteColours(astro.locals, astro.url, only);
  return {
    kind: 'other_office',
    typed,
    errors: sent?.error.fields,
    message: sent && !sent.error.fields ? sent.error.message : undefined,
    token: token(),
    key: form?.key ?? randomId(),
  };
}
