import { useItems } from '../../platform/vault/ListState.tsx';
import { island } from '../../ui/island.ts';
import { vociAutore } from '../modulo/Autore.tsx';
import { ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { elencoEnti } from './elenchi.browser.ts';
import type { ModuloProps } from './modulo.ts';
import { PassoDati, SEZIONI } from './PassoDati.tsx';
import { operations } from './segnalazione.contract.ts';
import { CONTROLLATO } from './segnalazione.controlli.ts';
import { MODULO, nonRisponde } from './segnalazione.passi.ts';
import { TIPI } from './tipi.ts';

const COME: Comportamento = {
  modulo: CONTROLLATO,
  invio: operations.inviaSegnalazione,
  cornice: ['ente', 'codice'],
  controlla: (valori) =>
    nonRisponde(
      valori,
      elencoEnti.$list.get().items.find((e) => e.Id === valori.ente),
    ),
};

const cambia = (sezione: string) => indirizzoPasso(MODULO, 'dati', `#${sezione}`);

/** The report: where, what, who. */
export const SegnalazioneForm = island(function SegnalazioneForm(props: ModuloProps) {
  const { enti, fisso } = props;
  const elenco = useItems(elencoEnti).items;
  return (
    <ModuloForm
      come={COME}
      pagina={props}
      sezioni={SEZIONI}
      dati={(campi) => <PassoDati {...props} campi={campi} />}
      riepilogo={(v, files) => [
        {
          titolo: 'Luogo',
          modifica: cambia('luogo'),
          voci: [
            {
              nome: 'Ente',
              valore:
                fisso ?? [...elenco, ...(Array.isArray(enti) ? enti : [])].find((e) => e.Id === v.ente)?.Nome ?? v.ente,
            },
            { nome: 'Indirizzo', valore: v.indirizzo },
            ...(v.lat && v.lon ? [{ nome: 'Posizione (latitudine, longitudine)', valore: `${v.lat}, ${v.lon}` }] : []),
          ],
        },
        {
          titolo: 'Disservizio',
          modifica: cambia('disservizio'),
          voci: [
            { nome: 'Tipo di disservizio', valore: TIPI[v.codice as keyof typeof TIPI] ?? v.codice },
            { nome: 'Titolo', valore: v.oggetto },
            { nome: 'Dettagli', valore: v.descrizione },
            { nome: 'Foto e documenti', valore: files() },
          ],
        },
        { titolo: 'Autore della segnalazione', modifica: cambia('autore'), voci: vociAutore(v) },
      ]}
    />
  );
});
