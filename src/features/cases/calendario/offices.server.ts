/** Reads the offices of an ente that receive by appointment. */
import type { StoreDb } from '../../../store/tables.ts';
import type { Ente } from '../ente/ente.ts';
import { readSportelli } from '../ente/sportelli.db.ts';
import { readCalendari } from './calendari.db.ts';
import type { Calendario } from './calendario.ts';
import { type OfficePlace, placeOf } from './office-place.ts';

/** In the order of its data. */
export async function readOffices(
  db: StoreDb,
  ente: Pick<Ente, 'id' | 'contatti'>,
): Promise<{ calendario: Calendario; office: OfficePlace }[]> {
  const [calendari, sportelli] = await Promise.all([readCalendari(db, ente.id), readSportelli(db, ente.id)]);
  return calendari.map((calendario) => ({ calendario, office: placeOf(ente, calendario, sportelli) }));
}
