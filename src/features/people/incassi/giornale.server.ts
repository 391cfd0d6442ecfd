/** Reads the file of a treasurer's cash book, whatever it is: an OPI book in XML, or a CSV of any bank. */
import { decodeSheet } from '../../../platform/csv-read.server.ts';
import { MAX_FILE } from '../../cases/allegati/file-limits.ts';
import { type Giornale, refuseGiornale } from './giornale.ts';
import { readGiornaleCsv } from './giornale-csv.server.ts';
import { readGiornaleOpi } from './giornale-opi.server.ts';

/**
 * @param bytes the file as it came, at most {@link MAX_FILE}
 * @returns all of it: a file of which something cannot be read is refused whole
 * @throws PortalError `invalid` on `file`: in Italian what is wrong, with the row of a CSV or the number of a movement in an XML
 */
export function readGiornale(bytes: Uint8Array): Giornale {
  if (bytes.length > MAX_FILE)
    throw refuseGiornale(`Il file supera ${MAX_FILE / 1024 / 1024} MB: scarica un periodo più breve.`);
  const text = decodeSheet(bytes);
  const start = text.trimStart();
  if (!start) throw refuseGiornale('Il file è vuoto.');
  if (/^<(!doctype )?html\b/i.test(start))
    throw refuseGiornale(
      'Questo file è una pagina web, non un giornale di cassa: accedi di nuovo al sito della banca e scarica il file da lì.',
    );
  return start.startsWith('<') ? readGiornaleOpi(start) : readGiornaleCsv(text);
}
