/** Until when, and why. */
import { conArticolo, dataBreve } from '../../../platform/atoms/date.ts';
import { island } from '../../../ui/island.ts';
import { listed } from '../../cases/modulo/section.tsx';
import type { SuDocumentiProps } from '../../cases/richiesta/DocumentiPanel.tsx';
import { ModuloSuDocumenti } from '../../cases/richiesta/ModuloSuDocumenti.tsx';
import type { Limiti } from './regole.ts';
import { operations } from './rinegozia.contract.ts';
import { moduloProroga, prorogaFields } from './rinegozia.fields.ts';

export type RinegoziaProps = SuDocumentiProps & { limiti: Limiti };

export const RinegoziaForm = island(function RinegoziaForm(props: RinegoziaProps) {
  const { limiti, percorso } = props;
  const { da: min, a: max } = limiti;
  const hint = `${conArticolo('Dal', dataBreve(min))} ${conArticolo('al', dataBreve(max))}.`;
  return (
    <ModuloSuDocumenti
      pagina={props}
      modulo={() => moduloProroga(percorso, limiti)}
      invio={operations.chiediProroga}
      sections={[
        listed({ id: 'richiesta', title: 'Richiesta' }, prorogaFields, {
          nuova_scadenza: { hint, line: { min, max } },
        }),
      ]}
    />
  );
});
