import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { HEIC_PIXELS, heic, heicBox, METADATA_TRACES, tracesIn } from '../../../../tests/heic.ts';
import { kindOfContent } from './file-kind.server.ts';
import { stripHeicMetadata } from './heic.server.ts';
import { readOrientation } from './orientation.server.ts';

const refused = expect.objectContaining({
  code: 'invalid',
  message: expect.stringMatching(/dati nascosti.*Salvala come JPEG.*Più compatibile/),
});
const tooLong = expect.objectContaining({
  code: 'invalid',
  message: expect.stringMatching(/lato di più di 20\.000 pixel/),
});
const outcomeOf = (bytes: Buffer) => {
  try {
    return stripHeicMetadata(bytes);
  } catch (error) {
    return error;
  }
};

describe('a HEIC', () => {
  it.each([0, 1, 2] as const)(
    'loses position, times, notes and films, and keeps its pixels where they were (table %d)',
    (iloc) => {
      const original = heic({ iloc });
      const present = iloc === 0 ? METADATA_TRACES.filter((trace) => trace !== 'dati interni') : METADATA_TRACES;
      expect([kindOfContent(original), tracesIn(original)]).toEqual(['heic', present]);

      const clean = stripHeicMetadata(original);

      expect(tracesIn(clean)).toEqual([]);
      expect([clean.length, clean.indexOf(HEIC_PIXELS)]).toEqual([original.length, original.indexOf(HEIC_PIXELS)]);
      expect(kindOfContent(clean)).toBe('heic');
      expect(stripHeicMetadata(clean).equals(clean)).toBe(true);
    },
  );

  it('with a side longer than any phone makes is refused; the largest photos of phones are taken', () => {
    expect(outcomeOf(heic({ sides: [20_001, 16] }))).toEqual(tooLong);
    expect(outcomeOf(heic({ sides: [16, 0xffffffff] }))).toEqual(tooLong);
    for (const sides of [
      [8064, 6048],
      [16_320, 12_240],
      [4032, 16_384],
    ] as [number, number][])
      expect(outcomeOf(heic({ sides }))).toBeInstanceOf(Buffer);
  });

  it('is left with an Exif record that can be read and says nothing', () => {
    const clean = stripHeicMetadata(heic());
    const exif = clean.subarray(clean.indexOf('II*\0'));
    expect(exif.readUInt16LE(8)).toBe(1);
    expect(readOrientation(exif)).toBe(1);
  });

  it('is still the same picture for a program that opens it', async () => {
    // The same container with a codec that opens here.
    const drawing = sharp(Buffer.from(Array.from({ length: 96 * 64 * 3 }, (_, i) => (i * 7) % 256)), {
      raw: { width: 96, height: 64, channels: 3 },
    });
    const withData = drawing
      .withExif({ IFD0: { Make: 'FotocameraSegreta' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 28/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><luogo>Milano</luogo></x:xmpmeta>');
    const original = await withData.avif().toBuffer();
    expect([original.includes('FotocameraSegreta'), original.includes('Milano')]).toEqual([true, true]);

    const clean = stripHeicMetadata(original);

    expect([clean.includes('FotocameraSegreta'), clean.includes('Milano')]).toEqual([false, false]);
    expect((await sharp(clean).raw().toBuffer()).equals(await sharp(original).raw().toBuffer())).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['with no description', heicBox('ftyp', Buffer.from('heic\0\0\0\0heic'))],
    ['cut short', heic().subarray(0, -9)],
    ['cut within its description', heic().subarray(0, 200)],
    ['with two descriptions', heic({ after: [heicBox('meta', Buffer.alloc(4))] })],
    ['whose picture is of an unknown kind', heic({ kind: 'jpeg' })],
    [
      'whose picture lies outside its data',
      heic({ moved: (id, at, length) => (id === 1 ? [30, length] : [at, length]) }),
    ],
    ['whose picture goes on beyond the file', heic({ moved: (id, at, length) => [at, id === 1 ? 1 << 30 : length] })],
    ['whose metadata have no end', heic({ moved: (id, at, length) => [at, id === 2 ? 0 : length] })],
    ['with a box shorter than its own head', Buffer.concat([heic(), Buffer.from('0000000466726565', 'hex')])],
  ])('%s is refused, saying how to send a JPEG', (_, bytes) => {
    expect(outcomeOf(bytes)).toEqual(refused);
  });

  it('changed in any one byte of its description is refused in words, or has nothing left to tell', () => {
    const original = heic();
    const end = original.indexOf('mdat');
    for (let i = 24; i < end; i += 1) {
      const broken = Buffer.from(original);
      broken[i] = (broken[i] ?? 0) ^ 0x55;
      const clean = outcomeOf(broken);
      // A changed trace is no trace; a kept picture may be said to reach over its neighbours.
      if (!Buffer.isBuffer(clean)) expect([refused, tooLong]).toContainEqual(clean);
      else expect(clean.length).toBe(original.length);
    }
  });
});
