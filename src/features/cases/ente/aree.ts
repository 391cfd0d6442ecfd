/** The areas of a municipality, its quarters and hamlets: in which of them a point lies, and what they are called. Pure. */
import { type GeoPoint, isWithin } from '../../../platform/border.ts';
import type { Ente } from './ente.ts';

/** @property confine without it no point lies in the area: an operator chooses it */
export type Area = NonNullable<Ente['aree']>[number];

type WithAree = Pick<Ente, 'aree'>;

/** @returns id of the first area whose border the point lies in; null for another point, and for none */
export function areaOfPoint({ aree = [] }: WithAree, { lat, lon }: Partial<GeoPoint>): string | null {
  if (lat === undefined || lon === undefined) return null;
  return aree.find(({ confine }) => confine && isWithin(confine, { lat, lon }))?.id ?? null;
}

/** A case keeps an area that its ente has removed; then the id has to do. */
export const areaName = ({ aree = [] }: WithAree, id: string): string => aree.find((a) => a.id === id)?.nome ?? id;
