/** The form of a spontaneous payment, built from the fields that the ente lists for the chosen service. */
import { type FormEvent, useRef, useState } from 'react';
import { parseCents } from '../../../platform/atoms/cents.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { IDENTITA_HINT } from '../../cases/utente/identita.ts';
import { pagaOnlineCalls } from './paga-online.calls.ts';
import {
  buildSpontaneoBody,
  checkSpontaneo,
  fieldName,
  hasNoErrors,
  type SpontaneoProps,
  sortErrors,
  type TypedValues,
} from './pagamento-form.ts';
import { RicevutaEmailField } from './RicevutaEmailField.tsx';
import type { FieldTipo } from './servizio-fields.ts';
import type { Servizio } from './shown.ts';
import { errorOutcome, useInvio } from './useInvio.ts';

export const SpontaneoForm = createIsland(function SpontaneoForm(props: SpontaneoProps) {
  const { ente, servizio, values, fixed, login } = props;
  const form = useRef<HTMLFormElement>(null);
  useMounted();
  const [typedImporto, setTypedImporto] = useState(values.importo ?? '');
  const importo_cent = servizio.importo_cent ?? parseCents(typedImporto);
  const { formOutcome, errors, busy, runWork, openPagamento, edited } = useInvio<'pagopa'>(props);

  async function sendPagamento() {
    const typed = Object.fromEntries(new FormData(form.current ?? undefined)) as TypedValues;
    const body = buildSpontaneoBody(props, typed);
    const missing = checkSpontaneo(servizio, body);
    if (!hasNoErrors(missing)) return { errors: missing };
    try {
      return await openPagamento(pagaOnlineCalls.pagaSpontaneo, body);
    } catch (error) {
      const failure = errorOutcome(error);
      return { ...failure, errors: failure.errors && sortErrors(servizio, failure.errors) };
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void runWork('pagopa', sendPagamento);
  }

  const field = (name: string) => ({
    name,
    defaultValue: values[name],
    errors,
    readOnly: fixed.includes(name),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only what is inside is listened to
    <div
      className="paga"
      onFocus={startBotCheck}
      onInput={(event) => {
        edited(event);
        const { target } = event;
        if (target instanceof HTMLInputElement && target.name === 'importo') setTypedImporto(target.value);
      }}
    >
      <form ref={form} method="post" action={props.action} noValidate onSubmit={onSubmit}>
        <input type="hidden" name="_token" value={props.token} />
        <input type="hidden" name="_chiave" value={props.sendKey} />
        <ErrorSummary errors={formOutcome.errors} message={formOutcome.message} />
        <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
        <Panel id="servizio" title="Che cosa paghi" intro={servizio.descrizione}>
          <p>
            Ente creditore: <b>{ente.nome}</b> <span className="form-text">({ente.codice_fiscale})</span>
          </p>
          {servizio.campi.map(({ nome, etichetta, tipo, obbligatorio, aiuto }) => (
            <Field
              key={nome}
              {...field(fieldName(nome))}
              {...INPUT_MODES[tipo]}
              label={etichetta}
              required={obbligatorio}
              hint={aiuto}
              autoComplete="off"
            />
          ))}
          <ImportoField servizio={servizio} field={field('importo')} />
          <Field
            {...field('causale')}
            label="Causale"
            maxLength={140}
            hint={`Facoltativa: se la lasci vuota scriviamo «${servizio.nome}».`}
          />
        </Panel>
        <PagatorePanel login={login} values={values} errors={errors} />
        <BotConsent />
        <BusyButton name="_azione" value="pagopa" busy={busy === 'pagopa'} busyLabel="Apro il pagamento…">
          Paga {importo_cent ? `${formatEuro(importo_cent)} ` : ''}con {props.fornitore}
        </BusyButton>
      </form>
    </div>
  );
});

const INPUT_MODES: Record<FieldTipo, { type?: 'date'; inputMode?: 'numeric'; spellCheck?: false }> = {
  testo: {},
  numero: { inputMode: 'numeric' },
  data: { type: 'date' },
  targa: { spellCheck: false },
  codice_fiscale: { spellCheck: false },
};

type ImportoFieldProps = { name: string; defaultValue: string | undefined; errors: FieldErrors; readOnly: boolean };

function ImportoField({ servizio, field }: { servizio: Servizio; field: ImportoFieldProps }) {
  const { importo_cent, min_cent = 1, max_cent } = servizio;
  if (importo_cent !== undefined)
    return (
      <p className="totale">
        Importo: <b>{formatEuro(importo_cent)}</b>
      </p>
    );
  const limits = max_cent ? `Da ${formatEuro(min_cent)} a ${formatEuro(max_cent)}` : `Almeno ${formatEuro(min_cent)}`;
  return (
    <Field
      {...field}
      label="Importo in euro"
      required
      inputMode="decimal"
      autoComplete="off"
      hint={`${limits}, ad esempio 25,50.`}
    />
  );
}

function PagatorePanel({ login, values, errors }: Pick<SpontaneoProps, 'login' | 'values'> & { errors: FieldErrors }) {
  const told = login && !login.noTaxCode;
  const field = (name: string) => ({
    name: `pagatore.${name}`,
    defaultValue: values[`pagatore.${name}`],
    errors,
    readOnly: Boolean(login),
    required: true,
  });
  return (
    <Panel id="pagatore" title="Chi paga">
      <Field {...field('nome')} label="Nome" autoComplete="given-name" />
      <Field {...field('cognome')} label="Cognome" autoComplete="family-name" />
      <Field
        {...field('codice_fiscale')}
        readOnly={told}
        label="Codice fiscale"
        spellCheck={false}
        hint={told && IDENTITA_HINT}
      />
      <RicevutaEmailField values={values} errors={errors} />
    </Panel>
  );
}
