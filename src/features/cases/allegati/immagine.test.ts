import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { senzaMetadati } from './esame.server.ts';
import { miniatura } from './immagine.server.ts';

const LATO = 96;
const pixel = Buffer.from(Array.from({ length: LATO * 64 * 3 }, (_, i) => (i * 7 + (i >> 5) * 13) % 256));
const base = () => sharp(pixel, { raw: { width: LATO, height: 64, channels: 3 } });
const GPS = {
  IFD0: { Make: 'FotocameraSegreta', Copyright: 'Mario Rossi', ImageDescription: '<script>alert(1)</script>' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 28/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 0/1' },
};
const TRACCE = [
  'FotocameraSegreta',
  'Mario Rossi',
  '<script',
  'Photoshop',
  'http://ns.adobe.com',
  'coda nascosta',
  'commento',
];
const tracce = (bytes: Buffer) => TRACCE.filter((traccia) => bytes.includes(traccia));
const grezzo = (bytes: Buffer, autoOrient = false) => sharp(bytes, { autoOrient }).raw().toBuffer();
const segmento = (marker: number, testo: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, testo.length + 2]), Buffer.from(testo, 'latin1')]);
const pezzo = (nome: string, dati: Buffer) => {
  const b = Buffer.concat([Buffer.alloc(4), Buffer.from(nome), dati, Buffer.alloc(4)]);
  b.writeUInt32BE(dati.length);
  b.writeUInt32BE(crc32(b.subarray(4, -4)), b.length - 4);
  return b;
};

/** A JPEG with everything a phone, a retouching program and an attacker leave in it. */
function carico(jpeg: Buffer): Buffer {
  const aggiunte = [
    segmento(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'),
    segmento(0xed, 'Photoshop 3.0\x008BIM'),
    segmento(0xe2, 'MPF\0commento'),
    segmento(0xfe, '--><script>alert(1)</script>commento'),
  ];
  return Buffer.concat([jpeg.subarray(0, 2), ...aggiunte, jpeg.subarray(2), Buffer.from('coda nascosta<script>')]);
}

describe('a JPEG', () => {
  it.each([
    ['plain', () => base().withExif(GPS).jpeg()],
    ['progressive', () => base().withExif(GPS).jpeg({ progressive: true })],
    ['optimised, 4:4:4', () => base().withExif(GPS).jpeg({ mozjpeg: true, chromaSubsampling: '4:4:4' })],
    ['grey', () => base().greyscale().withExif(GPS).jpeg()],
    ['CMYK', () => base().toColourspace('cmyk').withExif(GPS).jpeg()],
    ['with a colour profile', () => base().withExif(GPS).withIccProfile('p3').jpeg()],
  ])('%s loses all metadata and keeps its pixels', async (_, scritto) => {
    const originale = carico(await scritto().toBuffer());
    expect(tracce(originale).length).toBeGreaterThan(5);

    const pulito = senzaMetadati('jpeg', originale);

    expect(tracce(pulito)).toEqual([]);
    expect((await sharp(pulito).metadata()).exif).toBeUndefined();
    expect((await grezzo(pulito)).equals(await grezzo(originale))).toBe(true);
  });

  it('keeps its colour profile', async () => {
    const pulito = senzaMetadati('jpeg', await base().withIccProfile('p3').jpeg().toBuffer());
    expect((await sharp(pulito).metadata()).icc).toBeDefined();
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('turned %i is shown upright still, and says nothing else', async (orientation) => {
    const originale = await base().withExif(GPS).withMetadata({ orientation }).jpeg().toBuffer();
    const pulito = senzaMetadati('jpeg', originale);
    const meta = await sharp(pulito).metadata();

    expect(meta.orientation ?? 1).toBe(orientation);
    expect(tracce(pulito)).toEqual([]);
    expect(meta.exif?.length).toBe(orientation === 1 ? undefined : 32);
    expect((await grezzo(pulito, true)).equals(await grezzo(originale, true))).toBe(true);
  });

  it('with restart points, filling and padding keeps its pixels', async () => {
    const jpeg = senzaMetadati('jpeg', await base().jpeg({ optimizeCoding: false }).toBuffer());
    const sos = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    // A restart interval that is longer than the picture: the marker is there, no point falls inside.
    const dri = Buffer.from([0xff, 0xdd, 0, 4, 0xff, 0xff]);
    const originale = Buffer.concat([jpeg.subarray(0, sos), Buffer.from([0, 0, 0xff, 0xff]), dri, jpeg.subarray(sos)]);

    const pulito = senzaMetadati('jpeg', originale);

    expect(pulito.includes(dri)).toBe(true);
    expect((await grezzo(pulito)).equals(await grezzo(jpeg))).toBe(true);
  });

  it('keeps restart points inside the coded data', () => {
    const testa = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f00', 'hex');
    const dati = Buffer.from('11ff0022ffd033ffd144ffffd2', 'hex');
    const intero = Buffer.concat([testa, dati, Buffer.from('ffd9', 'hex')]);
    expect(senzaMetadati('jpeg', intero).equals(intero)).toBe(true);
  });

  it('loses the small copy of itself in its JFIF header', async () => {
    const jpeg = await base().jpeg().toBuffer();
    const jfif = Buffer.concat([Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'latin1'), Buffer.from('XYZ')]);
    const fine = 4 + 16 - 2;
    const conCopia = Buffer.concat([
      jpeg.subarray(0, 2),
      segmento(0xe0, jfif.toString('latin1')),
      jpeg.subarray(2 + fine),
    ]);
    expect(senzaMetadati('jpeg', conCopia).includes('XYZ')).toBe(false);
  });

  it('that is truncated, or only the header of one, is refused', async () => {
    const jpeg = await base().jpeg().toBuffer();
    for (const lungo of [3, 20, 200, jpeg.length >> 1, jpeg.length - 2]) {
      expect(() => senzaMetadati('jpeg', jpeg.subarray(0, lungo))).toThrow(/incompleta o rovinata/);
    }
    expect(() => senzaMetadati('jpeg', Buffer.from('ffd8ffd9', 'hex'))).toThrow(/incompleta/);
    expect(() =>
      senzaMetadati('jpeg', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(10 << 20, 0xff)])),
    ).toThrow();
  });
});

describe('a PNG', () => {
  it.each([
    ['plain', () => base().png()],
    ['with transparency', () => base().ensureAlpha(0.5).png()],
    ['with a palette', () => base().png({ palette: true })],
    ['interlaced, 16 bit', () => base().toColourspace('rgb16').png({ progressive: true })],
    ['with a colour profile', () => base().withIccProfile('p3').png()],
  ])('%s loses texts, EXIF, times, animation and its tail, and keeps its pixels', async (_, scritto) => {
    const png = await scritto().withExif(GPS).toBuffer();
    const testi = [
      pezzo('tEXt', Buffer.from('Author\0Mario Rossi')),
      pezzo('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0http://ns.adobe.com')),
      pezzo('acTL', Buffer.from('0000000100000000', 'hex')),
      pezzo('tIME', Buffer.from('07e90101000000', 'hex')),
      pezzo('prVt', Buffer.from('commento')),
    ];
    const originale = Buffer.concat([
      png.subarray(0, 33),
      ...testi,
      png.subarray(33),
      Buffer.from('coda nascosta<script>'),
    ]);

    const pulito = senzaMetadati('png', originale);

    expect(tracce(originale)).not.toEqual([]);
    expect(tracce(pulito)).toEqual([]);
    for (const nome of ['tEXt', 'iTXt', 'acTL', 'tIME', 'prVt', 'eXIf']) expect(pulito.includes(nome)).toBe(false);
    expect((await grezzo(pulito)).equals(await grezzo(originale))).toBe(true);
    expect((await sharp(pulito).metadata()).icc?.length).toBe((await sharp(originale).metadata()).icc?.length);
  });

  it('turned by its EXIF is shown upright still', async () => {
    const originale = await base().withExif(GPS).withMetadata({ orientation: 6 }).png().toBuffer();
    const pulito = senzaMetadati('png', originale);
    expect(tracce(pulito)).toEqual([]);
    expect((await grezzo(pulito, true)).equals(await grezzo(originale, true))).toBe(true);
  });

  it('that is truncated is refused', async () => {
    const png = await base().png().toBuffer();
    for (const lungo of [8, 16, 33, png.length >> 1, png.length - 1]) {
      expect(() => senzaMetadati('png', png.subarray(0, lungo))).toThrow(/incompleta o rovinata/);
    }
  });
});

it('a JPEG of millions of tables, and a PNG of millions of pieces, are refused', async () => {
  const png = await base().png().toBuffer();
  const vuoto = pezzo('gAMA', Buffer.alloc(0));
  const jpeg = await base().jpeg().toBuffer();
  const tabella = Buffer.from('ffc40002', 'hex');
  const dopo = (intero: Buffer, testa: number, parte: Buffer, volte: number) =>
    Buffer.concat([intero.subarray(0, testa), ...Array.from({ length: volte }, () => parte), intero.subarray(testa)]);

  expect(() => senzaMetadati('png', dopo(png, 33, vuoto, 50_001))).toThrow(/incompleta o rovinata/);
  expect(() => senzaMetadati('jpeg', dopo(jpeg, 2, tabella, 10_001))).toThrow(/incompleta o rovinata/);
  expect(senzaMetadati('png', dopo(png, 33, vuoto, 10_000)).length).toBeGreaterThan(png.length);
});

/** Only its header says how large it is; its rows are not there. */
function png(width: number, height: number, { depth = 8, colour = RGB, extra = [] as Buffer[] } = {}): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([depth, colour], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const rows = pezzo('IDAT', deflateSync(Buffer.alloc(1000)));
  return Buffer.concat([signature, pezzo('IHDR', ihdr), ...extra, rows, pezzo('IEND', Buffer.alloc(0))]);
}
const [RGB, PALETTE, RGBA] = [2, 3, 6];

/** A progressive JPEG whose header says other sides, and whose last pass is there more often. */
async function progressive({ width = LATO, height = 64, again = 0 } = {}): Promise<Buffer> {
  const jpeg = await base().jpeg({ progressive: true }).toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, SOS])), -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: again }, () => scan), jpeg.subarray(-2)]);
}
const SOS = 0xda;
const scansOf = (jpeg: Buffer) => jpeg.toString('latin1').split('\xff\xda').length - 1;

describe('a picture that would unfold into too much is refused by its header, before any decoder sees it', () => {
  const refused = (kind: 'jpeg' | 'png', bytes: Buffer) => {
    try {
      senzaMetadati(kind, bytes);
      return 'taken';
    } catch (error) {
      return error;
    }
  };
  const because = (words: RegExp) =>
    expect.objectContaining({ code: 'invalid', message: expect.stringMatching(words) });

  it.each([
    ['50,000 × 50,000 px', png(50_000, 50_000, { depth: 1, colour: 0 }), /40 megapixel/],
    ['wide rows: 10,000,000 × 4 px', png(10_000_000, 4), /20\.000 pixel/],
    ['wide rows of one bit', png(10_000_000, 4, { depth: 1, colour: 0 }), /20\.000 pixel/],
    ['20,001 × 1,000 px', png(20_001, 1000), /20\.000 pixel/],
    ['a high column', png(4, 10_000_000), /20\.000 pixel/],
    ['16 bits of three channels', png(6324, 6324, { depth: 16 }), /troppo pesante da aprire/],
    ['16 bits of four channels', png(4001, 4001, { depth: 16, colour: RGBA }), /troppo pesante da aprire/],
    ['four channels', png(6000, 6000, { colour: RGBA }), /troppo pesante da aprire/],
    [
      'a palette with transparency',
      png(6000, 6000, { colour: PALETTE, extra: [pezzo('PLTE', Buffer.alloc(3)), pezzo('tRNS', Buffer.alloc(1))] }),
      /troppo pesante da aprire/,
    ],
  ])('as a PNG: %s', (_, bytes, words) => {
    expect(refused('png', bytes)).toEqual(because(words));
  });

  it('as a JPEG: too many pixels, a side too long, more than 30 passes, or many passes over many pixels', async () => {
    const own = scansOf(await progressive());
    expect(refused('jpeg', await progressive({ width: 7000, height: 6000 }))).toEqual(because(/40 megapixel/));
    expect(refused('jpeg', await progressive({ width: 20_001, height: 100 }))).toEqual(because(/20\.000 pixel/));
    expect(refused('jpeg', await progressive({ again: 31 - own }))).toEqual(because(/troppo tempo/));
    expect(refused('jpeg', await progressive({ again: 9000 }))).toEqual(because(/troppo tempo/));
    const large = { width: 7000, height: 5700 };
    expect(refused('jpeg', await progressive({ ...large, again: 13 - own }))).toEqual(because(/troppo tempo/));
  });

  it('what phones and cameras make is taken: panoramas, progressive photos, 40 megapixels', async () => {
    const own = scansOf(await progressive());
    expect(own).toBeGreaterThan(5);
    for (const jpeg of [
      await progressive({ width: 16_000, height: 2400 }),
      await progressive({ width: 2400, height: 16_000 }),
      await progressive({ width: 7000, height: 5700, again: 12 - own }),
      await progressive({ width: 4000, height: 3000, again: 30 - own }),
    ])
      expect(refused('jpeg', jpeg)).toBe('taken');
    for (const bytes of [png(16_000, 2400), png(6324, 6324), png(4000, 4000, { depth: 16, colour: RGBA })])
      expect(refused('png', bytes)).toBe('taken');
  });
});

it('the panorama of a phone, 16,000 px wide and progressive, gets its thumbnail', async () => {
  const panorama = sharp({ create: { width: 16_000, height: 2400, channels: 3, background: '#085' } });
  const clean = senzaMetadati('jpeg', await panorama.jpeg({ progressive: true }).toBuffer());
  expect(await sharp(await miniatura(clean)).metadata()).toMatchObject({ width: 320, height: 48 });
});

describe('the thumbnail', () => {
  it('is an upright JPEG of at most 320 px, without metadata', async () => {
    const foto = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#085' } });
    const piccola = await miniatura(await foto.withExif(GPS).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const meta = await sharp(piccola).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual(['jpeg', 180, 320]);
    expect([meta.exif, meta.icc, meta.xmp]).toEqual([undefined, undefined, undefined]);
  });

  it('does not enlarge, and shows transparency as white', async () => {
    const vuota = sharp({ create: { width: 10, height: 10, channels: 4, background: '#0000' } });
    const piccola = await miniatura(await vuota.png().toBuffer());
    const { data, info } = await sharp(piccola).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, data[0]]).toEqual([10, 10, 255]);
  });

  it('of pictures whose data end early or are not there is refused', async () => {
    const png = await base().png().toBuffer();
    const ihdr = png.subarray(0, 33);
    const vuota = Buffer.concat([ihdr, pezzo('IDAT', deflateSync(Buffer.alloc(10))), pezzo('IEND', Buffer.alloc(0))]);
    const jpeg = await base().jpeg().toBuffer();
    for (const rotta of [vuota, jpeg.subarray(0, jpeg.length >> 1), Buffer.from('ffd8ffd9', 'hex')]) {
      await expect(miniatura(rotta)).rejects.toMatchObject({ code: 'invalid', message: /Non riusciamo ad aprire/ });
    }
  });

  it('after a refused picture the next one is served', async () => {
    const buona = await base().png().toBuffer();
    const [rotta, fatta] = await Promise.allSettled([miniatura(Buffer.from('no')), miniatura(buona)]);
    expect([rotta.status, fatta.status]).toEqual(['rejected', 'fulfilled']);
  });
});
