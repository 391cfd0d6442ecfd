/** The cells of a sheet of devices. */
import { parseSheet } from '../../../platform/csv-read.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { findColumn } from './csv.ts';

/**
 * @returns all lines, empty ones too, so that their index gives their number
 * @throws PortalError `invalid` for quotes that do not match
 */
export function parseCells(text: string): string[][] {
  const sheet = parseSheet(text, ([firstLine = []]) => firstLine.filter((c) => findColumn(c)).length);
  if ('rows' in sheet) return sheet.rows;
  const { line, text: what } = sheet.fault;
  throw new PortalError('invalid', {
    fields: {
      file: ['Non abbiamo importato niente: il foglio non si legge.'],
      [`riga.${line}`]: [`Riga ${line}: ${what}`],
    },
  });
}
