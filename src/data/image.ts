/** A picture of the data file, a crest or a logo: named by its file beside the data file, or written into it as base64. */
import * as z from 'zod/mini';
import { stripPngMetadata } from '../features/cases/allegati/png.server.ts';
import type { EnteImage } from '../features/cases/ente/ente.ts';
import { contentTag } from '../platform/etag.server.ts';
import { cleanSvg } from './svg.ts';

/** Most bytes of a picture (product rule): it is on every page. */
export const MAX_IMAGE = 60 * 1024;
/** Longest side of a PNG in pixels; it is shown at 64. */
const MAX_SIDE = 2000;

/** Reads a file that the data file names. @returns undefined when it is not there */
export type ReadImageFile = (name: string) => Buffer | undefined;

/** What the rows of a file share: how a picture is read, and the bytes of those that were, by their hash. */
export type ImageShelf = { readFile?: ReadImageFile | undefined; bytes: Map<string, Buffer> };

type ReadImage = EnteImage & { bytes: Buffer };

const FILE_NAME = /^[\w][\w .-]*(?:\/[\w][\w .-]*)*\.(?:svg|png)$/i;
const BASE64_PATTERN = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @param images gets the bytes; what is left in the record is the rest */
export const imageSchema = ({ readFile, bytes }: ImageShelf) =>
  z.pipe(
    z
      .string('Serve il nome di un file SVG o PNG, oppure l’immagine in base64.')
      .register(z.globalRegistry, { format: 'picture' }),
    z.transform((written: string, ctx): EnteImage => {
      const image = readImage(written.trim(), readFile);
      if ('error' in image) {
        ctx.issues.push({ code: 'custom', message: image.error, input: written });
        return z.NEVER;
      }
      const { bytes: own, ...record } = image;
      bytes.set(record.impronta, own);
      return record;
    }),
  );

function readImage(written: string, readFile?: ReadImageFile): ReadImage | { error: string } {
  const isFile = FILE_NAME.test(written);
  const base64 = written.replace(/^data:image\/(?:svg\+xml|png);base64,/, '').replace(/\s/g, '');
  if (!isFile && (!base64 || !BASE64_PATTERN.test(base64)))
    return { error: 'Scrivi il nome di un file SVG o PNG accanto a questo, oppure l’immagine in base64.' };
  const bytes = isFile ? readFile?.(written) : Buffer.from(base64, 'base64');
  if (!bytes) return { error: `Il file «${written}» non c’è: il nome parte dalla cartella di questo file.` };
  if (bytes.length > MAX_IMAGE)
    return {
      error: `L’immagine è di ${Math.ceil(bytes.length / 1024)} KB: può essere di ${MAX_IMAGE / 1024} KB al massimo.`,
    };
  return bytes.subarray(1, 4).toString('latin1') === 'PNG' ? readPng(bytes) : readSvg(bytes);
}

function readPng(bytes: Buffer): ReadImage | { error: string } {
  let png: Buffer;
  try {
    png = stripPngMetadata(bytes);
  } catch {
    return { error: 'L’immagine PNG è danneggiata: salvala di nuovo.' };
  }
  const [larghezza, altezza] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (larghezza === 0 || altezza === 0 || Math.max(larghezza, altezza) > MAX_SIDE)
    return { error: `L’immagine PNG può avere lati di ${MAX_SIDE} pixel al massimo.` };
  return { impronta: contentTag(png), tipo: 'png', larghezza, altezza, bytes: png };
}

function readSvg(bytes: Buffer): ReadImage | { error: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { error: 'L’immagine non è né SVG né PNG.' };
  }
  const drawing = cleanSvg(text);
  if ('error' in drawing) return drawing;
  const { svg, larghezza, altezza } = drawing;
  const clean = Buffer.from(svg);
  return { impronta: contentTag(clean), tipo: 'svg', larghezza, altezza, bytes: clean };
}
