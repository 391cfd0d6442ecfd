/** The part of a form, and of its summary, about the person who sends it. */
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { EmailWithCode } from '../otp/EmailWithCode.tsx';
import type { Valori } from './modulo.ts';
import type { CampiProps, Section } from './section.tsx';

/**
 * Who writes: name, tax code, confirmed e-mail, telephone. What the identity says cannot be changed.
 * @param obbligatori a request needs tax code and telephone, a report can do without
 */
export function Autore({ titolo, campi, obbligatori }: { titolo: string; campi: CampiProps; obbligatori?: true }) {
  const { valori: v, errori: errors, identita } = campi;
  return (
    <Panel id="autore" title={titolo} intro="Informazioni su di te">
      <Field
        name="nome"
        label="Nome"
        required
        readOnly={identita}
        autoComplete="given-name"
        defaultValue={v.nome}
        errors={errors}
      />
      <Field
        name="cognome"
        label="Cognome"
        required
        readOnly={identita}
        autoComplete="family-name"
        defaultValue={v.cognome}
        errors={errors}
      />
      <Field
        name="codice_fiscale"
        label="Codice fiscale"
        required={obbligatori}
        readOnly={identita}
        spellCheck={false}
        defaultValue={v.codice_fiscale}
        errors={errors}
        hint={identita ? DALL_IDENTITA : obbligatori ? undefined : "Facoltativo: aiuta l'ufficio a riconoscerti."}
      />
      <EmailWithCode
        scopo={`il numero della ${campi.modulo.tipo} e le risposte`}
        email={v.email ?? ''}
        inviatoA={v.codice_inviato_a ?? ''}
        confermata={campi.confermata}
        errors={errors}
        onSent={campi.onSent}
        onConfirmed={campi.onConfirmed}
      />
      <Field
        name="telefono"
        label="Telefono"
        type="tel"
        required={obbligatori}
        autoComplete="tel"
        defaultValue={v.telefono}
        errors={errors}
        hint={obbligatori ? undefined : 'Facoltativo: per chiarimenti veloci.'}
      />
    </Panel>
  );
}

const DALL_IDENTITA = 'Nome e codice fiscale vengono dalla tua identità digitale: qui non si cambiano.';

/** The same in the summary. */
export const vociAutore = (v: Valori): SummaryBlock['voci'] => [
  { nome: 'Nome e cognome', valore: `${v.nome} ${v.cognome}` },
  { nome: 'Codice fiscale', valore: v.codice_fiscale },
  { nome: 'E-mail', valore: v.email },
  { nome: 'Telefono', valore: v.telefono },
];

/** The same as a section of a form. */
export const authorSection = (title: string): Section => ({
  ...{ id: 'autore', title },
  content: (campi) => <Autore titolo={title} campi={campi} />,
  rows: vociAutore,
});
