/** Parses an uploaded JPEG and rebuilds it, so that a photo does not reveal where and with what it was taken. */

import { fileRefusal } from './file-refusal.server.ts';
import { readOrientation, writeOrientation } from './orientation.server.ts';
import { checkScans, checkSize } from './picture-size.server.ts';

const SOI_MARKER = 0xd8;
const EOI_MARKER = 0xd9;
const SOS_MARKER = 0xda;
const APP0_MARKER = 0xe0;
const APP1_MARKER = 0xe1;
const APP2_MARKER = 0xe2;
const APP14_MARKER = 0xee;
/** Tables without which the picture cannot be decoded: DHT, DAC, DQT, DNL, DRI. */
const TABLE_MARKERS = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd]);

/** Progressive photos have some tens; a file of millions would cost time and memory and show nothing. */
const MAX_SEGMENTS = 10_000;

/**
 * A JPEG without metadata (ITU T.81): colours and coded data stay byte for byte; EXIF, position, XMP, IPTC, comments,
 * embedded thumbnails and whatever follows the picture go. Of EXIF only an orientation other than "as it is" is
 * written back.
 *
 * @throws PortalError `invalid` when the file ends early, is not laid out as a JPEG, has more than {@link MAX_SEGMENTS}, or would
 * take too much memory or time to decode (`picture-size.server.ts`)
 */
export function stripJpegMetadata(jpeg: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation = 1;
  let jfif: Buffer | undefined;
  let frameSize: FrameSize | undefined;
  let scans = 0;
  let segmentCount = 0;
  let i = 2;
  for (;;) {
    // Some cameras pad between segments: decoders skip to the next marker, and so do we.
    i = jpeg.indexOf(0xff, i);
    // The mark of the end may be missing, which no viewer minds; whether rows are missing shows when it is decoded.
    if (i < 0 && scans > 0) break;
    if (i < 0) throw damageRefusal();
    while (jpeg[i] === 0xff) i += 1;
    if (i === jpeg.length && scans > 0) break;
    const marker = jpeg[i];
    i += 1;
    if (marker === EOI_MARKER) break;
    segmentCount += 1;
    if (segmentCount > MAX_SEGMENTS) throw damageRefusal();
    if (marker === undefined || marker < 0xc0 || (marker >= 0xd0 && marker <= SOI_MARKER)) throw damageRefusal();
    if (i + 2 > jpeg.length) throw damageRefusal();
    const end = i + jpeg.readUInt16BE(i);
    if (end < i + 2 || end > jpeg.length) throw damageRefusal();
    const payload = jpeg.subarray(i + 2, end);
    i = end;
    if (marker === SOS_MARKER) {
      i = findScanEnd(jpeg, end);
      scans += 1;
      checkScans(scans);
      kept.push(writeSegment(marker, payload), jpeg.subarray(end, i));
    } else if (marker === APP0_MARKER && hasPrefix(payload, 'JFIF\0')) jfif ??= stripThumbnail(payload);
    else if (marker === APP1_MARKER && hasPrefix(payload, 'Exif\0\0') && orientation === 1)
      orientation = readOrientation(payload.subarray(6));
    else if (marker === APP2_MARKER && hasPrefix(payload, 'ICC_PROFILE\0')) kept.push(writeSegment(marker, payload));
    else if (marker === APP14_MARKER && hasPrefix(payload, 'Adobe'))
      kept.push(writeSegment(marker, payload.subarray(0, 12)));
    else if (TABLE_MARKERS.has(marker)) kept.push(writeSegment(marker, payload));
    else if (isFrame(marker)) {
      if (frameSize) throw damageRefusal();
      frameSize = readFrameSize(payload);
      kept.push(writeSegment(marker, payload));
    }
  }
  if (!frameSize || scans === 0) throw damageRefusal();
  checkSize(frameSize);
  checkScans(scans, frameSize);
  const head: Buffer[] = [Buffer.from([0xff, SOI_MARKER])];
  if (jfif) head.push(writeSegment(APP0_MARKER, jfif));
  if (orientation !== 1) {
    head.push(
      writeSegment(APP1_MARKER, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), writeOrientation(orientation)])),
    );
  }
  return Buffer.concat([...head, ...kept, Buffer.from([0xff, EOI_MARKER])]);
}

/**
 * Coded data run to the next marker; FF00 is a data byte, FFD0…FFD7 are restart points inside the scan, FFFF is
 * filling.
 */
function findScanEnd(jpeg: Buffer, start: number): number {
  let i = jpeg.indexOf(0xff, start);
  while (i >= 0) {
    const next = jpeg[i + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return i;
    i = jpeg.indexOf(0xff, next === 0xff ? i + 1 : i + 2);
  }
  return i < 0 ? jpeg.length : i;
}

/** SOF0…SOF15, without DHT, JPG and DAC that lie in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

type FrameSize = { width: number; height: number; bytes: number };

/** What a frame header says of the picture; `bytes` is per pixel. */
function readFrameSize(payload: Buffer): FrameSize {
  if (payload.length < 6) throw damageRefusal();
  const bytes = payload.readUInt8(5) * (payload.readUInt8(0) > 8 ? 2 : 1);
  return { height: payload.readUInt16BE(1), width: payload.readUInt16BE(3), bytes };
}

/** Keeps version and density only: the JFIF header may hold a small copy of the picture from before it was retouched. */
function stripThumbnail(jfif: Buffer): Buffer | undefined {
  return jfif.length < 14 ? undefined : Buffer.concat([jfif.subarray(0, 12), Buffer.alloc(2)]);
}

function hasPrefix(payload: Buffer, prefix: string): boolean {
  return payload.toString('latin1', 0, prefix.length) === prefix;
}

/** Whether the coded data of a JPEG run to the end of the file. Only the marks of a scan and of the end can follow 0xff there. */
export const lacksEnd = (jpeg: Uint8Array): boolean => {
  const b = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  return b.lastIndexOf(Buffer.from([0xff, EOI_MARKER])) < b.lastIndexOf(Buffer.from([0xff, SOS_MARKER]));
};

function writeSegment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

function damageRefusal() {
  return fileRefusal('Questa immagine è incompleta o rovinata. Aprila, salvala di nuovo e riprova.');
}
