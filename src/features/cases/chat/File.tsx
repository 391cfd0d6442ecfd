/** An attachment as the chat pages list it, for download; an operator can hide it. */
import { grandezza } from '../allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { indirizzoFile } from './indirizzi.ts';
import { type Lettore, Nascondi } from './Nascondi.tsx';

/** @property pratica its id */
type Props = { file: AllegatoMostrato; pratica: string; lettore: Lettore };

/** One file of the case: picture when there is one, name and size as the download link. */
export function File({ file, pratica, lettore }: Props) {
  if (file.nascosto) {
    return (
      <li>
        <em>File nascosto dall’ente perché esponeva dati di una persona.</em>
      </li>
    );
  }
  return (
    <li>
      <a href={indirizzoFile(file, lettore)} download>
        {file.miniatura && (
          <img src={indirizzoFile(file, lettore, true)} alt="" width="96" height="96" loading="lazy" />
        )}
        <span>
          <bdi>{file.nome}</bdi> <span className="peso">({grandezza(file.dimensione)})</span>
        </span>
      </a>
      {file.nota && <p className="form-text">{file.nota}</p>}
      {lettore.vista === 'operatore' && (
        <Nascondi cosa="allegato" id={file.Id} quale={file.nome} pratica={pratica} lettore={lettore} />
      )}
    </li>
  );
}
