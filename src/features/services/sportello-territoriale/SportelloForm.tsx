/** A question to a desk: to whom, what, who asks. */
import { useItems } from '../../../platform/vault/ListState.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { island } from '../../../ui/island.ts';
import { authorSection } from '../../cases/modulo/Autore.tsx';
import { ModuloForm } from '../../cases/modulo/ModuloForm.tsx';
import { listed, rowsOf } from '../../cases/modulo/section.tsx';
import type { Comportamento } from '../../cases/modulo/useModulo.ts';
import { CampiSportello } from './CampiSportello.tsx';
import { elencoEnti } from './elenchi.browser.ts';
import type { ModuloProps } from './modulo.ts';
import { operations } from './sportello.contract.ts';
import { deskFields, MODULO, questionFields } from './sportello.fields.ts';

const COME: Comportamento = { modulo: MODULO, invio: operations.scriviSportello, cornice: ['ente'] };

const DESK = { id: 'sportello', title: 'Sportello' };

export const SportelloForm = island(function SportelloForm(props: ModuloProps) {
  const elenco = useItems(elencoEnti).items;
  const enti = [...elenco, ...(Array.isArray(props.enti) ? props.enti : [])];
  const sportelli = Array.isArray(props.sportelli) ? props.sportelli : [];
  return (
    <ModuloForm
      come={COME}
      pagina={props}
      sections={[
        {
          ...DESK,
          content: (campi) => (
            <Panel {...DESK} intro="A chi scrivi">
              <CampiSportello {...props} campi={campi} />
            </Panel>
          ),
          rows: (v, files) => [
            {
              nome: 'Ente',
              valore: props.fisso ?? enti.find((e) => e.Ente__c === v.ente)?.idDescrizioneEntePortale__c ?? v.ente,
            },
            ...rowsOf(deskFields, v, files, { servizio: sportelli.find((s) => s.codice === v.servizio)?.nome }),
          ],
        },
        listed({ id: 'richiesta', title: 'Richiesta' }, questionFields),
        authorSection('Richiedente'),
      ]}
    />
  );
});
