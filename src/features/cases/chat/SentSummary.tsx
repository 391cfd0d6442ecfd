/** Repeats what the sender of a case wrote, and offers its documents for download. */
import { Fragment } from 'react';
import type { PraticaDownload } from '../../../context.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { FILE_CATEGORIE, type FileCategoria } from '../allegati/file-limits.ts';
import { shownPraticaData } from '../pratica/pratica-data.ts';
import { praticaFacts } from '../pratica/pratica-summary.ts';
import { AllegatoItem } from './AllegatoItem.tsx';
import { ricevutaAddress } from './download-addresses.ts';
import { FactList } from './FactList.tsx';
import type { HideControl, PraticaReader } from './HideButton.tsx';
import { isAnswer, type SentDetail } from './parts.ts';
import { formatInstant } from './pratica-words.ts';

/** Files of the request itself, without a category. */
const ALLEGATI_TITLE = 'Allegati';
const GROUP_TITLES = [ALLEGATI_TITLE, ...Object.values(FILE_CATEGORIE)];
/** With more facts than this an operator gets a link to the messages above them. */
const MANY_FACTS = 30;

type Props = {
  detail: SentDetail;
  downloads: readonly PraticaDownload[];
  servizio: string;
  reader: PraticaReader;
  HidePart?: HideControl | undefined;
};

/** What the sender wrote and attached, the documents of the ente's answer, and the receipt. */
export function SentSummary({ detail: d, downloads, servizio, reader, HidePart }: Props) {
  const items: SummaryItem[] = [['Servizio', servizio], ...factsOf(d)];
  const titleOf = ({ categoria }: ShownAllegato) => FILE_CATEGORIE[categoria as FileCategoria] ?? ALLEGATI_TITLE;
  const sender = [fullName(d.dati), formatInstant(d.inviata_il)].filter(Boolean).join(', ');
  const groups = GROUP_TITLES.map((title) => [title, d.allegati.filter((f) => titleOf(f) === title), sender] as const);
  const answerFiles = d.eventi.find(isAnswer)?.allegati ?? [];
  return (
    <section aria-labelledby="inviato-titolo">
      <h2 className="h3" id="inviato-titolo">
        {d.vista === 'cittadino' ? 'Che cosa hai inviato' : 'Che cosa ha inviato il cittadino'}
      </h2>
      {d.vista === 'operatore' && items.length > MANY_FACTS && (
        <p>
          <a className="ricevuta" href="#messaggi-titolo">
            Vai ai messaggi e alla risposta
          </a>
        </p>
      )}
      <FactList className="inviato" items={items} />
      {[...groups, ['Documenti di risposta dell’ente', answerFiles, undefined] as const].map(
        ([name, files, author]) =>
          files.length > 0 && (
            <Fragment key={name}>
              <h3 className="h5">{name}</h3>
              <ul className="file">
                {files.map((file) => (
                  <AllegatoItem
                    key={file.Id}
                    file={file}
                    author={author}
                    pratica={d.id}
                    reader={reader}
                    HidePart={HidePart}
                  />
                ))}
              </ul>
            </Fragment>
          ),
      )}
      {(reader.downloads
        ? [
            {
              href: ricevutaAddress(d.id, { email: reader.email, vista: d.vista }),
              label: 'Scarica la ricevuta (PDF)',
            },
            ...downloads,
          ]
        : []
      ).map(({ href, label }) => (
        <p key={label}>
          <a className="ricevuta" href={href} download>
            <Icon name="download" className="icon-sm" /> {label}
          </a>
        </p>
      ))}
    </section>
  );
}

function factsOf(d: SentDetail): SummaryItem[] {
  const readText = (name: string) => (typeof d.dati[name] === 'string' ? (d.dati[name] as string) : null);
  const sent = {
    oggetto: d.oggetto,
    descrizione: d.descrizione,
    nome: readText('nome') ?? '',
    cognome: readText('cognome') ?? '',
    codice_fiscale: readText('codice_fiscale'),
    telefono: readText('telefono'),
    email: readText('email') ?? '',
    dati: shownPraticaData.parse(d.dati),
  };
  return praticaFacts(sent, { vista: d.vista });
}
