/** What a map of points starts with. */
import type { AstroGlobal } from 'astro';
import { boundsOf } from '../../../platform/border.ts';
import type { Ente } from '../ente/ente.ts';

/**
 * What the script of the map needs.
 * @property bounds south-west and north-east corner of the municipality @property path of the call that answers the points of a square
 * @property filters of the call @property words `first`: which of too many points are shown; `failed`: when they do not arrive
 */
export type PointsMapProps = NonNullable<Ente['mappa']> & {
  bounds: [[number, number], [number, number]] | undefined;
  path: string;
  filters: Record<string, string>;
  words: { first: string; failed: string };
};

/** The map of a municipality, whose tiles the page may load from now on; undefined where it has none. */
export function mapOfEnte(
  { locals }: Pick<AstroGlobal, 'locals'>,
  { mappa, confine }: Pick<Ente, 'mappa' | 'confine'>,
): Pick<PointsMapProps, keyof NonNullable<Ente['mappa']> | 'bounds'> | undefined {
  if (!mappa) return undefined;
  // Tiles of the sandbox are the portal's own.
  if (!mappa.tasselli.startsWith('/')) locals.allow.img.add(new URL(mappa.tasselli).origin);
  const border = confine && boundsOf(confine);
  return {
    ...mappa,
    bounds: border && [
      [border.south, border.west],
      [border.north, border.east],
    ],
  };
}
