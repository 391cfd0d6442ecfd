/** Finds addresses for a report, and refuses a point beyond the border that was not confirmed. */
import * as z from 'zod/mini';
import type { PortalHouse } from '../../../context.ts';
import { wordsOf } from '../../../platform/atoms/plain-text.ts';
import type { GeoPoint } from '../../../platform/border.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { SearchArea } from '../../../platform/geocoding.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { centerOf, type Ente } from '../../cases/ente/ente.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { luogoOperations } from './luogo.contract.ts';
import { outsideText } from './outside.ts';
import { degreesUpTo } from './segnalazione.fields.ts';

/** Where the addresses of an ente are searched: unknown without a map and a border. */
function searchAreaOf(ente: Ente): SearchArea | undefined {
  const center = centerOf(ente);
  return center && { center, border: ente.confine };
}

export const luogoHandlers: OperationHandlers<typeof luogoOperations> = {
  cercaLuogo: async ({ ente: id, testo }, { house }) => {
    const ente = await findEnte(house, id);
    const area = ente && searchAreaOf(ente);
    const found = area ? await house.geocoding?.search(testo, area) : undefined;
    return (found ?? []).map(({ label, lat, lon }) => ({ indirizzo: label, lat, lon }));
  },

  luogoDelPunto: async ({ ente: id, lat, lon }, { house }) => {
    const ente = await findEnte(house, id);
    // A caller who names no ente of this portal does not get to use its address book.
    const near = ente ? await house.geocoding?.reverse({ lat, lon }) : null;
    return { indirizzo: near?.label ?? null, fuori: (ente && outsideText(ente, { lat, lon })) ?? null };
  },
};

/** The text of an address without what is written in one way or another: "Via Roma, 12" is "via roma 12". */
const plainAddress = (text: string): string => wordsOf(text).join(' ');

/**
 * The point of a report. For one that was only written the address book is asked, and believed when it knows exactly this address, or
 * one place alone.
 */
export async function pointOf(
  house: PortalHouse,
  ente: Ente,
  { indirizzo, lat, lon }: Partial<GeoPoint> & { indirizzo?: string | undefined },
): Promise<Partial<GeoPoint>> {
  if (lat !== undefined && lon !== undefined) return { lat, lon };
  const area = searchAreaOf(ente);
  const found = indirizzo && area ? ((await house.geocoding?.search(indirizzo, area)) ?? []) : [];
  const exact = found.find(({ label }) => plainAddress(label) === plainAddress(indirizzo ?? ''));
  const place = exact ?? (found.length === 1 ? found[0] : undefined);
  return place ? { lat: place.lat, lon: place.lon } : {};
}

/** The point in the hidden fields of a form; without one, or with other texts, it has no numbers. */
export function readPoint({ lat, lon }: FormValues): Partial<GeoPoint> {
  const parsed = z.safeParse(z.object({ lat: degreesUpTo(90), lon: degreesUpTo(180) }), { lat, lon });
  return parsed.success ? parsed.data : {};
}

/** @property fuori_confine true when the citizen has confirmed a point beyond the border */
type SentPlace = Partial<GeoPoint> & { fuori_confine?: boolean | undefined };

/** @returns what is wrong with the place, at the box that confirms it */
export function checkWithin(ente: Ente | undefined, { lat, lon, fuori_confine }: SentPlace): FieldErrors {
  if (!ente || fuori_confine || lat === undefined || lon === undefined) return {};
  const outside = outsideText(ente, { lat, lon });
  return outside ? { fuori_confine: [outside] } : {};
}

/** @throws PortalError `invalid` for a point beyond the border that was not confirmed */
export function requireWithin(ente: Ente, place: SentPlace): void {
  const fields = checkWithin(ente, place);
  if (Object.keys(fields).length > 0) throw new PortalError('invalid', { fields });
}
