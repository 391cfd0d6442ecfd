import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import type { Dettaglio } from './chat.contract.ts';

type Lettore = Pick<Dettaglio, 'vista'> & { email: string };

/** Address of a file of the case for this reader. */
export function indirizzoFile({ Id }: AllegatoMostrato, { email, vista }: Lettore, miniatura = false): string {
  const query = new URLSearchParams({ email, vista, ...(miniatura && { miniatura: '1' }) });
  return `/api/v1/portale/allegati/${Id}?${query}`;
}

export function indirizzoRicevuta(id: string, { email, vista }: Lettore): string {
  return `/api/v1/portale/pratiche/${id}/ricevuta?${new URLSearchParams({ email, vista })}`;
}
