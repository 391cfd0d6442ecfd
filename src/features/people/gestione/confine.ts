/** Reads the border that an administrator uploads or pastes, and draws it. Pure. */
import * as z from 'zod/mini';
import { boundsOf, type GeoBorder, polygonsOf } from '../../../platform/border.ts';
import { parseForeignJson } from '../../../platform/foreign-json.ts';

const featureShape = z.looseObject({ type: z.literal('Feature'), geometry: z.unknown() });
const collectionShape = z.looseObject({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) });

/** Programs for maps write a border as a Feature, or as a collection with one. @returns the geometry in it, or the value itself */
function geometryIn(value: unknown): unknown {
  const collection = z.safeParse(collectionShape, value);
  if (collection.success && collection.data.features.length === 1) return geometryIn(collection.data.features[0]);
  const feature = z.safeParse(featureShape, value);
  return feature.success ? feature.data.geometry : value;
}

/** @returns the parsed border, or why it is no JSON at all; the rules of the import say what else is wrong */
export function parseConfine(text: string): { confine: unknown } | { error: string } {
  try {
    return { confine: geometryIn(parseForeignJson(text)) };
  } catch {
    return {
      error:
        'Questo testo non è un GeoJSON: comincia con { e finisce con }. Esportalo di nuovo dal programma delle mappe.',
    };
  }
}

/** Width of the drawing, in its own units; a point of it is a third of a pixel on screen or less. */
const DRAWING_SIDE = 600;

/** @property d of an SVG path, as high as the border is at its latitude */
export type ConfineDrawing = { d: string; width: number; height: number };

/** Draws a border that fits into a square. Points that fall on the one before are left out, so that 5,000 take few bytes. */
export function drawConfine(border: GeoBorder): ConfineDrawing {
  const { west, south, east, north } = boundsOf(border);
  const narrow = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const scale = DRAWING_SIDE / Math.max((east - west) * narrow, north - south, 1e-6);
  const place = ([lon = 0, lat = 0]: number[]) =>
    `${Math.round((lon - west) * narrow * scale)} ${Math.round((north - lat) * scale)}`;
  const ringPath = (ring: number[][]) =>
    `M${ring
      .map(place)
      .filter((point, n, all) => n === 0 || point !== all[n - 1])
      .join('L')}Z`;
  return {
    d: polygonsOf(border).flat().map(ringPath).join(''),
    width: Math.max(1, Math.round((east - west) * narrow * scale)),
    height: Math.max(1, Math.round((north - south) * scale)),
  };
}
