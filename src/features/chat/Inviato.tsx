import { Icon } from '../../ui/Icon.tsx';
import { CATEGORIE, type Categoria } from '../ente/categorie.ts';
import { fattiDellaPratica } from '../pratica/riepilogo.ts';
import type { Dettaglio } from './chat.contract.ts';
import { File } from './File.tsx';
import { indirizzoRicevuta } from './indirizzi.ts';
import type { Lettore } from './Nascondi.tsx';
import type { Fatto } from './parole.ts';

type Props = { dettaglio: Dettaglio; lettore: Lettore; dopo(cosa: Fatto): Promise<void> };

/** What the sender wrote and attached, with the receipt. */
export function Inviato({ dettaglio: d, lettore, dopo }: Props) {
  const voci: [string, string][] = [['Servizio', CATEGORIE[d.codice as Categoria]], ...fatti(d, lettore.email)];
  const visibili = d.allegati.length > 0;
  return (
    <section aria-labelledby="inviato-titolo">
      <h2 className="h3" id="inviato-titolo">
        {d.vista === 'cittadino' ? 'Che cosa hai inviato' : 'Che cosa ha inviato il cittadino'}
      </h2>
      <dl className="inviato">
        {voci.map(([nome, valore]) => (
          <div key={nome}>
            <dt>{nome}</dt>
            <dd dir="auto">{valore}</dd>
          </div>
        ))}
      </dl>
      {visibili && <h3 className="h5">Allegati</h3>}
      {visibili && (
        <ul className="file">
          {d.allegati.map((file) => (
            <File key={file.Id} file={file} dettaglio={d} lettore={lettore} dopo={dopo} />
          ))}
        </ul>
      )}
      <p>
        <a className="ricevuta" href={indirizzoRicevuta(d.id, { email: lettore.email, vista: d.vista })} download>
          <Icon name="download" className="icon-sm" /> Scarica la ricevuta (PDF)
        </a>
      </p>
    </section>
  );
}

function fatti(d: Dettaglio, email: string): [string, string][] {
  const testo = (nome: string) => (typeof d.dati[nome] === 'string' ? (d.dati[nome] as string) : null);
  return fattiDellaPratica({
    oggetto: d.oggetto,
    descrizione: d.descrizione,
    nome: testo('nome') ?? '',
    cognome: testo('cognome') ?? '',
    codice_fiscale: testo('codice_fiscale'),
    telefono: testo('telefono'),
    email,
    dati_json: JSON.stringify(d.dati),
  });
}
