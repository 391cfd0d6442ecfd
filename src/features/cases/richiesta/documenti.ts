/** The documents of a request as its form shows them; server and browser. */
import { conArticolo, dataBreve, oggi } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';

export type DocumentoMostrato = {
  numero: string;
  tipo: string;
  importo_cent: number;
  scadenza: string | null;
};

/** One line each: "TARI 2026, acconto (n. BS-100101-01): 93,20 €, scadenza 24/01/2027". */
export const inRiga = ({ numero, tipo, importo_cent, scadenza }: DocumentoMostrato): string =>
  `${tipo} (n. ${numero}): ${euro(importo_cent)}${scadenza ? `, scadenza ${dataBreve(scadenza)}` : ''}`;

export const totale = (documenti: readonly DocumentoMostrato[]): number =>
  documenti.reduce((somma, d) => somma + d.importo_cent, 0);

/** "Rateizzazione chiesta il 22/11/2026", which the number of one's own case follows. @param pratica null for one of somebody else */
export const inCorso = (asked: string, pratica: { inviata_il: string } | null): string =>
  pratica
    ? `${asked} ${conArticolo('il', dataBreve(oggi(Date.parse(pratica.inviata_il))))}`
    : `${asked} da un’altra persona`;

/** Path of a form on documents, as its draft goes by. */
export const percorsoSu = (servizio: string, sistema: string, numeri: readonly string[]): string =>
  `/servizio/${servizio}/${encodeURIComponent(sistema)}/${numeri.join(',')}`;

/** What such a path says. */
export function nelPercorso(percorso: string): { servizio: string; documenti: string[] } {
  const [, , , servizio = '', documenti = ''] = percorso.split('/');
  return { servizio: decodeURIComponent(servizio), documenti: documenti.split(',') };
}

/** The same in the summary: documents are changed by choosing others, not here. */
export const vociDocumenti = (nomeEnte: string, documenti: readonly DocumentoMostrato[]): SummaryBlock['voci'] => [
  { nome: 'Ente', valore: nomeEnte },
  { nome: documenti.length === 1 ? 'Documento' : 'Documenti', valore: documenti.map(inRiga).join('\n') },
  ...(documenti.length > 1 ? [{ nome: 'Totale', valore: euro(totale(documenti)) }] : []),
];
