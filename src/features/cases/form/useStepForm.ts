/** The state and actions of a form in the browser, as one hook under `StepForm`. */
import { useStore } from '@nanostores/react';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import type { ApiCall, ApiOperation } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { leaveTo } from '../../../platform/leave.browser.ts';
import type { Azione } from '../../../ui/form/NavButtons.tsx';
import { $uploads } from '../../../ui/form/uploads.store.ts';
import { useSend } from '../../../ui/form/useSend.ts';
import { useStep } from '../../../ui/form/useStep.ts';
import { $allegati } from '../allegati/allegati.store.ts';
import { sendBozza } from '../bozza/bozza.browser.ts';
import { $sendKey } from '../bozza/bozza.store.ts';
import { useKeptBozza } from '../bozza/useKeptBozza.ts';
import { SEARCH_ENTE } from '../ente/choice.ts';
import { confirmCodice } from '../otp/codice.browser.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { $confirmedEmail } from '../otp/otp.store.ts';
import type { openedPratica } from '../pratica/pratica.contract.ts';
import { advance, type NextStep, type FormEvent as StepEvent } from './advance.ts';
import { bodyToSend, valuesOf, windowTitle } from './form.checks.ts';
import { failureOutcome } from './form.failure.ts';
import type { FilledForm, FormDefinition, FormProps, FormStep, FormValues } from './form.ts';

/** How one form behaves in the browser. */
export type FormBehaviour = {
  definition: FormDefinition<FormStep>;
  invio: ApiCall<ApiOperation<z.ZodMiniType, typeof openedPratica>>;
  /** Values that the page around the form depends on: when they have changed, the step is another page (product rule) */
  pageFields: readonly string[];
  /** Errors beyond the schema that the browser can find, from an ente's own list for example */
  check?(values: FormValues): FieldErrors;
};

/** What a form does once scripts run: checks, keeps the draft, moves between the steps, sends. */
export function useStepForm({ definition, invio, pageFields, check }: FormBehaviour, props: FormProps) {
  const { state, login } = props;
  const { path, steps } = definition;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(state.values);
  const allegati = useStore($allegati, { ssr: 'initial' }) ?? state.allegati;
  const confirmedEmail = useStore($confirmedEmail, { ssr: 'initial' }) ?? props.confirmedEmail;
  const [openDialog, setOpenDialog] = useState<'save' | 'terms'>();
  const sendKey = useStore($sendKey, { ssr: 'initial' }) ?? state.sendKey;
  const sending = useSend<Azione>(
    { errors: state.errors, message: state.message },
    {
      refused: (error, button) => {
        setOpenDialog(undefined);
        // The login has ended: the page keeps what is typed for its next one, and leads there.
        if (error instanceof PortalError && error.code === 'anonymous') form.current?.submit();
        const said = failureOutcome(definition, error, button);
        if (said.errors?.otp) $confirmedEmail.set('');
        const next = nextStep({ refused: said });
        if (next.step !== step) goTo(next.step);
        return said;
      },
    },
  );
  const { show, wrong, running } = sending;

  const [step, goTo] = useStep<FormStep>({
    first: state.step,
    href: steps.address,
    leadsTo: (opened) => {
      show({});
      return nextStep({ opened }, filledWith(readFields())).step;
    },
  });

  useEffect(() => {
    document.title = `${windowTitle(steps.names[step], definition.servizio, wrong)} - ${props.enteName}`;
  }, [definition, steps, step, wrong, props.enteName]);

  /** Reads the fields of this step, over the values of the others. */
  function readFields(): FormValues {
    const typed = Object.fromEntries(new FormData(form.current ?? undefined));
    // A browser does not send a box that is not ticked.
    const boxes = step === 'privacy' ? { privacy: '' } : definition.boxes;
    const all = valuesOf(definition, { ...values, ...boxes, ...typed });
    setValues(all);
    return all;
  }

  const filledWith = (values: FormValues): FilledForm => ({
    values,
    allegati,
    login,
    emailConfirmed: isSameMailbox(confirmedEmail, values.email),
  });

  const nextStep = (event: StepEvent, filled = filledWith(values)): NextStep<FormStep> =>
    advance(steps, { step, filled }, event);

  const draftOf = (values: FormValues, target: FormStep) => ({ percorso: path, passo: target, valori: values });

  const kept = useKeptBozza(path, {
    read: () => (running.current || step !== 'dati' ? undefined : draftOf(readFields(), step)),
    element: () => form.current,
    tells: Boolean(login || state.salvata),
  });

  async function press(pressed: 'avanti' | 'indietro') {
    const typed = readFields();
    const otp = form.current?.querySelector<HTMLInputElement>('[name="otp"]')?.value.trim();
    const filled = { ...filledWith(typed), otherErrors: check?.(typed) };
    const isVerified = pressed === 'indietro' || filled.emailConfirmed || !otp;
    const event = { pressed, isLoggedIn: Boolean(login) };
    const next = nextStep(event, isVerified ? filled : await verifyTyped(filled, otp));
    if (next.wrong) return show(next.wrong);
    await moveOn(typed, next);
  }

  async function moveOn(typed: FormValues, next: NextStep<FormStep>) {
    await sendBozza(draftOf(typed, next.step));
    if (pageFields.some((name) => typed[name] !== (state.values[name] ?? '')))
      await leaveTo(steps.address(next.step, '#passo'));
    showStep(next.step);
  }

  function codeSent(email: string) {
    const typed = { ...readFields(), codice_inviato_a: email };
    setValues(typed);
    // A phone may drop the page from memory while its citizen reads the mail with the code.
    kept.save(draftOf(typed, 'dati'));
  }

  async function sendForm() {
    const body = bodyToSend(definition, values, allegati);
    const opened = await sendCall(invio, body, { key: sendKey }).catch(async (error) => {
      if (!(error instanceof PortalError && error.code === 'not_found') || error.fields) throw error;
      // The position or the login is not open any more: the page asks for it again, and finds the draft.
      await sendBozza(draftOf(values, step));
      return leaveTo(steps.address(step));
    });
    await leaveTo(steps.sent(opened.id));
  }

  function showStep(target: FormStep, anchor?: string) {
    show({});
    goTo(target, anchor);
  }

  /** The work of each button as of the last rendering: the form may change while a button waits for uploads. */
  const buttonTasks = useRef({} as Record<Azione, () => Promise<void>>);
  buttonTasks.current = {
    avanti: () => press('avanti'),
    indietro: () => press('indietro'),
    salva: async () => setOpenDialog('save'),
    invia: async () => setOpenDialog('terms'),
  };

  const runButton = (button: Azione, work?: () => Promise<void>) =>
    sending.run(button, async () => {
      await kept.settle();
      await (work ?? buttonTasks.current[button])();
      return undefined;
    });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter?.getAttribute('value') ?? 'avanti';
    // Saving sets a cookie, so it is a POST of the page: for a guest after the question, for a logged-in citizen at once.
    // What a search of an ente finds comes with the page, too.
    if ((button === SEARCH_ENTE || button.startsWith(login ? 'salva' : 'salva_')) && !$uploads.get()) {
      running.current = true;
      return;
    }
    event.preventDefault();
    // The page is posted once the files that are on their way have arrived.
    if (button === SEARCH_ENTE) void runButton('avanti', async () => form.current?.requestSubmit(submitter));
    else void runButton(button.split('_')[0] as Azione);
  }

  /** Follows links between the steps without loading a page. */
  function onLinkClick(event: MouseEvent) {
    const link = linkToStep(event, path);
    if (!link) return;
    event.preventDefault();
    // On this step all links lead one step back.
    if (step === 'dati') return void runButton('indietro');
    // And from the summary to a step before it.
    showStep(nextStep({ opened: link.step }, filledWith(readFields())).step, link.anchor);
  }

  return {
    form,
    step,
    values,
    allegati,
    confirmedEmail,
    openDialog,
    codeSent,
    onSubmit,
    onLinkClick,
    sending,
    savedWords: kept.words,
    onInput: (event: FormEvent) => {
      sending.edited(event);
      if (step === 'dati') kept.typed();
    },
    sendKey,
    closeDialog: () => running.current || setOpenDialog(undefined),
    onTouched: startBotCheck,
    onTermsConfirmed: () => void runButton('invia', sendForm),
  };
}

/** What is filled in, with the code that was typed and not verified yet. */
async function verifyTyped(filled: FilledForm, otp: string): Promise<FilledForm> {
  try {
    await confirmCodice(filled.values.email ?? '', otp);
    return { ...filled, emailConfirmed: true };
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    return { ...filled, otherErrors: { ...filled.otherErrors, otp: error.fields?.otp ?? [error.message] } };
  }
}

/** The link of a click that leads to another step of the form; the browser itself follows those within a step. */
function linkToStep(event: MouseEvent, path: string): { step: string; anchor: string } | undefined {
  const link = (event.target as Element).closest('a');
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (link?.pathname !== path || link.search === location.search) return undefined;
  const step = new URLSearchParams(link.search).get('passo');
  return step ? { step, anchor: link.hash.slice(1) } : undefined;
}
