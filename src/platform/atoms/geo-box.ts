/** The square of a map, as a caller sends it. */
import * as z from 'zod/mini';
import type { GeoBox } from '../border.ts';
import { degreesSchema } from './degrees.ts';

const BOX_WORDS = 'il riquadro va da sud a nord e da ovest a est.';

/** Its four sides, in degrees. Use them with {@link areSidesInOrder}. */
export const boxFields = {
  sud: degreesSchema(90, BOX_WORDS),
  nord: degreesSchema(90, BOX_WORDS),
  ovest: degreesSchema(180, BOX_WORDS),
  est: degreesSchema(180, BOX_WORDS),
};
type BoxSides = z.output<z.ZodMiniObject<typeof boxFields>>;

export const areSidesInOrder = () => [
  z.refine<BoxSides>((box) => box.sud <= box.nord, { path: ['nord'], error: `Controlla i limiti: ${BOX_WORDS}` }),
  z.refine<BoxSides>((box) => box.ovest <= box.est, { path: ['est'], error: `Controlla i limiti: ${BOX_WORDS}` }),
];

export const boxOf = (box: BoxSides): GeoBox => ({
  south: box.sud,
  north: box.nord,
  west: box.ovest,
  east: box.est,
});
