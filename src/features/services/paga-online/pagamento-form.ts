/** What the forms to pay share on both sides: the cart, amounts as typed, checks before sending. Pure; server and browser. */
import * as z from 'zod/mini';
import { parseCents } from '../../../platform/atoms/cents.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import type { FormLogin } from '../../cases/utente/identita.ts';
import { parseAvviso } from './avviso.ts';
import { dominioEC, MAX_AVVISI, pagatore, type ShownAvviso, typedNumeroAvviso } from './paga-online.checks.ts';
import { RIFIUTO_TEXTS } from './rifiuti.ts';
import { checkImporto, checkServizioFields } from './servizio-fields.ts';
import type { Servizio } from './shown.ts';

export const PAGA_ONLINE_PATH = '/servizio/paga-online';
export const SPONTANEO_PATH = `${PAGA_ONLINE_PATH}?modo=spontaneo`;

/** The list of enti beside the field of the tax code. */
export const ENTI_LIST_ID = 'enti-creditori';

/** What identifies a notice everywhere. */
export type CarrelloKey = { dominioEC: string; numero_avviso: string };

/** A notice of the cart: its data, or why it can no longer be paid. */
export type CarrelloRow = CarrelloKey & { avviso?: ShownAvviso; rifiuto?: string };

export type TypedValues = Record<string, string>;

/** What a check or a call leaves on screen. @property message an error that belongs to no field */
export type FormOutcome = { errors?: FieldErrors | undefined; message?: string | undefined };

/** @property fornitori names of the offered providers, as on their buttons */
export type AvvisiFormProps = FormOutcome & {
  /** Address of the form: with the notices of the link that opened the page */
  action: string;
  /** Set when a link or the boxes of a list opened the page */
  linked?: LinkedAvvisi | undefined;
  carrello: CarrelloRow[];
  /** The ente whose host this is */
  ownEnte: EnteOfAvviso | undefined;
  /** The number alone finds a notice, whichever ente of the portal it is of */
  byNumero: boolean;
  /** Enti to choose from where the host is that of no ente */
  enti: EnteOfAvviso[];
  values: TypedValues;
  fornitori: Partial<Record<Fornitore, string>>;
  token: string;
  sendKey: string;
};

export type EnteOfAvviso = Pick<EnteCreditore, 'nome' | 'codice_fiscale'>;

/**
 * What became of the notices that the address of the page names.
 * @property refused those that cannot be paid, each with the reason; the others are in the cart
 * @property excess how many were left out because a cart is full
 * @property isEmpty the boxes of a list were sent and none was ticked
 */
export type LinkedAvvisi = { refused: CarrelloRow[]; excess: number; isEmpty: boolean };

export type EnteCreditore = { codice: string; nome: string; codice_fiscale: string };

/**
 * @property action address of the form, with the fields of the link
 * @property fixed fields that the link has filled and that cannot be edited
 * @property login the payer is the logged-in citizen
 * @property fornitore name of the provider
 */
export type SpontaneoProps = FormOutcome & {
  action: string;
  ente: EnteCreditore;
  servizio: Servizio;
  values: TypedValues;
  fixed: string[];
  login: FormLogin | undefined;
  fornitore: string;
  token: string;
  sendKey: string;
};

export const isSameAvviso = (a: CarrelloKey, b: CarrelloKey): boolean =>
  a.dominioEC === b.dominioEC && a.numero_avviso === b.numero_avviso;

/** The cart as a hidden field and a cookie carry it. */
export const formatCarrelloKeys = (rows: readonly CarrelloKey[]): string =>
  rows.map((r) => `${r.dominioEC}-${r.numero_avviso}`).join(' ');

export function parseCarrelloKeys(keysText: string): CarrelloKey[] {
  const found = [...keysText.matchAll(/\b(\d{11})-(\d{18})\b/g)];
  return found.map(([, dominioEC = '', numero_avviso = '']) => ({ dominioEC, numero_avviso })).slice(0, MAX_AVVISI);
}

/** @param texts values of the parameter `avviso`, unchecked @returns each notice once */
export function parseLinkedKeys(texts: readonly string[]): CarrelloKey[] {
  const keys = new Map<string, CarrelloKey>();
  for (const text of texts) {
    const [, numero_avviso, dominioEC] = /^(\d{18})-(\d{11})$/.exec(text) ?? [];
    if (numero_avviso && dominioEC) keys.set(text, { dominioEC, numero_avviso });
  }
  return [...keys.values()];
}

const typedKeySchema = z.object({ numero_avviso: typedNumeroAvviso(), dominioEC: dominioEC() });
const typedNumeroSchema = z.object({ numero_avviso: typedNumeroAvviso(), dominioEC: z.optional(dominioEC()) });

export type TypedAvviso = z.infer<typeof typedNumeroSchema>;

/**
 * The notice as typed, or as the text of its QR code, which names its ente: the field may hold another one, which was only suggested.
 * @param byNumero the ente may be left out
 */
export function parseTypedAvviso(
  values: TypedValues,
  carrello: readonly CarrelloKey[],
  byNumero: boolean,
): { key: TypedAvviso } | { errors: FieldErrors } {
  const { numero_avviso = '' } = values;
  const parsed = parseAvviso(numero_avviso);
  const dominioEC = parsed?.dominioEC ?? values.dominioEC?.trim() ?? '';
  const result =
    byNumero && !dominioEC
      ? z.safeParse(typedNumeroSchema, { numero_avviso })
      : z.safeParse(typedKeySchema, { numero_avviso, dominioEC });
  if (!result.success) return { errors: fieldErrors(result.error) };
  const { data: key } = result;
  if (carrello.some((row) => isSameAvviso(row, { ...key, dominioEC: key.dominioEC ?? row.dominioEC })))
    return {
      errors: { numero_avviso: ['Questo avviso è già nell’elenco: aggiungine un altro, oppure vai al pagamento.'] },
    };
  return { key };
}

/** The row of a notice that was found, by whatever was typed of it. */
export const rowOfAvviso = (avviso: ShownAvviso): CarrelloRow => ({
  dominioEC: avviso.dominioEC,
  numero_avviso: avviso.numero_avviso,
  avviso,
});

/**
 * Values for typing the next notice: without the one that is in the cart already, but with its ente, which is nearly always the same.
 * @param byNumero the next one is found without it
 */
export function valuesForNext(values: TypedValues, carrello: readonly CarrelloKey[], byNumero: boolean): TypedValues {
  const { numero_avviso = '', dominioEC = '' } = values;
  const isInCarrello = carrello.some((row) => row.numero_avviso === parseAvviso(numero_avviso)?.numero_avviso);
  return {
    ...values,
    numero_avviso: isInCarrello ? '' : numero_avviso,
    dominioEC: dominioEC || (byNumero ? '' : (carrello.at(-1)?.dominioEC ?? '')),
  };
}

const emailSchema = z.object({ emailDebitore: emailAddressSchema() });

/** Errors that keep a cart from being sent. */
export function checkCarrello(values: TypedValues, carrello: readonly CarrelloRow[]): FieldErrors {
  if (carrello.length === 0) return { numero_avviso: ['Aggiungi almeno un avviso da pagare.'] };
  const hasRefused = carrello.some((row) => !row.avviso);
  const result = z.safeParse(emailSchema, values);
  return {
    ...(carrello.some(({ avviso }) => avviso?.in_attesa) &&
      !values.conferma && { conferma: [RIFIUTO_TEXTS.confirmPending] }),
    ...(hasRefused && { carrello: ['Togli dall’elenco gli avvisi che non si possono pagare, poi paga gli altri.'] }),
    ...(result.success ? {} : fieldErrors(result.error)),
  };
}

/** Name of the form field for a field of the service. */
export const fieldName = (name: string): string => `campi.${name}`;

/** Fields of a payment without a notice, from top to bottom. */
export const spontaneoFieldNames = ({ campi, importo_cent }: Servizio): string[] => [
  ...campi.map(({ nome }) => fieldName(nome)),
  ...(importo_cent === undefined ? ['importo'] : []),
  'causale',
  'pagatore.nome',
  'pagatore.cognome',
  'pagatore.codice_fiscale',
  'emailDebitore',
];

/** The body of the call. An invalid amount is left out, and the checks report it as missing. */
export function buildSpontaneoBody({ ente, servizio }: Pick<SpontaneoProps, 'ente' | 'servizio'>, values: TypedValues) {
  const trimmedValue = (name: string) => values[name]?.trim() ?? '';
  const campi = servizio.campi.map(({ nome }) => [nome, trimmedValue(fieldName(nome))] as const);
  const importo_cent = servizio.importo_cent === undefined ? parseCents(trimmedValue('importo')) : undefined;
  return {
    ente: ente.codice,
    servizio: servizio.codice,
    campi: Object.fromEntries(campi.filter(([, value]) => value !== '')),
    ...(importo_cent !== undefined && { importo_cent }),
    ...(trimmedValue('causale') && { causale: trimmedValue('causale') }),
    pagatore: {
      nome: trimmedValue('pagatore.nome'),
      cognome: trimmedValue('pagatore.cognome'),
      codice_fiscale: trimmedValue('pagatore.codice_fiscale'),
    },
    emailDebitore: trimmedValue('emailDebitore'),
  };
}

const pagatoreSchema = z.object({ pagatore, emailDebitore: emailAddressSchema() });

/** All errors at once, in the order of the fields. */
export function checkSpontaneo(servizio: Servizio, body: ReturnType<typeof buildSpontaneoBody>): FieldErrors {
  const importo = checkImporto(servizio, body.importo_cent);
  const result = z.safeParse(pagatoreSchema, body);
  return sortErrors(servizio, {
    ...checkServizioFields(servizio.campi, body.campi),
    ...(importo && { importo: [importo] }),
    ...(result.success ? {} : fieldErrors(result.error)),
  });
}

/** Calls give amounts in cents, the form has a field in euro. */
export function sortErrors(servizio: Servizio, { importo_cent, ...errors }: FieldErrors): FieldErrors {
  const all: FieldErrors = { ...(importo_cent && { importo: importo_cent }), ...errors };
  const names = [...spontaneoFieldNames(servizio), ...Object.keys(all)];
  return Object.fromEntries([...new Set(names)].flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
}

export const hasNoErrors = (errors: FieldErrors | undefined): boolean => Object.keys(errors ?? {}).length === 0;

/** Shown where no provider is configured. */
export const NO_FORNITORI_TEXT = {
  title: 'I pagamenti online non sono attivi',
  text: 'Puoi pagare l’avviso in banca, alle poste, dal tabaccaio o con l’app della tua banca: trovi come sull’avviso.',
};
