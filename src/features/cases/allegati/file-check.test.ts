import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heic, tracesIn } from '../../../../tests/heic.ts';
import { clamdScan } from '../../../adapters/scanner/clamd.server.ts';
import { noScan, type ScanFile } from '../../../platform/scanner.ts';
import { checkFile } from './file-check.server.ts';
import { MAX_FILE, MAX_FILES } from './file-limits.ts';

const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const findEicar: ScanFile = async (bytes) =>
  Buffer.from(bytes).includes(EICAR) ? { virus: 'Eicar-Test-Signature' } : 'clean';
const photo = sharp({ create: { width: 640, height: 480, channels: 3, background: '#06c' } });
const withGps = () => photo.clone().withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 28/1 0/1' } });
const P7M = Buffer.from('308006092a864886f70d010702a0800000', 'hex');
const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n');

const WHO = { network: '203.0.113.7', caller: 'anna' };

const checkNamed = (name: string, bytes: Uint8Array | string, scan: ScanFile = noScan) =>
  checkFile({ nome: name, bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, who: WHO, scan });
const refused = (code: string, words: RegExp) => ({
  code,
  message: expect.stringMatching(words),
  fields: { file: [expect.stringMatching(words)] },
});

describe('a file that is accepted', () => {
  it('as a photo has no position any more, a thumbnail, and the digest of what is stored', async () => {
    const original = await withGps().jpeg().toBuffer();
    const { tipo, nome: name, bytes, sha256, miniatura } = await checkNamed('C:\\Foto\\buca.JPG', original);

    expect([tipo, name]).toEqual(['jpeg', 'buca.JPG']);
    expect((await sharp(original).metadata()).exif).toBeDefined();
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(original).raw().toBuffer())).toBe(true);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await sharp(miniatura).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
  });

  it('as a PNG has no position any more and a thumbnail', async () => {
    const { tipo, bytes, miniatura } = await checkNamed('schermata.png', await withGps().png().toBuffer());
    expect([tipo, (await sharp(bytes).metadata()).exif]).toEqual(['png', undefined]);
    expect(miniatura).toBeDefined();
  });

  it.each([
    ['pdf', 'istanza.pdf', PDF],
    ['p7m', 'istanza.pdf.p7m', P7M],
  ])('as %s stays as it is', async (tipo, name, original) => {
    const checked = await checkNamed(name, original);
    expect(checked).toMatchObject({ tipo, nome: name, sha256: createHash('sha256').update(original).digest('hex') });
    expect(checked.bytes.equals(original)).toBe(true);
    expect(checked.miniatura).toBeUndefined();
  });

  it.each(['IMG_0001.HEIC', 'IMG_0001.heif'])('as %s has no position any more, and no thumbnail', async (name) => {
    const original = heic();
    const checked = await checkNamed(name, original);
    expect([checked.tipo, checked.bytes.length]).toEqual(['heic', original.length]);
    expect(tracesIn(checked.bytes)).toEqual([]);
    expect(checked.sha256).toBe(createHash('sha256').update(checked.bytes).digest('hex'));
    expect(checked.miniatura).toBeUndefined();
  });

  it('may be as large as 10 MB and not one byte larger; ten go with a form', async () => {
    const full = Buffer.concat([PDF, Buffer.alloc(MAX_FILE - PDF.length, ' ')]);
    await expect(checkNamed('a.pdf', full)).resolves.toMatchObject({ tipo: 'pdf' });
    await expect(checkNamed('a.pdf', Buffer.concat([full, Buffer.from(' ')]))).rejects.toMatchObject(
      refused('too_large', /10 MB/),
    );
    expect([MAX_FILE, MAX_FILES]).toEqual([10_485_760, 10]);
  });
});

describe('a file of another kind is refused, saying what is accepted', () => {
  const html = '<!doctype html><script>alert(document.cookie)</script>';
  const docx = 'PK\x03\x04\x14\0\x06\0word/vbaProject.bin';

  it.each([
    ['a web page', 'pagina.html', html],
    ['a web page renamed .pdf', 'pagina.pdf', html],
    ['a web page renamed .jpg', 'pagina.jpg', html],
    ['an SVG with a script', 'logo.svg', '<svg><script>1</script></svg>'],
    ['an SVG renamed .png', 'logo.png', '<svg><script>1</script></svg>'],
    ['a script', 'a.js', 'alert(1)'],
    ['XML', 'a.xml', '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><a/>'],
    ['a mail', 'a.eml', 'From: a@b.it\r\n\r\n<script>'],
    ['an HTA', 'a.hta', '<hta:application>'],
    ['a renamed exe', 'fattura.pdf', 'MZ\x90\0\x03\0\0\0'],
    ['an exe signed by its name only', 'fattura.pdf.p7m', 'MZ\x90\0\x03\0\0\0'],
    ['a document with macros', 'modulo.docm', docx],
    ['a document with macros renamed .pdf', 'modulo.pdf', docx],
    ['a zip with EICAR', 'virus.zip', `PK\x03\x04${EICAR}`],
    ['a GIF with a script', 'a.gif', 'GIF89a/*<script>*/'],
    ['a PDF after a GIF', 'a.pdf', 'GIF89a%PDF-1.7'],
    ['a gzip bomb', 'a.pdf', '\x1f\x8b\x08'],
  ])('%s', async (_, name, bytes) => {
    await expect(checkNamed(name, bytes)).rejects.toMatchObject(
      refused('wrong_type', /^Accettiamo file PDF, JPEG, PNG, HEIC e P7M\./),
    );
  });
});

describe('a file under a wrong name is taken for what it is, and named as that', () => {
  it.each([
    ['a program', 'fattura.exe', 'fattura.pdf'],
    ['a page', 'fattura.pdf.html', 'fattura.pdf'],
    ['a name that reads backwards', 'fattura\u202efdp.exe', 'fatturafdp.pdf'],
    ['a name that is cut by a NUL', 'fattura.exe\0', 'fattura.pdf'],
    ['no extension', 'fattura', 'fattura.pdf'],
    ['a photo', 'fattura.jpg', 'fattura.pdf'],
    ['the longest name', `${'x'.repeat(200)}.exe`, `${'x'.repeat(96)}.pdf`],
  ])('%s', async (_, name, right) => {
    expect(await checkNamed(name, PDF)).toMatchObject({ tipo: 'pdf', nome: right });
  });

  it.each(['IMG_0001.HEIC', 'immagine.jfif', 'foto.png'])('a JPEG called %s', async (name) => {
    const jpeg = await photo.clone().jpeg().toBuffer();
    expect(await checkNamed(name, jpeg)).toMatchObject({ tipo: 'jpeg', nome: name.replace(/\.\w+$/, '.jpg') });
  });
});

describe('a photo without the mark of its end', () => {
  it('is taken when every row is there, and refused when rows are missing', async () => {
    const jpeg = await photo.clone().jpeg().toBuffer();
    const checked = await checkNamed('a.jpg', jpeg.subarray(0, -2));
    expect(checked.bytes.subarray(-2).toString('hex')).toBe('ffd9');
    expect(checked.miniatura).toBeDefined();
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const noisy = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
    await expect(checkNamed('a.jpg', noisy.subarray(0, noisy.length >> 1))).rejects.toMatchObject(
      refused('invalid', /Non riusciamo ad aprire questa immagine/),
    );
  });
});

describe('a file of the right kind is refused', () => {
  it('when empty', async () => {
    await expect(checkNamed('a.pdf', '')).rejects.toMatchObject(refused('invalid', /è vuoto/));
  });

  it('when it is a PDF with commands, even if a zip follows', async () => {
    const words = /^Questo PDF contiene comandi che si eseguono da soli\. Salvalo di nuovo come PDF semplice/;
    const active = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(1)>>>>endobj\n%%EOF\nPK\x03\x04';
    await expect(checkNamed('a.pdf', active)).rejects.toMatchObject(refused('invalid', words));
  });

  it('when it is half a photo, or a photo in name only', async () => {
    const jpeg = await photo.clone().jpeg().toBuffer();
    await expect(checkNamed('a.jpg', jpeg.subarray(0, 900))).rejects.toMatchObject(
      refused('invalid', /Non riusciamo ad aprire/),
    );
    const fake = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f0011ffd9', 'hex');
    await expect(checkNamed('a.jpg', fake)).rejects.toMatchObject(refused('invalid', /Non riusciamo ad aprire/));
  });

  it('when it holds a virus, in what a photo would lose too', async () => {
    const words = /ha trovato un virus/;
    await expect(checkNamed('a.pdf', `%PDF-1.7\n${EICAR}`, findEicar)).rejects.toMatchObject(refused('invalid', words));
    const jpeg = Buffer.concat([await photo.clone().jpeg().toBuffer(), Buffer.from(EICAR)]);
    await expect(checkNamed('a.jpg', jpeg, findEicar)).rejects.toMatchObject(refused('invalid', words));
  });

  it('for now, when the scanner is away or breaks', async () => {
    await expect(checkNamed('a.pdf', PDF, clamdScan('unix:/nowhere'))).rejects.toMatchObject({ code: 'unavailable' });
    const broken: ScanFile = () => Promise.reject(new Error('rotto'));
    await expect(checkNamed('a.pdf', PDF, broken)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('what is left of a photo with a page inside is the photo', async () => {
  const jpeg = await photo.clone().jpeg().toBuffer();
  const comment = Buffer.from('--><script>alert(1)</script>');
  const page = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    jpeg.subarray(2),
    comment,
  ]);
  const { bytes } = await checkNamed('a.jpg', page);
  expect(bytes.includes('<script>')).toBe(false);
});

describe('a file made to take long', () => {
  const MB = 1 << 20;
  /** Names without end, each another one, in objects that hold one another. */
  const names = Buffer.from(
    `%PDF-1.4\n1 0 obj[2 0 obj[3 0 obj[4 0 obj[5 0 obj[${Array.from({ length: 1_500_000 }, (_, i) => `/${i.toString(16)}`).join('')}`,
  );
  /** A JPEG of millions of empty tables. */
  const tables = Buffer.concat([
    Buffer.from('ffd8ff', 'hex'),
    Buffer.alloc(10 * MB - 3, Buffer.from('c40002ff', 'hex')),
  ]);

  it.each([
    ['a PDF of names', 'nomi.pdf', names],
    ['a photo of tables', 'tabelle.jpg', tables],
  ])('%s is refused in words, and everybody else goes on meanwhile', async (_, name, bytes) => {
    let otherTurns = 0;
    let finished = false;
    const outcome = checkNamed(name, bytes)
      .then(
        () => 'preso',
        (error: unknown) => error,
      )
      .finally(() => {
        finished = true;
      });
    while (!finished) {
      await new Promise((next) => setImmediate(next));
      otherTurns += 1;
    }
    expect(await outcome).toMatchObject({ code: 'invalid', fields: { file: [expect.stringMatching(/riprova\.$/)] } });
    // Read on the spot it would be one turn of the event loop, or two.
    expect(otherTurns).toBeGreaterThan(100);
  });

  it('does not hold up the next file', async () => {
    await checkNamed('tabelle.jpg', tables).catch(() => undefined);
    await expect(checkNamed('istanza.pdf', PDF)).resolves.toMatchObject({ tipo: 'pdf' });
  });

  it('a PDF does not wait for pictures, not even for those of its own sender', async () => {
    const large = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#06c' } })
      .png()
      .toBuffer();
    const finishOrder: string[] = [];
    const photo = Array.from({ length: 12 }, () => checkNamed('a.png', large).then(() => finishOrder.push('foto')));
    const pdf = checkNamed('istanza.pdf', PDF).then(() => finishOrder.push('pdf'));
    await Promise.all([...photo, pdf]);
    expect(finishOrder.indexOf('pdf')).toBeLessThan(6);
  });
});
