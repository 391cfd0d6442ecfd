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
import { island } from '../../../ui/island.ts';
import { leggiAvviso } from './avviso.ts';
import { Carrello } from './Carrello.tsx';
import { EmailRicevuta } from './EmailRicevuta.tsx';
import { LeggiQr } from './LeggiQr.tsx';
import { fornitoriPer, type PagaProps, PERCORSO, perUnAltro, scriviChiavi, type Valori } from './paga.ts';
import { MAX_AVVISI } from './paga-online.contract.ts';
import { usePaga } from './usePaga.ts';

/** Notices, checked one by one and paid together: the same markup without JavaScript, where each button is a POST. */
export const PagaForm = island(function PagaForm(props: PagaProps) {
  const mounted = useMounted();
  const p = usePaga(props);
  const { carrello, esito, errori, lavoro } = p;
  const vuoto = carrello.length === 0;
  const valori = perUnAltro(props.valori, carrello);
  const avviso = <CampiAvviso valori={valori} errori={errori} lavoro={lavoro} mounted={mounted} scrivi={p.scrivi} />;
  const scritto = Boolean(errori.numero_avviso || errori.dominioEC || valori.numero_avviso);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only what is inside is listened to
    <div className="paga" onFocus={startBotCheck} onInput={p.scritto}>
      <form ref={p.form} method="post" action={PERCORSO} noValidate onSubmit={p.premuto}>
        <DefaultSubmit />
        <input type="hidden" name="_token" value={props.token} />
        <input type="hidden" name="_chiave" value={props.chiave} />
        <input type="hidden" name="avvisi" value={scriviChiavi(carrello)} />
        <ErrorSummary errors={esito.errori} message={esito.messaggio} />
        <p className="visually-hidden" role="status">
          {p.detto}
        </p>
        <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
        {vuoto ? (
          <Panel id="avviso" title="Il tuo avviso" intro="Lo controlliamo e ti mostriamo che cosa stai per pagare.">
            {avviso}
          </Panel>
        ) : (
          <>
            <Carrello righe={carrello} errori={errori} />
            {carrello.length < MAX_AVVISI ? (
              <details className="altro" key={carrello.length} open={scritto}>
                <summary>Aggiungi un altro avviso</summary>
                {avviso}
              </details>
            ) : (
              <p>Sono {MAX_AVVISI} avvisi, il massimo per un pagamento: paga questi, poi gli altri.</p>
            )}
            {carrello.some(({ avviso: pagabile }) => pagabile) && (
              <Pagamento {...props} carrello={carrello} errori={errori} lavoro={lavoro} />
            )}
          </>
        )}
        <BotConsent />
      </form>
    </div>
  );
});

type Campi = {
  valori: Valori;
  errori: FieldErrors;
  lavoro: string | undefined;
  mounted: boolean;
  scrivi(nome: string, valore: string): void;
};

function CampiAvviso({ valori, errori, lavoro, mounted, scrivi }: Campi) {
  const [numero, setNumero] = useState(valori.numero_avviso ?? '');
  const conEnte = Boolean(leggiAvviso(numero)?.dominioEC);
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
        defaultValue={valori.numero_avviso}
        errors={errori}
        hint="18 cifre, in alto sull’avviso: gli spazi non contano. Puoi anche incollare il testo del codice QR."
      />
      <Field
        name="dominioEC"
        label={`Codice fiscale dell’ente${mounted ? '' : ' (se non hai incollato il testo del QR)'}`}
        required={!conEnte}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={valori.dominioEC}
        errors={errori}
        hint="11 cifre, accanto al nome dell’ente creditore. Se hai incollato il testo del QR lascialo vuoto."
      />
      {mounted && <LeggiQr scrivi={scrivi} />}
      <BusyButton name="_azione" value="controlla" busy={lavoro === 'controlla'} busyLabel="Controllo…">
        Controlla l’avviso
      </BusyButton>
    </div>
  );
}

type Paga = Pick<PagaProps, 'carrello' | 'valori' | 'fornitori'> & Pick<Campi, 'errori' | 'lavoro'>;

function Pagamento({ carrello, valori, fornitori, errori, lavoro }: Paga) {
  const pagabili = fornitoriPer(carrello).filter((f) => fornitori[f]);
  return (
    <Panel id="pagamento" title="Pagamento">
      <EmailRicevuta valori={valori} errori={errori} />
      {(errori.conferma || carrello.some(({ avviso }) => avviso?.in_attesa)) && (
        <Checkbox
          name="conferma"
          label="Ho letto che un pagamento è in attesa con Mooney: pago lo stesso con pagoPA"
          required
          defaultChecked={Boolean(valori.conferma)}
          errors={errori}
        />
      )}
      <p className="form-text mb-3">
        Ti portiamo sulle pagine del gestore che scegli: la commissione, se c’è, la vedi lì prima di pagare.
        {fornitori.mooney && carrello.length > 1 && ` Con ${fornitori.mooney} si paga un avviso alla volta.`}
      </p>
      <div className="azioni">
        {pagabili.map((fornitore, at) => (
          <BusyButton
            key={fornitore}
            name="_azione"
            value={fornitore}
            className={at === 0 ? 'btn btn-primary' : 'btn btn-outline-primary'}
            busy={lavoro === fornitore}
            busyLabel="Apro il pagamento…"
          >
            Paga con {fornitori[fornitore]}
          </BusyButton>
        ))}
      </div>
      {pagabili.length === 0 && <p>Togli dall’elenco gli avvisi che non si possono pagare, poi paga gli altri.</p>}
    </Panel>
  );
}
