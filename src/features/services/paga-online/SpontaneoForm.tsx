/** The form of a spontaneous payment, built from the fields that the ente lists for the chosen service. */
import { type FormEvent, useRef } from 'react';
import { euro } from '../../../platform/atoms/euro.ts';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { island } from '../../../ui/island.ts';
import type { TipoCampo } from './campi.ts';
import { EmailRicevuta } from './EmailRicevuta.tsx';
import {
  corpoSpontaneo,
  erroriSpontaneo,
  inOrdine,
  nessuno,
  nomeCampo,
  type SpontaneoProps,
  type Valori,
} from './paga.ts';
import { operations, type Servizio } from './paga-online.contract.ts';
import { inParole, useInvio } from './useInvio.ts';

/** Paying a service without a notice: its own fields, amount, who pays, where the receipt goes. */
export const SpontaneoForm = island(function SpontaneoForm(props: SpontaneoProps) {
  const { ente, servizio, valori, fissi, identita } = props;
  const form = useRef<HTMLFormElement>(null);
  useMounted();
  const { esito, errori, lavoro, esegui, apri, scritto } = useInvio<'pagopa'>(props);

  async function paga() {
    const scritti = Object.fromEntries(new FormData(form.current ?? undefined)) as Valori;
    const corpo = corpoSpontaneo(props, scritti);
    const mancano = erroriSpontaneo(servizio, corpo);
    if (!nessuno(mancano)) return { errori: mancano };
    try {
      return await apri(operations.pagaSpontaneo, corpo);
    } catch (error) {
      const detto = inParole(error);
      return { ...detto, errori: detto.errori && inOrdine(servizio, detto.errori) };
    }
  }

  function premuto(event: FormEvent) {
    event.preventDefault();
    void esegui('pagopa', paga);
  }

  const campo = (nome: string) => ({
    name: nome,
    defaultValue: valori[nome],
    errors: errori,
    readOnly: fissi.includes(nome),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only what is inside is listened to
    <div className="paga" onFocus={startBotCheck} onInput={scritto}>
      <form ref={form} method="post" action={props.azione} noValidate onSubmit={premuto}>
        <input type="hidden" name="_token" value={props.token} />
        <input type="hidden" name="_chiave" value={props.chiave} />
        <ErrorSummary errors={esito.errori} message={esito.messaggio} />
        <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
        <Panel id="servizio" title={servizio.nome} intro={servizio.descrizione}>
          <p>
            Ente creditore: <b>{ente.nome}</b> <span className="form-text">({ente.codice_fiscale})</span>
          </p>
          {servizio.campi.map(({ nome, etichetta, tipo, obbligatorio, aiuto }) => (
            <Field
              key={nome}
              {...campo(nomeCampo(nome))}
              {...MODO[tipo]}
              label={etichetta}
              required={obbligatorio}
              hint={aiuto}
              autoComplete="off"
            />
          ))}
          <Importo servizio={servizio} campo={campo('importo')} />
          <Field
            {...campo('causale')}
            label="Causale"
            maxLength={140}
            hint={`Facoltativa: se la lasci vuota scriviamo «${servizio.nome}».`}
          />
        </Panel>
        <Pagatore identita={identita} valori={valori} errori={errori} />
        <BotConsent />
        <BusyButton name="_azione" value="pagopa" busy={lavoro === 'pagopa'} busyLabel="Apro il pagamento…">
          Paga con {props.fornitore}
        </BusyButton>
      </form>
    </div>
  );
});

/** How each kind of field is typed. */
const MODO: Record<TipoCampo, { type?: 'date'; inputMode?: 'numeric'; spellCheck?: false }> = {
  testo: {},
  numero: { inputMode: 'numeric' },
  data: { type: 'date' },
  targa: { spellCheck: false },
  codice_fiscale: { spellCheck: false },
};

type CampoImporto = { name: string; defaultValue: string | undefined; errors: FieldErrors; readOnly: boolean };

function Importo({ servizio, campo }: { servizio: Servizio; campo: CampoImporto }) {
  const { importo_cent, min_cent = 1, max_cent } = servizio;
  if (importo_cent !== undefined)
    return (
      <p className="totale">
        Importo: <b>{euro(importo_cent)}</b>
      </p>
    );
  const limiti = max_cent ? `Da ${euro(min_cent)} a ${euro(max_cent)}` : `Almeno ${euro(min_cent)}`;
  return (
    <Field
      {...campo}
      label="Importo in euro"
      required
      inputMode="decimal"
      autoComplete="off"
      hint={`${limiti}, ad esempio 25,50.`}
    />
  );
}

function Pagatore({ identita, valori, errori }: Pick<SpontaneoProps, 'identita' | 'valori'> & { errori: FieldErrors }) {
  const campo = (nome: string) => ({
    name: `pagatore.${nome}`,
    defaultValue: valori[`pagatore.${nome}`],
    errors: errori,
    readOnly: identita,
    required: true,
  });
  return (
    <Panel id="pagatore" title="Chi paga">
      <Field {...campo('nome')} label="Nome" autoComplete="given-name" />
      <Field {...campo('cognome')} label="Cognome" autoComplete="family-name" />
      <Field
        {...campo('codice_fiscale')}
        label="Codice fiscale"
        spellCheck={false}
        hint={identita ? 'Nome e codice fiscale vengono dalla tua identità digitale: qui non si cambiano.' : undefined}
      />
      <EmailRicevuta valori={valori} errori={errori} />
    </Panel>
  );
}
