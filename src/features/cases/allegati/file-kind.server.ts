/**
 * The five kinds of file that the portal accepts (product rule), recognised by their content and never by what the sender
 * says.
 */
export type FileKind = 'pdf' | 'jpeg' | 'png' | 'heic' | 'p7m';

/** The one Content-Type each kind is downloaded with. */
export const MIME_TYPES: Record<FileKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
  p7m: 'application/pkcs7-mime',
};

/** Allowed extensions, lower case, without the dot. */
const FILE_EXTENSIONS: ReadonlyMap<string, FileKind> = new Map([
  ['pdf', 'pdf'],
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['png', 'png'],
  ['heic', 'heic'],
  ['heif', 'heic'],
  ['p7m', 'p7m'],
]);

/**
 * Brands of HEIF pictures coded with HEVC (ISO/IEC 23008-12, annex B); AVIF shares the container and is not among
 * them.
 */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** OBJECT IDENTIFIER 1.2.840.113549.1.7.2, CMS SignedData (RFC 5652 §5.1). */
const SIGNED_DATA_OID = Buffer.from('06092a864886f70d010702', 'hex');

/** The extension that a file of each kind gets when its name has another. */
const RIGHT_EXTENSIONS: Record<FileKind, string> = { pdf: 'pdf', jpeg: 'jpg', png: 'png', heic: 'heic', p7m: 'p7m' };

/**
 * The name with an extension of its kind. Phones and programs give wrong ones, which nobody can change there; with the right one no
 * program runs it as something else. A signed file keeps the extension of what was signed.
 */
export function nameOfKind(name: string, kind: FileKind): string {
  if (hasExtensionOf(name, kind)) return name;
  const bare = kind === 'p7m' ? name : name.replace(NAME_EXTENSION, '');
  return hasExtensionOf(bare, kind) ? bare : `${bare}.${RIGHT_EXTENSIONS[kind]}`;
}

/** What looks like an extension, and not like the end of "verbale 12.3". */
const NAME_EXTENSION = /(?<=.)\.(?=\d*[a-z])[a-z\d]{1,5}$/i;

const hasExtensionOf = (name: string, kind: FileKind): boolean =>
  FILE_EXTENSIONS.get(/[^.]\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '') === kind;

/**
 * @returns the kind of the content alone, or null. A byte-order mark and empty lines may precede the header of a PDF, as programs and web
 * servers leave them there; after other junk it does not count (polyglots).
 */
export function kindOfContent(bytes: Uint8Array): FileKind | null {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/^(?:\xef\xbb\xbf)?[\r\n]{0,8}%PDF-[12]\.\d/.test(readLatin1(b, 0, 20))) return 'pdf';
  if (b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) return 'jpeg';
  if (b.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'png';
  if (isHeic(b)) return 'heic';
  if (isSignedData(b) || isSignedData(decodeBase64(b))) return 'p7m';
  return null;
}

function readLatin1(b: Buffer, from: number, to: number): string {
  return b.toString('latin1', from, to);
}

function isHeic(b: Buffer): boolean {
  if (b.length < 16 || readLatin1(b, 4, 8) !== 'ftyp') return false;
  const end = b.readUInt32BE(0);
  if (end < 16 || end > 1024 || end > b.length) return false;
  const brands = [readLatin1(b, 8, 12)];
  for (let i = 16; i + 4 <= end; i += 4) brands.push(readLatin1(b, i, i + 4));
  return brands.some((brand) => HEIC_BRANDS.has(brand));
}

/**
 * SEQUENCE { OID signedData, [0] … }: definite length that fits the file, or indefinite (BER, as signing devices write
 * it).
 */
function isSignedData(b: Buffer): boolean {
  const lengthByte = b[1];
  if (b[0] !== 0x30 || lengthByte === undefined) return false;
  const lengthSize = lengthByte > 0x80 ? lengthByte - 0x80 : 0;
  if (lengthSize > 6 || b.length < 2 + lengthSize + SIGNED_DATA_OID.length + 1) return false;
  const start = 2 + lengthSize;
  const declared = lengthSize ? b.readUIntBE(2, lengthSize) : lengthByte;
  if (lengthByte !== 0x80 && start + declared > b.length) return false;
  return (
    b.subarray(start, start + SIGNED_DATA_OID.length).equals(SIGNED_DATA_OID) &&
    b[start + SIGNED_DATA_OID.length] === 0xa0
  );
}

/**
 * Some signing programs save the envelope as base64, bare or in PEM armour. With anything but base64 in between it is
 * not an envelope.
 */
function decodeBase64(b: Buffer): Buffer {
  if (b[0] !== 0x4d && b[0] !== 0x2d) return Buffer.alloc(0);
  const content = b
    .toString('latin1')
    .replace(/^-----BEGIN (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----/, '')
    .replace(/-----END (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----\s{0,8}$/, '');
  return /[^A-Za-z0-9+/=\r\n]/.test(content) ? Buffer.alloc(0) : Buffer.from(content, 'base64');
}
