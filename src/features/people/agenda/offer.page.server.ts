/** What `/operatore/proponi/{id}` shows: for what the citizen of a case can be offered an appointment. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { SelectOption } from '../../../ui/form/Select.tsx';

export type OfferView = {
  options: SelectOption[];
  value: string;
  errors: FieldErrors | undefined;
  message: string | undefined;
  token: string;
  key: string;
};

/** @returns what to show, or where to go @throws PortalError `not_found`, `forbidden` for another office's case */
export async function openOfferPage(astro: AstroGlobal): Promise<OfferView | Response> {
  const { ctx, token } = astro.locals;
  const id = astro.params.id ?? '';
  const form = await readForm(astro);
  const sent =
    form &&
    (await attemptSend(astro, '/operatore/proponi', () => {
      if (form.error) throw form.error;
      const [calendario = '', motivo = ''] = (form.fields.motivo ?? '').split(':');
      return callOperation('proponiAppuntamento', { id, calendario, motivo }, ctx, form.key);
    }));
  if (sent?.ok) return astro.redirect(sent.data.chat, 303);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  const { proponibili } = await callOperation('appuntamentiPratica', { id }, ctx);
  return {
    options: proponibili.map(({ calendario, motivo, nome }) => ({ value: `${calendario}:${motivo}`, label: nome })),
    value: form?.fields.motivo ?? '',
    errors: error?.fields && { motivo: Object.values(error.fields).flat().slice(0, 1) },
    message: error && !error.fields ? error.message : undefined,
    token: token(),
    key: form?.key ?? randomId(),
  };
}
