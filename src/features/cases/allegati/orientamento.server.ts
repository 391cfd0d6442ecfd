/** How a picture must be turned to be shown upright, 1…8 (EXIF 2.32, tag 0x0112); 1 is "as it is". */
const TAG_ORIENTAMENTO = 0x0112;
const SHORT = 3;

/**
 * @param tiff the TIFF block of an EXIF record (byte order mark first); whatever is malformed counts as "as it is"
 * @returns 1…8
 */
export function orientamento(tiff: Buffer): number {
  const ordine = tiff.toString('latin1', 0, 4);
  if (ordine !== 'II*\0' && ordine !== 'MM\0*') return 1;
  const little = ordine.startsWith('I');
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const ifd = u32(4);
  const voci = Math.min(u16(ifd), Math.floor(tiff.length / 12));
  for (let i = 0; i < voci; i += 1) {
    const voce = ifd + 2 + i * 12;
    if (u16(voce) !== TAG_ORIENTAMENTO || u16(voce + 2) !== SHORT) continue;
    const valore = u16(voce + 8);
    return valore >= 1 && valore <= 8 ? valore : 1;
  }
  return 1;
}

/** @returns a TIFF block that holds the orientation and nothing else (26 bytes) */
export function soloOrientamento(valore: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(TAG_ORIENTAMENTO, 10);
  tiff.writeUInt16LE(SHORT, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(valore, 18);
  return tiff;
}
