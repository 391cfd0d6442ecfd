/** The port to an address book: it finds places by their address, and the address of a place. */
import type { GeoBorder, GeoPoint } from './border.ts';

/** As a person of the place writes it: "Via Roma 12" */
export type FoundPlace = GeoPoint & { label: string };

/** Where to search. @property center the middle of the municipality @property border nothing beyond it is found */
export type SearchArea = { center: GeoPoint; border?: GeoBorder | undefined };

/** No suggestion is worth an error: an address book that is away, slow or wrong finds nothing. */
export type GeocodingPort = {
  /** @returns the best first, at most {@link MAX_FOUND} */
  search(text: string, near: SearchArea): Promise<FoundPlace[]>;
  /** @returns the nearest address, or null where there is none near by */
  reverse(point: GeoPoint): Promise<{ label: string } | null>;
};

export const MAX_FOUND = 5;
/** An address farther away than this does not help to find the place, in metres. */
export const NEAR_BY = 200;
