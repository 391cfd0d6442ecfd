/** The form with which a citizen or an operator writes in a case, attaches files, and decides, reopens or withdraws it. */
import { useStore } from '@nanostores/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { CallError } from '../../../platform/monitoring/filter.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { DefaultSubmit } from '../../../ui/form/NavButtons.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { $uploads, waitForUploads } from '../../../ui/form/uploads.store.ts';
import { UPLOADING_WORDS } from '../../../ui/form/useSend.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Attachments } from '../allegati/Attachments.tsx';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { $allegati } from '../allegati/allegati.store.ts';
import { MAX_MESSAGGIO_LENGTH } from '../pratica/messaggio-length.ts';
import type { Azione } from '../pratica/stati.ts';
import { chatCalls } from './chat.calls.ts';
import { $sendState } from './chat.store.ts';
import { readyFilesPath } from './messaggio.ts';
import type { TurnPart } from './parts.ts';
import { doneKindOf } from './pratica-words.ts';
import { tellDone } from './updates.browser.ts';

export type FormError = { message?: string; fields?: Record<string, string[]> };

/** @property title '' when it stands elsewhere @property stato the change of state that is sent with the message */
type FormWords = { title: string; label: string; submitLabel: string; stato?: Azione };

/** What the page gives to each form of a conversation. */
export type FormStart = {
  turn: TurnPart;
  email: string;
  /** Anti-forgery token and idempotency keys of the forms that are sent without JavaScript */
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  readyFiles: ShownAllegato[];
  error?: FormError | undefined;
};

type Props = FormStart & {
  words: FormWords;
  /** A button alone, without a message */
  bare?: boolean;
  /** The island runs, so files are uploaded as they are chosen */
  mounted: boolean;
  /** More buttons beside the one that sends: an operator has some */
  buttons?: ReactNode;
  /** Waited for before the message leaves */
  beforeSend?: () => Promise<void>;
  /** The message was stored, and its effect is on screen */
  onSent(): void;
};

/** The form at the end of a conversation: without JavaScript a plain POST to the page, with it a call of the API. */
export function MessageForm(props: Props) {
  const { bare, turn: d, valori, mounted } = props;
  const { title, label, submitLabel, stato } = props.words;
  const readyFiles = useStore($allegati, { ssr: 'initial' }) ?? props.readyFiles;
  const { error, busy, onSubmit } = useSend(props);
  const errors = error?.fields;
  // The citizen's message is one line with its buttons beside it; files open below it, and stay open while there are some.
  const compact = !stato && d.vista === 'cittadino';
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
      {!bare && (
        <>
          <TextArea
            name="testo"
            label={label}
            rows={compact ? 1 : undefined}
            max={MAX_MESSAGGIO_LENGTH}
            hint={d.vista === 'cittadino' ? 'Non scrivere qui dati personali di altre persone.' : undefined}
            defaultValue={valori.testo}
            errors={errors}
          />
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
      {!bare && <BotConsent />}
      <p className={compact ? 'invio' : 'mt-4'}>
        <BusyButton name="_azione" value="invia" busy={busy !== undefined} busyLabel={busy}>
          {submitLabel}
        </BusyButton>
        {props.buttons}
      </p>
    </form>
  );
}

/** Sends once, however often the button is pressed; when an answer is lost, the send is repeated under the same key. */
function useSend({ bare, turn: { id, vista }, email, chiave, readyFiles, error, beforeSend, onSent }: Props) {
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
    await beforeSend?.();
    const refused = await waitForUploads();
    if (Object.keys(refused).length > 0) return failed({ fields: refused });
    const form = new FormData(formElement);
    const readField = (name: string) => String(form.get(name) ?? '');
    const fields = {
      email,
      id,
      vista,
      testo: readField('testo'),
      stato: readField('stato'),
      filesAllegati: bare ? [] : ($allegati.get() ?? readyFiles).map(({ Id }) => ({ Id })),
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
