/** The carrello on the payment page: each avviso with its data or the reason it was refused, a button to remove it, the total. */
import type { ReactNode } from 'react';
import { istanteInParole } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { inGruppi } from '../../../platform/atoms/gruppi.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { indirizzoEsito } from './fornitori.ts';
import { type Riga, scriviChiavi, totale } from './paga.ts';
import type { Avviso } from './paga-online.contract.ts';
import { parolePerAttesa } from './rifiuti.ts';

/** What is going to be paid: creditor, subject, amount and due date of each notice, as the portal knows them. */
export function Carrello({ righe, errori }: { righe: Riga[]; errori: FieldErrors }) {
  const pagabili = righe.filter(({ avviso }) => avviso).length;
  return (
    <section className="cmp-card" id="carrello" tabIndex={-1} aria-labelledby="carrello-titolo">
      <h2 id="carrello-titolo">{titolo(pagabili)}</h2>
      <FieldError name="carrello" errors={errori} />
      <ul className="carrello">
        {righe.map((riga) => (
          <li className="cmp-card-body cmp-info-summary" key={scriviChiavi([riga])}>
            {riga.avviso ? <Dati avviso={riga.avviso} /> : <Rifiutato riga={riga} />}
            <button
              type="submit"
              className="btn btn-link"
              name="_azione"
              value={`togli:${scriviChiavi([riga])}`}
              formNoValidate
            >
              Togli<span className="visually-hidden"> l’avviso {inGruppi(riga.numero_avviso)}</span>
            </button>
          </li>
        ))}
      </ul>
      {pagabili > 0 && (
        <p className="totale">
          Totale da pagare: <b>{euro(totale(righe))}</b>
        </p>
      )}
    </section>
  );
}

function titolo(pagabili: number): string {
  if (pagabili === 0) return 'Non si può pagare';
  return pagabili === 1 ? 'Stai pagando' : `Stai pagando ${pagabili} avvisi`;
}

function Dati({ avviso }: { avviso: Avviso }) {
  const { ente, dominioEC, causale, importo_cent, scadenza, stato, cifre_tornano, numero_avviso, in_attesa } = avviso;
  return (
    <>
      <dl>
        <div>
          <dt>Ente creditore</dt>
          <dd>
            {ente} <span className="form-text">({dominioEC})</span>
          </dd>
        </div>
        <div>
          <dt>Causale</dt>
          <dd>{causale}</dd>
        </div>
        <div>
          <dt>Importo</dt>
          <dd>{euro(importo_cent)}</dd>
        </div>
        <div>
          <dt>Scadenza</dt>
          <dd>{scadenza?.split('-').reverse().join('/') ?? 'Nessuna'}</dd>
        </div>
        <div>
          <dt>Codice avviso</dt>
          <dd>{inGruppi(numero_avviso)}</dd>
        </div>
      </dl>
      {stato === 'scaduto' && (
        <Nota>La scadenza è passata: puoi ancora pagare, ma l’ente può chiederti in seguito sanzioni e interessi.</Nota>
      )}
      {in_attesa && <InAttesa {...in_attesa} />}
      {!cifre_tornano && (
        <Nota>
          Le ultime due cifre del codice non tornano con le altre. Succede anche con avvisi veri: controlla che ente,
          causale e importo siano quelli del tuo avviso.
        </Nota>
      )}
    </>
  );
}

/** What waits at the second provider; who may give it up finds the way. */
function InAttesa({ dal, fino_a, riferimento }: NonNullable<Avviso['in_attesa']>) {
  return (
    <Nota>
      {parolePerAttesa(istanteInParole(Date.parse(dal)), istanteInParole(Date.parse(fino_a)))}
      {riferimento && (
        <>
          {' '}
          <a href={indirizzoEsito(riferimento)}>Apri il pagamento in attesa, per completarlo o rinunciare</a>
        </>
      )}
    </Nota>
  );
}

function Rifiutato({ riga }: { riga: Riga }) {
  return (
    <>
      <p>
        Codice avviso <b>{inGruppi(riga.numero_avviso)}</b>
      </p>
      <p className="form-feedback">{riga.rifiuto}</p>
    </>
  );
}

function Nota({ children }: { children: ReactNode }) {
  return (
    <p className="nota">
      <Icon name="warning" className="icon-sm" /> <span>{children}</span>
    </p>
  );
}
