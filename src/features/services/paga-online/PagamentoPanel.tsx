/** Below the carrello: where the receipt goes, and a button for each provider that takes the whole carrello. */
import { useStore } from '@nanostores/react';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { $carrelloSummary, $formSending, type FormSending } from './avvisi.store.ts';
import type { CarrelloSummary } from './carrello-summary.ts';
import type { AvvisiFormProps } from './pagamento-form.ts';
import { RicevutaEmailField } from './RicevutaEmailField.tsx';

/** @property summary of the carrello that the page came with */
export type PagamentoProps = Pick<AvvisiFormProps, 'values' | 'fornitori'> & {
  summary: CarrelloSummary;
  errors?: FieldErrors | undefined;
};

export const PagamentoPanel = createIsland(function PagamentoPanel(props: PagamentoProps) {
  const summary = useStore($carrelloSummary, { ssr: 'initial' }) ?? props.summary;
  const sending = useStore($formSending, { ssr: 'initial' }) ?? { errors: props.errors ?? {} };
  return (
    <>
      {summary.payable > 0 && <TotalBar summary={summary} />}
      {summary.payable > 0 && <PagamentoFields {...props} {...sending} summary={summary} />}
      <BotConsent />
    </>
  );
});

/** In sight below the rows of a long cart, with the way to the buttons. */
function TotalBar({ summary }: { summary: CarrelloSummary }) {
  return (
    <div className={summary.count > 1 ? 'barra sempre' : 'barra'}>
      <p className="totale">
        Totale da pagare: <b>{formatEuro(summary.total_cent)}</b>
      </p>
      {summary.count > 1 && (
        <a className="btn btn-primary" href="#pagamento">
          Vai al pagamento
        </a>
      )}
    </div>
  );
}

function PagamentoFields({ summary, values, fornitori, errors, busy }: Omit<PagamentoProps, 'errors'> & FormSending) {
  const available = summary.fornitori.filter((f) => fornitori[f]);
  return (
    <Panel id="pagamento" title="Pagamento">
      <RicevutaEmailField values={values} errors={errors} />
      {(errors.conferma || summary.pending) && (
        <Checkbox
          name="conferma"
          label={
            summary.pending
              ? 'Ho letto che un pagamento è in attesa con Mooney: pago lo stesso con pagoPA'
              : 'Non ho completato il pagamento con pagoPA: pago con Mooney'
          }
          required
          defaultChecked={Boolean(values.conferma)}
          errors={errors}
        />
      )}
      <p className="form-text mb-3">
        Ti portiamo sulle pagine del gestore che scegli: la commissione, se c’è, la vedi lì prima di pagare.
        {fornitori.mooney && summary.count > 1 && ` Con ${fornitori.mooney} si paga un avviso alla volta.`}
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
            Paga {formatEuro(summary.total_cent)} con {fornitori[fornitore]}
          </BusyButton>
        ))}
      </div>
      {available.length === 0 && <p>Togli dall’elenco gli avvisi che non si possono pagare, poi paga gli altri.</p>}
    </Panel>
  );
}
