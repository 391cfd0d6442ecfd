/** Addresses of what can be downloaded of a case: files, declarations, the receipt. Pure. */
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { PraticaDetail } from './chat.contract.ts';

type DownloadReader = Pick<PraticaDetail, 'vista'> & { email: string };

/** Address of a file of the case for this reader. */
export function fileAddress({ Id }: ShownAllegato, { email, vista }: DownloadReader, miniatura = false): string {
  const query = new URLSearchParams({ email, vista, ...(miniatura && { miniatura: '1' }) });
  return `/api/v1/portale/allegati/${Id}?${query}`;
}

/** Of a case about advertising devices: all of them, each with the names of its files. @param d id of the declaration */
export function mezziAddress(d: string, format: 'pdf' | 'csv', { email, vista }: DownloadReader): string {
  return `/api/v1/portale/mezzi_pubblicitari/dichiarazioni/${d}/${format}?${new URLSearchParams({ email, vista })}`;
}

export function ricevutaAddress(id: string, { email, vista }: DownloadReader): string {
  return `/api/v1/portale/pratiche/${id}/ricevuta?${new URLSearchParams({ email, vista })}`;
}
