/** The form of a petition to an ente about a tax, with or without documents. */
import { ListUnavailable } from '../../../platform/vault/ListState.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import { createIsland } from '../../../ui/island.ts';
import type { EnteSearch } from '../../cases/ente/choice.ts';
import { EnteSelect } from '../../cases/ente/EnteSelect.tsx';
import { type FormSection, listedSection } from '../../cases/form/section.tsx';
import { type DocumentiFormProps, documentsSection } from '../../cases/richiesta/DocumentiPanel.tsx';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { istanzaCalls } from './istanza.calls.ts';
import { istanzaFields, makeIstanzaForm } from './istanza.fields.ts';

/**
 * @property tributo name of the system
 * @property enti to choose from, when the petition names no documents; `failed` when they could not be read
 * @property enteSearch where they are too many for a list
 */
export type IstanzaProps = DocumentiFormProps & {
  tributo: string;
  enti: SelectOption[] | 'failed';
  enteSearch?: EnteSearch | undefined;
};

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

/** The ente, which a petition without documents asks for, and the tax chosen before. */
const recipientSection = ({ enti, enteSearch, fixedEnte, tributo }: IstanzaProps): FormSection => ({
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
      ) : enti === 'failed' ? (
        <div id="ente" tabIndex={-1}>
          <ListUnavailable title="Gli enti" />
        </div>
      ) : (
        <EnteSelect
          label="Ente a cui scrivi"
          required
          options={enti}
          search={enteSearch}
          defaultValue={values.ente}
          errors={errors}
        />
      )}
    </Panel>
  ),
  rows: ({ ente }) => [
    { name: 'Ente', value: fixedEnte ?? enteName(enti, ente) },
    { name: 'Tributo o entrata', value: tributo },
  ],
});

const enteName = (enti: IstanzaProps['enti'], ente: string | undefined): string | undefined =>
  (enti === 'failed' ? undefined : enti.find(({ value }) => value === ente)?.label) ?? ente;
