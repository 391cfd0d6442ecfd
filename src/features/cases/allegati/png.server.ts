/** Parses an uploaded PNG and rebuilds it from the parts that are needed to show it. */
import { crc32 } from 'node:zlib';
import { orientamento, soloOrientamento } from './orientamento.server.ts';
import { rifiuto } from './rifiuto.server.ts';
import { checkSize } from './size.server.ts';

/** Pixels, and what says how their colours are to be shown; texts, times, animation and unknown chunks go. */
const TENUTI = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);
const FIRMA = 8;
/** Channels of a decoded pixel, by kind of colour: grey, colour, palette, each without or with transparency. */
const CANALI: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/** Programs cut the pixels into pieces of 8 KB: some 1,300 in ten megabytes. */
const MAX_PEZZI = 50_000;

/**
 * A PNG without metadata (W3C PNG): pixel data stay byte for byte; texts, EXIF, times, animation and whatever follows
 * the picture go. Of EXIF only an orientation other than "as it is" is written back.
 *
 * @throws PortalError `invalid` when the file ends early, is not laid out as a PNG, has more than {@link MAX_PEZZI}, or would
 * take too much memory to decode (`size.server.ts`)
 */
export function pngSenzaMetadati(png: Buffer): Buffer {
  const tenuti: Buffer[] = [];
  let verso = 1;
  let dati = false;
  let trasparente = false;
  let pezzi = 0;
  let i = FIRMA;
  for (;;) {
    if (i + 12 > png.length) throw rovinata();
    const fine = i + 12 + png.readUInt32BE(i);
    if (fine > png.length) throw rovinata();
    const nome = png.toString('latin1', i + 4, i + 8);
    if ((i === FIRMA) !== (nome === 'IHDR')) throw rovinata();
    if (nome === 'IEND') break;
    if (nome === 'IHDR' && fine - i !== 12 + 13) throw rovinata();
    if (nome === 'IDAT') dati = true;
    if (nome === 'tRNS') trasparente = true;
    if (nome === 'eXIf') verso = orientamento(png.subarray(i + 8, fine - 4));
    pezzi += 1;
    if (pezzi > MAX_PEZZI) throw rovinata();
    if (TENUTI.has(nome)) tenuti.push(png.subarray(i, fine));
    i = fine;
  }
  const [ihdr, ...resto] = tenuti;
  if (!dati || !ihdr) throw rovinata();
  const [profondo, colore] = [ihdr.readUInt8(16), ihdr.readUInt8(17)];
  const canali = (CANALI[colore] ?? 4) + (trasparente ? 1 : 0);
  checkSize({
    width: ihdr.readUInt32BE(8),
    height: ihdr.readUInt32BE(12),
    bytes: canali * (profondo === 16 ? 2 : 1),
  });
  const girata = verso === 1 ? [] : [pezzo('eXIf', soloOrientamento(verso))];
  return Buffer.concat([png.subarray(0, FIRMA), ihdr, ...girata, ...resto, pezzo('IEND', Buffer.alloc(0))]);
}

function pezzo(nome: string, dati: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + dati.length);
  chunk.writeUInt32BE(dati.length, 0);
  chunk.write(nome, 4, 'latin1');
  dati.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + dati.length)), 8 + dati.length);
  return chunk;
}

function rovinata() {
  return rifiuto('Questa immagine è incompleta o rovinata. Aprila, salvala di nuovo e riprova.');
}
