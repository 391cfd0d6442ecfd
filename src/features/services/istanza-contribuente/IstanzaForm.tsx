/** What somebody asks of an ente about a tax, with the documents it is about or without any. */
import { Panel } from '../../../ui/form/Panel.tsx';
import { type Option, Select } from '../../../ui/form/Select.tsx';
import { island } from '../../../ui/island.ts';
import { listed, type Section } from '../../cases/modulo/section.tsx';
import { documentsSection, type SuDocumentiProps } from '../../cases/richiesta/DocumentiPanel.tsx';
import { ModuloRichiesta } from '../../cases/richiesta/ModuloRichiesta.tsx';
import { operations } from './istanza.contract.ts';
import { istanzaFields, moduloIstanza } from './istanza.fields.ts';

/**
 * @property percorso names system and documents @property tributo name of the system
 * @property documenti none: then the ente is chosen here @property enti to choose from
 */
export type IstanzaProps = SuDocumentiProps & { tributo: string; enti: Option[] };

export const IstanzaForm = island(function IstanzaForm(props: IstanzaProps) {
  const su = props.documenti.length > 0;
  return (
    <ModuloRichiesta
      pagina={props}
      modulo={() => moduloIstanza(props.percorso)}
      invio={operations.inviaIstanza}
      cornice={su ? [] : ['ente']}
      sections={[
        su ? documentsSection(props) : recipient(props),
        listed({ id: 'istanza', title: 'Istanza' }, istanzaFields),
      ]}
    />
  );
});

const TO = { id: 'destinatario', title: 'A chi scrivi' };

/** The ente, where no document names it, and the tax that was chosen before. */
const recipient = ({ enti, fisso, tributo }: IstanzaProps): Section => ({
  ...TO,
  content: ({ valori, errori }) => (
    <Panel {...TO}>
      <p>
        Tributo o entrata: <strong>{tributo}</strong>
      </p>
      {fisso ? (
        <p>
          Ente: <strong>{fisso}</strong>
        </p>
      ) : (
        <Select
          {...{ name: 'ente', label: 'Ente a cui scrivi', required: true, options: enti, errors: errori }}
          defaultValue={valori.ente}
        />
      )}
    </Panel>
  ),
  rows: ({ ente }) => [
    { nome: 'Ente', valore: fisso ?? enti.find(({ value }) => value === ente)?.label ?? ente },
    { nome: 'Tributo o entrata', valore: tributo },
  ],
});
