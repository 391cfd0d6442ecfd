/** Says in words what a change of an administrator was about: the thing, its fields, and their values. Pure. */
import type { PortalHouse } from '../../../context.ts';
import { dateInWords, isDate } from '../../../platform/atoms/date.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { FIELD_LABELS } from './field-labels.ts';
import type { ThingValues } from './modifiche.server.ts';

type ServiceList = PortalHouse['services'];

/** @returns `Ufficio Tributi` */
export function thingInWords(of: { oggetto: string; key: string; values: ThingValues; services: ServiceList }): string {
  const { oggetto, key, values, services } = of;
  if (oggetto === 'ufficio') return `Ufficio «${String(values?.nome)}»`;
  if (oggetto === 'amministratori') return 'Amministratori';
  if (oggetto === 'offerte') return `Offerta: ${nameOf(services, key)}`;
  return 'Dati dell’ente';
}

/** Each value that a change has changed, under the names of its fields. */
export function valuesInWords(of: { before: ThingValues; after: ThingValues; oggetto: string; services: ServiceList }) {
  const [old, fresh] = [of.before, of.after].map((values) => new Map(leavesOf(values)));
  const paths = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])];
  return paths.flatMap((path) => {
    const [before, after] = [old?.get(path), fresh?.get(path)];
    if (before === after) return [];
    const word = (value: string | undefined) => (value === undefined ? '' : valueInWords(value, of.services));
    return [{ campo: pathInWords(path.split('\0'), of), prima: word(before), dopo: word(after) }];
  });
}

/** The single values of a thing, as JSON, with the path to each. */
function leavesOf(value: unknown, path: readonly string[] = []): [path: string, json: string][] {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  if (typeof value !== 'object' || isPlainList || 'impronta' in value)
    return [[path.join('\0'), JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

function valueInWords(json: string, services: ServiceList): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'boolean') return value ? 'sì' : 'no';
  if (Array.isArray(value)) return value.map((code) => nameOf(services, String(code))).join(', ');
  if (typeof value === 'object') return 'immagine';
  const text = String(value);
  return isDate(text) ? dateInWords(text) : text.replace(/^(?:email|sub):/, '');
}

/** `Risposte pronte 2, testo`: places in a list are counted from one, ids are left out. */
function pathInWords(
  path: readonly string[],
  { oggetto, services }: { oggetto: string; services: ServiceList },
): string {
  if (oggetto === 'amministratori') return 'Amministratore';
  const words = path.flatMap((name) => {
    if (/^\d+$/.test(name)) return [String(Number(name) + 1)];
    if (name === '*') return ['tutti gli altri servizi'];
    const label = FIELD_LABELS[name];
    if (label) return [label];
    const service = nameOf(services, name);
    return service === name ? [] : [service];
  });
  const [first = '', ...rest] = words;
  return [first, ...rest.map((word) => word.charAt(0).toLowerCase() + word.slice(1))]
    .join(', ')
    .replace(/, (\d+)/g, ' $1');
}
