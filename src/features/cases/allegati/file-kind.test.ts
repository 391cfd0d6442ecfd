import { describe, expect, it } from 'vitest';
import { kindOfContent, MIME_TYPES, nameOfKind } from './file-kind.server.ts';

const OID = '06092a864886f70d010702';
const ftypBox = (major: string, ...brands: string[]) => {
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from(`ftyp${major}\0\0\0\0${brands.join('')}`, 'latin1')]);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.alloc(64)]);
};
const p7m = Buffer.from(`3013${OID}a006040431323334`, 'hex');

describe('the kind of a file', () => {
  it.each([
    ['pdf', Buffer.from('%PDF-1.7\n')],
    ['pdf', Buffer.from('\ufeff%PDF-1.7\n')],
    ['pdf', Buffer.from('\r\n%PDF-1.7\n')],
    ['jpeg', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['png', Buffer.from('89504e470d0a1a0a0000000d4948445200', 'hex')],
    ['heic', ftypBox('heic', 'mif1', 'heic')],
    ['heic', ftypBox('mif1', 'mif1', 'heix')],
    ['p7m', p7m],
    ['p7m', Buffer.from(`3080${OID}a0800000`, 'hex')],
    ['p7m', Buffer.concat([Buffer.from(`30820200${OID}a082`, 'hex'), Buffer.alloc(600)])],
    ['p7m', Buffer.from(p7m.toString('base64'))],
    ['p7m', Buffer.from(`-----BEGIN PKCS7-----\r\n${p7m.toString('base64')}\r\n-----END PKCS7-----\r\n`)],
    ['p7m', Buffer.from(`-----BEGIN CMS-----\n${p7m.toString('base64')}\n-----END CMS-----\n`)],
  ])('is told by its content: %s', (kind, bytes) => {
    expect(kindOfContent(bytes)).toBe(kind);
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['XML with a stylesheet', '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="x.xsl"?><a/>'],
    ['a script', 'alert(1)'],
    ['a mail', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>1</script>'],
    ['an HTA', '<hta:application><script>1</script>'],
    ['a program', 'MZ\x90\0\x03'],
    ['an ELF program', '\x7fELF'],
    ['a zip, docx or docm', 'PK\x03\x04'],
    ['a GIF with a script', 'GIF89a/*'],
    ['a PDF after leading junk', 'GIF89a\n%PDF-1.7\n'],
    ['a PDF after one space', ' %PDF-1.7\n'],
  ])('is none for %s', (_, text) => {
    expect(kindOfContent(Buffer.from(text, 'latin1'))).toBeNull();
  });

  it('is unknown for AVIF, for a container whose header runs over its end, and for other CMS', () => {
    expect(kindOfContent(ftypBox('avif', 'mif1', 'avif'))).toBeNull();
    expect(kindOfContent(ftypBox('heic').subarray(0, 15))).toBeNull();
    expect(kindOfContent(Buffer.from(`30138006092a864886f70d010703a0`, 'hex'))).toBeNull();
    expect(kindOfContent(Buffer.from(`30820200${OID}a0`, 'hex'))).toBeNull();
    expect(kindOfContent(Buffer.from(`${p7m.toString('base64')}<script>`))).toBeNull();
  });

  it('is found quickly for ten megabytes of line ends', () => {
    expect(
      kindOfContent(Buffer.concat([Buffer.from('MI'), Buffer.alloc(10 << 20, '\n'), Buffer.from('!')])),
    ).toBeNull();
  });

  it.each([
    ['pdf', ['a.pdf', 'a.PDF'], ['a.pdf', 'a.PDF']],
    [
      'jpeg',
      ['a.JPG', 'a.jpeg', 'a.HEIC', 'immagine.jfif', 'foto'],
      ['a.JPG', 'a.jpeg', 'a.jpg', 'immagine.jpg', 'foto.jpg'],
    ],
    ['heic', ['a.heic', 'a.HEIF', 'a.jpg'], ['a.heic', 'a.HEIF', 'a.heic']],
    ['png', ['a.jpg', 'Schermata 12.30', 'a.b.c'], ['a.png', 'Schermata 12.30.png', 'a.b.png']],
    [
      'pdf',
      ['a.exe', 'a.pdf.exe', 'pdf', 'Delibera n.5', 'a.constructor'],
      ['a.pdf', 'a.pdf', 'pdf.pdf', 'Delibera n.5.pdf', 'a.constructor.pdf'],
    ],
    ['p7m', ['a.pdf', 'a.pdf.p7m', 'a.P7M'], ['a.pdf.p7m', 'a.pdf.p7m', 'a.P7M']],
  ] as const)('gives its name the extension: %s', (kind, names, right) => {
    expect(names.map((name) => nameOfKind(name, kind))).toEqual(right);
  });

  it('is downloaded with a type that no browser runs', () => {
    expect(Object.values(MIME_TYPES).filter((mime) => /html|xml|script|svg/.test(mime))).toEqual([]);
  });
});
