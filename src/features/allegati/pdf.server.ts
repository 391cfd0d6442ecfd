import { createInflate } from 'node:zlib';
import { contieneNome, dopoSpazi, fineRiga, leggiOggetto } from './pdf-lessico.server.ts';
import { rifiuto } from './rifiuto.server.ts';

/** Most bytes read from compressed object streams of one file, packed and unpacked together. */
export const MAX_PDF_ESPANSO = 64 * 1024 * 1024;

/** Names that only an action which runs by itself needs (ISO 32000-1 §12.6.4.5, §12.6.4.16). */
const AZIONI = new Set(['JavaScript', 'Launch']);
/** `/JS` alone is a rendition action's script (§12.6.4.13); too short to look for in packed data. */
const COMANDI = new Set([...AZIONI, 'JS']);
/**
 * All that the dictionary of an object stream says when programs write it (§7.5.7). More means that it is read
 * otherwise than here.
 */
const DIZIONARIO = new Set(['Type', 'ObjStm', 'N', 'First', 'Length', 'Filter', 'FlateDecode', 'Extends']);

/**
 * Refuses a PDF with scripts or commands, wherever they are: in the open, or packed in object streams. Attached files
 * and an opening page are fine. Nothing is trusted of the file's own table of contents: each object is read where it
 * stands, so an object hidden inside another one is read too. Time grows with the size of the file.
 *
 * @param bytes a file that starts as a PDF
 * @throws PortalError `invalid`, on field `file`: it holds commands; it is protected and cannot be read; it unfolds
 * beyond {@link MAX_PDF_ESPANSO}; it is built so that it cannot be read
 */
export async function controllaPdf(bytes: Uint8Array): Promise<void> {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (contieneNome(b, AZIONI)) throw conComandi();
  const protetto = contieneNome(b, new Set(['Encrypt']));
  // Objects do not overlap in an honest file, hence one walk; a file that makes us walk the same bytes again and again
  // is refused.
  let passi = 4 * b.length;
  let espanso = MAX_PDF_ESPANSO;
  for (const inizio of oggetti(b)) {
    const { nomi, fine } = leggiOggetto(b, inizio, passi);
    passi -= fine - inizio;
    if (passi <= 0) throw illeggibile();
    if (nomi.has('JS')) throw conComandi();
    if (!nomi.has('ObjStm') && !(nomi.has('N') && nomi.has('First'))) continue;
    const parola = dopoSpazi(b, fine);
    passi -= parola - fine;
    if (b.toString('latin1', parola, parola + 6) !== 'stream') continue;
    const dati = fineRiga(b, parola);
    passi -= dati - parola;
    const insolito = [...nomi].some(([nome, volte]) => volte > 1 || !DIZIONARIO.has(nome));
    if (insolito) throw protetto ? chiuso() : illeggibile();
    if (!nomi.has('Filter')) {
      const a = b.indexOf('endstream', dati);
      if (contieneNome(b, COMANDI, { da: dati, a: a < 0 ? b.length : a })) throw conComandi();
      passi -= (a < 0 ? b.length : a) - dati;
    } else if (nomi.has('FlateDecode')) {
      const { testo, letti } = await espandi(b.subarray(dati), espanso).catch((cause: unknown) => {
        throw cause instanceof Troppo ? troppo() : protetto ? chiuso(cause) : illeggibile(cause);
      });
      espanso -= testo.length + letti;
      if (contieneNome(testo, COMANDI)) throw conComandi();
    } else throw protetto ? chiuso() : illeggibile();
  }
}

/** Where each object starts: after `… obj`, and after `trailer`. */
function* oggetti(b: Buffer): Generator<number> {
  for (let i = b.indexOf('obj'); i >= 0; i = b.indexOf('obj', i + 3)) {
    const prima = b[i - 1] ?? 0;
    if (prima <= 0x20 || (prima >= 0x30 && prima <= 0x39)) yield i + 3;
  }
  for (let i = b.indexOf('trailer'); i >= 0; i = b.indexOf('trailer', i + 7)) yield i + 7;
}

class Troppo extends Error {}

/** Unpacks to the end of the packed data, wherever the file says that it is. */
async function espandi(b: Buffer, limite: number): Promise<{ testo: Buffer; letti: number }> {
  const inflate = createInflate({ chunkSize: 64 * 1024 });
  inflate.end(b);
  const pezzi: Buffer[] = [];
  let totale = 0;
  for await (const pezzo of inflate as AsyncIterable<Buffer>) {
    pezzi.push(pezzo);
    totale += pezzo.length;
    if (totale + inflate.bytesWritten > limite) throw new Troppo();
  }
  return { testo: Buffer.concat(pezzi), letti: inflate.bytesWritten };
}

const SEMPLICE = 'Salvalo di nuovo come PDF semplice (stampa su PDF) e riprova.';

function conComandi() {
  return rifiuto(`Questo PDF contiene comandi che si eseguono da soli. ${SEMPLICE}`);
}

function chiuso(cause?: unknown) {
  const parole = `Questo PDF è protetto (cifrato) e non possiamo controllare che cosa contiene. ${SEMPLICE}`;
  return rifiuto(parole, 'invalid', cause);
}

function troppo() {
  return rifiuto(`Questo PDF, una volta aperto, è troppo grande per essere controllato. ${SEMPLICE}`);
}

function illeggibile(cause?: unknown) {
  return rifiuto(`Non riusciamo a leggere tutte le parti di questo PDF. ${SEMPLICE}`, 'invalid', cause);
}
