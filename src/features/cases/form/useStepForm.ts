/** The state and actions of a form in the browser, as one hook under `StepForm`. */
import { useStore } from '@nanostores/react';
import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { leaveTo } from '../../../platform/leave.browser.ts';
import type { Azione } from '../../../ui/form/NavButtons.tsx';
import { $uploads } from '../../../ui/form/uploads.store.ts';
import { $allegati } from '../allegati/allegati.store.ts';
import { noteConflict, sendBozza } from '../bozza/bozza.browser.ts';
import { $bozzaConflict, $seenBozza, $sendKey } from '../bozza/bozza.store.ts';
import { BOZZA_SENT } from '../bozza/bozza-conflict.ts';
import { forgetCopy } from '../bozza/kept-mark.ts';
import { useKeptBozza } from '../bozza/useKeptBozza.ts';
import { SEARCH_ENTE } from '../ente/choice.ts';
import { bodyToSend } from './form.checks.ts';
import type { FormBehaviour, FormProps } from './form.ts';
import { useFormStep } from './useFormStep.ts';

/** What a form does once scripts run: checks, keeps the draft, moves between the steps, sends. */
export function useStepForm(behaviour: FormBehaviour, page: FormProps) {
  const { state, login } = page;
  const { definition } = behaviour;
  const { path, steps } = definition;
  const [openDialog, setOpenDialog] = useState<'save' | 'terms'>();
  const sendKey = useStore($sendKey, { ssr: 'initial' }) ?? state.sendKey;
  const vista = useStore($seenBozza, { ssr: 'initial' }) ?? state.vista ?? '';
  const isShell = Boolean(page.isShell);
  const coda = behaviour.useCoda?.(page, path);
  const place = useFormStep(behaviour, page, {
    refused(error) {
      setOpenDialog(undefined);
      // The login has ended: the page keeps what is typed for its next one, and leads there.
      if (error instanceof PortalError && error.code === 'anonymous') form.current?.submit();
    },
    isOffline: () => coda?.isOffline() ?? false,
    saveCopy: (bozza) => isShell || kept.save(bozza),
  });
  const { form, filled, readFilled, step, sending, draftOf, press, openStep } = place;
  const { running } = sending;

  const kept = useKeptBozza(path, {
    read: () => (running.current || coda?.waiting || step !== 'dati' ? undefined : draftOf(readFilled().values)),
    element: () => form.current,
    tells: Boolean(login || state.salvata),
  });

  function codeSent(email: string) {
    const { values } = readFilled({ codice_inviato_a: email });
    // A phone may drop the page from memory while its citizen reads the mail with the code.
    kept.save(draftOf(values));
  }

  async function sendForm() {
    const allegati = $allegati.get() ?? state.allegati;
    const body = bodyToSend(definition, filled.values, allegati);
    const send = () => sendCall(behaviour.invio, body, { key: sendKey });
    const sending = coda ? coda.sendOrQueue({ behaviour, filled, allegati, body, sendKey }, send) : send();
    const opened = await sending.catch(async (error) => {
      await noteConflict(path, error);
      if (!(error instanceof PortalError && error.code === 'not_found') || error.fields) throw error;
      // The position or the login is not open any more: the page asks for it again, and finds the draft.
      await sendBozza(draftOf(filled.values));
      return leaveTo(steps.address(step));
    });
    if (opened) await leaveTo(steps.sent(opened.id));
  }

  /** The work of each button as of the last rendering: the form may change while a button waits for uploads. */
  const buttonTasks = useRef({} as Record<Azione, () => Promise<void>>);
  buttonTasks.current = {
    avanti: () => press('avanti'),
    indietro: () => press('indietro'),
    salva: async () => setOpenDialog('save'),
    invia: async () => {
      // What another page has changed is asked about before it is sent over; the send itself says what else is wrong.
      const saving = coda?.isOffline() ? Promise.resolve() : sendBozza(draftOf(filled.values));
      await saving.catch((error: unknown) => {
        // One that was sent answers its key: this press may repeat the send whose answer was lost.
        if ($bozzaConflict.get()?.reason === BOZZA_SENT) $bozzaConflict.set(undefined);
        else if ($bozzaConflict.get()) throw error;
      });
      setOpenDialog('terms');
    },
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
    // What a search of an ente finds comes with the page, and the version of a draft that was chosen.
    const [choice = ''] = button.split(':');
    const isChoice = choice === 'tieni' || choice === 'prendi';
    if ((isChoice || button === SEARCH_ENTE || button.startsWith(login ? 'salva' : 'salva_')) && !$uploads.get()) {
      // The copy of this browser is what stands in the form, and the choice is about that.
      if (isChoice) forgetCopy(path);
      running.current = true;
      return;
    }
    event.preventDefault();
    // The page is posted once the files that are on their way have arrived.
    if (isChoice || button === SEARCH_ENTE)
      void runButton('avanti', async () => form.current?.requestSubmit(submitter));
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
    openStep(link.step, link.anchor);
  }

  return {
    ...place,
    openDialog,
    waiting: coda?.waiting,
    codeSent,
    onSubmit,
    onLinkClick,
    savedWords: kept.words,
    onInput: (event: FormEvent) => {
      sending.edited(event);
      if (step !== 'dati') return;
      coda?.prepare();
      if (!isShell) kept.typed();
    },
    sendKey,
    vista,
    closeDialog: () => running.current || setOpenDialog(undefined),
    onTermsConfirmed: () => void runButton('invia', sendForm),
  };
}

/** The link of a click that leads to another step of the form; the browser itself follows those within a step. */
function linkToStep(event: MouseEvent, path: string): { step: string; anchor: string } | undefined {
  const link = (event.target as Element).closest('a');
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (link?.pathname !== path || link.search === location.search) return undefined;
  const step = new URLSearchParams(link.search).get('passo');
  return step ? { step, anchor: link.hash.slice(1) } : undefined;
}
