/** The form with which a citizen or an operator writes in a case, attaches files, and decides, reopens or withdraws it. */
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { CallError } from '../../../platform/monitoring/filter.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { DefaultSubmit } from '../../../ui/form/NavButtons.tsx';
import { RadioGroup } from '../../../ui/form/RadioGroup.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { $uploads, waitForUploads } from '../../../ui/form/uploads.store.ts';
import { UPLOADING_WORDS } from '../../../ui/form/useSend.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Attachments } from '../allegati/Attachments.tsx';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { $allegati } from '../allegati/allegati.store.ts';
import type { Azione } from '../pratica/stati.ts';
import { chatCalls } from './chat.calls.ts';
import { $sendState } from './chat.store.ts';
import { MAX_MESSAGGIO_LENGTH, readyFilesPath } from './messaggio.ts';
import type { TurnPart } from './parts.ts';
import { doneKindOf, OPERATORE_AZIONI } from './pratica-words.ts';
import { tellDone } from './updates.browser.ts';

export type FormError = { message?: string; fields?: Record<string, string[]> };
type FormMode = 'message' | 'reopen' | 'withdraw';

type Props = {
  mode: FormMode;
  turn: TurnPart;
  email: string;
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  readyFiles: ShownAllegato[];
  error: FormError | undefined;
  /** The island runs, so files are uploaded as they are chosen */
  mounted: boolean;
  /** The message was stored, and its effect is on screen */
  onSent(): void;
};

const FORM_MODES = {
  message: { title: 'Scrivi un messaggio', label: 'Messaggio', submitLabel: 'Invia', stato: undefined },
  reopen: {
    title: 'Il problema non è risolto?',
    label: 'Che cosa non è ancora risolto',
    submitLabel: 'Riapri la segnalazione',
    stato: 'non_risolto',
  },
  withdraw: { title: '', label: '', submitLabel: 'Sì, ritira la richiesta', stato: 'ritirata' },
} as const satisfies Record<FormMode, { title: string; label: string; submitLabel: string; stato?: Azione }>;

/** The form at the end of a conversation: without JavaScript a plain POST to the page, with it a call of the API. */
export function MessageForm(props: Props) {
  const { mode, turn: d, valori, mounted } = props;
  const { title, label, submitLabel, stato } = FORM_MODES[mode];
  const readyFiles = useStore($allegati, { ssr: 'initial' }) ?? props.readyFiles;
  const { error, busy, onSubmit } = useSend(props);
  const errors = error?.fields;
  const azioni = d.azioni.flatMap((value) => {
    const words = OPERATORE_AZIONI[value];
    return words ? [{ value, ...words }] : [];
  });
  // The citizen's message is one line with its buttons beside it; files open below it, and stay open while there are some.
  const compact = mode === 'message' && d.vista === 'cittadino';
  const [attaches, setAttaches] = useState(false);
  const isOpen = attaches || readyFiles.length > 0 || Boolean(errors?.file || errors?.filesAllegati);
  const filesBox = useRef<HTMLDivElement>(null);
  // The button that opened them is gone, so the focus moves to the choice of files.
  useEffect(() => {
    if (attaches) filesBox.current?.querySelector<HTMLElement>('#file')?.focus();
  }, [attaches]);
  const look = !compact ? undefined : isOpen || error ? 'componi' : 'componi stretto';
  return (
    <form
      className={look}
      method="post"
      encType="multipart/form-data"
      action="#scrivi"
      noValidate
      onSubmit={onSubmit}
      onFocus={startBotCheck}
      aria-labelledby={title ? 'scrivi-titolo' : undefined}
    >
      {title && (
        <h2 className={compact ? 'visually-hidden' : 'h3'} id="scrivi-titolo">
          {title}
        </h2>
      )}
      <ErrorSummary errors={errors} message={error?.message} />
      <DefaultSubmit value="invia" />
      <input type="hidden" name="_token" value={props.token} />
      <input type="hidden" name="_chiave" value={props.chiave} />
      {stato && <input type="hidden" name="stato" value={stato} />}
      {mode !== 'withdraw' && (
        <>
          {azioni.length > 0 && (
            <RadioGroup
              name="stato"
              label="Che cosa vuoi fare"
              options={[{ value: '', label: 'Solo rispondere' }, ...azioni]}
              defaultValue={valori.stato ?? ''}
              errors={errors}
            />
          )}
          <TextArea
            name="testo"
            label={label}
            rows={compact ? 1 : undefined}
            max={MAX_MESSAGGIO_LENGTH}
            hint={d.vista === 'cittadino' ? 'Non scrivere qui dati personali di altre persone.' : undefined}
            defaultValue={valori.testo}
            errors={errors}
          />
          {d.vista === 'operatore' && (
            <Field
              name="protocollo_ente"
              label="Numero di protocollo dell’ente (facoltativo)"
              hint="Se l’hai registrata nel vostro protocollo: lo vede anche il cittadino."
              defaultValue={valori.protocollo_ente}
              errors={errors}
            />
          )}
          <input type="hidden" name="filesAllegati" value={readyFiles.map(({ Id }) => Id).join(' ')} />
          <input type="hidden" name="_chiave_file" value={props.chiaveFile} />
          {compact && !isOpen && (
            <button type="button" className="btn btn-outline-primary graffetta" onClick={() => setAttaches(true)}>
              <Icon name="clip" /> <span className="visually-hidden">Allega file</span>
            </button>
          )}
          <div id="filesAllegati" tabIndex={-1} ref={filesBox}>
            <FieldError name="filesAllegati" errors={errors} />
            <Attachments
              label="Allega file (facoltativo)"
              path={readyFilesPath(d.id, d.vista)}
              rendered={props.readyFiles}
              errors={errors}
              mounted={mounted}
            />
          </div>
        </>
      )}
      {mode !== 'withdraw' && <BotConsent />}
      <p className={compact ? 'invio' : 'mt-4'}>
        <BusyButton name="_azione" value="invia" busy={busy !== undefined} busyLabel={busy}>
          {submitLabel}
        </BusyButton>
      </p>
    </form>
  );
}

/** Sends once, however often the button is pressed; when an answer is lost, the send is repeated under the same key. */
function useSend({ mode, turn: { id, vista }, email, chiave, readyFiles, error, onSent }: Props) {
  const [formState, setFormState] = useState<{ error: FormError | undefined; busy?: string }>({ error });
  const invio = useRef({ chiave, content: '', running: false });
  const hasError = formState.error !== undefined;
  useEffect(() => {
    if (!hasError) return;
    document.title = `Errore: ${document.title.replace(/^Errore: /, '')}`;
    return () => {
      document.title = document.title.replace(/^Errore: /, '');
    };
  }, [hasError]);

  const failed = (why: FormError) => {
    invio.current.running = false;
    $sendState.set({ state: 'failed' });
    setFormState({ error: why });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (invio.current.running) return;
    const formElement = event.currentTarget;
    invio.current.running = true;
    $sendState.set({ state: 'sending' });
    setFormState({ error: undefined, busy: $uploads.get() ? UPLOADING_WORDS : SENDING_TEXT });
    const refused = await waitForUploads();
    if (Object.keys(refused).length > 0) return failed({ fields: refused });
    const form = new FormData(formElement);
    const readField = (name: string) => String(form.get(name) ?? '');
    const fields = {
      ...{ email, id, vista, testo: readField('testo'), stato: readField('stato') },
      protocollo_ente: readField('protocollo_ente'),
      filesAllegati: mode === 'withdraw' ? [] : ($allegati.get() ?? readyFiles).map(({ Id }) => ({ Id })),
    };
    // The first message may have been stored, and its key would refuse another one.
    const content = JSON.stringify(fields);
    const earlier = invio.current;
    const isNew = earlier.content !== '' && earlier.content !== content;
    invio.current = { chiave: isNew ? newSendKey() : earlier.chiave, content, running: true };
    setFormState({ error: undefined, busy: SENDING_TEXT });
    try {
      await sendCall(chatCalls.commenta, fields, { key: invio.current.chiave });
      await tellDone(doneKindOf(fields.stato));
      $allegati.set([]);
      onSent();
    } catch (error) {
      if (!(error instanceof PortalError || error instanceof CallError)) {
        invio.current.running = false;
        throw error;
      }
      failed(toFormError(error));
    }
  };
  return { ...formState, onSubmit };
}

const SENDING_TEXT = 'Invio in corso…';

function toFormError(error: PortalError | CallError): FormError {
  if (error instanceof CallError) {
    return {
      message:
        'Non siamo riusciti a inviare il messaggio. Quello che hai scritto è ancora qui: controlla la connessione e premi di nuovo il pulsante. Non arriverà due volte.',
    };
  }
  return error.fields ? { fields: error.fields } : { message: error.message };
}
