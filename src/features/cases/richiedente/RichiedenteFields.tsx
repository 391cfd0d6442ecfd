/** The form fields of the applicant, for every request: the person, the role, and the firm or person represented. */
import { useState } from 'react';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { RadioGroup } from '../../../ui/form/RadioGroup.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import type { FileDetti } from '../allegati/Attachments.tsx';
import { CATEGORIE_FILE } from '../allegati/limiti.ts';
import { Autore, vociAutore } from '../modulo/Autore.tsx';
import type { Valori } from '../modulo/modulo.ts';
import type { CampiProps, Section } from '../modulo/section.tsx';
import { CATEGORIE_RICHIEDENTE, chiedeDitta, chiedePersona, RUOLI, type Ruolo } from './richiedente.ts';

const OPZIONI = Object.entries(RUOLI).map(([value, label]) => ({ value, label }));

/** Sections of the block, for the index of the step. */
export const SEZIONI_RICHIEDENTE = [
  { id: 'autore', nome: 'Richiedente' },
  { id: 'ruolo-richiedente', nome: 'In qualità di' },
];

/**
 * Who asks and in what capacity. Without JavaScript every block is there, each saying for whom it is; with it, those of the role.
 */
export function RichiedenteFields({ campi }: { campi: CampiProps }) {
  const { valori: v, errori: errors, mounted } = campi;
  const [ruolo, setRuolo] = useState(v.ruolo || 'persona_fisica');
  const altro = ruolo === 'altro';
  const ditta = !mounted || altro || chiedeDitta(ruolo);
  const persona = !mounted || altro || chiedePersona(ruolo);
  // Without JavaScript the words of each block say for whom its marks are.
  const campo = (name: string, label: string, required = !mounted || !altro) => (
    <Field name={name} label={label} required={required} defaultValue={v[name]} errors={errors} />
  );
  return (
    <>
      <Autore titolo="Richiedente" campi={campi} obbligatori />
      <Panel id="ruolo-richiedente" title="In qualità di">
        <div onChange={(event) => setRuolo((event.target as HTMLInputElement).value)}>
          <RadioGroup
            name="ruolo"
            label="Presenti la richiesta come"
            required
            options={OPZIONI}
            defaultValue={ruolo}
            errors={errors}
          />
        </div>
        {(!mounted || altro) && campo('richiedente_titolo', 'A che titolo (se hai scelto «Altro»)', true)}
        {ditta && (
          <fieldset>
            <legend className="h6">Ditta, società o ente{mounted ? '' : ' (se la rappresenti)'}</legend>
            {campo('ragione_sociale', 'Ragione sociale')}
            {campo('partita_iva', 'Partita IVA o codice fiscale della ditta')}
          </fieldset>
        )}
        {persona && (
          <fieldset>
            <legend className="h6">Persona che rappresenti{mounted ? '' : ' (se sei tutore o curatore)'}</legend>
            {campo('rappresentato_nome', 'Nome')}
            {campo('rappresentato_cognome', 'Cognome')}
            {campo('rappresentato_codice_fiscale', 'Codice fiscale')}
          </fieldset>
        )}
        {(!mounted || ruolo !== 'persona_fisica') &&
          campi.allegati(`${CATEGORIE_FILE.titolo_rappresentanza}${mounted ? '' : ' (se rappresenti altri)'}`, {
            categoria: 'titolo_rappresentanza',
            hint: 'Visura, nomina o delega.',
            required: true,
          })}
        {!campi.identita &&
          campi.allegati(CATEGORIE_FILE.documento_identita, {
            categoria: 'documento_identita',
            hint: 'Fronte e retro, anche due foto. Con SPID o CIE non serve.',
            required: true,
          })}
      </Panel>
    </>
  );
}

/** The block as sections of a form: two on the screen, one in the summary. */
export const RICHIEDENTE: readonly Section[] = [
  {
    ...{ id: 'autore', title: 'Richiedente' },
    content: (campi) => <RichiedenteFields campi={campi} />,
    rows: (valori, files) => vociRichiedente(valori, files),
  },
  { id: 'ruolo-richiedente', title: 'In qualità di' },
];

/** The same in the summary, with the files that it asks for. */
export const vociRichiedente = (v: Valori, files: FileDetti): SummaryBlock['voci'] => {
  const ruolo = (v.ruolo || 'persona_fisica') as Ruolo;
  const di = (chiede: boolean, nome: string, valore: string | undefined) => (chiede ? [{ nome, valore }] : []);
  const altro = ruolo === 'altro';
  const ditta = altro || chiedeDitta(ruolo);
  const persona = altro || chiedePersona(ruolo);
  return [
    ...vociAutore(v),
    { nome: 'In qualità di', valore: RUOLI[ruolo] },
    ...di(altro, 'A che titolo', v.richiedente_titolo),
    ...di(ditta, 'Ragione sociale', v.ragione_sociale),
    ...di(ditta, 'Partita IVA o codice fiscale della ditta', v.partita_iva),
    ...di(persona, 'Persona rappresentata', `${v.rappresentato_nome} ${v.rappresentato_cognome}`.trim()),
    ...di(persona, 'Codice fiscale della persona rappresentata', v.rappresentato_codice_fiscale),
    ...(Object.keys(CATEGORIE_RICHIEDENTE) as (keyof typeof CATEGORIE_RICHIEDENTE)[]).flatMap((c) =>
      di(files(c) !== '', CATEGORIE_FILE[c], files(c)),
    ),
  ];
};
