/** Devices as a CSV sheet: the template, in, and out. */
import { shortDate, withArticle } from '../../../platform/atoms/date.ts';
import type { FileAnswer } from '../../../platform/contract.ts';
import { csvBytes } from '../../../platform/csv.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { checkUnsent, readOwnDichiarazione, readVisibleDichiarazione } from './accesso.server.ts';
import { COLUMN_TITLES, COLUMN_VALUES, type ColumnName, columnNames, EXAMPLE_ROWS, writableColumns } from './csv.ts';
import { parseMezzi } from './foglio-parse.server.ts';
import { addMezzi } from './mezzi-edit.server.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import type { MezzoData } from './mezzo.ts';
import { isDeclared } from './mezzo-text.ts';
import type { ShownDeclaredMezzo, ShownDichiarazione } from './shown.ts';

type CellValue = string | number | undefined;

function foglioBytes(
  columns: readonly ColumnName[],
  rows: readonly Partial<Record<ColumnName, CellValue>>[],
): Uint8Array {
  const cells = rows.map((row) => columns.map((c) => row[c] ?? ''));
  return csvBytes([columns.map((c) => COLUMN_TITLES[c]), ...cells]);
}

/** One line for each declared device, with its new values. */
export const foglioOf = ({ mezzi }: Pick<ShownDichiarazione, 'mezzi'>): Uint8Array =>
  foglioBytes(columnNames, mezzi.filter(isDeclared).map(rowOf));

function rowOf(m: ShownDeclaredMezzo): Partial<Record<ColumnName, CellValue>> {
  const { stima_cent, cessazione } = m;
  const row: Partial<Record<ColumnName, CellValue>> = {
    stato: cessazione ? `cessazione ${withArticle('dal', shortDate(cessazione.dal))}` : m.azione,
    stima: cessazione || stima_cent === null ? '' : (stima_cent / 100).toFixed(2).replace('.', ','),
  };
  for (const c of writableColumns) {
    const value = m[c as keyof typeof m & ColumnName];
    row[c] = (c === 'dal' || c === 'al') && typeof value === 'string' ? shortDate(value) : cellText(c, value);
  }
  return row;
}

const cellText = (c: ColumnName, value: CellValue): CellValue =>
  typeof value === 'string' ? (COLUMN_VALUES[c]?.[value] ?? value) : value;

export const templateFoglio = (): Uint8Array =>
  foglioBytes(
    writableColumns,
    EXAMPLE_ROWS.map((e) => ({
      ...e,
      Tipologia_impianto_publicitario__c: cellText(
        'Tipologia_impianto_publicitario__c',
        e.Tipologia_impianto_publicitario__c,
      ),
    })),
  );

const csvAnswer = (fileName: string, bytes: Uint8Array): FileAnswer => ({
  type: 'text/csv; charset=utf-8',
  bytes,
  disposition: contentDisposition(fileName),
});

/** `mezzi-pubblicitari-2026-000123.pdf`, or `-bozza` before it is sent. */
export const dichiarazioneFileName = (
  { protocollo }: Pick<ShownDichiarazione, 'protocollo'>,
  extension: string,
): string => `mezzi-pubblicitari-${protocollo?.replace('/', '-') ?? 'bozza'}.${extension}`;

export const foglioHandlers: Pick<
  OperationHandlers<typeof mezziOperations>,
  'importaMezzi' | 'esportaMezziCsv' | 'modelloMezziCsv'
> = {
  importaMezzi: {
    // All lines are checked before the transaction begins.
    prepare: async ({ id, file }, ctx) => {
      checkUnsent(await readOwnDichiarazione(ctx, id));
      return parseMezzi(await file.bytes());
    },
    run: async ({ id }, ctx, mezzi: MezzoData[]) => ({ importati: await addMezzi(ctx, id, mezzi) }),
  },
  esportaMezziCsv: async (input, ctx) => {
    const d = await readVisibleDichiarazione(ctx, input);
    return csvAnswer(dichiarazioneFileName(d, 'csv'), foglioOf(d));
  },
  modelloMezziCsv: async () => csvAnswer('modello-mezzi-pubblicitari.csv', templateFoglio()),
};
