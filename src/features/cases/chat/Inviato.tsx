/** The part of a chat page that repeats what the case began with, and offers its documents for download. */
import { Fragment } from 'react';
import type { Voce } from '../../../platform/atoms/tabella.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { CATEGORIE_FILE, type CategoriaFile } from '../allegati/limiti.ts';
import { fattiDellaPratica } from '../pratica/riepilogo.ts';
import { File } from './File.tsx';
import { indirizzoMezzi, indirizzoRicevuta } from './indirizzi.ts';
import type { Lettore } from './Nascondi.tsx';
import { isAnswer, type Sent } from './parts.ts';
import { Voci } from './Voci.tsx';

/** Those of the request itself, and of no category. */
const ALLEGATI = 'Allegati';
const TITOLI = [ALLEGATI, ...Object.values(CATEGORIE_FILE)];
/** More facts than that, and nobody finds what comes after them. */
const MOLTI = 30;

type Props = { dettaglio: Sent; servizio: string; lettore: Lettore };

/** What the sender wrote and attached, what the body answered with, and the receipt. */
export function Inviato({ dettaglio: d, servizio, lettore }: Props) {
  const voci: Voce[] = [['Servizio', servizio], ...fatti(d)];
  const titolo = ({ categoria }: AllegatoMostrato) => CATEGORIE_FILE[categoria as CategoriaFile] ?? ALLEGATI;
  const gruppi = TITOLI.map((di) => [di, d.allegati.filter((f) => titolo(f) === di)] as const);
  const mezzi = (d.codice === 'SF100' || d.codice === 'SF110') && String(d.dati.dichiarazione);
  const file = { email: lettore.email, vista: d.vista };
  const risposta = d.eventi.find(isAnswer)?.allegati ?? [];
  return (
    <section aria-labelledby="inviato-titolo">
      <h2 className="h3" id="inviato-titolo">
        {d.vista === 'cittadino' ? 'Che cosa hai inviato' : 'Che cosa ha inviato il cittadino'}
      </h2>
      {d.vista === 'operatore' && voci.length > MOLTI && (
        <p>
          <a className="ricevuta" href="#messaggi-titolo">
            Vai ai messaggi e alla risposta
          </a>
        </p>
      )}
      <Voci className="inviato" voci={voci} />
      {[...gruppi, ['Documenti di risposta dell’ente', risposta] as const].map(
        ([nome, files]) =>
          files.length > 0 && (
            <Fragment key={nome}>
              <h3 className="h5">{nome}</h3>
              <ul className="file">
                {files.map((file) => (
                  <File key={file.Id} file={file} pratica={d.id} lettore={lettore} />
                ))}
              </ul>
            </Fragment>
          ),
      )}
      {[
        [indirizzoRicevuta(d.id, file), 'Scarica la ricevuta (PDF)'] as const,
        ...(mezzi
          ? [
              // Says which file is of which device.
              [indirizzoMezzi(mezzi, 'pdf', file), 'Scarica la dichiarazione (PDF)'] as const,
              [indirizzoMezzi(mezzi, 'csv', file), 'Scarica l’elenco dei mezzi (CSV)'] as const,
            ]
          : []),
      ].map(([href, nome]) => (
        <p key={nome}>
          <a className="ricevuta" href={href} download>
            <Icon name="download" className="icon-sm" /> {nome}
          </a>
        </p>
      ))}
    </section>
  );
}

function fatti(d: Sent): Voce[] {
  const testo = (nome: string) => (typeof d.dati[nome] === 'string' ? (d.dati[nome] as string) : null);
  return fattiDellaPratica({
    oggetto: d.oggetto,
    descrizione: d.descrizione,
    nome: testo('nome') ?? '',
    cognome: testo('cognome') ?? '',
    codice_fiscale: testo('codice_fiscale'),
    telefono: testo('telefono'),
    email: testo('email') ?? '',
    dati_json: JSON.stringify(d.dati),
  });
}
