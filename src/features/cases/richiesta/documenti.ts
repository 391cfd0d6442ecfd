/** Shows the documents of a request as text and builds the paths of their forms. Server and browser. */
import { shortDate, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';

export type ShownDocumento = {
  numero: string;
  tipo: string;
  importo_cent: number;
  scadenza: string | null;
};

/** One line per document: "TARI 2026, acconto (n. BS-100101-01): 93,20 €, scadenza 24/01/2027". */
export const documentoLine = ({ numero, tipo, importo_cent, scadenza }: ShownDocumento): string =>
  `${tipo} (n. ${numero}): ${formatEuro(importo_cent)}${scadenza ? `, scadenza ${shortDate(scadenza)}` : ''}`;

export const totalCents = (documenti: readonly Pick<ShownDocumento, 'importo_cent'>[]): number =>
  documenti.reduce((sum, d) => sum + d.importo_cent, 0);

/** "Pagamento a rate chiesto il 22/11/2026"; the page adds the number of the case. @param pratica null for another person's request */
export const inProgressText = (asked: string, pratica: { inviata_il: string } | null): string =>
  pratica
    ? `${asked} ${withArticle('il', shortDate(todayInRome(Date.parse(pratica.inviata_il))))}`
    : `${asked} da un’altra persona`;

/** Path of a form on documents, which is also the key of its draft. */
export const documentiFormPath = (servizio: string, sistema: string, numeri: readonly string[]): string =>
  `/servizio/${servizio}/${encodeURIComponent(sistema)}/${numeri.join(',')}`;

/** Reads service and document numbers from such a path. */
export function parseDocumentiPath(path: string): { servizio: string; documenti: string[] } {
  const [, , , servizio = '', documenti = ''] = path.split('/');
  return { servizio: decodeURIComponent(servizio), documenti: documenti.split(',') };
}

/** The documents as rows of the summary. They cannot be changed there: the citizen has to choose again. */
export const documentiRows = (enteName: string, documenti: readonly ShownDocumento[]): SummaryBlock['items'] => [
  { name: 'Ente', value: enteName },
  { name: documenti.length === 1 ? 'Documento' : 'Documenti', value: documenti.map(documentoLine).join('\n') },
  ...(documenti.length > 1 ? [{ name: 'Totale', value: formatEuro(totalCents(documenti)) }] : []),
];
