/** Checks an uploaded PDF, so that it cannot harm the operator who opens it. */
import { createInflate } from 'node:zlib';
import { PortalError } from '../../../platform/errors.ts';
import { fileRefusal } from './file-refusal.server.ts';
import {
  findLineEnd,
  findNameCut,
  findNames,
  type ReadBudget,
  readPdfObject,
  skipSpace,
  TooManyNames,
} from './pdf-lexer.server.ts';
import { needsPassword } from './pdf-password.server.ts';

/** Most bytes read from compressed object streams of one file, packed and unpacked together. */
export const MAX_PDF_EXPANDED = 64 * 1024 * 1024;
/**
 * Most names read in one file: ten megabytes of scanned pages have some 40,000 slashes by chance, a tagged document of
 * a thousand pages some 300,000 names.
 */
export const MAX_PDF_NAMES = 500_000;
/** Most object streams of one file: programs pack a hundred objects or more into each. */
export const MAX_OBJECT_STREAMS = 5_000;

/** Names that only a script or a command needs (ISO 32000-1 §12.6.4.5, §12.6.4.16, §13.6.2). */
const COMMAND_NAMES = ['JavaScript', 'Launch', 'OnInstantiate'];
/**
 * Forms that send or fetch data, films with programs in them, and links that open another file by themselves (§12.6.4.3,
 * §12.6.4.4, §12.7.5.2, §12.7.5.4; RichMedia: Adobe Extension Level 3). A link to a web page, `/URI`, is allowed.
 */
const ACTIVE_NAMES = ['SubmitForm', 'ImportData', 'RichMedia', 'GoToR', 'GoToE'];
/** Too short to look for in packed pictures, so looked for only in objects: a rendition's script (§12.6.4.13), a form in XML (§12.7.8). */
const SHORT_NAMES = ['JS', 'XFA'];
/** Sounds and films of another file, and articles that go on in one (§13.2, §13.4, §12.6.4.6). They occur in web addresses, so they are looked for only in objects. */
const ELSEWHERE_NAMES = ['Rendition', 'Movie', 'Thread'];
const NAMES_ANYWHERE = new Set([...COMMAND_NAMES, ...ACTIVE_NAMES, 'Encrypt']);
const NAMES_IN_OBJECTS = new Set([...COMMAND_NAMES, ...ACTIVE_NAMES, ...SHORT_NAMES, ...ELSEWHERE_NAMES]);
/**
 * The keys that programs write into the dictionary of an object stream (§7.5.7). With others a reader may read it
 * differently from this code.
 */
const DICTIONARY_NAMES = ['Type', 'ObjStm', 'N', 'First', 'Length', 'Filter', 'FlateDecode', 'Extends'];
const WANTED_NAMES = new Set([...DICTIONARY_NAMES, ...SHORT_NAMES, ...ELSEWHERE_NAMES]);

/**
 * Refuses a PDF with scripts or commands, with a form in XML or one that sends data, with films, with links that open
 * other files or with parts in other files, both in plain objects and in packed object streams. Attached files, web links and an opening
 * page are fine. The file's own table of contents is not trusted: each object is read where it stands, so an
 * object hidden inside another one is read too. Time grows with the size of the file; it runs in a thread of its own
 * (`file-inspection-thread.server.ts`).
 *
 * @param bytes a file that starts as a PDF
 * @throws PortalError `invalid`, on field `file`: it holds one of these, opens only with a password, is protected in a way that cannot be read, unfolds beyond
 * {@link MAX_PDF_EXPANDED}, cannot be read, or has more than {@link MAX_PDF_NAMES} names
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    await readPdf(b, { names: MAX_PDF_NAMES });
  } catch (error) {
    throw error instanceof TooManyNames ? unreadableRefusal(error) : error;
  }
}

async function readPdf(b: Buffer, budget: ReadBudget): Promise<void> {
  const found = findNames(b, NAMES_ANYWHERE, budget);
  refuseNames(found);
  const isProtected = found.has('Encrypt');
  const closed = isProtected && needsPassword(b, budget);
  if (closed !== false) throw closed ? passwordRefusal() : protectedRefusal();
  // Objects do not overlap in an honest file, so one walk is enough; a file that makes us walk the same bytes again
  // and again is refused.
  let stepsLeft = 4 * b.length;
  let expandedLeft = MAX_PDF_EXPANDED;
  let streamsLeft = MAX_OBJECT_STREAMS;
  // The names in plain objects are counted a second time here.
  budget.names = MAX_PDF_NAMES;
  for (const start of findObjects(b)) {
    const { names, others, hasFile, end } = readPdfObject(b, start, { limit: stepsLeft, wanted: WANTED_NAMES, budget });
    stepsLeft -= end - start;
    if (stepsLeft <= 0) throw unreadableRefusal();
    refuseNames(names);
    const hasObjects = names.has('ObjStm') || (names.has('N') && names.has('First'));
    if (!hasObjects && !hasFile) continue;
    const keyword = skipSpace(b, end);
    stepsLeft -= keyword - end;
    if (b.toString('latin1', keyword, keyword + 6) !== 'stream') continue;
    // The content of this stream is in another file, or at an address (§7.3.8.2).
    if (hasFile) throw activeRefusal();
    streamsLeft -= 1;
    if (streamsLeft < 0) throw unreadableRefusal();
    const data = findLineEnd(b, keyword);
    stepsLeft -= data - keyword;
    const isUnusual = others > 0 || [...names.values()].some((times) => times > 1);
    if (isUnusual) throw isProtected ? protectedRefusal() : unreadableRefusal();
    if (!names.has('Filter')) {
      const streamEnd = b.indexOf('endstream', data);
      const text = b.subarray(data, streamEnd < 0 ? b.length : streamEnd);
      refuseNames(findNames(text, NAMES_IN_OBJECTS, budget));
      stepsLeft -= text.length;
    } else if (names.has('FlateDecode')) {
      const used = await readPacked(b.subarray(data), { limit: expandedLeft, budget }).catch((cause: unknown) => {
        if (cause instanceof TooLarge) throw sizeRefusal();
        if (cause instanceof TooManyNames || cause instanceof PortalError) throw cause;
        throw isProtected ? protectedRefusal(cause) : unreadableRefusal(cause);
      });
      expandedLeft -= used;
    } else throw isProtected ? protectedRefusal() : unreadableRefusal();
  }
}

/** Where each object starts: after `… obj`, and after `trailer`. */
function* findObjects(b: Buffer): Generator<number> {
  for (let i = b.indexOf('obj'); i >= 0; i = b.indexOf('obj', i + 3)) {
    const before = b[i - 1] ?? 0;
    if (before <= 0x20 || (before >= 0x30 && before <= 0x39)) yield i + 3;
  }
  for (let i = b.indexOf('trailer'); i >= 0; i = b.indexOf('trailer', i + 7)) yield i + 7;
}

class TooLarge extends Error {}

/**
 * Unpacks to the end of the packed data, wherever the file says that it is, and reads piece by piece: the whole is
 * never in memory.
 *
 * @returns bytes read, packed and unpacked together
 */
async function readPacked(b: Buffer, { limit, budget }: { limit: number; budget: ReadBudget }): Promise<number> {
  const inflate = createInflate({ chunkSize: 64 * 1024 });
  inflate.end(b);
  let total = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total + inflate.bytesWritten > limit) throw new TooLarge();
    const text = Buffer.concat([rest, chunk]);
    const cut = findNameCut(text);
    refuseNames(findNames(text.subarray(0, cut), NAMES_IN_OBJECTS, budget));
    rest = text.subarray(cut);
  }
  refuseNames(findNames(rest, NAMES_IN_OBJECTS, budget));
  return total + inflate.bytesWritten;
}

/** @throws PortalError `invalid` when one of the names stands for something that is refused */
function refuseNames(names: { has(name: string): boolean }): void {
  if (names.has('JS') || COMMAND_NAMES.some((name) => names.has(name))) throw commandRefusal();
  if (['XFA', ...ACTIVE_NAMES, ...ELSEWHERE_NAMES].some((name) => names.has(name))) throw activeRefusal();
}

const SAVE_AS_SIMPLE = 'Salvalo di nuovo come PDF semplice (stampa su PDF) e riprova.';

function commandRefusal() {
  return fileRefusal(`Questo PDF contiene comandi che si eseguono da soli. ${SAVE_AS_SIMPLE}`);
}

function activeRefusal() {
  return fileRefusal(
    `Questo PDF contiene parti attive: un modulo che si compila da sé o invia dati, un filmato o un collegamento che apre altri file. ${SAVE_AS_SIMPLE}`,
  );
}

function passwordRefusal() {
  return fileRefusal(
    'Questo PDF si apre solo con una password, e l’ufficio non la conosce. Aprilo, salvalo senza password (stampa su PDF) e riprova.',
  );
}

function protectedRefusal(cause?: unknown) {
  const message = `Questo PDF è protetto (cifrato) e non possiamo controllare che cosa contiene. ${SAVE_AS_SIMPLE}`;
  return fileRefusal(message, 'invalid', cause);
}

function sizeRefusal() {
  return fileRefusal(`Questo PDF, una volta aperto, è troppo grande per essere controllato. ${SAVE_AS_SIMPLE}`);
}

function unreadableRefusal(cause?: unknown) {
  return fileRefusal(`Non riusciamo a leggere tutte le parti di questo PDF. ${SAVE_AS_SIMPLE}`, 'invalid', cause);
}
