/** An attachment as the chat pages list it, for download; an operator can hide it. */
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { formatSize } from '../allegati/file-size.ts';
import { fileAddress } from './download-addresses.ts';
import { HideButton, type PraticaReader } from './HideButton.tsx';

/** @property pratica id of the case */
type Props = { file: ShownAllegato; pratica: string; reader: PraticaReader };

/** One file of the case: a picture if there is one, and name and size as the download link. */
export function AllegatoItem({ file, pratica, reader }: Props) {
  if (file.nascosto) {
    return (
      <li>
        <em>File nascosto dall’ente perché esponeva dati di una persona.</em>
      </li>
    );
  }
  return (
    <li>
      <a href={fileAddress(file, reader)} download>
        {file.miniatura && <img src={fileAddress(file, reader, true)} alt="" width="96" height="96" loading="lazy" />}
        <span>
          <bdi>{file.nome}</bdi> <span className="peso">({formatSize(file.dimensione)})</span>
        </span>
      </a>
      {file.nota && <p className="form-text">{file.nota}</p>}
      {reader.vista === 'operatore' && (
        <HideButton kind="allegato" id={file.Id} label={file.nome} pratica={pratica} reader={reader} />
      )}
    </li>
  );
}
