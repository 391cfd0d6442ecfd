/** What somebody asks of an ente about a tax, with the documents it is about or without any. */
import { Panel } from '../../../ui/form/Panel.tsx';
import { Select, type SelectOption } from '../../../ui/form/Select.tsx';
import { createIsland } from '../../../ui/island.ts';
import { type FormSection, listedSection } from '../../cases/form/section.tsx';
import { type DocumentiFormProps, documentsSection } from '../../cases/richiesta/DocumentiPanel.tsx';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { istanzaCalls } from './istanza.calls.ts';
import { istanzaFields, makeIstanzaForm } from './istanza.fields.ts';

/**
 * @property percorso names system and documents @property tributo name of the system
 * @property documenti none: then the ente is chosen here @property enti to choose from
 */
export type IstanzaProps = DocumentiFormProps & { tributo: string; enti: SelectOption[] };

export const IstanzaForm = createIsland(function IstanzaForm(props: IstanzaProps) {
  const hasDocumenti = props.documenti.length > 0;
  return (
    <RichiestaForm
      page={props}
      makeDefinition={() => makeIstanzaForm(props.path)}
      invio={istanzaCalls.inviaIstanza}
      pageFields={hasDocumenti ? [] : ['ente']}
      sections={[
        hasDocumenti ? documentsSection(props) : recipientSection(props),
        listedSection({ id: 'istanza', title: 'Istanza' }, istanzaFields),
      ]}
    />
  );
});

const RECIPIENT_PANEL = { id: 'destinatario', title: 'A chi scrivi' };

/** The ente, where no document names it, and the tax that was chosen before. */
const recipientSection = ({ enti, fixedEnte, tributo }: IstanzaProps): FormSection => ({
  ...RECIPIENT_PANEL,
  content: ({ values, errors }) => (
    <Panel {...RECIPIENT_PANEL}>
      <p>
        Tributo o entrata: <strong>{tributo}</strong>
      </p>
      {fixedEnte ? (
        <p>
          Ente: <strong>{fixedEnte}</strong>
        </p>
      ) : (
        <Select
          {...{ name: 'ente', label: 'Ente a cui scrivi', required: true, options: enti, errors: errors }}
          defaultValue={values.ente}
        />
      )}
    </Panel>
  ),
  rows: ({ ente }) => [
    { name: 'Ente', value: fixedEnte ?? enti.find(({ value }) => value === ente)?.label ?? ente },
    { name: 'Tributo o entrata', value: tributo },
  ],
});
