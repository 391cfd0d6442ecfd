/** Says in words what a change of an administrator was about: the thing, its fields, and their values. Pure. */
import type { PortalHouse } from '../../../context.ts';
import { DAY_NAMES, GIORNI } from '../../../platform/atoms/apertura.ts';
import { dateInWords, instantInWords, isDate } from '../../../platform/atoms/date.ts';
import { cornersOf, type GeoBorder } from '../../../platform/border.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { fieldLabel } from './field-labels.ts';

/** The values of a thing as JSON has them; null when there is none. */
export type ThingValues = Record<string, unknown> | null;

type ServiceList = PortalHouse['services'];

/** @returns `Ufficio Tributi` */
export function thingInWords(of: { oggetto: string; key: string; values: ThingValues; services: ServiceList }): string {
  const { oggetto, key, values, services } = of;
  if (oggetto === 'ufficio') return `Ufficio «${String(values?.nome)}»`;
  if (oggetto === 'amministratori') return 'Amministratori';
  if (oggetto === 'programma') return `Chiave del programma «${String(values?.nome)}»`;
  if (oggetto === 'webhook') return `Webhook del programma «${String(values?.nome)}»`;
  if (oggetto === 'protocollo') return 'Protocollo';
  if (oggetto === 'app_io') return `App IO: ${key === '*' ? 'tutti gli altri servizi' : officeNameOf(services, key)}`;
  if (oggetto === 'pagopa') return 'Convenzione con pagoPA';
  if (oggetto === 'offerte') return `Offerta: ${officeNameOf(services, key)}`;
  if (oggetto === 'sportelli') return `Sportello «${String(values?.nome)}»`;
  if (oggetto === 'calendari') return `Calendario «${String(values?.nome)}»`;
  if (oggetto === 'servizi_pagamento') return `Pagamento «${String(values?.nome)}»`;
  return 'Dati dell’ente';
}

/** How an ente registers its cases. */
const PROTOCOL_WORDS: Readonly<Record<string, string>> = {
  mano: 'A mano',
  rest: 'Sistema di protocollo',
  cartella: 'Cartella di scambio',
};

/** Each value that a change has changed, under the names of its fields. */
export function valuesInWords(of: { before: ThingValues; after: ThingValues; oggetto: string; services: ServiceList }) {
  const [old, fresh] = [of.before, of.after].map((values) => new Map(leavesOf(values)));
  const paths = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])];
  return paths.flatMap((path) => {
    const [before, after] = [old?.get(path), fresh?.get(path)];
    if (before === after) return [];
    const word = (value: string | undefined) => {
      if (value === undefined) return '';
      const words = valueInWords(value, of.services);
      return of.oggetto === 'protocollo' && path === 'sistema' ? (PROTOCOL_WORDS[words] ?? words) : words;
    };
    return [{ campo: pathInWords(path.split('\0'), of), prima: word(before), dopo: word(after) }];
  });
}

/** A long text is cut in a sentence; the list of the changes has it whole. */
const MAX_QUOTED = 60;

/** What was changed, in one line: `Motto da «Vecchio» a «Nuovo»; Colore …`. */
export const changesInWords = (of: Parameters<typeof valuesInWords>[0]): string => {
  const quoted = (text: string) =>
    text === '' ? 'vuoto' : `«${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}»`;
  return valuesInWords(of)
    .map(({ campo, prima, dopo }) => `${campo} da ${quoted(prima)} a ${quoted(dopo)}`)
    .join('; ');
};

/** The single values of a thing, as JSON, with the path to each. */
function leavesOf(value: unknown, path: readonly string[] = []): [path: string, json: string][] {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  const isWhole = typeof value !== 'object' || isPlainList || 'impronta' in value || 'coordinates' in value;
  if (isWhole) return [[path.join('\0'), JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    UNSAID_FIELDS.includes(name) ? [] : leavesOf(inner, [...path, name]),
  );
}

/** The place in a list, which a row keeps when it comes back. */
const UNSAID_FIELDS = ['ordine'];

/** `lunedì` for `lunedi` */
function dayName(code: string): string | undefined {
  const giorno = GIORNI.find((one) => one === code);
  return giorno && DAY_NAMES[giorno];
}

function valueInWords(json: string, services: ServiceList): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'boolean') return value ? 'sì' : 'no';
  if (Array.isArray(value))
    return value.map((code) => dayName(String(code)) ?? officeNameOf(services, String(code))).join(', ');
  if (typeof value === 'object' && value !== null && 'coordinates' in value)
    return `${cornersOf(value as GeoBorder)} punti`;
  if (typeof value === 'object') return 'immagine';
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return instantInWords(Date.parse(text));
  return isDate(text) ? dateInWords(text) : text.replace(/^(?:email|sub):/, '');
}

/** `Risposte pronte 2, testo`: places in a list are counted from one, ids are left out. */
function pathInWords(
  path: readonly string[],
  { oggetto, services }: { oggetto: string; services: ServiceList },
): string {
  if (oggetto === 'amministratori') return 'Amministratore';
  const words = path.flatMap((name, index) => {
    if (/^\d+$/.test(name)) return [String(Number(name) + 1)];
    if (name === '*') return ['tutti gli altri servizi'];
    const label = fieldLabel(path.slice(0, index + 1).join('.'));
    if (label) return [label];
    const service = officeNameOf(services, name);
    return service === name ? [] : [service];
  });
  const [first = '', ...rest] = words;
  return [first, ...rest.map((word) => word.charAt(0).toLowerCase() + word.slice(1))]
    .join(', ')
    .replace(/, (\d+)/g, ' $1');
}
