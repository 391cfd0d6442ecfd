/** What every step of a declaration does: it opens for its owner when the steps before are complete, and follows its buttons. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { PortalError } from '../../../platform/errors.ts';
import { attemptSend, type PageForm } from '../../../platform/page.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import type { Bozza } from '../../cases/bozza/bozza.contract.ts';
import { keepBozza, leaveToOwner, readPageBozza } from '../../cases/bozza/bozza.page.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { checkData } from '../../cases/form/form.checks.ts';
import { hasNoErrors, valuesOf } from '../../cases/form/form.steps.ts';
import type { FilledForm, FormValues } from '../../cases/form/form.ts';
import { buttonTarget } from '../../cases/form/steps.ts';
import { isEmailConfirmed } from '../../cases/otp/otp.server.ts';
import { RICHIEDENTE_CATEGORIE } from '../../cases/richiedente/richiedente.ts';
import { formLoginOf, identita } from '../../cases/utente/identita.ts';
import { POSIZIONE_CLOSED } from './accesso.server.ts';
import type { ShownDichiarazione } from './mezzo.contract.ts';
import { isDeclared } from './mezzo-text.ts';
import { makeRichiedenteForm } from './richiedente.form.ts';
import {
  type DichiarazioneStep,
  dichiarazioneSteps,
  findAllowedStep,
  type OpenStep,
  reopenAddress,
  stepAddress,
} from './steps.ts';

/** @property bozza the draft; null once the declaration is sent @property filled the draft as the applicant's form reads it */
export type OpenedStep = { dichiarazione: ShownDichiarazione; bozza: Bozza | null; filled: FilledForm };

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
  const found = await attemptSend(astro, dichiarazionePath('{id}'), () =>
    callOperation('leggiDichiarazioneMezzi', { id }, ctx),
  );
  if (!found.ok) {
    const isClosed = found.error.reason === POSIZIONE_CLOSED;
    if (mergeTyped && isClosed) await keepTyped(astro, step, mergeTyped);
    if (isClosed) return astro.redirect(reopenAddress(id), 303);
    throw found.error;
  }
  const dichiarazione = found.data;
  const bozza = dichiarazione.stato === 'bozza' ? await readPageBozza(astro, path) : null;
  const richiedenteForm = makeRichiedenteForm(id);
  const values = valuesOf(richiedenteForm, { ...bozza?.valori, ...identita(ctx.user) });
  const emailConfirmed = await isEmailConfirmed(ctx, values.email ?? '');
  const filled = {
    values,
    emailConfirmed,
    allegati: (bozza?.allegati ?? []).filter((f) => Object.hasOwn(RICHIEDENTE_CATEGORIE, f.categoria ?? '')),
    login: formLoginOf(ctx.user),
  };
  const { tipo, stato, mezzi } = dichiarazione;
  const allowed = findAllowedStep(step, {
    tipo,
    sent: stato !== 'bozza',
    privacy: values.privacy === 'on',
    richiedente: hasNoErrors(checkData(richiedenteForm, filled)),
    mezzi: mezzi.filter(isDeclared).length,
  });
  if (allowed !== step) {
    if (mergeTyped && bozza) await keepTyped(astro, step, mergeTyped);
    // A citizen who resumes a declaration gets its open step without a warning.
    const query = url.searchParams.has('riprendi') || stato !== 'bozza' ? '' : `?verso=${step}`;
    return astro.redirect(stepAddress(allowed, id, query), 303);
  }
  locals.ente = await enteOfPage(ctx.house, ctx.host, dichiarazione.ente);
  return { dichiarazione, bozza, filled };
}

/** Keeps what was typed before a redirect to the codes. The draft follows its owner. */
async function keepTyped(astro: AstroGlobal, step: DichiarazioneStep, mergeTyped: MergeTyped): Promise<void> {
  const path = dichiarazionePath(astro.params.id ?? '');
  const bozza = await readPageBozza(astro, path);
  await keepBozza(astro, { percorso: path, passo: step, valori: mergeTyped(bozza?.valori ?? {}) });
}

/** Why a form was refused. @property message an error of no field */
export type StepRefusal = { errors?: PortalError['fields']; message?: string | undefined };

/**
 * The buttons that every step has, once the step is in order, and the answer to "È un dispositivo personale?".
 * @returns where they lead; null for a button of the step's own
 */
export async function followButton(
  astro: AstroGlobal,
  { dichiarazione: { Id }, bozza }: Pick<OpenedStep, 'dichiarazione' | 'bozza'>,
  { step, form: { action: button } }: { step: OpenStep; form: PageForm },
): Promise<Response | null> {
  const steps = dichiarazioneSteps(Id);
  const target = buttonTarget(steps, step, { button, isLoggedIn: Boolean(astro.locals.ctx.user) });
  if (!target) return null;
  if (target.suffix) {
    const content = { percorso: dichiarazionePath(Id), passo: step, valori: bozza?.valori ?? {} };
    await keepBozza(astro, { ...content, salva: button === 'salva_si' });
  }
  return astro.redirect(steps.address(target.step, target.suffix), 303);
}
