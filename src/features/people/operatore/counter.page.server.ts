/** What `/operatore/per-conto` shows: for whom the operator fills in forms, and the form to begin with somebody, here or on the telephone. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { SERVICES_PATH } from '../../cases/ente/servizi.ts';
import { AT_TELEPHONE } from '../../cases/pratica/counter.ts';

const COUNTER_PATH = '/operatore/per-conto';

export type CounterView = {
  enti: { value: string; label: string }[];
  values: Readonly<Record<string, string>>;
  /** The person calls, to book an appointment */
  isTelephone: boolean;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
  token: string;
};

/** @returns what to show, or where to go */
export async function openCounterPage(astro: AstroGlobal): Promise<CounterView | Response> {
  const { ctx, token } = astro.locals;
  const own = (await enti(ctx.house)).filter(({ id }) => ctx.user?.enti.includes(id));
  const [only] = own.length === 1 ? own : [];
  if (only) astro.locals.ente = only;
  const form = await readForm(astro);
  const values: Record<string, string> = { ...form?.fields, ente: form?.fields.ente || (only?.id ?? '') };
  const isTelephone = values.documento === AT_TELEPHONE || astro.url.searchParams.has('telefono');
  const sent = form && (await attemptSend(astro, COUNTER_PATH, () => pressButton(form, values, ctx)));
  if (sent?.ok && sent.data) return astro.redirect(sent.data, 303);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  return {
    enti: own.map(({ id, nome }) => ({ value: id, label: nome })),
    values,
    isTelephone,
    errors: error?.fields,
    message: error && !error.fields ? error.message : undefined,
    token: token(),
  };
}

/** @returns where to go; undefined for a button of another page, which brings what is known of the person */
async function pressButton(
  form: PageForm,
  values: Readonly<Record<string, string>>,
  ctx: CallContext,
): Promise<string | undefined> {
  if (form.error) throw form.error;
  if (form.action === 'chiudi') {
    await callOperation('chiudiPerConto', {}, ctx);
    return '/operatore/chi-chiama';
  }
  if (form.action !== 'apri') return undefined;
  await callWithFields('apriPerConto', values, ctx);
  const booking = ctx.house.services.find((service) => service.booking);
  return values.documento === AT_TELEPHONE
    ? (booking?.booking?.({ ente: values.ente }) ?? SERVICES_PATH)
    : SERVICES_PATH;
}
