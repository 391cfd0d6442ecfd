/** What every step of a declaration does: it opens for its owner when the steps before are complete, and follows its buttons. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { attemptSend, type PageForm } from '../../../platform/page.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import type { Bozza } from '../../cases/bozza/bozza.contract.ts';
import { bringBackBozza, keepBozza, leaveToOwner, readPageBozza } from '../../cases/bozza/bozza.page.server.ts';
import { parseSeen } from '../../cases/bozza/bozza-conflict.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { advance } from '../../cases/form/advance.ts';
import { receiveForm } from '../../cases/form/form.actions.server.ts';
import { valuesOf } from '../../cases/form/form.checks.ts';
import type { FilledForm, FormDefinition, FormState, FormValues } from '../../cases/form/form.ts';
import { isEmailConfirmed } from '../../cases/otp/otp.server.ts';
import { RICHIEDENTE_CATEGORIE } from '../../cases/richiedente/richiedente.ts';
import { formLoginOf, identita } from '../../cases/utente/identita.ts';
import { POSIZIONE_CLOSED } from './accesso.server.ts';
import { dichiarazioneForm } from './dichiarazione.form.ts';
import { findMissing, rowsOf } from './mezzi-list.ts';
import { parseRichiedente } from './richiedente-values.ts';
import type { ShownDichiarazione } from './shown.ts';
import { type DichiarazioneStep, type OpenStep, reopenAddress, stepAddress } from './steps.ts';

/** @property bozza the draft; null once the declaration is sent @property filled the draft as the applicant's form reads it */
export type OpenedStep = {
  definition: FormDefinition<OpenStep>;
  dichiarazione: ShownDichiarazione;
  bozza: Bozza | null;
  filled: FilledForm & Pick<FormState, 'allegati'>;
};

/** @param values of the draft @returns the same with what was just typed */
export type MergeTyped = (values: FormValues) => FormValues;

/** What was just typed, if anything; it is kept even when the page redirects. */
type TypedStep = { form: PageForm | null; merge?: MergeTyped | undefined };

/**
 * Opens the declaration of the address (`{id}`) at a step. The page takes the colours of its ente.
 * @returns a redirect when another step comes first or the position has to be opened again
 * @throws PortalError `not_found` when it is another person's, or has lapsed
 */
export async function openStep(
  astro: AstroGlobal,
  step: DichiarazioneStep,
  { form, merge }: TypedStep = { form: null },
): Promise<OpenedStep | Response> {
  const { locals, params, url } = astro;
  const { ctx } = locals;
  const id = params.id ?? '';
  const path = dichiarazionePath(id);
  const left = await leaveToOwner(astro, form && merge ? { percorso: path, passo: step, valori: merge({}) } : null);
  if (left) return left;
  const mergeTyped = form && !form.error && merge;
  // The question which version is kept: one that is on another device comes back with its declaration.
  if (form?.key && /^(tieni|prendi):$/.test(form.action)) await bringBackBozza(astro, form.key);
  const found = await attemptSend(astro, dichiarazionePath('{id}'), () =>
    callOperation('leggiDichiarazioneMezzi', { id }, ctx),
  );
  if (!found.ok) {
    const isClosed = found.error.reason === POSIZIONE_CLOSED;
    // A delegation may end meanwhile.
    if (mergeTyped && (isClosed || found.error.code === 'forbidden')) await keepTyped(astro, step, mergeTyped);
    if (isClosed) return astro.redirect(reopenAddress(id), 303);
    throw found.error;
  }
  const dichiarazione = found.data;
  const bozza = dichiarazione.stato === 'bozza' ? await readPageBozza(astro, path) : null;
  const { tipo, stato } = dichiarazione;
  const definition = dichiarazioneForm(id, () => findMissing(tipo, rowsOf(dichiarazione)));
  const values = valuesOf(definition, { ...bozza?.valori, ...identita(ctx) });
  const emailConfirmed = await isEmailConfirmed(ctx, values.email ?? '');
  const filled = {
    values,
    emailConfirmed,
    allegati: (bozza?.allegati ?? []).filter((f) => Object.hasOwn(RICHIEDENTE_CATEGORIE, f.categoria ?? '')),
    login: formLoginOf(ctx),
  };
  const { step: open } = advance(definition.steps, { step: 'tipo', filled }, { opened: step });
  // A declaration that was sent shows its confirmation, and no other does.
  const allowed = stato === 'bozza' ? open : 'conferma';
  if (allowed !== step) {
    if (mergeTyped && bozza) await keepTyped(astro, step, mergeTyped);
    // A citizen who resumes a declaration gets its open step without a warning.
    const query = url.searchParams.has('riprendi') || stato !== 'bozza' ? '' : `?verso=${step}`;
    return astro.redirect(stepAddress(allowed, id, query), 303);
  }
  locals.ente = await enteOfPage(ctx.house, ctx.host, dichiarazione.ente);
  return { definition, dichiarazione, bozza, filled };
}

/** Keeps what was typed before a redirect to the codes. The draft follows its owner. */
async function keepTyped(astro: AstroGlobal, step: DichiarazioneStep, mergeTyped: MergeTyped): Promise<void> {
  const path = dichiarazionePath(astro.params.id ?? '');
  const bozza = await readPageBozza(astro, path);
  await keepBozza(astro, { percorso: path, passo: step, valori: mergeTyped(bozza?.valori ?? {}) });
}

/**
 * Does what a button asks for that every step has.
 * @param posted the form, with `values` and `allegati` of the step when they are not those of the draft
 * @returns where it leads, or the step with what is wrong
 */
export function receiveStep(
  astro: AstroGlobal,
  { definition, dichiarazione, bozza, filled }: OpenedStep,
  posted: { step: OpenStep; form: PageForm } & Partial<Pick<FormState, 'values' | 'allegati'>>,
): Promise<Response | FormState<OpenStep>> {
  const { step, form, values = { ...bozza?.valori }, allegati = [] } = posted;
  const { Id: id } = dichiarazione;
  const formActions = {
    definition,
    send: async (_body: unknown, ctx: CallContext, sendKey: string | undefined) => {
      const privacy = filled.values.privacy === 'on';
      // The draft is here, and a back end knows the applicant by this call alone.
      const applicant = ctx.browser ? parseRichiedente(filled.values, ctx) : {};
      await callOperation('scriviDichiarazioneMezzi', { id, invia: true, privacy, ...applicant }, ctx, sendKey);
      return { id };
    },
  };
  // Only the step that types into the draft says which version it has seen: the others keep a part of it.
  const state = { step, values, allegati, sendKey: bozza?.chiave ?? '', vista: parseSeen(form.seen).vista };
  return receiveForm(astro, formActions, { form, state, stored: bozza?.aggiornata });
}
