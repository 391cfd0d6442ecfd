/** Moves between the steps of a form in the browser: reads what is filled in, keeps the draft, says what is wrong. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { PortalError } from '../../../platform/errors.ts';
import { leaveTo } from '../../../platform/leave.browser.ts';
import type { Azione } from '../../../ui/form/NavButtons.tsx';
import { useSend } from '../../../ui/form/useSend.ts';
import { useStep } from '../../../ui/form/useStep.ts';
import { $allegati } from '../allegati/allegati.store.ts';
import { PAGE_NAME, sendBozza, type TypedBozza } from '../bozza/bozza.browser.ts';
import { $seenBozza, $sendKey } from '../bozza/bozza.store.ts';
import { confirmCodice } from '../otp/codice.browser.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { $confirmedEmail } from '../otp/otp.store.ts';
import { advance, type FormEvent, type NextStep } from './advance.ts';
import { valuesOf, windowTitle } from './form.checks.ts';
import { failureOutcome } from './form.failure.ts';
import type { FilledForm, FormBehaviour, FormProps, FormStep, FormValues } from './form.ts';

/** @property refused before the screen says why the work of a button failed @property isOffline the form goes on without a connection */
type FormStepHooks = { refused(error: unknown): void; isOffline(): boolean; saveCopy(bozza: TypedBozza): unknown };

export function useFormStep(
  { definition, pageFields, check }: Pick<FormBehaviour, 'definition' | 'pageFields' | 'check'>,
  page: FormProps,
  hooks: FormStepHooks,
) {
  const { path, steps } = definition;
  const { state, login, enteName } = page;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(state.values);
  const allegati = useStore($allegati, { ssr: 'initial' }) ?? state.allegati;
  const confirmedEmail = useStore($confirmedEmail, { ssr: 'initial' }) ?? page.confirmedEmail;
  const sending = useSend<Azione>(
    { errors: state.errors, message: state.message },
    {
      refused: (error, button) => {
        hooks.refused(error);
        const said = failureOutcome(definition, error, button);
        if (said.errors?.otp) $confirmedEmail.set('');
        const next = nextStep({ refused: said });
        if (next.step !== step) goTo(next.step);
        return said;
      },
    },
  );
  const { show, wrong } = sending;

  const [step, goTo] = useStep<FormStep>({
    first: state.step,
    href: steps.address,
    leadsTo: (asked) => {
      show({});
      return openedStep(asked);
    },
  });

  useEffect(() => {
    document.title = `${windowTitle(steps.names[step], definition.servizio, wrong)} - ${enteName}`;
  }, [definition, steps, step, wrong, enteName]);

  const filledWith = (values: FormValues) => ({
    values,
    allegati,
    login,
    emailConfirmed: isSameMailbox(confirmedEmail, values.email),
  });
  const filled = filledWith(values);

  /** Reads the fields of this step, over the values of the others. @param also values that no field holds yet */
  function readFilled(also?: FormValues) {
    const typed = Object.fromEntries(new FormData(form.current ?? undefined));
    // A browser does not send a box that is not ticked.
    const boxes = step === 'privacy' ? { privacy: '' } : definition.boxes;
    const all = valuesOf(definition, { ...values, ...boxes, ...typed, ...also });
    setValues(all);
    return filledWith(all);
  }

  const nextStep = (event: FormEvent, now: FilledForm = filled): NextStep<FormStep> =>
    advance(steps, { step, filled: now }, event);

  const openedStep = (asked: string | null): FormStep => nextStep({ opened: asked }, readFilled()).step;

  const draftOf = (values: FormValues, target = step): TypedBozza => ({
    percorso: path,
    passo: target,
    valori: values,
    vista: $seenBozza.get() ?? state.vista ?? '',
    chiave: $sendKey.get() ?? state.sendKey,
    mano: PAGE_NAME,
  });

  async function press(pressed: 'avanti' | 'indietro') {
    const typed = readFilled();
    const otp = form.current?.querySelector<HTMLInputElement>('[name="otp"]')?.value.trim();
    const isOffline = hooks.isOffline();
    // No code comes without a connection: it is asked for when there is one.
    const emailConfirmed = typed.emailConfirmed || isOffline;
    const checked = { ...typed, emailConfirmed, otherErrors: check?.(typed.values) };
    const isVerified = pressed === 'indietro' || emailConfirmed || !otp;
    const event = { pressed, isLoggedIn: Boolean(login) };
    const next = nextStep(event, isVerified ? checked : await verifyTyped(checked, otp));
    if (next.wrong) return show(next.wrong);
    const bozza = draftOf(typed.values, next.step);
    if (isOffline) {
      hooks.saveCopy(bozza);
      return showStep(next.step);
    }
    await sendBozza(bozza);
    if (pageFields.some((name) => typed.values[name] !== (state.values[name] ?? '')))
      await leaveTo(steps.address(next.step, '#passo'));
    showStep(next.step);
  }

  function showStep(target: FormStep, anchor?: string) {
    show({});
    goTo(target, anchor);
  }

  /** Goes to a step that a link asks for, or to the first one before it that is incomplete. */
  const openStep = (asked: string, anchor: string) => showStep(openedStep(asked), anchor);

  return { form, filled, readFilled, step, sending, draftOf, press, openStep };
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
