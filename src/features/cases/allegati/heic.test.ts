import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { box, heic, PIXELS, TRACES, tracesIn } from '../../../../tests/heic.ts';
import { heicSenzaMetadati } from './heic.server.ts';
import { orientamento } from './orientamento.server.ts';
import { tipoDaContenuto } from './tipo.server.ts';

const rifiutata = expect.objectContaining({
  code: 'invalid',
  message: expect.stringMatching(/dati nascosti.*Salvala come JPEG.*Più compatibile/),
});
const troppoLunga = expect.objectContaining({
  code: 'invalid',
  message: expect.stringMatching(/lato di più di 20\.000 pixel/),
});
const esito = (bytes: Buffer) => {
  try {
    return heicSenzaMetadati(bytes);
  } catch (error) {
    return error;
  }
};

describe('a HEIC', () => {
  it.each([0, 1, 2] as const)(
    'loses position, times, notes and films, and keeps its pixels where they were (table %d)',
    (iloc) => {
      const originale = heic({ iloc });
      const presenti = iloc === 0 ? TRACES.filter((traccia) => traccia !== 'dati interni') : TRACES;
      expect([tipoDaContenuto(originale), tracesIn(originale)]).toEqual(['heic', presenti]);

      const pulita = heicSenzaMetadati(originale);

      expect(tracesIn(pulita)).toEqual([]);
      expect([pulita.length, pulita.indexOf(PIXELS)]).toEqual([originale.length, originale.indexOf(PIXELS)]);
      expect(tipoDaContenuto(pulita)).toBe('heic');
      expect(heicSenzaMetadati(pulita).equals(pulita)).toBe(true);
    },
  );

  it('with a side longer than any phone makes is refused; the largest photos of phones are taken', () => {
    expect(esito(heic({ sides: [20_001, 16] }))).toEqual(troppoLunga);
    expect(esito(heic({ sides: [16, 0xffffffff] }))).toEqual(troppoLunga);
    for (const sides of [
      [8064, 6048],
      [16_320, 12_240],
      [4032, 16_384],
    ] as [number, number][])
      expect(esito(heic({ sides }))).toBeInstanceOf(Buffer);
  });

  it('is left with an Exif record that can be read and says nothing', () => {
    const pulita = heicSenzaMetadati(heic());
    const exif = pulita.subarray(pulita.indexOf('II*\0'));
    expect(exif.readUInt16LE(8)).toBe(1);
    expect(orientamento(exif)).toBe(1);
  });

  it('is still the same picture for a program that opens it', async () => {
    // The same container with a codec that opens here.
    const disegno = sharp(Buffer.from(Array.from({ length: 96 * 64 * 3 }, (_, i) => (i * 7) % 256)), {
      raw: { width: 96, height: 64, channels: 3 },
    });
    const conDati = disegno
      .withExif({ IFD0: { Make: 'FotocameraSegreta' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 28/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><luogo>Milano</luogo></x:xmpmeta>');
    const originale = await conDati.avif().toBuffer();
    expect([originale.includes('FotocameraSegreta'), originale.includes('Milano')]).toEqual([true, true]);

    const pulita = heicSenzaMetadati(originale);

    expect([pulita.includes('FotocameraSegreta'), pulita.includes('Milano')]).toEqual([false, false]);
    expect((await sharp(pulita).raw().toBuffer()).equals(await sharp(originale).raw().toBuffer())).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['with no description', box('ftyp', Buffer.from('heic\0\0\0\0heic'))],
    ['cut short', heic().subarray(0, -9)],
    ['cut within its description', heic().subarray(0, 200)],
    ['with two descriptions', heic({ after: [box('meta', Buffer.alloc(4))] })],
    ['whose picture is of an unknown kind', heic({ kind: 'jpeg' })],
    [
      'whose picture lies outside its data',
      heic({ moved: (id, at, length) => (id === 1 ? [30, length] : [at, length]) }),
    ],
    ['whose picture goes on beyond the file', heic({ moved: (id, at, length) => [at, id === 1 ? 1 << 30 : length] })],
    ['whose metadata have no end', heic({ moved: (id, at, length) => [at, id === 2 ? 0 : length] })],
    ['with a box shorter than its own head', Buffer.concat([heic(), Buffer.from('0000000466726565', 'hex')])],
  ])('%s is refused, saying how to send a JPEG', (_, bytes) => {
    expect(esito(bytes)).toEqual(rifiutata);
  });

  it('changed in any one byte of its description is refused in words, or has nothing left to tell', () => {
    const originale = heic();
    const fine = originale.indexOf('mdat');
    for (let i = 24; i < fine; i += 1) {
      const rotta = Buffer.from(originale);
      rotta[i] = (rotta[i] ?? 0) ^ 0x55;
      const pulita = esito(rotta);
      // A changed trace is no trace; a kept picture may be said to reach over its neighbours.
      if (!Buffer.isBuffer(pulita)) expect([rifiutata, troppoLunga]).toContainEqual(pulita);
      else expect(pulita.length).toBe(originale.length);
    }
  });
});
