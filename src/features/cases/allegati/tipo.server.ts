/**
 * The five kinds of file the town hall accepts (product rule), told by what is inside and never by what the sender
 * says.
 */
export type Tipo = 'pdf' | 'jpeg' | 'png' | 'heic' | 'p7m';

/** The one Content-Type each kind is downloaded with. */
export const MIME: Record<Tipo, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
  p7m: 'application/pkcs7-mime',
};

/** Allowed extensions, lower case, without the dot. */
export const ESTENSIONI: ReadonlyMap<string, Tipo> = new Map([
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
const MARCHE_HEIC = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const FIRMA_PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** OBJECT IDENTIFIER 1.2.840.113549.1.7.2, CMS SignedData (RFC 5652 §5.1). */
const OID_FIRMATO = Buffer.from('06092a864886f70d010702', 'hex');

/** @returns the kind told by the extension of a name, or null when the extension is not on the list */
export function tipoDaNome(nome: string): Tipo | null {
  const punto = nome.lastIndexOf('.');
  return (punto > 0 && ESTENSIONI.get(nome.slice(punto + 1).toLowerCase())) || null;
}

/** @returns the kind told by the content alone, or null; a PDF header after leading junk is no PDF (polyglots). */
export function tipoDaContenuto(bytes: Uint8Array): Tipo | null {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/^%PDF-[12]\.\d/.test(testo(b, 0, 8))) return 'pdf';
  if (b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) return 'jpeg';
  if (b.subarray(0, FIRMA_PNG.length).equals(FIRMA_PNG)) return 'png';
  if (heic(b)) return 'heic';
  if (firmato(b) || firmato(daBase64(b))) return 'p7m';
  return null;
}

function testo(b: Buffer, from: number, to: number): string {
  return b.toString('latin1', from, to);
}

function heic(b: Buffer): boolean {
  if (b.length < 16 || testo(b, 4, 8) !== 'ftyp') return false;
  const fine = b.readUInt32BE(0);
  if (fine < 16 || fine > 1024 || fine > b.length) return false;
  const marche = [testo(b, 8, 12)];
  for (let i = 16; i + 4 <= fine; i += 4) marche.push(testo(b, i, i + 4));
  return marche.some((marca) => MARCHE_HEIC.has(marca));
}

/**
 * SEQUENCE { OID signedData, [0] … }: definite length that fits the file, or indefinite (BER, as signing devices write
 * it).
 */
function firmato(b: Buffer): boolean {
  const lunghezza = b[1];
  if (b[0] !== 0x30 || lunghezza === undefined) return false;
  const cifre = lunghezza > 0x80 ? lunghezza - 0x80 : 0;
  if (cifre > 6 || b.length < 2 + cifre + OID_FIRMATO.length + 1) return false;
  const inizio = 2 + cifre;
  const dichiarata = cifre ? b.readUIntBE(2, cifre) : lunghezza;
  if (lunghezza !== 0x80 && inizio + dichiarata > b.length) return false;
  return b.subarray(inizio, inizio + OID_FIRMATO.length).equals(OID_FIRMATO) && b[inizio + OID_FIRMATO.length] === 0xa0;
}

/**
 * Some signing programs save the envelope as base64, bare or in PEM armour. Anything but base64 in between makes it no
 * envelope.
 */
function daBase64(b: Buffer): Buffer {
  if (b[0] !== 0x4d && b[0] !== 0x2d) return Buffer.alloc(0);
  const corpo = b
    .toString('latin1')
    .replace(/^-----BEGIN (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----/, '')
    .replace(/-----END (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----\s{0,8}$/, '');
  return /[^A-Za-z0-9+/=\r\n]/.test(corpo) ? Buffer.alloc(0) : Buffer.from(corpo, 'base64');
}
