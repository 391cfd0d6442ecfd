/** Parses an uploaded JPEG and rebuilds it, so that a photo does not reveal where and with what it was taken. */
import { orientamento, soloOrientamento } from './orientamento.server.ts';
import { rifiuto } from './rifiuto.server.ts';
import { checkScans, checkSize } from './size.server.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** Tables without which the picture cannot be decoded: DHT, DAC, DQT, DNL, DRI. */
const TABELLE = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd]);

/** Progressive photos have some tens; those made of millions cost time and memory, and show nothing. */
const MAX_SEGMENTI = 10_000;

/**
 * A JPEG without metadata (ITU T.81): colours and coded data stay byte for byte; EXIF, position, XMP, IPTC, comments,
 * embedded thumbnails and whatever follows the picture go. Of EXIF only an orientation other than "as it is" is
 * written back.
 *
 * @throws PortalError `invalid` when the file ends early, is not laid out as a JPEG, has more than {@link MAX_SEGMENTI}, or would
 * take too much memory or time to decode (`size.server.ts`)
 */
export function jpegSenzaMetadati(jpeg: Buffer): Buffer {
  const tenuti: Buffer[] = [];
  let verso = 1;
  let jfif: Buffer | undefined;
  let misure: Misure | undefined;
  let scansioni = 0;
  let segmenti = 0;
  let i = 2;
  for (;;) {
    // Some cameras pad between segments: decoders skip to the next marker, and so do we.
    i = jpeg.indexOf(0xff, i);
    if (i < 0) throw rovinata();
    while (jpeg[i] === 0xff) i += 1;
    const marker = jpeg[i];
    i += 1;
    if (marker === EOI) break;
    segmenti += 1;
    if (segmenti > MAX_SEGMENTI) throw rovinata();
    if (marker === undefined || marker < 0xc0 || (marker >= 0xd0 && marker <= SOI)) throw rovinata();
    if (i + 2 > jpeg.length) throw rovinata();
    const fine = i + jpeg.readUInt16BE(i);
    if (fine < i + 2 || fine > jpeg.length) throw rovinata();
    const corpo = jpeg.subarray(i + 2, fine);
    i = fine;
    if (marker === SOS) {
      i = fineScansione(jpeg, fine);
      scansioni += 1;
      checkScans(scansioni);
      tenuti.push(segmento(marker, corpo), jpeg.subarray(fine, i));
    } else if (marker === APP0 && inizia(corpo, 'JFIF\0')) jfif ??= senzaAnteprima(corpo);
    else if (marker === APP1 && inizia(corpo, 'Exif\0\0') && verso === 1) verso = orientamento(corpo.subarray(6));
    else if (marker === APP2 && inizia(corpo, 'ICC_PROFILE\0')) tenuti.push(segmento(marker, corpo));
    else if (marker === APP14 && inizia(corpo, 'Adobe')) tenuti.push(segmento(marker, corpo.subarray(0, 12)));
    else if (TABELLE.has(marker)) tenuti.push(segmento(marker, corpo));
    else if (quadro(marker)) {
      if (misure) throw rovinata();
      misure = misureDi(corpo);
      tenuti.push(segmento(marker, corpo));
    }
  }
  if (!misure || scansioni === 0) throw rovinata();
  checkSize(misure);
  checkScans(scansioni, misure);
  const testa: Buffer[] = [Buffer.from([0xff, SOI])];
  if (jfif) testa.push(segmento(APP0, jfif));
  if (verso !== 1) {
    testa.push(segmento(APP1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), soloOrientamento(verso)])));
  }
  return Buffer.concat([...testa, ...tenuti, Buffer.from([0xff, EOI])]);
}

/**
 * Coded data run to the next marker; FF00 is a data byte, FFD0…FFD7 are restart points inside the scan, FFFF is
 * filling.
 */
function fineScansione(jpeg: Buffer, inizio: number): number {
  let i = jpeg.indexOf(0xff, inizio);
  while (i >= 0) {
    const dopo = jpeg[i + 1];
    if (dopo === undefined) break;
    if (dopo !== 0 && dopo !== 0xff && (dopo < 0xd0 || dopo > 0xd7)) return i;
    i = jpeg.indexOf(0xff, dopo === 0xff ? i + 1 : i + 2);
  }
  throw rovinata();
}

/** SOF0…SOF15, without DHT, JPG and DAC that lie in the same range. */
function quadro(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

type Misure = { width: number; height: number; bytes: number };

/** What a frame header says of the picture; `bytes` of one pixel. */
function misureDi(corpo: Buffer): Misure {
  if (corpo.length < 6) throw rovinata();
  const bytes = corpo.readUInt8(5) * (corpo.readUInt8(0) > 8 ? 2 : 1);
  return { height: corpo.readUInt16BE(1), width: corpo.readUInt16BE(3), bytes };
}

/** The JFIF header may hold a small copy of the picture before it was retouched: kept is version and density only. */
function senzaAnteprima(jfif: Buffer): Buffer | undefined {
  return jfif.length < 14 ? undefined : Buffer.concat([jfif.subarray(0, 12), Buffer.alloc(2)]);
}

function inizia(corpo: Buffer, parola: string): boolean {
  return corpo.toString('latin1', 0, parola.length) === parola;
}

function segmento(marker: number, corpo: Buffer): Buffer {
  const testa = Buffer.from([0xff, marker, 0, 0]);
  testa.writeUInt16BE(corpo.length + 2, 2);
  return Buffer.concat([testa, corpo]);
}

function rovinata() {
  return rifiuto('Questa immagine è incompleta o rovinata. Aprila, salvala di nuovo e riprova.');
}
