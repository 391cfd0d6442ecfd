/** Generates the reference of the data file format for municipalities, so that it never differs from what the import accepts. */
import * as z from 'zod/mini';
import type { PortalService } from '../service.ts';
import { SERVICE_CODES, SERVICE_ROWS } from '../services.ts';
import { avvisoSchema } from './avviso.ts';
import { calendarioSchema } from './calendario.ts';
import { cessazioneSchema } from './cessazione.ts';
import { dichiarazioneSchema } from './dichiarazione.ts';
import { documentoSchema } from './documento.ts';
import { enteSchema } from './ente.ts';
import { EXAMPLE_FILE } from './example-file.ts';
import { mezzoSchema } from './mezzo.ts';
import { OFFERTE, offertaSchema } from './offerta.ts';
import { posizioneSchema } from './posizione.ts';
import { rappresentanzaSchema } from './rappresentanza.ts';
import { servizioPagamentoSchema } from './servizio-pagamento.ts';
import { sportelloSchema } from './sportello.ts';
import { ufficioSchema } from './ufficio.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type FieldRow = [field: string, form: string, required: string, meaning: string];

/** Sections in the order in which they are written, each with the schema of one element. */
export const DESCRIBED_SECTIONS = {
  enti: {
    schema: enteSchema(false),
    text: `The municipalities (enti) that citizens write to, and the record \`portale\`. Lists show them in the order of the file: an ente stands at its place
in the last file that named it. An import never deletes an ente, because cases may belong to it: leave \`categorie\` empty to stop new ones; if it
has cases, it keeps the mailbox \`*\`.`,
  },
  uffici: {
    schema: ufficioSchema(),
    text: `The offices of an ente, identified by ente and name: a new case goes to the office that has its code. With \`persone\` the people of the office
become those that are named; somebody who has not logged in yet joins it at the first login. Without \`persone\` they stay as they are.
If the operators’ provider tells the offices of a person (claim \`uffici\`), that counts from their next login, and no file changes it.`,
  },
  posizioni: {
    schema: posizioneSchema(),
    text: `Accounts of taxpayers, identified by ente and user code. The control code is kept only as a hash under \`PORTAL_SECRET\`, so import
with the secret of the portal. Import the positions once more before you remove an old secret: their hashes are then made with the new one.`,
  },
  rappresentanze: {
    schema: rappresentanzaSchema(),
    text: `The people who find a position in their reserved area after logging in, identified by ente, user code and tax code. A position that a person has
removed from their area stays removed; they can add it again with the two codes. From the day of \`fine\` on a person sees nothing of the
position, whatever they know or have opened: neither its documents nor what others have paid on it. What they paid themselves they keep among
their payments. They may still have a letter with the two codes, which open the position to anybody for an hour: import the position with
another control code, too.`,
  },
  documenti: {
    schema: documentoSchema(),
    text: `What is owed on a position, identified by ente, system and number; a document may move to another position of the ente. A state that came
from a payment receipt or a decision is not undone: if the file says otherwise, the line is reported as a conflict, the state stays
and the other fields are written. An unpaid document past its due date is shown as overdue, whatever the file says. The act of a document (\`pdf\`, up to
10 MB) is opened by those who have its position. It comes beside a file of the night's folder, or by the call \`caricaAtto\`, is inspected as uploads are,
and takes the place of the one before; a row that names an act which the portal has already need not bring it again. It is gone for citizens with its
document, and deleted after as many days as files that were never sent.`,
  },
  cessazioni: {
    schema: cessazioneSchema(),
    text: `Positions, documents and links of people that are gone, for systems that send only what has changed. A position or a document is closed as
by a replacement (below). A row that names something the store has never had is refused; one that is closed already stays so.`,
  },
  avvisi: {
    schema: avvisoSchema(),
    text: `Payment notices that belong to no document of a position: a fee, a fine, a school canteen. They are identified by ente and notice number; the
IUV follows from the number. A number belongs to one notice for ever: the number of a document, or one that the portal made for a payment
without a notice or for a case, is refused. A state that came from a payment receipt or a decision is not undone, as with documents.`,
  },
  dichiarazioni: {
    schema: dichiarazioneSchema(),
    text: `Declarations that people made to an ente, identified by ente and number. A state that came from a decision is not undone, as with
documents.`,
  },
  mezzi: {
    schema: mezzoSchema(),
    text: `Permanent advertising devices, identified by ente and code; a device may move to another position of the ente. Values that came from a decision
on a declaration are not undone: if the file says otherwise, the line is reported as a conflict and the decided values stay. Any device may be
reported as removed (\`cessato_dal\`).`,
  },
  sportelli: {
    schema: sportelloSchema(false),
    text: `Services of an ente’s desk, in the order of the file, identified by ente and code.`,
  },
  calendari: {
    schema: calendarioSchema(),
    text: `When an office receives by appointment, and for what, in the order of the file, identified by ente and code. Times are those of
Europe/Rome. Days on which the ente is closed (\`chiusure\`, \`patrono\`, public holidays) count for every calendar; an extra opening is open on
them all the same. Hours of one day may not cross. An appointment that is booked stays when hours or reasons change: the agenda of
the office (\`/operatore/agenda\`) moves or cancels it.`,
  },
  offerte: {
    schema: offertaSchema(),
    text: `What an ente offers and charges for a service, identified by ente and code: cemeteries, zones and prices, tariffs, thresholds. A form
lists the enti that answer for its code (\`categorie\`). If one has no cemeteries, zones or tariffs, the form says that it does not offer the service
online; for instalments and due dates the defaults below apply.`,
  },
  servizi_pagamento: {
    schema: servizioPagamentoSchema(),
    text: `What can be paid to an ente without a notice, in the order of the file, identified by ente and code. The amount is fixed
(\`importo_cent\`) or free within two bounds. With \`LINK\` the service has the address \`/pagopa-online-precompilato/{ente}/{codice}\`. Its
parameters, named like the fields, fill them; the payer can then change only those that are \`modificabili\`.`,
  },
};

/** The text of docs/data.md, made from the schemas that the import uses. */
export function dataDocument(): string {
  const sections = Object.entries(DESCRIBED_SECTIONS).map(
    ([name, { schema, text }]) =>
      `## Section \`${name}\`\n\n${text}\n\n${renderTable(
        ['Field', 'Form', 'Required', 'Meaning'],
        fieldRows(z.toJSONSchema(schema, { io: 'input' })),
      )}${name === 'offerte' ? renderOfferte() : ''}`,
  );
  const codes = SERVICE_ROWS.flatMap(({ codes: names, officeNames = {} }: PortalService) =>
    Object.entries(names).map(([code, serviceName]) => [`\`${code}\``, serviceName, officeNames[code] ?? serviceName]),
  );
  return `# Data files

Generated from the schemas in \`src/data\`.

    npm run data -- import FILE.json

imports a file into the store that the settings name (\`DATA_DIR\` or \`DATABASE_URL\`). What an ente has set up, here or on the pages of its
administrators (\`/gestione\`), is written as such a file by \`npm run data --silent -- export ENTE > FILE.json\`. The portal may be running; it sees new data within
ten seconds. The file is UTF-8 JSON, an object with a list for each section:

\`\`\`json
${EXAMPLE_FILE}
\`\`\`

- Sections are written in the order above, and each may be left out. Valid rows are written, a thousand in a transaction (\`enti\` all in
  one); each of the others is reported as \`riga 12: enti[3].colore: …\` with its line in the file. An unknown field is an error, because it is
  usually a typing mistake; so is a row with an ente or a position that neither the file nor the store has.
- Importing the same file twice changes nothing. A row replaces the one with the same identity as a whole. What the file does not contain
  stays, unless the file replaces it. If an import is interrupted, import the same file again.
- \`--dry-run\` tells what the file would do, and changes nothing.
- A file of one ente may leave \`ente\` out of its rows where it comes by [another door](deploy.md#files-of-the-tax-program-each-night): it then
  has only \`posizioni\`, \`rappresentanze\`, \`documenti\`, \`cessazioni\`, \`avvisi\`, \`dichiarazioni\`, \`mezzi\`, and \`sostituisci\`.
- Exit code 0: all rows were written. 1: some rows were refused or met a state that stays; stderr says which. 2: nothing was imported (wrong
  arguments, a file that cannot be read or is not JSON, a store of the other mode).
- \`"prova": true\` beside the sections marks invented data, and a production store refuses such a file. In a sandbox, web addresses may also be
  \`http\` if they point to this machine or to a name that ends in \`.example\`.

## Replacing what a system has sent

    "sostituisci": [{ "ente": "esempio", "sistema": "Rifiuti TARI" }]

beside the sections says that the file has everything of this system of this ente: what the store has of \`posizioni\`, \`rappresentanze\` and
\`documenti\` and the file lacks, is closed once the file is written. A section that is not in the file is left alone.

- **Nothing is deleted.** A closed position is in nobody's area, and its two codes open nothing; its documents close with it. A closed document
  is in no list. What was still owed is withdrawn (*annullato*), by its notice number, too. Payments and receipts stay where they are, with
  those who made them. A link of a person ends on the day of the import, if a file had named it; what a citizen has added by the two
  codes stays. A row of a later file opens again what it names.
- **Money comes first.** A document whose payment is under way is not closed, nor is its position: the file of the next night does. The same holds
  for a document that a decision of the ente has left to pay or put in instalments. Each is told as a conflict.
- **The brake.** A file that would close more than a tenth of what is open in one of these sections is refused as a whole, as an empty one is:
  nothing is written. Look with \`--dry-run\`; if it is right, import it with \`--confermo\`.
- A row that is refused closes nothing: it still says that the thing exists. While a row does not tell what it is about, nothing of its section is
  closed.

${sections.join('\n')}
## Service codes

${renderTable(['Code', 'Service', 'For the offices'], codes)}`;
}

/** The fields of each service that has an offer. */
function renderOfferte(): string {
  return Object.entries(OFFERTE)
    .map(
      ([code, schema]) =>
        `\n### \`offerte\` of \`${code}\`, ${SERVICE_CODES[code]}\n\n${renderTable(
          ['Field', 'Form', 'Required', 'Meaning'],
          fieldRows(z.toJSONSchema(schema, { io: 'input' })),
        )}`,
    )
    .join('');
}

/** One row per field; the fields of an object follow after a dot, those of the objects of a list after `[].`. */
function fieldRows(schema: JsonSchema, parent?: { name: string; optional: boolean }): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]): FieldRow[] => {
    if (typeof field === 'boolean') return [];
    const name = parent ? `${parent.name}.${key}` : key;
    const needed = schema.required?.includes(key) ?? false;
    if (field.properties) return fieldRows(field, { name, optional: !needed });
    const items =
      field.type === 'array' && typeof field.items === 'object' && !Array.isArray(field.items) ? field.items : {};
    if (items.properties) return fieldRows(items, { name: `${name}[]`, optional: !needed });
    const required = needed ? (parent?.optional ? `with \`${parent.name}\`` : 'yes') : 'no';
    return [[`\`${name}\``, describeForm(field), required, field.description ?? '']];
  });
}

function describeForm(field: JsonSchema): string {
  const choices = field.anyOf?.flatMap((choice) => (typeof choice === 'boolean' ? [] : [describeForm(choice)]));
  if (choices) return choices.join(' or ');
  if (field.type === 'null') return '`null`';
  if (field.type === 'array') {
    const of = typeof field.items === 'object' && !Array.isArray(field.items) ? field.items : {};
    return (of.enum?.length ?? 0) > 5 ? 'list of service codes' : `list of ${of.enum ? describeForm(of) : 'names'}`;
  }
  if (field.format === 'geojson') return 'GeoJSON geometry';
  if (field.type === 'object') {
    const inside = field.additionalProperties;
    return `object: code → ${typeof inside === 'object' ? describeForm(inside) : 'value'}`;
  }
  if (field.enum) return field.enum.map((word) => `\`${String(word)}\``).join(', ');
  if (field.format === 'date') return 'day, `YYYY-MM-DD`';
  if (field.format === 'email') return 'e-mail';
  if (field.format === 'uri') return 'https address';
  if (field.format === 'hostname') return 'host name';
  if (field.pattern) return `\`${field.pattern}\``;
  const example = field.examples?.[0];
  if (example !== undefined) return `like \`${String(example)}\``;
  if (field.type === 'integer') return 'whole number';
  if (field.type === 'boolean') return '`true` or `false`';
  if (field.type === 'number') return 'number';
  return field.maxLength ? `text, at most ${field.maxLength}` : 'text';
}

function renderTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + lines.map(line).join('');
}
