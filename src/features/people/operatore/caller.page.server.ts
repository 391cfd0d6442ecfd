/** What `/operatore/chi-chiama` shows: what the office knows of the person who calls, and what to do for them. */
import type { AstroGlobal } from 'astro';
import { callWithFields } from '../../../call.server.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { enti } from '../../cases/ente/ente.server.ts';
import type { richiedenteKnownOperations } from '../../cases/pratica/richiedente-known.contract.ts';

const CALLER_PATH = '/operatore/chi-chiama';

/** What is asked for, and handed on to the form that files a case. */
const ASKED_FIELDS = ['ente', 'telefono', 'codice_fiscale', 'email'] as const;

export type CallerView = {
  enti: { value: string; label: string }[];
  values: Record<(typeof ASKED_FIELDS)[number], string>;
  known?: OperationOutput<typeof richiedenteKnownOperations.conosciRichiedente> | undefined;
  /** The person */
  facts: SummaryBlock['items'];
  errors?: FieldErrors | undefined;
  message?: string | undefined;
  token: string;
};

/** The search is a POST, so that no number stands in an address. */
export async function openCallerPage(astro: AstroGlobal): Promise<CallerView> {
  const { ctx, token } = astro.locals;
  const own = (await enti(ctx.house)).filter(({ id }) => ctx.user?.enti.includes(id));
  const [only] = own.length === 1 ? own : [];
  if (only) astro.locals.ente = only;
  const form = await readForm(astro);
  const typed = Object.fromEntries(
    ASKED_FIELDS.map((name) => [name, form?.fields[name] ?? '']),
  ) as CallerView['values'];
  const values = { ...typed, ente: typed.ente || (only?.id ?? '') };
  const asked =
    form &&
    (await attemptSend(astro, CALLER_PATH, () => {
      if (form.error) throw form.error;
      return callWithFields('conosciRichiedente', values, ctx);
    }));
  if (asked?.ok === false) failWith(astro, asked.error);
  const known = asked?.ok ? asked.data : undefined;
  const error = asked?.ok === false ? asked.error : undefined;
  return {
    enti: own.map(({ id, nome }) => ({ value: id, label: nome })),
    values,
    known,
    facts: factsOf(known?.richiedente),
    errors: error?.fields,
    message: error && !error.fields ? error.message : undefined,
    token: token(),
  };
}

function factsOf(person: NonNullable<CallerView['known']>['richiedente']): CallerView['facts'] {
  if (!person) return [];
  const { nome, cognome, codice_fiscale = '', telefono = '', email = '' } = person;
  const facts = [
    ['Nome e cognome', fullName({ nome, cognome })],
    ['Codice fiscale', codice_fiscale],
    ['Telefono', telefono],
    ['E-mail', email],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
