/** Addresses of what can be downloaded of a case: files, declarations, the receipt. Pure. */
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import type { Dettaglio } from './chat.contract.ts';

type Lettore = Pick<Dettaglio, 'vista'> & { email: string };

/** Address of a file of the case for this reader. */
export function indirizzoFile({ Id }: AllegatoMostrato, { email, vista }: Lettore, miniatura = false): string {
  const query = new URLSearchParams({ email, vista, ...(miniatura && { miniatura: '1' }) });
  return `/api/v1/portale/allegati/${Id}?${query}`;
}

/** Of a case about advertising devices: all of them, each with the names of its files. @param d id of the declaration */
export function indirizzoMezzi(d: string, formato: 'pdf' | 'csv', { email, vista }: Lettore): string {
  return `/api/v1/portale/mezzi_pubblicitari/dichiarazioni/${d}/${formato}?${new URLSearchParams({ email, vista })}`;
}

export function indirizzoRicevuta(id: string, { email, vista }: Lettore): string {
  return `/api/v1/portale/pratiche/${id}/ricevuta?${new URLSearchParams({ email, vista })}`;
}
