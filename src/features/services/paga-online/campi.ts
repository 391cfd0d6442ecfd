/** The fields that a body asks for with a spontaneous payment: data, not code. Server and browser. */

import { isCodiceFiscale } from '../../../platform/atoms/codice-fiscale.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

export const tipiCampo = ['testo', 'numero', 'data', 'targa', 'codice_fiscale'] as const;
export type TipoCampo = (typeof tipiCampo)[number];

/** @property nome key on the wire and in addresses, `[a-z][a-z0-9_]*` */
export type Campo = { nome: string; etichetta: string; tipo: TipoCampo; obbligatorio: boolean; aiuto?: string };

/** As a body offers it. Amounts in cents: fixed, or free between two bounds. @property modificabili fields that stay open when a link fills them */
export type ServizioPagamento = {
  codice: string;
  nome: string;
  descrizione?: string;
  /** In the list of the empty form (PPA), of the ready-made links (LINK), or both */
  elenchi: ('PPA' | 'LINK')[];
  campi: Campo[];
  importo_cent?: number;
  min_cent?: number;
  max_cent?: number;
  modificabili?: string[];
  /** Taxonomy code of the debt, for the platform */
  tassonomia: string;
};

const LUNGHEZZA = 140;

/** As `isData` says it, whose module the pages of the report form would load in another cut with more bytes. */
const nelCalendario = (s: string): boolean =>
  /^[12]\d{3}-\d\d-\d\d$/.test(s) && new Date(`${s}T00:00Z`).toJSON()?.startsWith(s);

const GIUSTO: Record<TipoCampo, { vale(s: string): boolean; parole: string }> = {
  testo: { vale: (s) => s.length <= LUNGHEZZA, parole: `Accorcia il testo: al massimo ${LUNGHEZZA} caratteri.` },
  numero: { vale: (s) => /^\d{1,12}$/.test(s), parole: 'Scrivi solo cifre.' },
  data: {
    vale: nelCalendario,
    parole: 'Scrivi una data che esiste, ad esempio 31/12/2026.',
  },
  targa: {
    vale: (s) => /^[A-Z0-9]{4,10}$/i.test(s.replace(/[\s-]/g, '')),
    parole: 'Controlla la targa: lettere e cifre, ad esempio AB123CD.',
  },
  codice_fiscale: {
    vale: (s) => isCodiceFiscale(s.toUpperCase().replace(/\s/g, '')),
    parole: 'Controlla il codice fiscale.',
  },
};

/** @returns errors by `campi.{nome}` */
export function erroriCampi(campi: readonly Campo[], valori: Readonly<Record<string, string>>): FieldErrors {
  const errori: FieldErrors = {};
  for (const { nome, etichetta, tipo, obbligatorio } of campi) {
    const valore = (valori[nome] ?? '').trim();
    if (valore === '' && obbligatorio) errori[`campi.${nome}`] = [`Compila il campo «${etichetta}».`];
    else if (valore !== '' && !GIUSTO[tipo].vale(valore)) errori[`campi.${nome}`] = [GIUSTO[tipo].parole];
  }
  return errori;
}

/** @returns what is wrong with a free amount, or nothing */
export function erroreImporto(
  servizio: Pick<ServizioPagamento, 'importo_cent' | 'min_cent' | 'max_cent'>,
  cent: number | undefined,
): string | undefined {
  if (servizio.importo_cent !== undefined) return undefined;
  const { min_cent: min = 1, max_cent: max = 99_999_999 } = servizio;
  if (cent === undefined || !Number.isSafeInteger(cent)) return 'Scrivi l’importo in euro, ad esempio 25,50.';
  if (cent < min || cent > max) return `L’importo va da ${inEuro(min)} a ${inEuro(max)}.`;
  return undefined;
}

const inEuro = (cent: number) => `${Math.floor(cent / 100)},${String(cent % 100).padStart(2, '0')} €`;
