/** The carrello on the payment page: each avviso with its data or the reason it was refused, a button to remove it, the total. */
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { instantInWords, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { Callout } from '../../../ui/form/Callout.tsx';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { createIsland } from '../../../ui/island.ts';
import { $carrello, $carrelloChange, $carrelloSummary, $formSending } from './avvisi.store.ts';
import { startCarrello } from './carrello-start.browser.ts';
import { summariseCarrello } from './carrello-summary.ts';
import { esitoAddress } from './fornitori.ts';
import type { ShownAvviso } from './paga-online.checks.ts';
import { type CarrelloRow, formatCarrelloKeys } from './pagamento-form.ts';
import { pendingText } from './rifiuti.ts';

/** @property rows what the page came with */
export type CarrelloProps = { rows: CarrelloRow[]; errors?: FieldErrors | undefined };

export const CarrelloPanel = createIsland(function CarrelloPanel(props: CarrelloProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page came with never changes
  useEffect(() => startCarrello(props.rows), []);
  const rows = useStore($carrello, { ssr: 'initial' }) ?? props.rows;
  const summary = useStore($carrelloSummary, { ssr: 'initial' }) ?? summariseCarrello(props.rows);
  const { errors } = useStore($formSending, { ssr: 'initial' }) ?? { errors: props.errors ?? {} };
  const change = useStore($carrelloChange, { ssr: 'initial' });
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: two changes may be said in the same words
  useEffect(() => {
    // The button that was pressed is gone: the focus goes to what it changed.
    if (change) section.current?.focus();
  }, [change, rows]);

  return (
    <>
      <input type="hidden" name="avvisi" value={formatCarrelloKeys(rows)} />
      <ActingFor rows={rows} />
      {rows.length > 0 && (
        <section className="cmp-card" id="carrello" ref={section} tabIndex={-1} aria-labelledby="carrello-titolo">
          <h2 id="carrello-titolo">{carrelloTitle(summary.payable)}</h2>
          <FieldError name="carrello" errors={errors} />
          <ul className="carrello">
            {rows.map((row) => (
              <CarrelloItem key={formatCarrelloKeys([row])} row={row} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
});

/** Says for whom a delegate pays. The rows say it of each notice, which may be of several people. */
function ActingFor({ rows }: { rows: readonly CarrelloRow[] }) {
  const holders = [...new Set(rows.flatMap(({ avviso }) => avviso?.per_conto ?? []))];
  if (holders.length === 0) return null;
  return (
    <Callout kind="info" title={`Agisci per ${holders.join(', ')}`}>
      <p>
        Con la sua delega. <a href="/area-riservata/deleghe#ricevute">Le tue deleghe</a>
      </p>
    </Callout>
  );
}

function CarrelloItem({ row }: { row: CarrelloRow }) {
  return (
    <li>
      {row.avviso ? <AvvisoData avviso={row.avviso} /> : <RefusedAvviso row={row} />}
      <button
        type="submit"
        className="btn btn-link"
        name="_azione"
        value={`togli:${formatCarrelloKeys([row])}`}
        formNoValidate
      >
        Togli<span className="visually-hidden"> l’avviso {groupDigits(row.numero_avviso)}</span>
      </button>
    </li>
  );
}

function carrelloTitle(payable: number): string {
  if (payable === 0) return 'Non si può pagare';
  return payable === 1 ? 'Stai pagando' : `Stai pagando ${payable} avvisi`;
}

function AvvisoData({ avviso }: { avviso: ShownAvviso }) {
  const {
    ente,
    dominioEC,
    causale,
    importo_cent,
    scadenza,
    stato,
    cifre_tornano,
    numero_avviso,
    in_attesa,
    per_conto,
  } = avviso;
  return (
    <>
      <p className="cosa">
        <b>{causale}</b> <b className="cifra">{formatEuro(importo_cent)}</b>
      </p>
      <dl>
        <div>
          <dt className="visually-hidden">Ente creditore</dt>
          <dd>
            {ente} ({dominioEC})
          </dd>
        </div>
        {stato !== 'scaduto' && (
          <div>
            <dt>Scadenza</dt>
            <dd>{scadenza ? shortDate(scadenza) : 'Nessuna'}</dd>
          </div>
        )}
        <div>
          <dt>Codice avviso</dt>
          <dd>{groupDigits(numero_avviso)}</dd>
        </div>
        {per_conto && (
          <div>
            <dt>Per conto di</dt>
            <dd>{per_conto}</dd>
          </div>
        )}
      </dl>
      {stato === 'scaduto' && (
        <WarningNote>
          {scadenza ? `Scaduto ${withArticle('il', shortDate(scadenza))}` : 'Scaduto'}: puoi pagare, ma l’ente può
          chiedere sanzioni e interessi.
        </WarningNote>
      )}
      {in_attesa && <PendingNote {...in_attesa} />}
      {!cifre_tornano && (
        <WarningNote>
          Le ultime due cifre del codice non tornano con le altre. Succede anche con avvisi veri: controlla che ente,
          causale e importo siano quelli del tuo avviso.
        </WarningNote>
      )}
    </>
  );
}

/** A payment that waits at the second provider, with a link for a citizen who may give it up. */
function PendingNote({ dal, fino_a, riferimento }: NonNullable<ShownAvviso['in_attesa']>) {
  return (
    <WarningNote>
      {pendingText(instantInWords(Date.parse(dal)), instantInWords(Date.parse(fino_a)))}
      {riferimento && (
        <>
          {' '}
          <a href={esitoAddress(riferimento)}>Apri il pagamento in attesa, per completarlo o rinunciare</a>
        </>
      )}
    </WarningNote>
  );
}

function RefusedAvviso({ row }: { row: CarrelloRow }) {
  return (
    <>
      <p>
        Codice avviso <b>{groupDigits(row.numero_avviso)}</b>
      </p>
      <p className="form-feedback">{row.rifiuto}</p>
    </>
  );
}

function WarningNote({ children }: { children: ReactNode }) {
  return (
    <p className="nota">
      <Icon name="warning" className="icon-sm" /> <span>{children}</span>
    </p>
  );
}
