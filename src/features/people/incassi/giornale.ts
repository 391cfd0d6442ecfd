/** The treasurer's cash book, and the settlement flows that its texts name. Pure. */
import { PortalError } from '../../../platform/errors.ts';

/** One incoming movement of the bank account of an ente. */
export type Movimento = {
  /** Day it was booked, `YYYY-MM-DD` */
  data: string;
  /** Whole cents, more than 0 */
  importo_cent: number;
  /** Remittance text as the bank has it, blanks collapsed */
  causale: string;
  /** The bank's or treasurer's own number of it (*sospeso*, *provvisorio*, *bolletta*), '' if the file has none */
  numero: string;
  /** Name of the settlement flow that the text names, '' if none: the first of {@link flussoCandidates} */
  flusso: string;
};

export type Giornale = {
  /** All that came in, in the order of the file */
  movimenti: Movimento[];
  /** What the bank takes back of it, or of an earlier book: to be subtracted. Only OPI books tell it */
  storni: Movimento[];
  /** Rows that are left out: outgoing, of 0, and in OPI books the office's own orders, which settle what came in before */
  skipped: number;
};

/** @param text in Italian what is wrong, and where */
export const refuseGiornale = (text: string, cause?: unknown): PortalError =>
  new PortalError('invalid', { fields: { file: [text] }, cause });

export const movimentoOf = (data: string, importo_cent: number, text: string, numero: string): Movimento => {
  const causale = text.replace(/\s+/g, ' ').trim();
  return { data, importo_cent, causale, numero, flusso: flussoCandidates(causale)[0] ?? '' };
};

/** Where a text names a flow: `/PUR/LGPE-RIVERSAMENTO/URI/` (SACI), also with what some banks write in place of the slashes. */
const FLUSSO_PLACE = /\bURI ?\/ ?|\bRIVERSAMENTO\W(?:TXT\W\d\W)?URI\W ?/i;
/** Characters of a name, by the schema of flows. */
const MAX_FLUSSO = 35;

/**
 * Banks wrap texts, so that a blank may have come into the name.
 * @returns the name up to the first blank, then with the words that follow glued to it, one after the other; none when the text
 * names no flow. The caller knows which of them exists
 */
export function flussoCandidates(causale: string): string[] {
  const text = causale.replace(/\s+/g, ' ');
  const place = FLUSSO_PLACE.exec(text);
  if (!place) return [];
  const start = place.index + place[0].length;
  const candidates: string[] = [];
  let name = '';
  for (const word of text.slice(start, start + 3 * MAX_FLUSSO).split(' ')) {
    const [part] = /^[\w-]*/.exec(word) ?? [''];
    if (!part || (name && name.length + part.length > MAX_FLUSSO)) break;
    name = (name + part).slice(0, MAX_FLUSSO);
    candidates.push(name);
    if (part !== word) break;
  }
  return candidates;
}
