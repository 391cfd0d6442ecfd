/** An attachment as the chat pages list it, for download, a picture also to be seen large; an operator can hide it. */
import type { MouseEvent } from 'react';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { formatSize } from '../allegati/file-size.ts';
import { fileAddress } from './download-addresses.ts';
import type { HideControl, PraticaReader } from './HideButton.tsx';
import { keepPhoto, showPhotos } from './photos.browser.ts';

/** @property author from whom it is, and when it came: a photo that is shown large says so @property pratica id of the case */
type Props = {
  file: ShownAllegato;
  author?: string | undefined;
  pratica: string;
  reader: PraticaReader;
  HidePart?: HideControl | undefined;
};

/** One file of the case: a picture if there is one, and name and size as the download link. */
export function AllegatoItem({ file, author, pratica, reader, HidePart }: Props) {
  if (file.nascosto) {
    return (
      <li>
        <em>File nascosto dall’ente perché esponeva dati di una persona.</em>
      </li>
    );
  }
  const name = (
    <span>
      <bdi>{file.nome}</bdi> <span className="peso">({formatSize(file.dimensione)})</span>
    </span>
  );
  const address = fileAddress(file, reader, 'apri');
  const download = fileAddress(file, reader);
  const caption = [author, file.nota].filter(Boolean).join(' · ');
  return (
    <li>
      {file.miniatura && reader.downloads && (
        <a
          className="foto"
          href={address}
          ref={(link) => void (link && keepPhoto(link, { address, nome: file.nome, caption, download }))}
          onClick={openLarge}
        >
          <img
            src={fileAddress(file, reader, 'miniatura')}
            alt={`Ingrandisci ${file.nome}`}
            width="96"
            height="96"
            loading="lazy"
          />
        </a>
      )}
      {reader.downloads ? (
        <a href={download} download>
          {name}
        </a>
      ) : (
        name
      )}
      {file.nota && <p className="form-text">{file.nota}</p>}
      {HidePart && <HidePart kind="allegato" id={file.Id} label={file.nome} pratica={pratica} reader={reader} />}
    </li>
  );
}

/** Without its script, or with a key that opens another window, the link itself opens the picture. */
function openLarge(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const link = event.currentTarget;
  showPhotos(link).catch(() => location.assign(link.href));
}
