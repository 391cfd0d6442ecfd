import { POSIZIONI } from '../../src/sandbox/demo/posizioni.ts';
import type { demo } from '../../src/sandbox/demo.ts';
import { CITTADINI, DIPENDENTI } from '../../src/sandbox/persone.ts';
import { code, table } from './markdown.ts';

const euro = (cent: number) => (cent / 100).toFixed(2);
/** What is asked about first, first. */
const STATI = ['da_pagare', 'scaduto', 'in_pagamento', 'pagato', 'rateizzato'];

/** Logins, positions and notices of the sandbox, for the README. */
export function demoTables({ enti, documenti }: ReturnType<typeof demo>): string {
  const nome = (id: string) => enti.find((ente) => ente.id === id)?.nome ?? id;
  const codiceFiscale = (id: string) => enti.find((ente) => ente.id === id)?.codice_fiscale ?? '';
  const owner = (id: string | undefined) => CITTADINI.find((persona) => persona.id === id)?.nome ?? 'nobody yet';
  const notices = documenti
    .flatMap(({ numero_avviso = '', ...documento }) => (numero_avviso ? [{ ...documento, numero_avviso }] : []))
    .sort((a, b) => STATI.indexOf(a.stato) - STATI.indexOf(b.stato));
  return `
Logins, on the page that *Entra con SPID*, *Entra con CIE* or *Accedi come dipendente* opens:

${table(
  ['Who', 'Tax code', 'What there is to try'],
  [...CITTADINI, ...DIPENDENTI].map((p) => [`${p.nome} ${p.cognome}`, code(p.codice_fiscale), p.che]),
)}
Positions:

${table(
  ['Codice utente', 'Codice controllo', 'Body', 'Whose', 'What is in it'],
  POSIZIONI.map((p) => [code(p.codice_utente), code(p.codice_controllo), nome(p.ente), owner(p.chi?.id), p.dentro]),
)}
Notices:

${table(
  ['Notice number', 'Tax code of the body', 'Amount in €', 'State', 'Position'],
  notices.map((d) => [
    code(d.numero_avviso),
    code(codiceFiscale(d.ente)),
    euro(d.importo_cent),
    d.stato.replace('_', ' '),
    code(d.codice_utente),
  ]),
)}
`;
}
