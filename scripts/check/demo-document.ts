/** The tables of docs/demo.md. */
import { AVVISI, numeroAvvisoOf } from '../../src/sandbox/demo/avvisi.ts';
import { POSIZIONI } from '../../src/sandbox/demo/posizioni.ts';
import type { demoData } from '../../src/sandbox/demo.ts';
import { CITTADINI, DIPENDENTI, STRANIERI } from '../../src/sandbox/persone.ts';
import { markdownCode, markdownTable } from './markdown.ts';

const plainEuros = (cent: number) => (cent / 100).toFixed(2);
/** The people asked about most often come first. */
const STATI = ['da_pagare', 'scaduto', 'in_pagamento', 'pagato', 'rateizzato'];

/** docs/demo.md: logins, positions, notices and payment services of the sandbox. */
export function demoDocument({ enti, documenti, servizi_pagamento }: ReturnType<typeof demoData>): string {
  const enteName = (id: string) => enti.find((ente) => ente.id === id)?.nome ?? id;
  const codiceFiscale = (id: string) => enti.find((ente) => ente.id === id)?.codice_fiscale ?? '';
  const owner = (id: string | undefined) => CITTADINI.find((persona) => persona.id === id)?.nome ?? 'none yet';
  const notices = documenti
    .flatMap(({ numero_avviso = '', ...documento }) => (numero_avviso ? [{ ...documento, numero_avviso }] : []))
    .sort((a, b) => STATI.indexOf(a.stato) - STATI.indexOf(b.stato));
  return `# The demo

Generated from \`src/sandbox\`. Without settings the portal is a sandbox: three invented municipalities, invented people, and nothing leaves
the machine. Every page says so.

Each municipality has a host name, under which the portal carries its name and colour: <http://borgosereno.localhost:4321>,
<http://collelume.localhost:4321>, <http://portolieve.localhost:4321>. All mails arrive in one mailbox, <http://127.0.0.1:4321/sandbox/posta>.
The store is the file \`portale.sqlite\` in the folder \`data\`: stop the portal and delete the folder to start over.

## Logins

They are offered on the page that *Entra con SPID*, *Entra con CIE*, *Login with eIDAS* or *Accedi come dipendente* opens; there is no password. One browser is one
person: use a private window for the second one.

${markdownTable(
  ['Name', 'Tax code', 'What to try'],
  [...CITTADINI, ...STRANIERI, ...DIPENDENTI].map((p) => [
    `${p.nome} ${p.cognome}`,
    p.codice_fiscale && markdownCode(p.codice_fiscale),
    p.description,
  ]),
)}
## Positions

A position is added in the reserved area with the two codes of a letter.

${markdownTable(
  ['Codice utente', 'Codice controllo', 'Ente', 'Owner', 'Content'],
  POSIZIONI.map((p) => [
    markdownCode(p.codice_utente),
    markdownCode(p.codice_controllo),
    enteName(p.ente),
    owner(p.chi?.id),
    p.contents,
  ]),
)}
## Payment notices

A notice is paid with its number and the tax code of the ente. The pages of pagoPA and of Mooney are the sandbox's own: there you choose whether to
pay, cancel, fail, let the time run out, pay later, pay twice, or have the provider answer slowly. No money moves. On
\`/sandbox/pagopa/altrove\` a notice is paid as at a bank: the portal hears of it within five minutes, and Olga reads in *Incassi* what came in; \`/sandbox/pagopa/riversa\` has it transferred to the ente ([money.md](money.md)). Borgosereno has a year of receipts, flows and movements of the bank, with one notice that was paid twice, one payment that was revoked, and flows that do not add up.
At \`/gestione/protocollo\` she has cases registered by the test protocol, \`/sandbox/protocollo\`, with any key of 16 characters or more; there it is told to be late, to fail, to answer twice with two numbers or for another case. At \`/gestione/app-io\` Borgosereno has a key of App IO: what Mario is told there is on the phones of \`/sandbox/io\`, where it is also said who has the app and how IO answers; a key that begins with \`sbagliata\` is refused there, too. At \`/gestione/pagopa\` she writes what her municipality has with pagoPA: a key that begins with \`sbagliata\` is refused, as pagoPA refuses a wrong one.

Notices of documents:

${markdownTable(
  ['Notice number', 'Tax code of the ente', 'Amount in €', 'State', 'Position'],
  notices.map((d) => [
    markdownCode(d.numero_avviso),
    markdownCode(codiceFiscale(d.ente)),
    plainEuros(d.importo_cent),
    d.stato.replace('_', ' '),
    markdownCode(d.codice_utente),
  ]),
)}
Notices without a document:

${markdownTable(
  ['Notice number', 'Tax code of the ente', 'Amount in €', 'State', 'What to try'],
  AVVISI.map((a) => [
    markdownCode(numeroAvvisoOf(a)),
    markdownCode(codiceFiscale(a.ente)),
    plainEuros(a.importo_cent),
    statoOf(a),
    `${a.causale}: ${a.contents}`,
  ]),
)}
## Payments without a notice

\`PPA\`: in the empty form at \`/servizio/paga-online\`. \`LINK\`: at \`/pagopa-online-precompilato/{ente}/{service}\`, where parameters named like the
fields fill them, for example \`/pagopa-online-precompilato/portolieve/ztl?targa=AB123CD\`.

${markdownTable(
  ['Ente', 'Service', 'Where', 'Fields', 'Amount in €'],
  servizi_pagamento.map((s) => [
    markdownCode(s.ente),
    `${markdownCode(s.codice)} ${s.nome}`,
    s.elenchi.join(', '),
    s.campi.map(({ nome: name, obbligatorio }) => markdownCode(name) + (obbligatorio ? '' : ' (optional)')).join(', '),
    importo(s),
  ]),
)}`;
}

function statoOf({ stato, giorni, fino }: (typeof AVVISI)[number]): string {
  if (stato !== 'da_pagare') return stato;
  return fino !== undefined && fino < 0 ? 'scaduto, non più pagabile' : giorni < 0 ? 'scaduto' : 'da pagare';
}

function importo({
  importo_cent,
  min_cent,
  max_cent,
}: ReturnType<typeof demoData>['servizi_pagamento'][number]): string {
  if (importo_cent !== undefined) return plainEuros(importo_cent);
  return `from ${plainEuros(min_cent ?? 1)}${max_cent === undefined ? '' : ` to ${plainEuros(max_cent)}`}`;
}
