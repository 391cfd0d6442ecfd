/** Empties the hidden parts of an uploaded HEIC, so that a photo does not reveal where and with what it was taken. */

import { fileRefusal } from './file-refusal.server.ts';
import { writeOrientation } from './orientation.server.ts';
import { checkSides } from './picture-size.server.ts';

/** Boxes of the file that are kept (ISO/IEC 14496-12); films, notes of programs and gaps are emptied. */
const KEPT_BOXES = new Set(['ftyp', 'meta', 'mdat']);
/** Boxes of the picture's description that are kept; XML and programs' own boxes are emptied. */
const KEPT_META_BOXES = new Set(['hdlr', 'dinf', 'pitm', 'iinf', 'iloc', 'iref', 'iprp', 'idat', 'grpl']);
/** Items that hold pixels or their layout (ISO/IEC 23008-12); Exif, XMP and unknown ones are emptied. */
const PICTURE_ITEMS = new Set(['hvc1', 'hev1', 'lhv1', 'av01', 'grid', 'iden', 'iovl', 'tmap']);
/** How the pixels are decoded, turned, cut and coloured; descriptions, times and camera positions are emptied. */
const KEPT_PROPERTIES = new Set([
  'hvcC',
  'lhvC',
  'av1C',
  'a1op',
  'a1lx',
  'lsel',
  'oinf',
  'tols',
  'ispe',
  'pixi',
  'auxC',
  'rloc',
  'iscl',
  'ipma',
  'colr',
  'clli',
  'mdcv',
  'cclv',
  'amve',
  'ndwt',
  'pasp',
  'clap',
  'irot',
  'imir',
]);
/** A photo of 48 megapixels has some 200 items. */
const MAX_PARTS = 10_000;

/** A stretch of the file: bytes from `from` to before `to`. */
type ByteRange = { from: number; to: number };
/** A box: its kind, its start and its content. */
type HeicBox = ByteRange & { kind: string; start: number };

/**
 * A HEIC without metadata (position, device, author, times): what is not pixels, or not needed to show them, is
 * overwritten in place, so that the file keeps its length and its pixels every byte. Exif is left with one field that says "upright":
 * readers turn a HEIC by its own property.
 *
 * @throws PortalError `invalid` when the file is not laid out as one that this reads (the words say how to send a JPEG), or one of its
 * pictures has a side that no phone makes
 */
export function stripHeicMetadata(original: Buffer): Buffer {
  const b = Buffer.from(original);
  const topBoxes = readBoxes(b, { from: 0, to: b.length });
  for (const box of topBoxes) if (!KEPT_BOXES.has(box.kind)) emptyBox(b, box);
  const meta = findBox(topBoxes, 'meta');
  const metaBoxes = readBoxes(b, { from: meta.from + 4, to: meta.to });
  for (const box of metaBoxes) if (!KEPT_META_BOXES.has(box.kind)) emptyBox(b, box);

  const kinds = readItemKinds(b, findBox(metaBoxes, 'iinf'));
  const idat = metaBoxes.filter((s) => s.kind === 'idat');
  if (idat.length > 1) throw heicRefusal();
  const dataBoxes = [...topBoxes.filter((s) => s.kind === 'mdat'), ...idat];
  const itemRanges = readItemRanges(b, findBox(metaBoxes, 'iloc'), idat[0]);
  if (!PICTURE_ITEMS.has(kinds.get(readPrimaryItem(b, findBox(metaBoxes, 'pitm'))) ?? '')) throw heicRefusal();

  const kept: ByteRange[] = [];
  for (const [id, ranges] of itemRanges) if (PICTURE_ITEMS.has(kinds.get(id) ?? '')) kept.push(...ranges);
  if (kept.some((t) => !dataBoxes.some((d) => t.from >= d.from && t.to <= d.to))) throw heicRefusal();
  for (const box of dataBoxes) keepOnly(b, box, kept);
  for (const [id, ranges] of itemRanges) if (kinds.get(id) === 'Exif') writeEmptyExif(b, ranges, kept);

  for (const iprp of metaBoxes.filter((s) => s.kind === 'iprp'))
    for (const ipco of readBoxes(b, iprp))
      if (ipco.kind === 'ipco') {
        for (const box of readBoxes(b, ipco)) {
          if (box.kind === 'ispe') checkItemSides(b, box);
          if (!KEPT_PROPERTIES.has(box.kind)) emptyBox(b, box);
        }
      } else if (ipco.kind !== 'ipma') emptyBox(b, ipco);
  return b;
}

/** Reads the boxes of a stretch up to its end. */
function readBoxes(b: Buffer, { from, to }: ByteRange): HeicBox[] {
  const found: HeicBox[] = [];
  let i = from;
  while (i < to) {
    if (i + 8 > to || found.length >= MAX_PARTS) throw heicRefusal();
    const shortLength = b.readUInt32BE(i);
    const headLength = shortLength === 1 ? 16 : 8;
    if (i + headLength > to) throw heicRefusal();
    const length = shortLength === 0 ? to - i : shortLength === 1 ? Number(b.readBigUInt64BE(i + 8)) : shortLength;
    if (length < headLength || i + length > to) throw heicRefusal();
    found.push({ kind: b.toString('latin1', i + 4, i + 8), start: i, from: i + headLength, to: i + length });
    i += length;
  }
  return found;
}

function findBox(boxes: readonly HeicBox[], kind: string): HeicBox {
  const [first, second] = boxes.filter((s) => s.kind === kind);
  if (!first || second) throw heicRefusal();
  return first;
}

/** Empties a box in place: readers skip it, and what follows keeps its position. */
function emptyBox(b: Buffer, { start, from, to }: HeicBox): void {
  b.write('free', start + 4, 'latin1');
  b.fill(0, from, to);
}

/** Reads numbers one after the other, within a box. */
function numberReader(b: Buffer, { from, to }: ByteRange) {
  let i = from;
  const read = (size: number): number => {
    if (i + size > to) throw heicRefusal();
    i += size;
    if (size === 8) return Number(b.readBigUInt64BE(i - 8));
    return size === 0 ? 0 : b.readUIntBE(i - size, size);
  };
  return { read, position: () => i };
}

function readPrimaryItem(b: Buffer, pitm: ByteRange): number {
  const { read } = numberReader(b, pitm);
  return read(4) >>> 24 === 0 ? read(2) : read(4);
}

/** The kind of each item by its number. Their names are emptied. */
function readItemKinds(b: Buffer, iinf: ByteRange): Map<number, string> {
  const header = numberReader(b, iinf);
  header.read(header.read(4) >>> 24 === 0 ? 2 : 4);
  const kinds = new Map<number, string>();
  for (const infe of readBoxes(b, { from: header.position(), to: iinf.to })) {
    const { read, position } = numberReader(b, infe);
    const version = read(4) >>> 24;
    if (infe.kind !== 'infe' || version < 2 || version > 3) throw heicRefusal();
    const id = read(version === 2 ? 2 : 4);
    read(2);
    read(4);
    if (kinds.has(id)) throw heicRefusal();
    kinds.set(id, b.toString('latin1', position() - 4, position()));
    b.fill(0, position(), infe.to);
  }
  return kinds;
}

/** Where the bytes of each item are, by its number. */
function readItemRanges(b: Buffer, iloc: ByteRange, idat: ByteRange | undefined): Map<number, ByteRange[]> {
  const { read } = numberReader(b, iloc);
  const version = read(4) >>> 24;
  const sizeBits = read(2);
  const [startSize, lengthSize, baseSize] = [sizeBits >>> 12, (sizeBits >>> 8) & 15, (sizeBits >>> 4) & 15];
  const indexSize = version === 0 ? 0 : sizeBits & 15;
  const sizes = [startSize, lengthSize, baseSize, indexSize];
  if (version > 2 || sizes.some((n) => n !== 0 && n !== 4 && n !== 8)) throw heicRefusal();
  const itemRanges = new Map<number, ByteRange[]>();
  let partCount = read(version < 2 ? 2 : 4);
  if (partCount > MAX_PARTS) throw heicRefusal();
  for (let n = partCount; n > 0; n -= 1) {
    const id = read(version < 2 ? 2 : 4);
    const mode = version === 0 ? 0 : read(2) & 15;
    // Data in another file or inside another item: phones do not write that.
    if (read(2) !== 0 || mode > 1 || (mode === 1 && !idat) || itemRanges.has(id)) throw heicRefusal();
    const origin = read(baseSize) + (mode === 1 ? (idat as ByteRange).from : 0);
    const ranges: ByteRange[] = [];
    for (let m = read(2); m > 0; m -= 1) {
      partCount += 1;
      read(indexSize);
      const from = origin + read(startSize);
      const length = read(lengthSize);
      if (length === 0 || from + length > b.length || partCount > MAX_PARTS) throw heicRefusal();
      ranges.push({ from, to: from + length });
    }
    itemRanges.set(id, ranges);
  }
  return itemRanges;
}

/** Refuses sides that no phone makes: the office opens the picture with programs of its own. */
function checkItemSides(b: Buffer, ispe: ByteRange): void {
  const { read } = numberReader(b, ispe);
  read(4);
  checkSides({ width: read(4), height: read(4) });
}

/** Empties a stretch except for the parts that are kept. */
function keepOnly(b: Buffer, { from, to }: ByteRange, kept: readonly ByteRange[]): void {
  let i = from;
  for (const keptRange of kept.filter((t) => t.from >= from && t.to <= to).sort((x, y) => x.from - y.from)) {
    if (keptRange.from > i) b.fill(0, i, keptRange.from);
    i = Math.max(i, keptRange.to);
  }
  b.fill(0, i, to);
}

/** Leaves a readable Exif record in an emptied item, if it has the room and shares it with no other item. */
function writeEmptyExif(b: Buffer, [first, second]: readonly ByteRange[], kept: readonly ByteRange[]): void {
  const exif = Buffer.concat([Buffer.alloc(4), writeOrientation(1)]);
  if (!first || second || first.to - first.from < exif.length) return;
  if (kept.every((t) => t.to <= first.from || t.from >= first.to)) exif.copy(b, first.from);
}

function heicRefusal() {
  return fileRefusal(
    'Non riusciamo a togliere da questa foto i dati nascosti, come il luogo dello scatto. Salvala come JPEG e riprova: con iPhone, in Impostazioni, Fotocamera, Formati, scegli «Più compatibile» e scattala di nuovo.',
  );
}
