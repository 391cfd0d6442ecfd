import * as z from 'zod/mini';
import { CATEGORIE } from '../features/ente/categorie.ts';
import { schemaAvviso } from './avviso.ts';
import { schemaDichiarazione } from './dichiarazione.ts';
import { schemaDocumento } from './documento.ts';
import { schemaEnte } from './ente.ts';
import { ESEMPIO } from './esempio.ts';
import { schemaMezzo } from './mezzo.ts';
import { OFFERTE, schemaOfferta } from './offerta.ts';
import { schemaPosizione } from './posizione.ts';
import { schemaRappresentanza } from './rappresentanza.ts';
import { schemaServizioPagamento } from './servizio-pagamento.ts';
import { schemaSportello } from './sportello.ts';

type Json = z.core.JSONSchema.JSONSchema;
type Row = [field: string, form: string, required: string, meaning: string];

/** Sections in the order in which they are written, each with the schema of one element. */
export const DESCRIBED = {
  enti: {
    schema: schemaEnte(false),
    text: `The bodies citizens write to, and the record \`portale\`. Lists show them in the order of the file: a body stands at its place in the last
file that named it. A body is never deleted by an import, because cases may belong to it: leave \`categorie\` empty to stop new ones; with
cases of its own it keeps the mailbox \`*\`.`,
  },
  posizioni: {
    schema: schemaPosizione(),
    text: `Accounts of taxpayers. Body and user code name one. The control code is kept only as a hash under \`PORTAL_SECRET\`, so import
with the secret of the portal. Before an old secret is taken out, import the positions once more: their hashes are then the new one’s.`,
  },
  rappresentanze: {
    schema: schemaRappresentanza(),
    text: `Who finds a position in the reserved area after logging in. Body, user code and tax code name one. A position that somebody
has removed from their area stays removed: with the two codes they can add it again.`,
  },
  documenti: {
    schema: schemaDocumento(),
    text: `What is owed on a position. Body, system and number name one; it may move to another position of the body. A state that came
from a payment receipt or a decision is not undone: where the file says otherwise, the line is reported as a conflict, the state stays
and the other fields go in. A document that is to pay and past its due date is shown as overdue whatever the file says.`,
  },
  avvisi: {
    schema: schemaAvviso(),
    text: `Payment notices that belong to no document of a position: a fee, a fine, a school canteen. Body and notice number name one; the
IUV follows from the number. A number is one notice’s for ever: one that a document has, and one that the portal made for a spontaneous
payment or a case, are refused. A state that came from a payment receipt or a decision is not undone, as with documents.`,
  },
  dichiarazioni: {
    schema: schemaDichiarazione(),
    text: `Declarations that people made to a body. Body and number name one. A state that came from a decision is not undone, as with
documents.`,
  },
  mezzi: {
    schema: schemaMezzo(),
    text: `Permanent advertising devices. Body and code name one; it may move to another position of the body. What a decision on a
declaration made of a device is not undone: where the file says otherwise, the line is reported as a conflict and the decided values stay.
That a device is no more (\`cessato_dal\`) may be told of any.`,
  },
  sportelli: {
    schema: schemaSportello(false),
    text: `Services of a body’s desk, in the order of the file. Body and code name one.`,
  },
  offerte: {
    schema: schemaOfferta(),
    text: `What a body offers and charges for a service: cemeteries, zones and prices, tariffs, thresholds. Body and code name one. A
form lists the bodies that answer for its code (\`categorie\`); of one without cemeteries, zones or tariffs it says that it does not offer the
service online; of instalments and due dates the defaults below hold.`,
  },
  servizi_pagamento: {
    schema: schemaServizioPagamento(),
    text: `What can be paid to a body without a notice, in the order of the file. Body and code name one. The amount is fixed
(\`importo_cent\`) or free between two bounds. With \`LINK\` the service has the address \`/pagopa-online-precompilato/{ente}/{codice}\`,
whose parameters, named like the fields, fill them; those that are not \`modificabili\` are then fixed for who pays.`,
  },
};

/** The text of docs/data.md, made from the schemas that the import uses. */
export function dataDocument(): string {
  const sections = Object.entries(DESCRIBED).map(
    ([name, { schema, text }]) =>
      `## Section \`${name}\`\n\n${text}\n\n${table(
        ['Field', 'Form', 'Required', 'Meaning'],
        rows(z.toJSONSchema(schema, { io: 'input' })),
      )}${name === 'offerte' ? offers() : ''}`,
  );
  const codes = Object.entries(CATEGORIE).map(([code, nome]) => [`\`${code}\``, nome]);
  return `# Data files

Generated from the schemas in \`src/data\`.

    npm run data -- import FILE.json

brings a file into the store that the settings name (\`DATA_DIR\` or \`DATABASE_URL\`). The portal may be running: it sees new data within
ten seconds. The file is UTF-8 JSON, one object with a list per section:

\`\`\`json
${ESEMPIO}
\`\`\`

- Sections are written in the order above, each may be left out. Rows that pass are written, a thousand in a transaction (\`enti\` in one);
  each of the others is reported as \`riga 12: enti[3].colore: …\`, where the line is that of the file. A field the schema does not know is
  an error, because it is usually a slip; so is a row that names a body or a position which neither the file nor the store has.
- The same file twice changes nothing. A row that names what is in the store replaces it as a whole. What the file does not name stays. An
  import that was cut short is finished by the same file.
- Exit code 0: every row is in. 1: some rows were refused or met a state that stays, stderr says which. 2: nothing was imported (wrong
  call, file not readable or not JSON, store of the other mode).
- \`"prova": true\` beside the sections marks invented data: a production store refuses such a file. In a sandbox, addresses of the web may
  also be \`http\` when they point to this machine or to a name that ends in \`.example\`.

${sections.join('\n')}
## Service codes

${table(['Code', 'Service'], codes)}`;
}

/** The fields of each service that has an offer. */
function offers(): string {
  return Object.entries(OFFERTE)
    .map(
      ([code, schema]) =>
        `\n### \`offerte\` of \`${code}\`, ${CATEGORIE[code as keyof typeof OFFERTE]}\n\n${table(
          ['Field', 'Form', 'Required', 'Meaning'],
          rows(z.toJSONSchema(schema, { io: 'input' })),
        )}`,
    )
    .join('');
}

/** One row per field, the fields of an object inside after its dot, those of the objects of a list after `[].`. */
function rows(schema: Json, parent?: { name: string; optional: boolean }): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]): Row[] => {
    if (typeof field === 'boolean') return [];
    const name = parent ? `${parent.name}.${key}` : key;
    const needed = schema.required?.includes(key) ?? false;
    if (field.properties) return rows(field, { name, optional: !needed });
    const items =
      field.type === 'array' && typeof field.items === 'object' && !Array.isArray(field.items) ? field.items : {};
    if (items.properties) return rows(items, { name: `${name}[]`, optional: !needed });
    const required = needed ? (parent?.optional ? `with \`${parent.name}\`` : 'yes') : 'no';
    return [[`\`${name}\``, form(field), required, field.description ?? '']];
  });
}

function form(field: Json): string {
  const choices = field.anyOf?.flatMap((choice) => (typeof choice === 'boolean' ? [] : [form(choice)]));
  if (choices) return choices.join(' or ');
  if (field.type === 'null') return '`null`';
  if (field.type === 'array') {
    const of = typeof field.items === 'object' && !Array.isArray(field.items) ? field.items : {};
    return (of.enum?.length ?? 0) > 5 ? 'list of service codes' : `list of ${of.enum ? form(of) : 'names'}`;
  }
  if (field.type === 'object') {
    const inside = field.additionalProperties;
    return `object: code → ${typeof inside === 'object' ? form(inside) : 'value'}`;
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

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + lines.map(line).join('');
}
