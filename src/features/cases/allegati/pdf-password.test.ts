import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { checkPdf } from './pdf.server.ts';

type Passwords = { userPassword?: string; ownerPassword?: string };

/** @param pdfVersion decides the revision of the encryption: 2, 3, 4 or 5 */
async function pdfWith(pdfVersion: '1.3' | '1.4' | '1.6' | '1.7ext3', passwords: Passwords): Promise<Buffer> {
  const doc = new PDFDocument({ pdfVersion, ...passwords, permissions: { printing: 'highResolution' } });
  const pieces: Buffer[] = [];
  const done = new Promise((end) => doc.on('end', end));
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  doc.text('Prova').end();
  await done;
  return Buffer.concat(pieces);
}

/** Revision 6, as office programs write it, with the password `segreto` for opening or for changing alone. */
const SIX = {
  open: {
    O: '0a5f057f73e71445b9862642fe0863a0400609d49a82dd42da9e8f1d0cccbb655c90bdb7e22183e0295d49de5a531aa7',
    U: '51e273cece44941e5d012556a24f71a33e0e76b4627aefc94014fd0561fa7078a7c0f32070356bb34352ddbc7bf5d294',
  },
  change: {
    O: '5949d27010e1126622c54f64be2d23893bbdc910f76c4082d0ce7685d00d9f9adc3771f0623560705c7343125a3dbac0',
    U: '165d3b3500c490c62d9ba9e14efab26f7596bda352f0e82276668f77c366a8f9293f5d7713637fcec48f3c98047321b6',
  },
};
const withDictionary = (dictionary: string): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n9 0 obj\n<<${dictionary}>>\nendobj\ntrailer<</Root 1 0 R/Encrypt 9 0 R>>\n%%EOF\n`,
    'latin1',
  );
const six = ({ O, U }: { O: string; U: string }) =>
  withDictionary(`/CF<</StdCF<</CFM/AESV3>>>> /Filter /Standard /O <${O}> /P -4 /R 6 /U <${U}> /V 5`);

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' };
const escapedText = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\\()\n\r\t\b\f]/g, (letter) => ESCAPES[letter] ?? `\\${letter}`);

const NEEDS_PASSWORD = { code: 'invalid', message: expect.stringMatching(/si apre solo con una password/) };

describe('a PDF with a password', () => {
  it.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)(
    'for opening it is refused, for changing it is taken: %s',
    async (version) => {
      await expect(checkPdf(await pdfWith(version, { userPassword: 'segreto' }))).rejects.toMatchObject(NEEDS_PASSWORD);
      await expect(
        checkPdf(await pdfWith(version, { userPassword: 'segreto', ownerPassword: 'altro' })),
      ).rejects.toMatchObject(NEEDS_PASSWORD);
      await checkPdf(await pdfWith(version, { ownerPassword: 'segreto' }));
    },
  );

  it('is known by its newest encryption, too', async () => {
    await expect(checkPdf(six(SIX.open))).rejects.toMatchObject(NEEDS_PASSWORD);
    await checkPdf(six(SIX.change));
  });

  it.each<[string, (bytes: Buffer) => string]>([
    ['in hexadecimal digits with spaces', (b) => `<${b.toString('hex').replace(/(..)/g, '$1 ')}>`],
    ['in octal digits', (b) => `(${Array.from(b, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')})`],
    ['in letters, with what must be escaped', (b) => `(${escapedText(b)})`],
    ['over several lines', (b) => `(\\\r\n${escapedText(b)}\\\n)`],
  ])('is known however its strings are written: %s', async (_, write) => {
    const written = ({ O, U }: { O: string; U: string }) =>
      six({ O: '', U: '' })
        .toString('latin1')
        .replace('/O <>', () => `/O ${write(Buffer.from(O, 'hex'))}`)
        .replace('/U <>', () => `/U ${write(Buffer.from(U, 'hex'))}`);
    await expect(checkPdf(Buffer.from(written(SIX.open), 'latin1'))).rejects.toMatchObject(NEEDS_PASSWORD);
    await checkPdf(Buffer.from(written(SIX.change), 'latin1'));
  });

  it.each([
    ['a revision that is unknown', '/R 9'],
    ['a string that does not end', '/R 6/U (abc'],
    ['a check that is too short', '/R 6/U <00>'],
    ['a check of an old revision that is too short', '/R 3/U <00>'],
  ])('or an encryption that nobody can judge is refused as one: %s', async (_, entries) => {
    const odd = withDictionary(`/Filter/Standard/O <${SIX.open.O}>/P -4/U <${SIX.open.U}>${entries}`);
    await expect(checkPdf(odd)).rejects.toMatchObject({ message: expect.stringMatching(/protetto \(cifrato\)/) });
  });

  it('or a certificate that opens it is refused, and one that only speaks of encryption is taken', async () => {
    await expect(checkPdf(withDictionary('/Filter/Adobe.PubSec/V 4'))).rejects.toMatchObject({
      message: expect.stringMatching(/protetto \(cifrato\)/),
    });
    await checkPdf(Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Lang(/Encrypt)>>endobj\n%%EOF\n'));
  });
});
