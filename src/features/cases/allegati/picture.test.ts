import { readdirSync, readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stripMetadata } from './file-inspection.server.ts';
import { makeMiniatura } from './picture.server.ts';

const SIDE = 96;
const pixel = Buffer.from(Array.from({ length: SIDE * 64 * 3 }, (_, i) => (i * 7 + (i >> 5) * 13) % 256));
const basePicture = () => sharp(pixel, { raw: { width: SIDE, height: 64, channels: 3 } });
const GPS = {
  IFD0: { Make: 'FotocameraSegreta', Copyright: 'Mario Rossi', ImageDescription: '<script>alert(1)</script>' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 28/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 0/1' },
};
const TRACES = [
  'FotocameraSegreta',
  'Mario Rossi',
  '<script',
  'Photoshop',
  'http://ns.adobe.com',
  'coda nascosta',
  'commento',
];
const tracesIn = (bytes: Buffer) => TRACES.filter((trace) => bytes.includes(trace));
const rawPixels = (bytes: Buffer, autoOrient = false) => sharp(bytes, { autoOrient }).raw().toBuffer();
const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
const chunk = (name: string, data: Buffer) => {
  const b = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)]);
  b.writeUInt32BE(data.length);
  b.writeUInt32BE(crc32(b.subarray(4, -4)), b.length - 4);
  return b;
};

/** A JPEG with everything a phone, a retouching program and an attacker leave in it. */
function loadedJpeg(jpeg: Buffer): Buffer {
  const added = [
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'),
    segment(0xed, 'Photoshop 3.0\x008BIM'),
    segment(0xe2, 'MPF\0commento'),
    segment(0xfe, '--><script>alert(1)</script>commento'),
  ];
  return Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2), Buffer.from('coda nascosta<script>')]);
}

describe('a JPEG', () => {
  it.each([
    ['plain', () => basePicture().withExif(GPS).jpeg()],
    ['progressive', () => basePicture().withExif(GPS).jpeg({ progressive: true })],
    ['optimised, 4:4:4', () => basePicture().withExif(GPS).jpeg({ mozjpeg: true, chromaSubsampling: '4:4:4' })],
    ['grey', () => basePicture().greyscale().withExif(GPS).jpeg()],
    ['CMYK', () => basePicture().toColourspace('cmyk').withExif(GPS).jpeg()],
    ['with a colour profile', () => basePicture().withExif(GPS).withIccProfile('p3').jpeg()],
  ])('%s loses all metadata and keeps its pixels', async (_, encode) => {
    const original = loadedJpeg(await encode().toBuffer());
    expect(tracesIn(original).length).toBeGreaterThan(5);

    const clean = stripMetadata('jpeg', original);

    expect(tracesIn(clean)).toEqual([]);
    expect((await sharp(clean).metadata()).exif).toBeUndefined();
    expect((await rawPixels(clean)).equals(await rawPixels(original))).toBe(true);
  });

  it('keeps its colour profile', async () => {
    const clean = stripMetadata('jpeg', await basePicture().withIccProfile('p3').jpeg().toBuffer());
    expect((await sharp(clean).metadata()).icc).toBeDefined();
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('turned %i is shown upright still, and says nothing else', async (orientation) => {
    const original = await basePicture().withExif(GPS).withMetadata({ orientation }).jpeg().toBuffer();
    const clean = stripMetadata('jpeg', original);
    const meta = await sharp(clean).metadata();

    expect(meta.orientation ?? 1).toBe(orientation);
    expect(tracesIn(clean)).toEqual([]);
    expect(meta.exif?.length).toBe(orientation === 1 ? undefined : 32);
    expect((await rawPixels(clean, true)).equals(await rawPixels(original, true))).toBe(true);
  });

  it('with restart points, filling and padding keeps its pixels', async () => {
    const jpeg = stripMetadata('jpeg', await basePicture().jpeg({ optimizeCoding: false }).toBuffer());
    const sos = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    // A restart interval that is longer than the picture: the marker is there, no point falls inside.
    const dri = Buffer.from([0xff, 0xdd, 0, 4, 0xff, 0xff]);
    const original = Buffer.concat([jpeg.subarray(0, sos), Buffer.from([0, 0, 0xff, 0xff]), dri, jpeg.subarray(sos)]);

    const clean = stripMetadata('jpeg', original);

    expect(clean.includes(dri)).toBe(true);
    expect((await rawPixels(clean)).equals(await rawPixels(jpeg))).toBe(true);
  });

  it('keeps restart points inside the coded data', () => {
    const head = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f00', 'hex');
    const data = Buffer.from('11ff0022ffd033ffd144ffffd2', 'hex');
    const whole = Buffer.concat([head, data, Buffer.from('ffd9', 'hex')]);
    expect(stripMetadata('jpeg', whole).equals(whole)).toBe(true);
  });

  it('loses the small copy of itself in its JFIF header', async () => {
    const jpeg = await basePicture().jpeg().toBuffer();
    const jfif = Buffer.concat([Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'latin1'), Buffer.from('XYZ')]);
    const end = 4 + 16 - 2;
    const withCopy = Buffer.concat([
      jpeg.subarray(0, 2),
      segment(0xe0, jfif.toString('latin1')),
      jpeg.subarray(2 + end),
    ]);
    expect(stripMetadata('jpeg', withCopy).includes('XYZ')).toBe(false);
  });

  it('that is truncated, or only the header of one, is refused', async () => {
    const jpeg = await basePicture().jpeg().toBuffer();
    for (const length of [3, 20, 200]) {
      expect(() => stripMetadata('jpeg', jpeg.subarray(0, length))).toThrow(/incompleta o rovinata/);
    }
    expect(() => stripMetadata('jpeg', Buffer.from('ffd8ffd9', 'hex'))).toThrow(/incompleta/);
    expect(() =>
      stripMetadata('jpeg', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(10 << 20, 0xff)])),
    ).toThrow();
  });
});

describe('a PNG', () => {
  it.each([
    ['plain', () => basePicture().png()],
    ['with transparency', () => basePicture().ensureAlpha(0.5).png()],
    ['with a palette', () => basePicture().png({ palette: true })],
    ['interlaced, 16 bit', () => basePicture().toColourspace('rgb16').png({ progressive: true })],
    ['with a colour profile', () => basePicture().withIccProfile('p3').png()],
  ])('%s loses texts, EXIF, times, animation and its tail, and keeps its pixels', async (_, encode) => {
    const png = await encode().withExif(GPS).toBuffer();
    const texts = [
      chunk('tEXt', Buffer.from('Author\0Mario Rossi')),
      chunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0http://ns.adobe.com')),
      chunk('acTL', Buffer.from('0000000100000000', 'hex')),
      chunk('tIME', Buffer.from('07e90101000000', 'hex')),
      chunk('prVt', Buffer.from('commento')),
    ];
    const original = Buffer.concat([
      png.subarray(0, 33),
      ...texts,
      png.subarray(33),
      Buffer.from('coda nascosta<script>'),
    ]);

    const clean = stripMetadata('png', original);

    expect(tracesIn(original)).not.toEqual([]);
    expect(tracesIn(clean)).toEqual([]);
    for (const name of ['tEXt', 'iTXt', 'acTL', 'tIME', 'prVt', 'eXIf']) expect(clean.includes(name)).toBe(false);
    expect((await rawPixels(clean)).equals(await rawPixels(original))).toBe(true);
    expect((await sharp(clean).metadata()).icc?.length).toBe((await sharp(original).metadata()).icc?.length);
  });

  it('turned by its EXIF is shown upright still', async () => {
    const original = await basePicture().withExif(GPS).withMetadata({ orientation: 6 }).png().toBuffer();
    const clean = stripMetadata('png', original);
    expect(tracesIn(clean)).toEqual([]);
    expect((await rawPixels(clean, true)).equals(await rawPixels(original, true))).toBe(true);
  });

  it('that is truncated is refused', async () => {
    const png = await basePicture().png().toBuffer();
    for (const length of [8, 16, 33, png.length >> 1, png.length - 1]) {
      expect(() => stripMetadata('png', png.subarray(0, length))).toThrow(/incompleta o rovinata/);
    }
  });
});

it('a JPEG of millions of tables, and a PNG of millions of pieces, are refused', async () => {
  const png = await basePicture().png().toBuffer();
  const empty = chunk('gAMA', Buffer.alloc(0));
  const jpeg = await basePicture().jpeg().toBuffer();
  const table = Buffer.from('ffc40002', 'hex');
  const insertAfter = (whole: Buffer, head: number, part: Buffer, times: number) =>
    Buffer.concat([whole.subarray(0, head), ...Array.from({ length: times }, () => part), whole.subarray(head)]);

  expect(() => stripMetadata('png', insertAfter(png, 33, empty, 50_001))).toThrow(/incompleta o rovinata/);
  expect(() => stripMetadata('jpeg', insertAfter(jpeg, 2, table, 10_001))).toThrow(/incompleta o rovinata/);
  expect(stripMetadata('png', insertAfter(png, 33, empty, 10_000)).length).toBeGreaterThan(png.length);
});

/** Only its header says how large it is; its rows are not there. */
function png(width: number, height: number, { depth = 8, colour = RGB, extra = [] as Buffer[] } = {}): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([depth, colour], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const rows = chunk('IDAT', deflateSync(Buffer.alloc(1000)));
  return Buffer.concat([signature, chunk('IHDR', ihdr), ...extra, rows, chunk('IEND', Buffer.alloc(0))]);
}
const [RGB, PALETTE, RGBA] = [2, 3, 6];

/** A progressive JPEG whose header says other sides, and whose last pass is there more often. */
async function progressive({ width = SIDE, height = 64, again = 0 } = {}): Promise<Buffer> {
  const jpeg = await basePicture().jpeg({ progressive: true }).toBuffer();
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
      stripMetadata(kind, bytes);
      return 'taken';
    } catch (error) {
      return error;
    }
  };
  const because = (words: RegExp) =>
    expect.objectContaining({ code: 'invalid', message: expect.stringMatching(words) });

  it.each([
    ['50,000 × 50,000 px', png(50_000, 50_000, { depth: 1, colour: 0 }), /50 megapixel/],
    ['wide rows: 10,000,000 × 4 px', png(10_000_000, 4), /20\.000 pixel/],
    ['wide rows of one bit', png(10_000_000, 4, { depth: 1, colour: 0 }), /20\.000 pixel/],
    ['20,001 × 1,000 px', png(20_001, 1000), /20\.000 pixel/],
    ['a high column', png(4, 10_000_000), /20\.000 pixel/],
    ['16 bits of three channels', png(6324, 6324, { depth: 16 }), /troppo pesante da aprire/],
    ['16 bits of four channels', png(4400, 4400, { depth: 16, colour: RGBA }), /troppo pesante da aprire/],
    ['four channels', png(6200, 6200, { colour: RGBA }), /troppo pesante da aprire/],
    [
      'a palette with transparency',
      png(6200, 6200, { colour: PALETTE, extra: [chunk('PLTE', Buffer.alloc(3)), chunk('tRNS', Buffer.alloc(1))] }),
      /troppo pesante da aprire/,
    ],
  ])('as a PNG: %s', (_, bytes, words) => {
    expect(refused('png', bytes)).toEqual(because(words));
  });

  it('as a JPEG: too many pixels, a side too long, more than 30 passes, or many passes over many pixels', async () => {
    const own = scansOf(await progressive());
    expect(refused('jpeg', await progressive({ width: 8500, height: 6000 }))).toEqual(because(/50 megapixel/));
    expect(refused('jpeg', await progressive({ width: 20_001, height: 100 }))).toEqual(because(/20\.000 pixel/));
    expect(refused('jpeg', await progressive({ again: 31 - own }))).toEqual(because(/troppo tempo/));
    expect(refused('jpeg', await progressive({ again: 9000 }))).toEqual(because(/troppo tempo/));
    const large = { width: 8100, height: 6100 };
    expect(refused('jpeg', await progressive({ ...large, again: 13 - own }))).toEqual(because(/troppo tempo/));
  });

  it('what phones and cameras make is taken: panoramas, progressive photos, 50 megapixels', async () => {
    const own = scansOf(await progressive());
    expect(own).toBeGreaterThan(5);
    for (const jpeg of [
      await progressive({ width: 16_000, height: 2400 }),
      await progressive({ width: 2400, height: 16_000 }),
      await progressive({ width: 8100, height: 6100, again: 12 - own }),
      await progressive({ width: 4000, height: 3000, again: 30 - own }),
    ])
      expect(refused('jpeg', jpeg)).toBe('taken');
    for (const bytes of [png(16_000, 2400), png(7000, 7000), png(4000, 4000, { depth: 16, colour: RGBA })])
      expect(refused('png', bytes)).toBe('taken');
  });
});

it('the panorama of a phone, 16,000 px wide and progressive, gets its thumbnail', async () => {
  const panorama = sharp({ create: { width: 16_000, height: 2400, channels: 3, background: '#085' } });
  const clean = stripMetadata('jpeg', await panorama.jpeg({ progressive: true }).toBuffer());
  expect(await sharp(await makeMiniatura(clean)).metadata()).toMatchObject({ width: 320, height: 48 });
});

/** Whether a process is one of this one's, for pictures. */
function isChildFor(pid: string, file: string): boolean {
  try {
    const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
    return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file);
  } catch {
    return false; // it has ended since the folder was read
  }
}

describe('the thumbnail', () => {
  it('is an upright JPEG of at most 320 px, without metadata', async () => {
    const photo = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#085' } });
    const small = await makeMiniatura(await photo.withExif(GPS).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const meta = await sharp(small).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual(['jpeg', 180, 320]);
    expect([meta.exif, meta.icc, meta.xmp]).toEqual([undefined, undefined, undefined]);
  });

  it('does not enlarge, and shows transparency as white', async () => {
    const empty = sharp({ create: { width: 10, height: 10, channels: 4, background: '#0000' } });
    const small = await makeMiniatura(await empty.png().toBuffer());
    const { data, info } = await sharp(small).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, data[0]]).toEqual([10, 10, 255]);
  });

  it('of pictures whose data end early or are not there is refused', async () => {
    const png = await basePicture().png().toBuffer();
    const ihdr = png.subarray(0, 33);
    const empty = Buffer.concat([ihdr, chunk('IDAT', deflateSync(Buffer.alloc(10))), chunk('IEND', Buffer.alloc(0))]);
    const jpeg = await basePicture().jpeg().toBuffer();
    for (const broken of [empty, jpeg.subarray(0, jpeg.length >> 1), Buffer.from('ffd8ffd9', 'hex')]) {
      await expect(makeMiniatura(broken)).rejects.toMatchObject({
        code: 'invalid',
        message: /Non riusciamo ad aprire/,
      });
    }
  });

  it('of a good picture that a busy machine does not get to is asked for again in a minute, and the picture is not blamed', async () => {
    const good = await basePicture().png().toBuffer();
    await makeMiniatura(good);
    const listOwn = () =>
      readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChildFor(name, 'picture-child.server'));
    expect(listOwn().length).toBeGreaterThan(0);
    for (const pid of listOwn()) process.kill(Number(pid), 'SIGSTOP');
    await expect(makeMiniatura(good)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 60,
      message: /riprova/,
    });
    // One of them got the picture and is gone; more there are where several pictures were made at once before.
    for (const pid of listOwn()) process.kill(Number(pid), 'SIGCONT');
    expect(await makeMiniatura(good)).toBeInstanceOf(Buffer);
  }, 60_000);

  it('after a refused picture the next one is served', async () => {
    const good = await basePicture().png().toBuffer();
    const [broken, made] = await Promise.allSettled([makeMiniatura(Buffer.from('no')), makeMiniatura(good)]);
    expect([broken.status, made.status]).toEqual(['rejected', 'fulfilled']);
  });
});
