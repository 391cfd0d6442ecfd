/** The part of `/gestione/importazioni` on which an administrator says which column of a table is which field. */
import * as z from 'zod/mini';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import { CELL_FLAWS } from '../../../platform/xlsx/cells.server.ts';
import { type PreviewRow, previewOf, remarksOn, type SheetRow, type Tabella } from './tabella.server.ts';
import type { TracciatoEnte } from './tracciati.contract.ts';
import {
  type CampoTracciato,
  type ColonnaCampo,
  campiTracciato,
  fixedCampi,
  guessCampi,
  type Tracciato,
} from './tracciato.ts';

/** Rows of the preview. */
const PREVIEW_ROWS = 20;
/** Characters of a cell in it. */
const MAX_CELL = 100;

const CAMPO_NAMES: Readonly<Record<CampoTracciato, string>> = {
  codice_utente: 'Codice utente',
  codice_controllo: 'Codice di controllo',
  sistema: 'Sistema',
  intestatario: 'Intestatario',
  codice_fiscale: 'Codice fiscale di chi vede la posizione',
  ruolo: 'Ruolo di chi la vede',
  numero: 'Numero del documento',
  tipo: 'Tipo del documento',
  data: 'Data del documento',
  scadenza: 'Scadenza',
  importo: 'Importo in euro',
  stato: 'Stato',
  numero_avviso: 'Numero di avviso pagoPA',
  pdf: 'File PDF dell’atto',
};

/** One field of the form. @property fixed value of rows without one; undefined where each row has its own */
type CampoView = { campo: CampoTracciato; name: string; colonna: string; fixed: string | undefined };
/** @property titoli, righe, numeri what the form keeps of the file, as JSON @property remarks on the file as a whole */
export type ColonneView = {
  nome: string;
  titoli: string;
  righe: string;
  columns: { value: string; label: string }[];
  numeri: string;
  campi: CampoView[];
  completo: boolean;
  remarks: string[];
  preview: PreviewRow[];
};

/** What was chosen for a table, and what is known of the table. */
type ChosenTracciato = Tracciato & { nome: string; tabella: Tabella };

const headingsJson = z.array(z.string());
const rowsJson = z.array(
  z.object({
    line: z.number(),
    cells: z.array(z.string()),
    flaws: z.optional(z.array(z.tuple([z.number(), z.enum(CELL_FLAWS)]))),
  }),
);
const numbersJson = z.array(z.number());

/** For a table that nobody has explained yet. */
export const guessedFrom = (tabella: Tabella): ChosenTracciato => ({
  nome: '',
  completo: false,
  campi: guessCampi(tabella.headings),
  tabella: { ...tabella, rows: tabella.rows.slice(0, PREVIEW_ROWS).map(shortenedRow) },
});

const shortenedRow = ({ line, cells, flaws }: SheetRow): SheetRow => ({
  line,
  cells: cells.map((cell) => cell.slice(0, MAX_CELL)),
  flaws,
});

/** @returns undefined when the form does not hold a table */
export function chosenIn({ fields }: PageForm): ChosenTracciato | undefined {
  const headings = parseAs(headingsJson, fields.titoli);
  if (!headings) return undefined;
  return {
    nome: fields.nome ?? '',
    completo: fields.completo === 'on',
    campi: campiTracciato.flatMap((campo): ColonnaCampo[] => {
      const [colonna, fisso] = [fields[`colonna_${campo}`], fields[`fisso_${campo}`]?.trim()];
      const index = colonna === undefined || !/^\d{1,2}$/.test(colonna) ? undefined : Number(colonna);
      return index === undefined && !fisso ? [] : [{ campo, colonna: index, fisso }];
    }),
    tabella: {
      headings,
      rows: (parseAs(rowsJson, fields.righe) ?? []).map(({ line, cells, flaws }) => ({
        line,
        cells,
        flaws: new Map(flaws),
      })),
      bareNumbers: parseAs(numbersJson, fields.numeri) ?? [],
    },
  };
}

function parseAs<T>(schema: z.ZodMiniType<T>, json = ''): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** What was saved for these headings, to be changed. */
export function savedFor({ fields }: PageForm, saved: readonly TracciatoEnte[]): ChosenTracciato | undefined {
  const found = saved.find(({ intestazioni }) => JSON.stringify(intestazioni) === fields.titoli);
  return found && { ...found, tabella: { headings: found.intestazioni, rows: [] } };
}

export function colonneView({ nome, campi, completo, tabella }: ChosenTracciato, ente: string): ColonneView {
  const { headings, rows } = tabella;
  const chosen = new Map(campi.map((one) => [one.campo, one]));
  return {
    nome,
    completo,
    titoli: JSON.stringify(headings),
    righe: JSON.stringify(
      rows.map(({ line, cells, flaws }) => ({ line, cells, flaws: flaws?.size ? [...flaws] : undefined })),
    ),
    numeri: JSON.stringify(tabella.bareNumbers ?? []),
    columns: headings.map((heading, n) => ({ value: String(n), label: heading || `Colonna ${n + 1}` })),
    campi: campiTracciato.map((campo) => ({
      campo,
      name: CAMPO_NAMES[campo],
      colonna: String(chosen.get(campo)?.colonna ?? ''),
      fixed: fixedCampi.includes(campo) ? (chosen.get(campo)?.fisso ?? '') : undefined,
    })),
    remarks: remarksOn(tabella, { campi }),
    preview: previewOf(tabella, { campi, completo }, ente),
  };
}

/** The call names a field, the form its column. */
export const errorsOnForm = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [name in CAMPO_NAMES ? `colonna_${name}` : name, words]),
  );
