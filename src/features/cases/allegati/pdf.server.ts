/** Checks an uploaded PDF, so that it cannot harm the operator who opens it. */
import { createInflate } from 'node:zlib';
import { PortalError } from '../../../platform/errors.ts';
import {
  dopoSpazi,
  fineRiga,
  leggiOggetto,
  type Misura,
  nomiScritti,
  TroppiNomi,
  taglioFraNomi,
} from './pdf-lessico.server.ts';
import { rifiuto } from './rifiuto.server.ts';

/** Most bytes read from compressed object streams of one file, packed and unpacked together. */
export const MAX_PDF_ESPANSO = 64 * 1024 * 1024;
/**
 * Most names read in one file: ten megabytes of scanned pages have some 40,000 slashes by chance, a tagged document of
 * a thousand pages some 300,000 names.
 */
export const MAX_NOMI = 500_000;
/** Most object streams of one file: programs pack a hundred objects or more into each. */
export const MAX_FLUSSI = 5_000;

/** Names that only a script or a command needs (ISO 32000-1 §12.6.4.5, §12.6.4.16, §13.6.2). */
const COMANDI = ['JavaScript', 'Launch', 'OnInstantiate'];
/**
 * Forms that send or fetch data, films with programs in them, and links that open another file by themselves (§12.6.4.3,
 * §12.6.4.4, §12.7.5.2, §12.7.5.4; RichMedia: Adobe Extension Level 3). A link to a web page, `/URI`, is none.
 */
const ATTIVI = ['SubmitForm', 'ImportData', 'RichMedia', 'GoToR', 'GoToE'];
/** Too short to look for in packed pictures, hence only in objects: a rendition's script (§12.6.4.13), a form in XML (§12.7.8). */
const BREVI = ['JS', 'XFA'];
/** Sounds and films of another file, and articles that go on in one (§13.2, §13.4, §12.6.4.6). Parts of web addresses, too: only in objects. */
const ALTROVE = ['Rendition', 'Movie', 'Thread'];
const OVUNQUE = new Set([...COMANDI, ...ATTIVI, 'Encrypt']);
const NEGLI_OGGETTI = new Set([...COMANDI, ...ATTIVI, ...BREVI, ...ALTROVE]);
/**
 * All that the dictionary of an object stream says when programs write it (§7.5.7). More means that it is read
 * otherwise than here.
 */
const DIZIONARIO = ['Type', 'ObjStm', 'N', 'First', 'Length', 'Filter', 'FlateDecode', 'Extends'];
const CERCATI = new Set([...DIZIONARIO, ...BREVI, ...ALTROVE]);

/**
 * Refuses a PDF with scripts or commands, with a form in XML or one that sends data, with films, with links that open
 * other files, with parts that are in other files; wherever they are: in the open, or packed in object streams. Attached files, web links and an opening
 * page are fine. Nothing is trusted of the file's own table of contents: each object is read where it stands, so an
 * object hidden inside another one is read too. Time grows with the size of the file; it runs in a thread of its own
 * (`esame.worker.ts`).
 *
 * @param bytes a file that starts as a PDF
 * @throws PortalError `invalid`, on field `file`: it holds one of these; it is protected and cannot be read; it unfolds
 * beyond {@link MAX_PDF_ESPANSO}; it is built so that it cannot be read, or has more than {@link MAX_NOMI} names
 */
export async function controllaPdf(bytes: Uint8Array): Promise<void> {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    await leggi(b, { nomi: MAX_NOMI });
  } catch (error) {
    throw error instanceof TroppiNomi ? illeggibile(error) : error;
  }
}

async function leggi(b: Buffer, misura: Misura): Promise<void> {
  const trovati = nomiScritti(b, OVUNQUE, misura);
  respingi(trovati);
  const protetto = trovati.has('Encrypt');
  // Objects do not overlap in an honest file, hence one walk; a file that makes us walk the same bytes again and again
  // is refused.
  let passi = 4 * b.length;
  let espanso = MAX_PDF_ESPANSO;
  let flussi = MAX_FLUSSI;
  // The same names are met a second time.
  misura.nomi = MAX_NOMI;
  for (const inizio of oggetti(b)) {
    const { nomi, altri, conFile, fine } = leggiOggetto(b, inizio, { limite: passi, cercati: CERCATI, misura });
    passi -= fine - inizio;
    if (passi <= 0) throw illeggibile();
    respingi(nomi);
    const conOggetti = nomi.has('ObjStm') || (nomi.has('N') && nomi.has('First'));
    if (!conOggetti && !conFile) continue;
    const parola = dopoSpazi(b, fine);
    passi -= parola - fine;
    if (b.toString('latin1', parola, parola + 6) !== 'stream') continue;
    // The content of this stream is in another file, or at an address (§7.3.8.2).
    if (conFile) throw attivo();
    flussi -= 1;
    if (flussi < 0) throw illeggibile();
    const dati = fineRiga(b, parola);
    passi -= dati - parola;
    const insolito = altri > 0 || [...nomi.values()].some((volte) => volte > 1);
    if (insolito) throw protetto ? chiuso() : illeggibile();
    if (!nomi.has('Filter')) {
      const a = b.indexOf('endstream', dati);
      const testo = b.subarray(dati, a < 0 ? b.length : a);
      respingi(nomiScritti(testo, NEGLI_OGGETTI, misura));
      passi -= testo.length;
    } else if (nomi.has('FlateDecode')) {
      const usati = await leggiPacco(b.subarray(dati), { limite: espanso, misura }).catch((cause: unknown) => {
        if (cause instanceof Troppo) throw troppo();
        if (cause instanceof TroppiNomi || cause instanceof PortalError) throw cause;
        throw protetto ? chiuso(cause) : illeggibile(cause);
      });
      espanso -= usati;
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

/**
 * Unpacks to the end of the packed data, wherever the file says that it is, and reads piece by piece: the whole is
 * never in memory.
 *
 * @returns bytes read, packed and unpacked together
 */
async function leggiPacco(b: Buffer, { limite, misura }: { limite: number; misura: Misura }): Promise<number> {
  const inflate = createInflate({ chunkSize: 64 * 1024 });
  inflate.end(b);
  let totale = 0;
  let resto: Buffer = Buffer.alloc(0);
  for await (const pezzo of inflate as AsyncIterable<Buffer>) {
    totale += pezzo.length;
    if (totale + inflate.bytesWritten > limite) throw new Troppo();
    const testo = Buffer.concat([resto, pezzo]);
    const taglio = taglioFraNomi(testo);
    respingi(nomiScritti(testo.subarray(0, taglio), NEGLI_OGGETTI, misura));
    resto = testo.subarray(taglio);
  }
  respingi(nomiScritti(resto, NEGLI_OGGETTI, misura));
  return totale + inflate.bytesWritten;
}

/** @throws PortalError `invalid` when one of the names is of what is not taken */
function respingi(nomi: { has(nome: string): boolean }): void {
  if (nomi.has('JS') || COMANDI.some((nome) => nomi.has(nome))) throw conComandi();
  if (['XFA', ...ATTIVI, ...ALTROVE].some((nome) => nomi.has(nome))) throw attivo();
}

const SEMPLICE = 'Salvalo di nuovo come PDF semplice (stampa su PDF) e riprova.';

function conComandi() {
  return rifiuto(`Questo PDF contiene comandi che si eseguono da soli. ${SEMPLICE}`);
}

function attivo() {
  return rifiuto(
    `Questo PDF contiene parti attive: un modulo che si compila da sé o invia dati, un filmato o un collegamento che apre altri file. ${SEMPLICE}`,
  );
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
