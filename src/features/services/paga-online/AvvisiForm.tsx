/** The form of `/servizio/paga-online`: a citizen enters avvisi, checks them and pays with the provider they choose. */
import { useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { DefaultSubmit } from '../../../ui/form/NavButtons.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { parseAvviso } from './avviso.ts';
import { Carrello } from './Carrello.tsx';
import { MAX_AVVISI } from './paga-online.checks.ts';
import {
  type AvvisiFormProps,
  formatCarrelloKeys,
  fornitoriFor,
  PAGA_ONLINE_PATH,
  type TypedValues,
  valuesForNext,
} from './pagamento-form.ts';
import { QrButton } from './QrButton.tsx';
import { RicevutaEmailField } from './RicevutaEmailField.tsx';
import { useAvvisiForm } from './useAvvisiForm.ts';

/** Notices, checked one by one and paid together: the same markup without JavaScript, where each button is a POST. */
export const AvvisiForm = createIsland(function AvvisiForm(props: AvvisiFormProps) {
  const mounted = useMounted();
  const p = useAvvisiForm(props);
  const { carrello, formOutcome, errors, busy } = p;
  const isEmpty = carrello.length === 0;
  const values = valuesForNext(props.values, carrello);
  const avvisoFields = (
    <AvvisoFields values={values} errors={errors} busy={busy} mounted={mounted} writeField={p.writeField} />
  );
  const hasTyped = Boolean(errors.numero_avviso || errors.dominioEC || values.numero_avviso);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only what is inside is listened to
    <div className="paga" onFocus={startBotCheck} onInput={p.edited}>
      <form ref={p.form} method="post" action={PAGA_ONLINE_PATH} noValidate onSubmit={p.onSubmit}>
        <DefaultSubmit />
        <input type="hidden" name="_token" value={props.token} />
        <input type="hidden" name="_chiave" value={props.sendKey} />
        <input type="hidden" name="avvisi" value={formatCarrelloKeys(carrello)} />
        <ErrorSummary errors={formOutcome.errors} message={formOutcome.message} />
        <p className="visually-hidden" role="status">
          {p.announced}
        </p>
        <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
        {isEmpty ? (
          <Panel id="avviso" title="Il tuo avviso" intro="Lo controlliamo e ti mostriamo che cosa stai per pagare.">
            {avvisoFields}
          </Panel>
        ) : (
          <>
            <Carrello rows={carrello} errors={errors} />
            {carrello.length < MAX_AVVISI ? (
              <details className="altro" key={carrello.length} open={hasTyped}>
                <summary>Aggiungi un altro avviso</summary>
                {avvisoFields}
              </details>
            ) : (
              <p>Sono {MAX_AVVISI} avvisi, il massimo per un pagamento: paga questi, poi gli altri.</p>
            )}
            {carrello.some(({ avviso: payable }) => payable) && (
              <PagamentoPanel {...props} carrello={carrello} errors={errors} busy={busy} />
            )}
          </>
        )}
        <BotConsent />
      </form>
    </div>
  );
});

type FieldsProps = {
  values: TypedValues;
  errors: FieldErrors;
  busy: string | undefined;
  mounted: boolean;
  writeField(name: string, value: string): void;
};

function AvvisoFields({ values, errors, busy, mounted, writeField }: FieldsProps) {
  const [numero, setNumero] = useState(values.numero_avviso ?? '');
  const hasEnte = Boolean(parseAvviso(numero)?.dominioEC);
  return (
    <div
      onInput={({ target }) =>
        target instanceof HTMLInputElement && target.name === 'numero_avviso' && setNumero(target.value)
      }
    >
      <Field
        name="numero_avviso"
        label="Codice avviso"
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={values.numero_avviso}
        errors={errors}
        hint="18 cifre, in alto sull’avviso: gli spazi non contano. Puoi anche incollare il testo del codice QR."
      />
      <Field
        name="dominioEC"
        label={`Codice fiscale dell’ente${mounted ? '' : ' (se non hai incollato il testo del QR)'}`}
        required={!hasEnte}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={values.dominioEC}
        errors={errors}
        hint="11 cifre, accanto al nome dell’ente creditore. Se hai incollato il testo del QR lascialo vuoto."
      />
      {mounted && <QrButton writeField={writeField} />}
      <BusyButton name="_azione" value="controlla" busy={busy === 'controlla'} busyLabel="Controllo…">
        Controlla l’avviso
      </BusyButton>
    </div>
  );
}

type PanelProps = Pick<AvvisiFormProps, 'carrello' | 'values' | 'fornitori'> & Pick<FieldsProps, 'errors' | 'busy'>;

function PagamentoPanel({ carrello, values, fornitori, errors, busy }: PanelProps) {
  const available = fornitoriFor(carrello).filter((f) => fornitori[f]);
  return (
    <Panel id="pagamento" title="Pagamento">
      <RicevutaEmailField values={values} errors={errors} />
      {(errors.conferma || carrello.some(({ avviso }) => avviso?.in_attesa)) && (
        <Checkbox
          name="conferma"
          label="Ho letto che un pagamento è in attesa con Mooney: pago lo stesso con pagoPA"
          required
          defaultChecked={Boolean(values.conferma)}
          errors={errors}
        />
      )}
      <p className="form-text mb-3">
        Ti portiamo sulle pagine del gestore che scegli: la commissione, se c’è, la vedi lì prima di pagare.
        {fornitori.mooney && carrello.length > 1 && ` Con ${fornitori.mooney} si paga un avviso alla volta.`}
      </p>
      <div className="azioni">
        {available.map((fornitore, at) => (
          <BusyButton
            key={fornitore}
            name="_azione"
            value={fornitore}
            className={at === 0 ? 'btn btn-primary' : 'btn btn-outline-primary'}
            busy={busy === fornitore}
            busyLabel="Apro il pagamento…"
          >
            Paga con {fornitori[fornitore]}
          </BusyButton>
        ))}
      </div>
      {available.length === 0 && <p>Togli dall’elenco gli avvisi che non si possono pagare, poi paga gli altri.</p>}
    </Panel>
  );
}
