/** How a picture must be turned to be shown upright, 1…8 (EXIF 2.32, tag 0x0112); 1 is "as it is". */
const ORIENTATION_TAG = 0x0112;
const SHORT_TYPE = 3;

/**
 * @param tiff the TIFF block of an EXIF record (byte order mark first); whatever is malformed counts as "as it is"
 * @returns 1…8
 */
export function readOrientation(tiff: Buffer): number {
  const byteOrder = tiff.toString('latin1', 0, 4);
  if (byteOrder !== 'II*\0' && byteOrder !== 'MM\0*') return 1;
  const little = byteOrder.startsWith('I');
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const ifd = u32(4);
  const entryCount = Math.min(u16(ifd), Math.floor(tiff.length / 12));
  for (let i = 0; i < entryCount; i += 1) {
    const entry = ifd + 2 + i * 12;
    if (u16(entry) !== ORIENTATION_TAG || u16(entry + 2) !== SHORT_TYPE) continue;
    const value = u16(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** @returns a TIFF block that holds the orientation and nothing else (26 bytes) */
export function writeOrientation(value: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(ORIENTATION_TAG, 10);
  tiff.writeUInt16LE(SHORT_TYPE, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(value, 18);
  return tiff;
}
