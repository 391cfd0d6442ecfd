import * as z from 'zod/mini';
import { CATEGORIE } from '../features/ente/categorie.ts';
import { schemaEnte } from './ente.ts';

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
};

const EXAMPLE = `{
  "enti": [
    {
      "id": "portale",
      "nome": "Portale del cittadino",
      "motto": "I servizi online dei Comuni",
      "regione": "Regione di esempio",
      "colore": "#0066cc",
      "contatti": { "indirizzo": "Via Roma 1, 00000 Esempio", "email": "assistenza@portale.esempio.it" }
    },
    {
      "id": "esempio",
      "nome": "Comune di Esempio",
      "motto": "Un comune da vivere",
      "regione": "Regione di esempio",
      "codice_fiscale": "80000015554",
      "host": "servizi.comune.esempio.it",
      "colore": "#007a52",
      "contatti": { "indirizzo": "Piazza del Municipio 1, 00000 Esempio", "email": "urp@comune.esempio.it" },
      "url": { "prenotazione": "https://www.comune.esempio.it/prenota" },
      "caselle": { "*": "protocollo@comune.esempio.it", "SF410": "ambiente@comune.esempio.it" },
      "categorie": ["SF510", "SF310", "SF410"],
      "giorni": { "SF410": 10 }
    }
  ]
}`;

/** The text of docs/data.md, made from the schemas that the import uses. */
export function dataDocument(): string {
  const sections = Object.entries(DESCRIBED).map(
    ([name, { schema, text }]) =>
      `## Section \`${name}\`\n\n${text}\n\n${table(
        ['Field', 'Form', 'Required', 'Meaning'],
        rows(z.toJSONSchema(schema, { io: 'input' })),
      )}`,
  );
  const codes = Object.entries(CATEGORIE).map(([code, nome]) => [`\`${code}\``, nome]);
  return `# Data files

Generated from the schemas in \`src/data\`.

    npm run data -- import FILE.json

brings a file into the store that the settings name (\`DATA_DIR\` or \`DATABASE_URL\`). The portal may be running: it sees new data within
ten seconds. The file is UTF-8 JSON, one object with a list per section:

\`\`\`json
${EXAMPLE}
\`\`\`

- Rows that pass are written, one transaction per section; each of the others is reported as \`riga 12: enti[3].colore: …\`, where the line
  is that of the file. A field the schema does not know is an error, because it is usually a slip.
- The same file twice changes nothing. A row whose id is in the store replaces it as a whole. What the file does not name stays.
- Exit code 0: every row is in. 1: some rows were refused, stderr says which. 2: nothing was imported (wrong call, file not readable or
  not JSON, store of the other mode).
- \`"prova": true\` beside the sections marks invented data: a production store refuses such a file. In a sandbox, addresses of the web may
  also be \`http\` when they point to this machine or to a name that ends in \`.example\`.

${sections.join('\n')}
## Service codes

${table(['Code', 'Service'], codes)}`;
}

/** One row per field, the fields of an object inside after its dot. */
function rows(schema: Json, parent?: { name: string; optional: boolean }): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]): Row[] => {
    if (typeof field === 'boolean') return [];
    const name = parent ? `${parent.name}.${key}` : key;
    const needed = schema.required?.includes(key) ?? false;
    if (field.properties) return rows(field, { name, optional: !needed });
    const required = needed ? (parent?.optional ? `with \`${parent.name}\`` : 'yes') : 'no';
    return [[`\`${name}\``, form(field), required, field.description ?? '']];
  });
}

function form(field: Json): string {
  const choices = field.anyOf?.flatMap((choice) => (typeof choice === 'boolean' ? [] : [form(choice)]));
  if (choices) return choices.join(' or ');
  if (field.type === 'array') return 'list of service codes';
  if (field.type === 'object') {
    const inside = field.additionalProperties;
    return `object: code → ${typeof inside === 'object' ? form(inside) : 'value'}`;
  }
  if (field.format === 'email') return 'e-mail';
  if (field.format === 'uri') return 'https address';
  if (field.format === 'hostname') return 'host name';
  if (field.pattern) return `\`${field.pattern}\``;
  const example = field.examples?.[0];
  if (example !== undefined) return `like \`${String(example)}\``;
  if (field.type === 'integer') return 'whole number';
  if (field.type === 'number') return 'number';
  return field.maxLength ? `text, at most ${field.maxLength}` : 'text';
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + lines.map(line).join('');
}
