/** The words about a point that lies beyond the border of the ente that a report goes to. Pure. */

import { withArticolo } from '../../../platform/atoms/articolo.ts';
import { distanceInWords, type GeoPoint, isWithin, metresToBorder } from '../../../platform/border.ts';
import type { Ente } from '../../cases/ente/ente.ts';

/** @returns undefined for a point within the border, and for an ente whose border is not known */
export function outsideText(
  { confine, ...ente }: Pick<Ente, 'nome' | 'articolo' | 'confine'>,
  point: GeoPoint,
): string | undefined {
  if (!confine || isWithin(confine, point)) return undefined;
  const distance = distanceInWords(metresToBorder(confine, point));
  return `Questo punto è fuori dal territorio ${withArticolo('di', ente)} (a ${distance}): conferma che è giusto, oppure scegli un altro punto o un altro ente.`;
}
