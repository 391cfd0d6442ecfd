/**
 * Reads a cash book in the XML of SIOPE+, as treasurers have to give it: `flusso_giornale_di_cassa` of AgID's "Regole tecniche e standard"
 * for orders of payment and collection (OPI). It follows the schemas OPI_GIORNALE_DI_CASSA 1.4 to 1.8, which pagoPA publishes in
 * github.com/pagopa/p4pa-payhub-activities, and takes the same movements as pagoPA's own reader there.
 */
import * as z from 'zod/mini';
import { readElements, type XmlValue } from '../../../platform/xml-read.server.ts';
import { type Giornale, movimentoOf, refuseGiornale } from './giornale.ts';
import { readDay } from './giornale-cells.ts';

const documentNumber = z.optional(z.string().check(z.regex(/^\d*$/)));

const opiMovimento = z.object({
  tipo_movimento: z.enum(['ENTRATA', 'USCITA']),
  tipo_documento: z.string(),
  tipo_operazione: z.enum(['ESEGUITO', 'STORNATO', 'REGOLARIZZATO', 'RIPRISTINATO']),
  /** Of a *sospeso* its number, which a later *storno* repeats */
  numero_documento: documentNumber,
  numero_bolletta_quietanza: documentNumber,
  importo: z.string().check(z.regex(/^[+-]?\d{1,13}(\.\d{1,2})?$/)),
  data_movimento: z.pipe(
    z.transform((v) => (typeof v === 'string' ? readDay(v) : undefined)),
    z.string(),
  ),
  causale: z.optional(z.string()),
});
type OpiMovimento = z.infer<typeof opiMovimento>;

/** Tags and attributes: a movement has about sixty. A file of nothing else takes a kilobyte of memory for each. */
const MAX_PARTS = 300_000;

/**
 * What comes in is first a *sospeso*, an amount that waits for the order of the office (*reversale*): the order brings no more money,
 * and is left out.
 * @param xml one page of a book: a long one has several files
 * @throws PortalError `invalid` on `file`, with the number of the first movement that cannot be read
 */
export function readGiornaleOpi(xml: string): Giornale {
  if (xml.split(/[<=]/, MAX_PARTS + 1).length > MAX_PARTS)
    throw refuseGiornale('Il file ha troppi movimenti: scarica un periodo più breve.');
  const found = findMovimenti(xml);
  // A book of a day without movements is one, too.
  if (found.length === 0 && !xml.includes('flusso_giornale_di_cassa'))
    throw refuseGiornale('Questo XML non è un giornale di cassa OPI: deve avere un «flusso_giornale_di_cassa».');
  const book: Giornale = { movimenti: [], storni: [], skipped: 0 };
  for (const [i, element] of found.entries()) {
    const opi = opiOf(element, i + 1);
    const cents = centsOf(opi.importo);
    const movimento = movimentoOf(opi.data_movimento, Math.abs(cents), opi.causale ?? '', numeroOf(opi));
    const isSospeso = opi.tipo_movimento === 'ENTRATA' && opi.tipo_documento === 'SOSPESO ENTRATA' && cents !== 0;
    if (isSospeso && opi.tipo_operazione === 'STORNATO') book.storni.push(movimento);
    else if (isSospeso && opi.tipo_operazione === 'ESEGUITO' && cents > 0) book.movimenti.push(movimento);
    else book.skipped += 1;
  }
  return book;
}

function findMovimenti(xml: string): XmlValue[] {
  try {
    return readElements(xml, 'movimento_conto_evidenza');
  } catch (cause) {
    throw refuseGiornale(
      'Questo XML non si legge: è incompleto, o ha un DOCTYPE o entità, che non accettiamo. Scaricalo di nuovo dal sito del tesoriere.',
      cause,
    );
  }
}

function opiOf(element: XmlValue, number: number): OpiMovimento {
  const { data, error } = z.safeParse(opiMovimento, element);
  if (data) return data;
  const name = String(error.issues[0]?.path[0] ?? 'movimento_conto_evidenza');
  throw refuseGiornale(`Movimento ${number}: l’elemento «${name}» manca, o non ha un valore dello standard OPI.`);
}

function centsOf(importo: string): number {
  const [whole = '', decimals = ''] = importo.split('.');
  return Number(whole + decimals.padEnd(2, '0'));
}

/** Without the zeros that fill it up; 0 is none. */
const numeroOf = ({ numero_documento = '', numero_bolletta_quietanza = '' }: OpiMovimento): string =>
  [numero_documento, numero_bolletta_quietanza].map((n) => n.replace(/^0+/, '')).find(Boolean) ?? '';
