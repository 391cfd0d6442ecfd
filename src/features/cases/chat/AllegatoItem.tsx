/** An attachment as the chat pages list it, for download, a picture also to be seen large; an operator can hide it. */
import type { MouseEvent } from 'react';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { formatSize } from '../allegati/file-size.ts';
import { fileAddress } from './download-addresses.ts';
import type { HideControl, PraticaReader } from './HideButton.tsx';

/** @property pratica id of the case */
type Props = { file: ShownAllegato; pratica: string; reader: PraticaReader; HidePart?: HideControl | undefined };

/** One file of the case: a picture if there is one, and name and size as the download link. */
export function AllegatoItem({ file, pratica, reader, HidePart }: Props) {
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
  return (
    <li>
      {file.miniatura && reader.downloads && (
        <a className="foto" href={fileAddress(file, reader, 'apri')} onClick={openLarge}>
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
        <a href={fileAddress(file, reader)} download>
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
  import('./photos.browser.ts').then(
    (script) => script.showPhotos(link),
    () => location.assign(link.href),
  );
}
