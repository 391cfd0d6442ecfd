/** The fields that an ente asks for with a spontaneous payment: data, not code. Server and browser. */

import * as z from 'zod/mini';
import { trimUnseen } from '../../../platform/atoms/characters.ts';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { atomSchema, defaultWords } from '../../../platform/atoms/localised.ts';
import { isTarga } from '../../../platform/atoms/targa.ts';
import { normaliseTarga } from '../../../platform/atoms/targa-format.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
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

const FIELD_SCHEMAS: Record<FieldTipo, z.ZodMiniType<string>> = {
  testo: textSchema({
    max: MAX_TEXT_LENGTH,
    tooLong: `Accorcia il testo: al massimo ${MAX_TEXT_LENGTH} caratteri.`,
  }),
  numero: atomSchema(
    { clean: (s) => s.replace(/\s/g, ''), valid: (s) => /^\d{1,12}$/.test(s) },
    defaultWords,
    'Scrivi solo cifre.',
  ),
  data: dateSchema('Scrivi una data che esiste, ad esempio 31/12/2026.'),
  // Some services are for vehicles whose plates have a form of their own.
  targa: atomSchema(
    { clean: normaliseTarga, valid: (s) => isTarga(s) || /^[A-Z0-9]{4,10}$/.test(s) },
    defaultWords,
    'Controlla la targa: lettere e cifre, ad esempio AB123CD.',
  ),
  codice_fiscale: codiceFiscaleSchema('Controlla il codice fiscale.'),
};

type TypedFields = Readonly<Record<string, string>>;

/** @returns the fields that the service asks for, as they are stored, without those that are empty or wrong */
export const pickServizioFields = (campi: readonly ServizioField[], values: TypedFields): Record<string, string> =>
  Object.fromEntries(
    campi.flatMap(({ nome, tipo }) => {
      const { data } = z.safeParse(FIELD_SCHEMAS[tipo], values[nome]);
      return data === undefined ? [] : [[nome, data]];
    }),
  );

/** @returns errors by `campi.{nome}` */
export function checkServizioFields(campi: readonly ServizioField[], values: TypedFields): FieldErrors {
  const errors: FieldErrors = {};
  for (const { nome, etichetta, tipo, obbligatorio } of campi) {
    const value = trimUnseen(values[nome] ?? '');
    if (value === '' && obbligatorio) errors[`campi.${nome}`] = [`Compila il campo «${etichetta}».`];
    const wrong = value === '' ? undefined : z.safeParse(FIELD_SCHEMAS[tipo], value).error?.issues[0];
    if (wrong) errors[`campi.${nome}`] = [wrong.message];
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
