/** How a citizen or an operator writes in a case, attaches files, and decides, reopens or withdraws it. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { nuovaChiave } from '../../../platform/key.browser.ts';
import { CallError } from '../../../platform/monitoring/filter.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { DefaultSubmit } from '../../../ui/form/NavButtons.tsx';
import { RadioGroup } from '../../../ui/form/RadioGroup.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { UPLOADING } from '../../../ui/form/useSend.ts';
import { Attachments, type Caricamento } from '../allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { CAMPI_DECISI, type CampoDecisione } from '../pratica/decisione.ts';
import type { Azione } from '../pratica/stati.ts';
import { CampiDecisione } from './CampiDecisione.tsx';
import { MAX_MESSAGGIO, operations, percorsoFile } from './chat.contract.ts';
import { $send } from './chat.store.ts';
import { AZIONI_OPERATORE, fattoCon } from './parole.ts';
import type { TurnPart } from './parts.ts';
import { tellDone } from './updates.browser.ts';

export type Errore = { message?: string; fields?: Record<string, string[]> };
type Mode = 'messaggio' | 'riapri' | 'ritira';

type Props = {
  mode: Mode;
  turn: TurnPart;
  /** What a decision on this case may grant otherwise */
  asks: readonly CampoDecisione[];
  email: string;
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  pronti: AllegatoMostrato[];
  errore: Errore | undefined;
  /** The island is alive: files are uploaded as they are chosen */
  mounted: boolean;
  /** The message has arrived, and what it changed is on screen */
  onSent(): void;
};

const MODES = {
  messaggio: { titolo: 'Scrivi un messaggio', label: 'Messaggio', invia: 'Invia', stato: undefined },
  riapri: {
    titolo: 'Il problema non è risolto?',
    label: 'Che cosa non è ancora risolto',
    invia: 'Riapri la segnalazione',
    stato: 'non_risolto',
  },
  ritira: { titolo: '', label: '', invia: 'Sì, ritira la richiesta', stato: 'ritirata' },
} as const satisfies Record<Mode, { titolo: string; label: string; invia: string; stato?: Azione }>;

/** The form at the end of a conversation. Sent by itself it is a plain POST to the page; hydrated it goes through the API. */
export function MessageForm(props: Props) {
  const { mode, turn: d, valori, mounted } = props;
  const { titolo, label, invia, stato } = MODES[mode];
  const [pronti, setPronti] = useState(props.pronti);
  const caricamento: Caricamento = useRef(undefined);
  const { errore, busy, onSubmit } = useSend(props, pronti, caricamento);
  const errors = errore?.fields;
  const azioni = d.azioni.flatMap((value) => {
    const parole = AZIONI_OPERATORE[value];
    return parole ? [{ value, ...parole }] : [];
  });
  const decide = d.azioni.includes('accettata') || d.azioni.includes('rifiutata');
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action="#scrivi"
      noValidate
      onSubmit={onSubmit}
      onFocus={startBotCheck}
      aria-labelledby={titolo ? 'scrivi-titolo' : undefined}
    >
      {titolo && (
        <h2 className="h3" id="scrivi-titolo">
          {titolo}
        </h2>
      )}
      <ErrorSummary errors={errors} message={errore?.message} />
      <DefaultSubmit value="invia" />
      <input type="hidden" name="_token" value={props.token} />
      <input type="hidden" name="_chiave" value={props.chiave} />
      {stato && <input type="hidden" name="stato" value={stato} />}
      {mode !== 'ritira' && (
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
            max={MAX_MESSAGGIO}
            hint={d.vista === 'cittadino' ? 'Non scrivere qui dati personali di altre persone.' : undefined}
            defaultValue={valori.testo}
            errors={errors}
          />
          {decide && (
            <TextArea
              name="motivo"
              label="Motivo della decisione"
              hint="Serve se accetti o rifiuti: lo legge il cittadino."
              max={MAX_MESSAGGIO}
              rows={4}
              defaultValue={valori.motivo}
              errors={errors}
            />
          )}
          {decide && <CampiDecisione asks={props.asks} valori={valori} errors={errors} />}
          {d.vista === 'operatore' && (
            <Field
              name="protocollo_ente"
              label="Numero di protocollo dell’ente (facoltativo)"
              hint="Se l’hai registrata nel vostro protocollo: lo vede anche il cittadino."
              defaultValue={valori.protocollo_ente}
              errors={errors}
            />
          )}
          <input type="hidden" name="filesAllegati" value={pronti.map(({ Id }) => Id).join(' ')} />
          <input type="hidden" name="_chiave_file" value={props.chiaveFile} />
          <div id="filesAllegati" tabIndex={-1}>
            <FieldError name="filesAllegati" errors={errors} />
            <Attachments
              label="Allega file (facoltativo)"
              percorso={percorsoFile(d.id, d.vista)}
              files={pronti}
              onFiles={setPronti}
              caricamento={caricamento}
              errors={errors}
              mounted={mounted}
            />
          </div>
        </>
      )}
      {mode !== 'ritira' && <BotConsent />}
      <p className="mt-4">
        <BusyButton name="_azione" value="invia" busy={busy !== undefined} busyLabel={busy}>
          {invia}
        </BusyButton>
      </p>
    </form>
  );
}

/** Sends once, however often it is pressed; an answer that got lost is asked for again under the same key. */
function useSend(
  { mode, turn: { id, vista }, email, chiave, errore, onSent }: Props,
  pronti: AllegatoMostrato[],
  caricamento: Caricamento,
) {
  const [stato, setStato] = useState<{ errore: Errore | undefined; busy?: string }>({ errore });
  const invio = useRef({ chiave, contenuto: '', corre: false });
  const errato = stato.errore !== undefined;
  useEffect(() => {
    if (!errato) return;
    document.title = `Errore: ${document.title.replace(/^Errore: /, '')}`;
    return () => {
      document.title = document.title.replace(/^Errore: /, '');
    };
  }, [errato]);

  const failed = (why: Errore) => {
    invio.current.corre = false;
    $send.set({ state: 'failed' });
    setStato({ errore: why });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (invio.current.corre) return;
    const scritto = event.currentTarget;
    invio.current.corre = true;
    $send.set({ state: 'sending' });
    setStato({ errore: undefined, busy: caricamento.current ? UPLOADING : INVIO });
    const caricati = await caricamento.current;
    if (caricati && Object.keys(caricati.errori).length > 0) {
      return failed({ fields: caricati.errori });
    }
    const form = new FormData(scritto);
    const dato = (nome: string) => String(form.get(nome) ?? '');
    const campi = {
      ...{ email, id, vista, testo: dato('testo'), motivo: dato('motivo'), stato: dato('stato') },
      protocollo_ente: dato('protocollo_ente'),
      ...Object.fromEntries(CAMPI_DECISI.map((nome) => [nome, dato(nome)])),
      filesAllegati: mode === 'ritira' ? [] : (caricati?.files ?? pronti).map(({ Id }) => ({ Id })),
    };
    // Another message under the key of one that may have arrived would be refused.
    const contenuto = JSON.stringify(campi);
    const prima = invio.current;
    const nuovo = prima.contenuto !== '' && prima.contenuto !== contenuto;
    invio.current = { chiave: nuovo ? nuovaChiave() : prima.chiave, contenuto, corre: true };
    setStato({ errore: undefined, busy: INVIO });
    try {
      await send(operations.commenta, campi, { key: invio.current.chiave });
      await tellDone(fattoCon(campi.stato));
      onSent();
    } catch (error) {
      if (!(error instanceof PortalError || error instanceof CallError)) {
        invio.current.corre = false;
        throw error;
      }
      failed(inParole(error));
    }
  };
  return { ...stato, onSubmit };
}

const INVIO = 'Invio in corso…';

function inParole(error: PortalError | CallError): Errore {
  if (error instanceof CallError) {
    return {
      message:
        'Non siamo riusciti a inviare il messaggio. Quello che hai scritto è ancora qui: controlla la connessione e premi di nuovo il pulsante. Non arriverà due volte.',
    };
  }
  return error.fields ? { fields: error.fields } : { message: error.message };
}
