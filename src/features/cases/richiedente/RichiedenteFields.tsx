/** The fields of the applicant in every request: the person, their role, and the firm or person they represent. */

import { type ReactNode, useState } from 'react';
import { fullName } from '../../../platform/atoms/nome.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { RadioGroup } from '../../../ui/form/RadioGroup.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { FILE_CATEGORIE } from '../allegati/file-limits.ts';
import type { SummaryFiles } from '../allegati/SummaryFiles.tsx';
import { AuthorFields, authorRows } from '../form/AuthorFields.tsx';
import type { FormValues } from '../form/form.ts';
import { FormAttachments, type FormSection, type SectionContext } from '../form/section.tsx';
import { asksForFirm, asksForPersona, RICHIEDENTE_CATEGORIE, RUOLI, type Ruolo } from './richiedente.ts';

const RUOLO_OPTIONS = Object.entries(RUOLI).map(([value, label]) => ({ value, label }));

/**
 * The applicant and their role. With JavaScript only the blocks of the chosen role are shown; without it all are, and each says for
 * which role it is.
 */
function RichiedenteFields({ context }: { context: SectionContext }) {
  const { values: v, errors, mounted } = context;
  const [ruolo, setRuolo] = useState(v.ruolo || 'persona_fisica');
  const isOther = ruolo === 'altro';
  const asksFirm = !mounted || isOther || asksForFirm(ruolo);
  const asksPersona = !mounted || isOther || asksForPersona(ruolo);
  // Without JavaScript the text of each block says for which role its fields are required.
  const renderField = (name: string, label: string, required = !mounted || !isOther) => (
    <Field name={name} label={label} required={required} defaultValue={v[name]} errors={errors} />
  );
  return (
    <>
      <AuthorFields title="Richiedente" context={context} required />
      <Panel id="ruolo-richiedente" title="In qualità di">
        <div onChange={(event) => setRuolo((event.target as HTMLInputElement).value)}>
          <RadioGroup
            name="ruolo"
            label="Per chi fai la richiesta?"
            required
            options={RUOLO_OPTIONS}
            defaultValue={ruolo}
            errors={errors}
          />
        </div>
        {(!mounted || isOther) && renderField('richiedente_titolo', 'A che titolo (se hai scelto «Altro»)', true)}
        {asksFirm && (
          <fieldset>
            <legend className="h6">Ditta, società o ente{mounted ? '' : ' (se la rappresenti)'}</legend>
            {renderField('ragione_sociale', 'Ragione sociale')}
            {renderField('partita_iva', 'Partita IVA o codice fiscale della ditta')}
          </fieldset>
        )}
        {asksPersona && (
          <fieldset>
            <legend className="h6">Persona che rappresenti{mounted ? '' : ' (se sei tutore o curatore)'}</legend>
            {renderField('rappresentato_nome', 'Nome')}
            {renderField('rappresentato_cognome', 'Cognome')}
            {renderField('rappresentato_codice_fiscale', 'Codice fiscale')}
          </fieldset>
        )}
        {(!mounted || ruolo !== 'persona_fisica') && (
          <FormAttachments
            context={context}
            categoria="titolo_rappresentanza"
            label={`${FILE_CATEGORIE.titolo_rappresentanza}${mounted ? '' : ' (se rappresenti altri)'}`}
            hint="Visura, nomina o delega."
            required
          />
        )}
        {!context.login && (
          <FormAttachments
            context={context}
            categoria="documento_identita"
            label={FILE_CATEGORIE.documento_identita}
            hint="Fronte e retro, anche due foto. Con SPID o CIE non serve."
            required
          />
        )}
      </Panel>
    </>
  );
}

/** The fields as sections of a form: two on the screen, one in the summary. */
export const RICHIEDENTE: readonly FormSection[] = [
  {
    id: 'autore',
    title: 'Richiedente',
    content: (context) => <RichiedenteFields context={context} />,
    rows: (values, files) => richiedenteRows(values, files),
  },
  { id: 'ruolo-richiedente', title: 'In qualità di' },
];

/** The rows of the summary, with the files that the role needs. */
export const richiedenteRows = (v: FormValues, files: SummaryFiles): SummaryBlock['items'] => {
  const ruolo = (v.ruolo || 'persona_fisica') as Ruolo;
  const rowIf = (asked: boolean, name: string, value: ReactNode) => (asked ? [{ name, value }] : []);
  const isOther = ruolo === 'altro';
  const asksFirm = isOther || asksForFirm(ruolo);
  const asksPersona = isOther || asksForPersona(ruolo);
  return [
    ...authorRows(v),
    { name: 'In qualità di', value: RUOLI[ruolo] },
    ...rowIf(isOther, 'A che titolo', v.richiedente_titolo),
    ...rowIf(asksFirm, 'Ragione sociale', v.ragione_sociale),
    ...rowIf(asksFirm, 'Partita IVA o codice fiscale della ditta', v.partita_iva),
    ...rowIf(
      asksPersona,
      'Persona rappresentata',
      fullName({ nome: v.rappresentato_nome, cognome: v.rappresentato_cognome }),
    ),
    ...rowIf(asksPersona, 'Codice fiscale della persona rappresentata', v.rappresentato_codice_fiscale),
    ...(Object.keys(RICHIEDENTE_CATEGORIE) as (keyof typeof RICHIEDENTE_CATEGORIE)[]).flatMap((c) =>
      rowIf(files(c) !== '', FILE_CATEGORIE[c], files(c)),
    ),
  ];
};
