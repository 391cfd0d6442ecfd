/** Does what each button of a form asks for without JavaScript, then redirects, or shows the same form again with its errors. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, type SendResult } from '../../../platform/page.server.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { type FileCategoria, MAX_FILES } from '../allegati/file-limits.ts';
import { saveNotes } from '../allegati/notes.page.server.ts';
import { keepBozza } from '../bozza/bozza.page.server.ts';
import { SEARCH_ENTE } from '../ente/choice.ts';
import { requestCodice, verifyCodice } from '../otp/otp.page.server.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import { formLoginOf } from '../utente/identita.ts';
import { bodyToSend, checkData } from './form.checks.ts';
import { checkPrivacy, hasNoErrors, orderErrors, stepAddress, stepOfField, stepsOf } from './form.steps.ts';
import { type FormDefinition, type FormState, type FormStep, type FormValues, fileField } from './form.ts';
import { buttonTarget, neighbourStep } from './steps.ts';

/** A form as its page serves it. */
export type FormActions = {
  definition: FormDefinition;
  /** @param sendKey makes one case of it, however often it is sent */
  send(body: Record<string, unknown>, ctx: CallContext, sendKey: string | undefined): Promise<{ id: string }>;
  /** Errors that only the server can find */
  check?(values: FormValues, ctx: CallContext): Promise<FieldErrors>;
  /** Values that the address decides; they win over what is typed */
  fixedValues?: FormValues;
  /** The form's own buttons on the second step; each changes the values. @returns id of the element to come back to */
  buttons?: Record<string, (values: FormValues) => string>;
};

type PageAstro = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'redirect'>;
/** @property argument the part after `:` in the button's value */
type ButtonTask = { astro: PageAstro; formActions: FormActions; form: PageForm; state: FormState; argument: string };
type ButtonOutcome = Response | FormState;

/** @param form as it was sent @param state the draft with the typed values over it */
export async function receiveForm(
  astro: PageAstro,
  formActions: FormActions,
  { form, state }: { form: PageForm; state: FormState },
): Promise<ButtonOutcome> {
  const [button = '', argument = ''] = form.action.split(':');
  const task = { astro, formActions, form, state, argument };
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
  if (pressed) return keepAndGo(task, 'dati', `#${pressed(state.values)}`);
  const ownTask = BUTTON_TASKS[button];
  if (ownTask) return ownTask(task);
  const isLoggedIn = Boolean(astro.locals.ctx.user);
  const target = buttonTarget(stepsOf(formActions.definition), state.step, { button, isLoggedIn });
  return target ? keepAndGo(task, target.step, target.suffix) : goForward(task);
}

const BUTTON_TASKS: Record<string, (task: ButtonTask) => Promise<ButtonOutcome>> = {
  avanti: goForward,
  invia: sendForm,
  aggiungi_file: (task) => {
    const categoria = categorieOf(task.formActions.definition).find((c) => c === task.argument);
    const field = fileField(categoria);
    return keepAndGo(task, 'dati', `#${field}`, () =>
      uploadAllegato(task, categoria).catch((error) => {
        throw error instanceof PortalError ? atField(error, field) : error;
      }),
    );
  },
  togli_file: (task) => {
    const { categoria } = task.state.allegati.find(({ Id }) => Id === task.argument) ?? {};
    return keepAndGo(task, 'dati', `#${fileField(categoria)}`, () =>
      callOperation('togliFile', { id: task.argument }, task.astro.locals.ctx),
    );
  },
  invia_codice: async (task) => {
    const { astro, formActions, state } = task;
    const sent = await requestCodice(astro, formActions.definition.path, state.values);
    if (!sent.ok) return showAgain(task, sent.error, 'email');
    state.values.codice_inviato_a = state.values.email ?? '';
    return keepAndGo(task, 'dati', '#otp');
  },
  // What was typed is among the values, and the page lists what it finds.
  [SEARCH_ENTE]: (task) => keepAndGo(task, 'dati', `#${SEARCH_ENTE}`),
  verifica_codice: async (task) => {
    const sent = await verifyCode(task);
    return sent.ok ? keepAndGo(task, 'dati', '#email') : showAgain(task, sent.error, 'otp');
  },
};

const categorieOf = ({ categorie = {} }: FormDefinition) => Object.keys(categorie) as FileCategoria[];

function attemptTask<T>({ astro, formActions }: ButtonTask, work: () => Promise<T>): Promise<SendResult<T>> {
  return attemptSend(astro, formActions.definition.path, work);
}

async function uploadAllegato(
  { astro, formActions, form, state }: ButtonTask,
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

/** Checks this step, and verifies a code that was typed and not verified yet. */
async function goForward(task: ButtonTask): Promise<ButtonOutcome> {
  const { astro, formActions, form, state } = task;
  const { ctx } = astro.locals;
  if (state.step === 'privacy') {
    const errors = checkPrivacy(state.values);
    return hasNoErrors(errors)
      ? keepAndGo(task, 'dati')
      : showAgain(task, new PortalError('invalid', { fields: errors }));
  }
  let emailConfirmed = await isEmailConfirmed(ctx, state.values.email ?? '');
  let verified: SendResult<unknown> | undefined;
  if (!emailConfirmed && form.fields.otp?.trim()) {
    verified = await verifyCode(task);
    emailConfirmed = verified.ok;
  }
  const otherErrors = await formActions.check?.(state.values, ctx);
  const login = formLoginOf(ctx.user);
  const errors = checkData(formActions.definition, { ...state, emailConfirmed, login }, otherErrors);
  if (verified && !verified.ok) errors.otp = verified.error.fields?.otp ?? [verified.error.message];
  if (hasNoErrors(errors)) return keepAndGo(task, neighbourStep(stepsOf(formActions.definition), state.step, 1));
  const kept = await attemptTask(task, () => keepDraft(task, 'dati'));
  if (kept.ok) state.sendKey = kept.data;
  return showAgain(task, new PortalError('invalid', { fields: errors }));
}

/** Sends what the summary showed. Under the same key a second send gets the answer of the first. */
async function sendForm(task: ButtonTask): Promise<ButtonOutcome> {
  const { astro, formActions, form, state } = task;
  const ids = (form.fields.filesAllegati ?? '').split(',').filter(Boolean);
  const body = bodyToSend(
    formActions.definition,
    state.values,
    ids.map((Id) => ({ Id })),
  );
  const sent = await attemptTask(task, () => formActions.send(body, astro.locals.ctx, form.key));
  if (sent.ok) return astro.redirect(`${formActions.definition.path}?passo=conferma&pratica=${sent.data.id}`, 303);
  const outcome = showAgain(task, sent.error);
  const field = Object.keys(outcome.errors ?? {})[0];
  return field ? { ...outcome, step: stepOfField(formActions.definition, field) } : outcome;
}

function verifyCode({ astro, formActions, form, state }: ButtonTask): Promise<SendResult<unknown>> {
  return verifyCodice(astro, formActions.definition.path, { email: state.values.email, otp: form.fields.otp });
}

/** @returns key of the one send */
function keepDraft(
  { astro, formActions, state: { values } }: ButtonTask,
  step: FormStep,
  forGuest = false,
): Promise<string> {
  return keepBozza(astro, { percorso: formActions.definition.path, passo: step, valori: values, salva: forGuest });
}

/** Keeps what was typed, does the work, then redirects. @param suffix more of the query, or a fragment */
async function keepAndGo(
  task: ButtonTask,
  target: FormStep,
  suffix = '',
  work?: () => Promise<unknown>,
): Promise<ButtonOutcome> {
  const { astro, formActions, state } = task;
  const sent = await attemptTask(task, async () => {
    state.sendKey = await keepDraft(task, target, suffix === '&salvata=7');
    await work?.();
  });
  if (!sent.ok) return showAgain(task, sent.error);
  return astro.redirect(stepAddress(formActions.definition, target, suffix), 303);
}

/** The same form again, with the status of the error. @param field where an error that names no field is shown */
function showAgain({ astro, formActions, state }: ButtonTask, error: PortalError, field?: string): FormState {
  failWith(astro, error);
  const errors = orderErrors(formActions.definition, error.fields ?? (field ? { [field]: [fileMessage(error)] } : {}));
  const message = hasNoErrors(errors) ? error.message : undefined;
  return { ...state, errors, message };
}

/** A request over the limit is not read at all. What the citizen knows of it is the file, so the words name that. */
export function fileMessage(error: PortalError): string {
  return error.code === 'too_large'
    ? 'Il file è troppo grande e non è arrivato: il limite è 10 MB. Scegline uno più piccolo e controlla gli ultimi dati scritti.'
    : error.message;
}
