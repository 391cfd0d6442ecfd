import { useStore } from '@nanostores/react';
import { Callout } from '../../ui/form/Callout.tsx';
import { Summary } from '../../ui/form/Summary.tsx';
import { grandezza } from '../allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { elencoEnti } from './elenchi.browser.ts';
import type { ModuloProps } from './modulo.ts';
import { TIPI } from './segnalazione.contract.ts';
import { indirizzoPasso, type Valori } from './segnalazione.passi.ts';

type Props = Pick<ModuloProps, 'enti' | 'fisso'> & { valori: Valori; allegati: AllegatoMostrato[] };

/** Third step: all data on one screen. Without JavaScript what stands here is what is sent. */
export function PassoRiepilogo({ enti, fisso, valori: v, allegati }: Props) {
  const elenco = useStore(elencoEnti.$list, { ssr: 'initial' }).items;
  const ente = fisso ?? [...elenco, ...(Array.isArray(enti) ? enti : [])].find((e) => e.Id === v.ente)?.Nome ?? v.ente;
  const posizione = v.lat && v.lon ? `${v.lat}, ${v.lon}` : '';
  const cambia = (sezione: string) => indirizzoPasso('dati', `#${sezione}`);
  const files = allegati.map((f) => `${f.nome} (${grandezza(f.dimensione)})`).join('\n');
  return (
    <>
      <Callout kind="warning" title="Attenzione">
        <p>Le informazioni che hai fornito hanno valore di dichiarazione. Verifica che siano corrette.</p>
      </Callout>
      {Object.entries(v).map(([nome, valore]) => (
        <input key={nome} type="hidden" name={nome} value={valore} />
      ))}
      <input type="hidden" name="filesAllegati" value={allegati.map((f) => f.Id).join(',')} />
      <Summary
        blocks={[
          {
            titolo: 'Luogo',
            modifica: cambia('luogo'),
            voci: [
              { nome: 'Ente', valore: ente },
              { nome: 'Indirizzo', valore: v.indirizzo },
              ...(posizione ? [{ nome: 'Posizione (latitudine, longitudine)', valore: posizione }] : []),
            ],
          },
          {
            titolo: 'Disservizio',
            modifica: cambia('disservizio'),
            voci: [
              { nome: 'Tipo di disservizio', valore: TIPI[v.codice as keyof typeof TIPI] ?? v.codice },
              { nome: 'Titolo', valore: v.oggetto },
              { nome: 'Dettagli', valore: v.descrizione },
              { nome: 'Foto e documenti', valore: files },
            ],
          },
          {
            titolo: 'Autore della segnalazione',
            modifica: cambia('autore'),
            voci: [
              { nome: 'Nome e cognome', valore: `${v.nome} ${v.cognome}` },
              { nome: 'Codice fiscale', valore: v.codice_fiscale },
              { nome: 'E-mail', valore: v.email },
              { nome: 'Telefono', valore: v.telefono },
            ],
          },
        ]}
      />
    </>
  );
}
