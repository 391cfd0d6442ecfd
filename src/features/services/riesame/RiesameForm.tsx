/** Why a document should be looked at again, with proofs. */
import { island } from '../../../ui/island.ts';
import { listed } from '../../cases/modulo/section.tsx';
import type { SuDocumentiProps } from '../../cases/richiesta/DocumentiPanel.tsx';
import { ModuloSuDocumenti } from '../../cases/richiesta/ModuloSuDocumenti.tsx';
import { operations } from './riesame.contract.ts';
import { moduloRiesame, riesameFields } from './riesame.fields.ts';

export type RiesameProps = SuDocumentiProps;

const SECTIONS = [listed({ id: 'richiesta', title: 'Richiesta' }, riesameFields)];

export const RiesameForm = island(function RiesameForm(props: RiesameProps) {
  return (
    <ModuloSuDocumenti
      pagina={props}
      modulo={() => moduloRiesame(props.percorso)}
      invio={operations.inviaRiesame}
      sections={SECTIONS}
    />
  );
});
