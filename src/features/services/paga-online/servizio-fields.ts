/** The fields that an ente asks for with a spontaneous payment: data, not code. Server and browser. */

import { isCodiceFiscale } from '../../../platform/atoms/codice-fiscale.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

export const fieldTipi = ['testo', 'numero', 'data', 'targa', 'codice_fiscale'] as const;
export type FieldTipo = (typeof fieldTipi)[number];

/** @property nome key in calls and addresses, `[a-z][a-z0-9_]*` */
export type ServizioField = { nome: string; etichetta: string; tipo: FieldTipo; obbligatorio: boolean; aiuto?: string };

/**
 * A service as an ente offers it. Amounts in cents: fixed, or free between two bounds.
 * @property modificabili fields that stay editable when a link fills them
 */
export type ServizioPagamento = {
  codice: string;
  nome: string;
  descrizione?: string;
  /** Which list has it: that of the empty form (PPA), that of the ready-made links (LINK), or both */
  elenchi: ('PPA' | 'LINK')[];
  campi: ServizioField[];
  importo_cent?: number;
  min_cent?: number;
  max_cent?: number;
  modificabili?: string[];
  /** Taxonomy code of the debt, for the platform */
  tassonomia: string;
};

const MAX_TEXT_LENGTH = 140;

const isCalendarDay = (s: string): boolean =>
  /^[12]\d{3}-\d\d-\d\d$/.test(s) && new Date(`${s}T00:00Z`).toJSON()?.startsWith(s);

const FIELD_CHECKS: Record<FieldTipo, { isValid(s: string): boolean; message: string }> = {
  testo: {
    isValid: (s) => s.length <= MAX_TEXT_LENGTH,
    message: `Accorcia il testo: al massimo ${MAX_TEXT_LENGTH} caratteri.`,
  },
  numero: { isValid: (s) => /^\d{1,12}$/.test(s), message: 'Scrivi solo cifre.' },
  data: {
    isValid: isCalendarDay,
    message: 'Scrivi una data che esiste, ad esempio 31/12/2026.',
  },
  targa: {
    isValid: (s) => /^[A-Z0-9]{4,10}$/i.test(s.replace(/[\s-]/g, '')),
    message: 'Controlla la targa: lettere e cifre, ad esempio AB123CD.',
  },
  codice_fiscale: {
    isValid: (s) => isCodiceFiscale(s.toUpperCase().replace(/\s/g, '')),
    message: 'Controlla il codice fiscale.',
  },
};

/** @returns errors by `campi.{nome}` */
export function checkServizioFields(
  campi: readonly ServizioField[],
  values: Readonly<Record<string, string>>,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { nome, etichetta, tipo, obbligatorio } of campi) {
    const value = (values[nome] ?? '').trim();
    if (value === '' && obbligatorio) errors[`campi.${nome}`] = [`Compila il campo «${etichetta}».`];
    else if (value !== '' && !FIELD_CHECKS[tipo].isValid(value)) errors[`campi.${nome}`] = [FIELD_CHECKS[tipo].message];
  }
  return errors;
}

/** @returns what is wrong with a free amount, or nothing */
export function checkImporto(
  servizio: Pick<ServizioPagamento, 'importo_cent' | 'min_cent' | 'max_cent'>,
  cent: number | undefined,
): string | undefined {
  if (servizio.importo_cent !== undefined) return undefined;
  const { min_cent: min = 1, max_cent: max = 99_999_999 } = servizio;
  if (cent === undefined || !Number.isSafeInteger(cent)) return 'Scrivi l’importo in euro, ad esempio 25,50.';
  if (cent < min || cent > max) return `L’importo va da ${formatCents(min)} a ${formatCents(max)}.`;
  return undefined;
}

const formatCents = (cent: number) => `${Math.floor(cent / 100)},${String(cent % 100).padStart(2, '0')} €`;
