/** The bytes of a sheet become its cells, whatever program saved it. */
import Papa from 'papaparse';
import { PortalError } from '../../../platform/errors.ts';
import { colonnaDi } from './csv.ts';

const SEPARATORI = [';', ',', '\t'];

/** Files that people take for a CSV, by how they begin. */
const ALTRI: readonly [inizio: string, che: string][] = [
  ['504b0304', 'un foglio di Excel o di LibreOffice, o un archivio ZIP'],
  ['d0cf11e0', 'un foglio di Excel'],
  ['25504446', 'un PDF'],
];

const rifiuto = (testo: string) => new PortalError('invalid', { fields: { file: [testo] } });

/**
 * @returns the text, line ends `\n`. UTF-8, or UTF-16 when it says so, else Windows-1252, as Excel saves in Italy
 * @throws PortalError `invalid` for what is no text, on `file`
 */
export function testoDi(bytes: Uint8Array): string {
  const inizio = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const [, che] = ALTRI.find(([firma]) => inizio.startsWith(firma)) ?? [];
  if (che) throw rifiuto(`Questo file è ${che}: aprilo, salvalo come CSV e importalo di nuovo.`);
  const testo = decodifica(bytes, /^(fffe|feff)/.exec(inizio)?.[0]);
  if (testo.includes('\0'))
    throw rifiuto('Questo file non è un foglio CSV: apri il tuo foglio, salvalo come CSV e riprova.');
  return testo.replace(/\r\n?/g, '\n');
}

function decodifica(bytes: Uint8Array, segno: string | undefined): string {
  if (segno) return new TextDecoder(segno === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * @returns all lines, empty ones too, so that their places are their numbers
 * @throws PortalError `invalid` for quotes that do not match: what follows them cannot be told apart
 */
export function celle(testo: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(testo, { delimiter: separatoreDi(testo), newline: '\n' });
  const [virgolette] = errors.filter((e) => e.type === 'Quotes');
  if (!virgolette) return data;
  const riga = (virgolette.row ?? 0) + 1;
  const che =
    virgolette.code === 'MissingQuotes'
      ? 'c’è un valore che si apre con le virgolette e non le chiude.'
      : 'le virgolette dentro un valore tra virgolette si scrivono due volte ("").';
  throw new PortalError('invalid', {
    fields: {
      file: ['Non abbiamo importato niente: il foglio non si legge.'],
      [`riga.${riga}`]: [`Riga ${riga}: ${che}`],
    },
  });
}

/** Characters in which all our columns have room, several times: a line without end is not read once for each separator. */
const MAX_TESTATA = 10_000;

/** The one that finds most of our columns in the first line that has something. */
function separatoreDi(testo: string): string {
  const inizio = testo.trimStart().slice(0, MAX_TESTATA);
  const trovate = SEPARATORI.map((delimiter) => {
    const [prima = []] = Papa.parse<string[]>(inizio, { delimiter, newline: '\n', preview: 1 }).data;
    return prima.filter((c) => colonnaDi(c)).length;
  });
  return SEPARATORI[trovate.indexOf(Math.max(...trovate))] ?? ';';
}
