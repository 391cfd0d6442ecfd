import { AVVISI, numeroDi } from '../../src/sandbox/demo/avvisi.ts';
import { POSIZIONI } from '../../src/sandbox/demo/posizioni.ts';
import type { demo } from '../../src/sandbox/demo.ts';
import { CITTADINI, DIPENDENTI } from '../../src/sandbox/persone.ts';
import { code, table } from './markdown.ts';

const euro = (cent: number) => (cent / 100).toFixed(2);
/** What is asked about first, first. */
const STATI = ['da_pagare', 'scaduto', 'in_pagamento', 'pagato', 'rateizzato'];

/** Logins, positions, notices and payment services of the sandbox, for the README. */
export function demoTables({ enti, documenti, servizi_pagamento }: ReturnType<typeof demo>): string {
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
Notices of documents:

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
Notices by themselves:

${table(
  ['Notice number', 'Tax code of the body', 'Amount in €', 'State', 'What there is to try'],
  AVVISI.map((a) => [
    code(numeroDi(a)),
    code(codiceFiscale(a.ente)),
    euro(a.importo_cent),
    statoDi(a),
    `${a.causale}: ${a.dentro}`,
  ]),
)}
Services that are paid without a notice. \`PPA\`: in the empty form at \`/servizio/paga-online\`. \`LINK\`: at \`/pagopa-online-precompilato/{body}/{service}\`,
where parameters named like the fields fill them, for example \`/pagopa-online-precompilato/portolieve/ztl?targa=AB123CD\`:

${table(
  ['Body', 'Service', 'Where', 'Fields', 'Amount in €'],
  servizi_pagamento.map((s) => [
    code(s.ente),
    `${code(s.codice)} ${s.nome}`,
    s.elenchi.join(', '),
    s.campi.map(({ nome, obbligatorio }) => code(nome) + (obbligatorio ? '' : ' (optional)')).join(', '),
    importo(s),
  ]),
)}
`;
}

function statoDi({ stato, giorni, fino }: (typeof AVVISI)[number]): string {
  if (stato !== 'da_pagare') return stato;
  return fino !== undefined && fino < 0 ? 'scaduto, non più pagabile' : giorni < 0 ? 'scaduto' : 'da pagare';
}

function importo({ importo_cent, min_cent, max_cent }: ReturnType<typeof demo>['servizi_pagamento'][number]): string {
  if (importo_cent !== undefined) return euro(importo_cent);
  return `from ${euro(min_cent ?? 1)}${max_cent === undefined ? '' : ` to ${euro(max_cent)}`}`;
}
