/** A file before it is sent: its preview, its name and size. */
import type { MouseEvent } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import type { ShownAllegato } from './allegati.contract.ts';
import { formatSize } from './file-size.ts';
import { pictureAddress } from './picture-address.ts';

type Props = {
  file: Pick<ShownAllegato, 'Id' | 'nome' | 'dimensione' | 'miniatura'>;
  /** The preview is a link to the picture itself, and this a press on it */
  onOpen?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
};

export function AllegatoHead({ file: { Id, nome, dimensione, miniatura }, onOpen }: Props) {
  const address = `/api/v1/portale/allegati/${Id}`;
  const preview = miniatura ? (
    <img
      src={`${address}?miniatura=1`}
      alt={onOpen ? `Ingrandisci ${nome}` : ''}
      width={96}
      height={96}
      loading="lazy"
    />
  ) : (
    <Icon name="file" />
  );
  return (
    <>
      {miniatura && onOpen ? (
        <a href={pictureAddress(Id)} onClick={onOpen}>
          {preview}
        </a>
      ) : (
        preview
      )}
      <span>
        <b>{nome}</b> <span className="form-text">{formatSize(dimensione)}</span>
      </span>
    </>
  );
}
