/** The part of a form, and of its summary, about the person who sends it. */
import { fullName } from '../../../platform/atoms/nome.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { EmailWithCode } from '../otp/EmailWithCode.tsx';
import { COUNTER_HINT, IDENTITA_HINT } from '../utente/identita.ts';
import type { FormValues } from './form.ts';
import type { FormSection, SectionContext } from './section.tsx';

/**
 * Name, tax code, confirmed e-mail and telephone of the applicant. What the identity provider told is read-only.
 * @param required a request needs tax code and telephone; a report does not
 */
export function AuthorFields({
  title,
  context,
  required,
}: {
  title: string;
  context: SectionContext;
  required?: true;
}) {
  const { values: v, errors, login } = context;
  const told = login && !login.noTaxCode;
  const needsCode = required && !login?.noTaxCode;
  return (
    <Panel
      id="autore"
      title={title}
      intro={login?.counter ? 'Informazioni sulla persona allo sportello' : 'Informazioni su di te'}
    >
      <Field
        name="nome"
        label="Nome"
        required
        readOnly={Boolean(login)}
        autoComplete="given-name"
        defaultValue={v.nome}
        errors={errors}
      />
      <Field
        name="cognome"
        label="Cognome"
        required
        readOnly={Boolean(login)}
        autoComplete="family-name"
        defaultValue={v.cognome}
        errors={errors}
      />
      <Field
        name="codice_fiscale"
        label="Codice fiscale"
        required={needsCode}
        readOnly={told}
        spellCheck={false}
        defaultValue={v.codice_fiscale}
        errors={errors}
        hint={
          told
            ? login.counter
              ? COUNTER_HINT
              : IDENTITA_HINT
            : needsCode
              ? undefined
              : "Facoltativo: aiuta l'ufficio a riconoscerti."
        }
      />
      {login?.counter ? (
        <Field
          name="email"
          label="E-mail"
          type="email"
          defaultValue={v.email}
          errors={errors}
          hint="Se c’è, riceve lì il numero e le risposte. Senza, consegna la ricevuta e avvisa tu la persona."
        />
      ) : (
        <EmailWithCode
          purpose={`il numero della ${context.definition.tipo} e le risposte`}
          email={v.email ?? ''}
          sentTo={v.codice_inviato_a ?? ''}
          confirmedEmail={context.confirmedEmail}
          errors={errors}
          onSent={context.onSent}
        />
      )}
      <Field
        name="telefono"
        label="Telefono"
        type="tel"
        required={required}
        autoComplete="tel"
        defaultValue={v.telefono}
        errors={errors}
        hint={required ? undefined : 'Facoltativo: per chiarimenti veloci.'}
      />
    </Panel>
  );
}

/** The applicant in the summary. */
export const authorRows = (v: FormValues): SummaryBlock['items'] => [
  { name: 'Nome e cognome', value: fullName(v) },
  { name: 'Codice fiscale', value: v.codice_fiscale },
  { name: 'E-mail', value: v.email },
  { name: 'Telefono', value: v.telefono },
];

/** The applicant as a section of a form. */
export const authorSection = (title: string): FormSection => ({
  id: 'autore',
  title,
  content: (context) => <AuthorFields title={title} context={context} />,
  rows: authorRows,
});
