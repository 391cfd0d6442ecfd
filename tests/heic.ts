/** A small HEIC as a phone lays it out (ISO/IEC 23008-12): one coded picture, Exif with a position, XMP, and more that tells about its author. */

const u16 = (n: number) => Buffer.from([n >> 8, n & 255]);
const u32 = (n: number) => {
  const b = Buffer.alloc(4);
  b.writeUInt32BE(n);
  return b;
};
const text = (words: string) => Buffer.from(words, 'latin1');

export function heicBox(kind: string, ...inside: Buffer[]): Buffer {
  const content = Buffer.concat(inside);
  return Buffer.concat([u32(8 + content.length), text(kind), content]);
}

const full = (kind: string, version: number, ...inside: Buffer[]) => heicBox(kind, u32(version << 24), ...inside);

/** What stands in the file for the picture: this reader looks into no pixel. */
export const HEIC_PIXELS = Buffer.from('PIXELS'.repeat(20));
/** Marks of what a stranger should not read. */
export const METADATA_TRACES = [
  'GPSLatitude 45.46',
  'xmpmeta 9.19',
  'nota della macchina',
  'titolo di casa',
  'resto nel mezzo',
  'coda col filmato',
  'nome dello strumento',
  'dati interni',
];
const [GPS, XMP, MAKER_NOTE, TITLE, GAP, FILM, NAME, INNER] = METADATA_TRACES.map(text) as [
  Buffer,
  ...Buffer[],
] as Buffer[];

/** @returns the traces that can still be read */
export const tracesIn = (bytes: Uint8Array): string[] =>
  METADATA_TRACES.filter((trace) => Buffer.from(bytes).includes(trace));

type Shape = {
  /** Version of the table of places */
  iloc?: 0 | 1 | 2;
  /** Kind of the main item */
  kind?: string;
  /** Sides of the main item, in pixels */
  sides?: [width: number, height: number];
  /** Boxes after the picture */
  after?: Buffer[];
  /** Changes where each item is said to be: its number, offset and length */
  moved?: (id: number, offset: number, length: number) => [offset: number, length: number];
};

export function heic({
  iloc = 1,
  kind = 'hvc1',
  sides: [width, height] = [64, 48],
  after = [],
  moved = (_id, at, length) => [at, length],
}: Shape = {}): Buffer {
  const ftyp = heicBox('ftyp', text('heic'), u32(0), text('mif1heic'));
  const exif = Buffer.concat([u32(0), text('MM\0*'), GPS as Buffer, Buffer.alloc(40)]);
  const xmp = Buffer.concat([text('<x:'), XMP as Buffer, text('/>')]);
  const inIdat = iloc > 0;
  const idat = heicBox('idat', INNER as Buffer);
  const infe = (id: number, type: string, words: Buffer) =>
    full('infe', 2, u16(id), u16(0), text(type), words, Buffer.alloc(1));
  const items = [
    infe(1, kind, NAME as Buffer),
    infe(2, 'Exif', Buffer.alloc(0)),
    infe(3, 'mime', text('\0application/rdf+xml')),
    ...(inIdat ? [infe(4, 'uri ', text('\0urn:x'))] : []),
  ];
  const places = (at: number): Buffer => {
    const [exifAt, pixelsAt, xmpAt] = [
      at,
      at + exif.length + (GAP as Buffer).length,
      at + exif.length + (GAP as Buffer).length + HEIC_PIXELS.length,
    ];
    const rows: [id: number, way: number, at: number, length: number][] = [
      [1, 0, pixelsAt, HEIC_PIXELS.length],
      [2, 0, exifAt, exif.length],
      [3, 0, xmpAt, xmp.length],
      ...(inIdat ? [[4, 1, 0, (INNER as Buffer).length] as [number, number, number, number]] : []),
    ];
    const id = (n: number) => (iloc === 2 ? u32(n) : u16(n));
    return full(
      'iloc',
      iloc,
      u16(0x4400),
      id(rows.length),
      ...rows.map(([n, way, from, length]) => {
        const [offset, size] = moved(n, from, length);
        return Buffer.concat([id(n), ...(inIdat ? [u16(way)] : []), u16(0), u16(1), u32(offset), u32(size)]);
      }),
    );
  };
  const meta = (at: number) =>
    full(
      'meta',
      0,
      full('hdlr', 0, u32(0), text('pict'), Buffer.alloc(13)),
      full('pitm', 0, u16(1)),
      full('iinf', 0, u16(items.length), ...items),
      heicBox(
        'iprp',
        heicBox('ipco', full('ispe', 0, u32(width), u32(height)), full('udes', 0, TITLE as Buffer)),
        full('ipma', 0, u32(0)),
      ),
      ...(inIdat ? [idat] : []),
      heicBox('uuid', Buffer.alloc(16), MAKER_NOTE as Buffer),
      places(at),
    );
  const dataAt = ftyp.length + meta(0).length + 8;
  const mdat = heicBox('mdat', exif, GAP as Buffer, HEIC_PIXELS, xmp);
  return Buffer.concat([ftyp, meta(dataAt), mdat, heicBox('mpvd', FILM as Buffer), ...after]);
}
