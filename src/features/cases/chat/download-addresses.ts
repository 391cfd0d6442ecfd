/** Addresses of a case's downloads: files and the receipt. Pure. */
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { PraticaDetail } from './chat.contract.ts';

type DownloadReader = Pick<PraticaDetail, 'vista'> & { email: string };

/** Address of a file of the case for its reader. @param as its thumbnail, or the picture itself shown and not saved */
export function fileAddress(
  { Id }: ShownAllegato,
  { email, vista }: DownloadReader,
  as?: 'miniatura' | 'apri',
): string {
  const query = new URLSearchParams({ email, vista, ...(as && { [as]: '1' }) });
  return `/api/v1/portale/allegati/${Id}?${query}`;
}

/** Address of the picture of the map around its place. */
export function mappaAddress(id: string, { email, vista }: DownloadReader): string {
  return `/api/v1/portale/pratiche/${id}/mappa?${new URLSearchParams({ email, vista })}`;
}

export function ricevutaAddress(id: string, { email, vista }: DownloadReader): string {
  return `/api/v1/portale/pratiche/${id}/ricevuta?${new URLSearchParams({ email, vista })}`;
}
