/** Address, hours and contacts of the office to which a calendar belongs. Pure. */
import type { MapPoint } from '../../../platform/tiles.ts';
import type { Ente } from '../ente/ente.ts';
import type { Sportello } from '../ente/sportelli.db.ts';
import type { Calendario } from './calendario.ts';

/** @property punto on the map, where it is known */
export type OfficePlace = {
  indirizzo: string;
  punto?: MapPoint | undefined;
  orari: string;
  telefono: string;
  email: string;
};

/** Those of its desk; of the municipality, where the desk is gone. */
export function placeOf(
  { contatti }: Pick<Ente, 'contatti'>,
  calendario: Pick<Calendario, 'sportello'> | undefined,
  sportelli: readonly (Sportello & { codice: string })[],
): OfficePlace {
  const desk = sportelli.find(({ codice }) => codice === calendario?.sportello);
  const { indirizzo, telefono = '', email } = desk ?? contatti;
  return { indirizzo, punto: desk?.punto, telefono, email, orari: desk?.orari ?? '' };
}
