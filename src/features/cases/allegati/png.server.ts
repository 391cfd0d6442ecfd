/** Parses an uploaded PNG and rebuilds it from the parts that are needed to show it. */
import { crc32 } from 'node:zlib';
import { fileRefusal } from './file-refusal.server.ts';
import { readOrientation, writeOrientation } from './orientation.server.ts';
import { checkSize } from './picture-size.server.ts';

/** Chunks that are kept: pixels and their colours; texts, times, animation and unknown chunks are dropped. */
const KEPT_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);
const SIGNATURE_LENGTH = 8;
/** Channels of a decoded pixel, by kind of colour: grey, colour, palette, each without or with transparency. */
const CHANNEL_COUNTS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/** Programs cut the pixels into pieces of 8 KB: some 1,300 in ten megabytes. */
const MAX_CHUNKS = 50_000;

/**
 * A PNG without metadata (W3C PNG): pixel data stay byte for byte; texts, EXIF, times, animation and whatever follows
 * the picture go. Of EXIF only an orientation other than "as it is" is written back.
 *
 * @throws PortalError `invalid` when the file ends early, is not laid out as a PNG, has more than {@link MAX_CHUNKS}, or would
 * take too much memory to decode (`picture-size.server.ts`)
 */
export function stripPngMetadata(png: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation = 1;
  let hasPixels = false;
  let transparent = false;
  let chunkCount = 0;
  let i = SIGNATURE_LENGTH;
  for (;;) {
    if (i + 12 > png.length) throw damageRefusal();
    const end = i + 12 + png.readUInt32BE(i);
    if (end > png.length) throw damageRefusal();
    const name = png.toString('latin1', i + 4, i + 8);
    if ((i === SIGNATURE_LENGTH) !== (name === 'IHDR')) throw damageRefusal();
    if (name === 'IEND') break;
    if (name === 'IHDR' && end - i !== 12 + 13) throw damageRefusal();
    if (name === 'IDAT') hasPixels = true;
    if (name === 'tRNS') transparent = true;
    if (name === 'eXIf') orientation = readOrientation(png.subarray(i + 8, end - 4));
    chunkCount += 1;
    if (chunkCount > MAX_CHUNKS) throw damageRefusal();
    if (KEPT_CHUNKS.has(name)) kept.push(png.subarray(i, end));
    i = end;
  }
  const [ihdr, ...rest] = kept;
  if (!hasPixels || !ihdr) throw damageRefusal();
  const [depth, colour] = [ihdr.readUInt8(16), ihdr.readUInt8(17)];
  const channels = (CHANNEL_COUNTS[colour] ?? 4) + (transparent ? 1 : 0);
  checkSize({
    width: ihdr.readUInt32BE(8),
    height: ihdr.readUInt32BE(12),
    bytes: channels * (depth === 16 ? 2 : 1),
  });
  const orientationChunks = orientation === 1 ? [] : [writeChunk('eXIf', writeOrientation(orientation))];
  return Buffer.concat([
    png.subarray(0, SIGNATURE_LENGTH),
    ihdr,
    ...orientationChunks,
    ...rest,
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function writeChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

function damageRefusal() {
  return fileRefusal('Questa immagine è incompleta o rovinata. Aprila, salvala di nuovo e riprova.');
}
