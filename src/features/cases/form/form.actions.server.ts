/** Does what each button of a form asks for without JavaScript, then redirects, or shows the same form again with its errors. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { type FieldErrors, hasNoErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, type SendResult } from '../../../platform/page.server.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { type FileCategoria, MAX_FILES } from '../allegati/file-limits.ts';
import { saveNotes } from '../allegati/notes.page.server.ts';
import { bringBackBozza, keepBozza, readPageBozza } from '../bozza/bozza.page.server.ts';
import { BOZZA_SENT, conflictOf, parseSeen } from '../bozza/bozza-conflict.ts';
import { SEARCH_ENTE } from '../ente/choice.ts';
import { requestCodice, verifyCodice } from '../otp/otp.page.server.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import { formLoginOf } from '../utente/identita.ts';
import { advance, type NextStep, parseButton, type StepButton } from './advance.ts';
import { bodyToSend, orderErrors } from './form.checks.ts';
import {
  type FilledForm,
  type FormDefinition,
  type FormOptions,
  type FormState,
  type FormStep,
  type FormValues,
  fileField,
} from './form.ts';

/** A form as its page serves it. */
export type FormActions<S extends string = FormStep> = {
  definition: FormDefinition<S>;
  /** @param sendKey makes one case of it, however often it is sent */
  send(body: Record<string, unknown>, ctx: CallContext, sendKey: string | undefined): Promise<{ id: string }>;
  /** Errors that only the server can find */
  check?(values: FormValues, ctx: CallContext): Promise<FieldErrors>;
  /** Values that the address decides; they win over what is typed */
  fixedValues?: FormValues;
  /** What a complete step does before the next one opens, such as to hold what was chosen. A refusal is shown at its field */
  onwards?(step: S, values: FormValues, ctx: CallContext): Promise<void>;
  /** The form's own buttons; each changes the values. @param argument the part after `:` @returns id of the element to come back to */
  buttons?: Record<string, (values: FormValues, argument: string) => string>;
};

type PageAstro = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'redirect'>;
type ButtonTask<S extends string> = {
  astro: PageAstro;
  formActions: FormActions<S>;
  form: PageForm;
  state: FormState<S>;
  stored?: string | undefined;
};
type ButtonOutcome<S extends string> = Response | FormState<S>;

/** @param form as it was sent @param state the draft with the typed values over it @param stored version of that draft */
export async function receiveForm<S extends string>(
  astro: PageAstro,
  formActions: FormActions<S>,
  { form, state, stored }: { form: PageForm; state: FormState<S>; stored?: string | undefined },
): Promise<ButtonOutcome<S>> {
  const [button = '', argument = ''] = splitAction(form.action);
  const task = { astro, formActions, form, state, stored };
  if (form.error) return showAgain(task, form.error, form.error.code === 'too_large' ? 'file' : undefined);
  // Any button sends the files that were chosen.
  for (const categoria of [undefined, ...categorieOf(formActions.definition)]) {
    const field = fileField(categoria);
    if (!form.files[field] || (button === 'aggiungi_file' && argument === (categoria ?? ''))) continue;
    const sent = await attemptTask(task, () => uploadAllegato(task, categoria));
    if (!sent.ok) return showAgain(task, atField(sent.error, field), field);
    state.allegati = [...state.allegati, sent.data];
  }
  const noted = await attemptTask(task, () => saveNotes(form.fields, state.allegati, astro.locals.ctx));
  if (!noted.ok) return showAgain(task, noted.error);
  state.allegati = noted.data;
  const pressed = formActions.buttons?.[button];
  return pressed ? keepAt(task, pressed(state.values, argument)) : pressButton(task, button, argument);
}

/** @returns the button, and the part after its first `:` */
const splitAction = (action: string): string[] => /^([^:]*):?(.*)$/s.exec(action)?.slice(1) ?? [];

/** @param argument the part after `:` in the button's value */
async function pressButton<S extends string>(
  task: ButtonTask<S>,
  button: string,
  argument: string,
): Promise<ButtonOutcome<S>> {
  const { astro, formActions, form, state } = task;
  const { path } = formActions.definition;
  switch (button) {
    case 'aggiungi_file': {
      const categoria = categorieOf(formActions.definition).find((c) => c === argument);
      const field = fileField(categoria);
      return keepAt(task, field, () =>
        uploadAllegato(task, categoria).catch((error) => {
          throw error instanceof PortalError ? atField(error, field) : error;
        }),
      );
    }
    case 'togli_file': {
      const { categoria } = state.allegati.find(({ Id }) => Id === argument) ?? {};
      return keepAt(task, fileField(categoria), () => callOperation('togliFile', { id: argument }, astro.locals.ctx));
    }
    case 'invia_codice': {
      const sent = await requestCodice(astro, path, state.values);
      if (!sent.ok) return showAgain(task, sent.error, 'email');
      state.values.codice_inviato_a = state.values.email ?? '';
      return keepAt(task, 'otp');
    }
    case 'verifica_codice': {
      const sent = await verifyCodice(astro, path, { email: state.values.email, otp: form.fields.otp });
      return sent.ok ? keepAt(task, 'email') : showAgain(task, sent.error, 'otp');
    }
    case SEARCH_ENTE:
      // What was typed is among the values, and the page lists what it finds.
      return keepAt(task, SEARCH_ENTE);
    case 'tieni':
    case 'prendi':
      return chooseVersion(task, button, argument);
    default:
      return pressStepButton(task, parseButton(button) ?? 'avanti');
  }
}

const categorieOf = ({ categorie = {} }: FormOptions) => Object.keys(categorie) as FileCategoria[];

type TaskPlace = { astro: PageAstro; formActions: { definition: FormOptions } };

function attemptTask<T>({ astro, formActions }: TaskPlace, work: () => Promise<T>): Promise<SendResult<T>> {
  return attemptSend(astro, formActions.definition.path, work);
}

async function uploadAllegato<S extends string>(
  { astro, formActions, form, state }: ButtonTask<S>,
  categoria?: FileCategoria,
): Promise<ShownAllegato> {
  if (state.allegati.length >= MAX_FILES) {
    throw new PortalError('invalid', { fields: { file: [`Puoi allegare al massimo ${MAX_FILES} file.`] } });
  }
  const { path } = formActions.definition;
  const fields = {
    file: form.files[fileField(categoria)],
    percorso: path,
    categoria,
  };
  return callWithFields('caricaFile', fields, astro.locals.ctx);
}

/** Moves the error of a file to the field in which it was chosen. */
function atField(error: PortalError, field: string): PortalError {
  const { file, ...otherErrors } = error.fields ?? {};
  if (!file) return error;
  const { code, message, retryAfter } = error;
  return new PortalError(code, { message, retryAfter, fields: { ...otherErrors, [field]: file }, cause: error });
}

async function pressStepButton<S extends string>(task: ButtonTask<S>, pressed: StepButton): Promise<ButtonOutcome<S>> {
  const { astro, formActions, state } = task;
  const { steps } = formActions.definition;
  const isForward = pressed === 'avanti' || pressed === 'invia';
  // The step that asks for the e-mail is the one whose data the server checks.
  const filled: FilledForm =
    isForward && state.step === steps.stepOf('email') ? await fillIn(task) : { ...state, emailConfirmed: false };
  const isLoggedIn = Boolean(astro.locals.ctx.user);
  const next = advance(steps, { step: state.step, filled }, { pressed, isLoggedIn });
  if (next.sends) return sendForm(task, filled);
  if (!next.wrong) return isForward ? goOnwards(task, filled, next) : keepAndGo(task, next);
  if (next.keeps) {
    const kept = await attemptTask(task, () => keepDraft(task, next));
    if (!kept.ok && kept.error.code === 'conflict') return showAgain(task, kept.error);
  }
  const { errors: fields, message } = next.wrong;
  return showAgain(task, new PortalError('invalid', { fields, message }));
}

/** Keeps what was typed, so that nothing is lost when the work of the step is refused. */
async function goOnwards<S extends string>(
  task: ButtonTask<S>,
  filled: FilledForm,
  next: NextStep<S>,
): Promise<ButtonOutcome<S>> {
  const { astro, formActions, state } = task;
  const work = formActions.onwards && (() => formActions.onwards?.(state.step, state.values, astro.locals.ctx));
  const outcome = await keepAndGo(task, next, async () => work?.());
  if (outcome instanceof Response || !work) return outcome;
  const { step } = advance(formActions.definition.steps, { step: state.step, filled }, { refused: outcome });
  return { ...outcome, step };
}

/** What is filled in, with what the server finds, and with the code that was typed and not verified yet. */
async function fillIn<S extends string>({ astro, formActions, form, state }: ButtonTask<S>): Promise<FilledForm> {
  const { ctx } = astro.locals;
  const { email = '' } = state.values;
  let emailConfirmed = await isEmailConfirmed(ctx, email);
  let codeErrors: FieldErrors = {};
  if (!emailConfirmed && form.fields.otp?.trim()) {
    const verified = await verifyCodice(astro, formActions.definition.path, { email, otp: form.fields.otp });
    emailConfirmed = verified.ok;
    if (!verified.ok) codeErrors = { otp: verified.error.fields?.otp ?? [verified.error.message] };
  }
  const otherErrors = { ...(await formActions.check?.(state.values, ctx)), ...codeErrors };
  return { ...state, emailConfirmed, login: formLoginOf(ctx), otherErrors };
}

/**
 * Answers the question which of two versions of a draft is kept: that of this page, or the other. One that is on another device comes
 * back first. @param seen version that the page of the question named, '' when it is on another device
 */
async function chooseVersion<S extends string>(
  task: ButtonTask<S>,
  choice: 'tieni' | 'prendi',
  seen: string,
): Promise<ButtonOutcome<S>> {
  const { astro, formActions, form, state } = task;
  const { path, steps, boxes = {} } = formActions.definition;
  const back = await attemptTask(task, async () => seen || bringBackBozza(astro, form.key ?? ''));
  if (!back.ok) return showAgain(task, back.error);
  if (choice === 'prendi') return astro.redirect(steps.address(state.step), 303);
  state.vista = back.data;
  // What this step does not ask comes back with the draft.
  const others = seen ? {} : ((await readPageBozza(astro, path))?.valori ?? {});
  for (const [name, value] of Object.entries(others))
    if (!(name in form.fields || name in boxes)) state.values[name] = value;
  return keepAt(task, 'passo');
}

/** Sends what the summary showed. Under the same key a second send gets the answer of the first. */
async function sendForm<S extends string>(task: ButtonTask<S>, filled: FilledForm): Promise<ButtonOutcome<S>> {
  const { astro, formActions, form, state, stored } = task;
  const { steps } = formActions.definition;
  // What another page has changed is asked about before it is sent over. One that was sent answers its key.
  if (stored !== undefined) {
    const kept = await attemptTask(task, () => keepDraft(task, { step: state.step }));
    if (!kept.ok && kept.error.code === 'conflict' && kept.error.reason !== BOZZA_SENT)
      return showAgain(task, kept.error);
  }
  const ids = (form.fields.filesAllegati ?? '').split(',').filter(Boolean);
  const body = bodyToSend(
    formActions.definition,
    state.values,
    ids.map((Id) => ({ Id })),
  );
  const sent = await attemptTask(task, () => formActions.send(body, astro.locals.ctx, form.key));
  if (sent.ok) return astro.redirect(steps.sent(sent.data.id), 303);
  const refused = showAgain(task, sent.error);
  return { ...refused, step: advance(steps, { step: state.step, filled }, { refused }).step };
}

/** The page then has seen what it wrote. */
async function keepDraft<S extends string>(
  { astro, formActions, form, state }: ButtonTask<S>,
  { step, ownDevice = false }: NextStep<S>,
): Promise<void> {
  const { mano } = parseSeen(form.seen);
  const stored = await keepBozza(astro, {
    percorso: formActions.definition.path,
    passo: step,
    valori: state.values,
    salva: ownDevice,
    vista: state.vista,
    chiave: form.key,
    mano,
  });
  state.sendKey = stored.chiave;
  state.vista = stored.aggiornata;
}

/** Keeps what was typed, does the work, then redirects. */
async function keepAndGo<S extends string>(
  task: ButtonTask<S>,
  next: NextStep<S>,
  work?: () => Promise<unknown>,
): Promise<ButtonOutcome<S>> {
  const { astro, formActions } = task;
  const sent = await attemptTask(task, async () => {
    await keepDraft(task, next);
    await work?.();
  });
  if (!sent.ok) return showAgain(task, sent.error);
  return astro.redirect(formActions.definition.steps.address(next.step, next.suffix), 303);
}

/** @param place id of the element of this step to come back to */
const keepAt = <S extends string>(task: ButtonTask<S>, place: string, work?: () => Promise<unknown>) =>
  keepAndGo(task, { step: task.state.step, suffix: `#${place}` }, work);

/** The same form again, with the status of the error. @param field where an error that names no field is shown */
function showAgain<S extends string>(
  { astro, formActions, state, stored }: ButtonTask<S>,
  error: PortalError,
  field?: string,
): FormState<S> {
  failWith(astro, error);
  const errors = orderErrors(formActions.definition, error.fields ?? (field ? { [field]: [fileMessage(error)] } : {}));
  const conflict = conflictOf(error, stored);
  // The page asks about a conflict in a place of its own.
  const message = hasNoErrors(errors) && !conflict ? error.message : undefined;
  return { ...state, errors, message, conflict };
}

/** A request over the limit is not read at all. What the citizen knows of it is the file, so the words name that. */
export function fileMessage(error: PortalError): string {
  return error.code === 'too_large'
    ? 'Il file è troppo grande e non è arrivato: il limite è 10 MB. Scegline uno più piccolo e controlla gli ultimi dati scritti.'
    : error.message;
}
