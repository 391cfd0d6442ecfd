/** The form of a petition to an ente about a tax, with or without documents. */
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { type RecipientChoice, RecipientEnte, recipientName } from '../../cases/ente/RecipientEnte.tsx';
import { type FormSection, listedSection } from '../../cases/form/section.tsx';
import { type DocumentiFormProps, documentsSection } from '../../cases/richiesta/DocumentiPanel.tsx';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { istanzaCalls } from './istanza.calls.ts';
import { istanzaFields, makeIstanzaForm } from './istanza.fields.ts';

/** The ente is chosen when the petition names no documents. @property tributo name of the system */
export type IstanzaProps = DocumentiFormProps & RecipientChoice & { tributo: string };

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
const recipientSection = (props: IstanzaProps): FormSection => ({
  ...RECIPIENT_PANEL,
  content: ({ values, errors }) => (
    <Panel {...RECIPIENT_PANEL}>
      <p>
        Tributo o entrata: <strong>{props.tributo}</strong>
      </p>
      <RecipientEnte to={props} label="Ente a cui scrivi" defaultValue={values.ente} errors={errors} />
    </Panel>
  ),
  rows: ({ ente }) => [
    { name: 'Ente', value: recipientName(props, ente) },
    { name: 'Tributo o entrata', value: props.tributo },
  ],
});
