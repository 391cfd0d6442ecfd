/** The report: where, what, who. */
import { useItems } from '../../../platform/vault/ListState.tsx';
import { island } from '../../../ui/island.ts';
import { authorSection } from '../../cases/modulo/Autore.tsx';
import { ModuloForm } from '../../cases/modulo/ModuloForm.tsx';
import { rowsOf } from '../../cases/modulo/section.tsx';
import type { Comportamento } from '../../cases/modulo/useModulo.ts';
import { elencoEnti } from './elenchi.browser.ts';
import type { ModuloProps } from './modulo.ts';
import { FAULT, PassoDati, PLACE } from './PassoDati.tsx';
import { operations } from './segnalazione.contract.ts';
import { faultFields, MODULO, nonRisponde, placeFields } from './segnalazione.fields.ts';

const COME: Comportamento = {
  modulo: MODULO,
  invio: operations.inviaSegnalazione,
  cornice: ['ente', 'codice'],
  controlla: (valori) =>
    nonRisponde(
      valori,
      elencoEnti.$list.get().items.find((e) => e.Id === valori.ente),
    ),
};

export const SegnalazioneForm = island(function SegnalazioneForm(props: ModuloProps) {
  const { enti, fisso } = props;
  const elenco = [...useItems(elencoEnti).items, ...(Array.isArray(enti) ? enti : [])];
  return (
    <ModuloForm
      come={COME}
      pagina={props}
      sections={[
        {
          ...PLACE,
          content: (campi) => <PassoDati {...props} campi={campi} />,
          rows: (v) => [
            { nome: 'Ente', valore: fisso ?? elenco.find((e) => e.Id === v.ente)?.Nome ?? v.ente },
            ...rowsOf(placeFields, v).slice(0, 1),
            ...(v.lat && v.lon ? [{ nome: 'Posizione (latitudine, longitudine)', valore: `${v.lat}, ${v.lon}` }] : []),
          ],
        },
        { ...FAULT, rows: (v, files) => rowsOf(faultFields, v, files) },
        authorSection('Autore della segnalazione'),
      ]}
    />
  );
});
