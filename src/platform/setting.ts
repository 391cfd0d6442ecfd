/** How the text of a setting becomes a value; every refusal names the setting. */
import type { SettingName } from '../settings.ts';

/** Refuses the start: the message names the setting and says what to do. */
export class SettingError extends Error {}

export function wholeNumber(name: SettingName, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new SettingError(`${name} deve essere un numero intero.`);
  return Number(text);
}

export function oneOf<const T extends readonly string[]>(name: SettingName, text: string, allowed: T): T[number] {
  if (!allowed.includes(text)) throw new SettingError(`${name} può essere: ${allowed.join(', ')}.`);
  return text;
}

export function readAddress(name: SettingName, text: string | undefined, schemes: RegExp): string | undefined {
  const url = text === undefined ? undefined : URL.parse(text);
  if (url === null || (url && !schemes.test(url.protocol)))
    throw new SettingError(`${name} non è un indirizzo valido.`);
  return text;
}

export function originOf(name: SettingName, text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new SettingError(`${name} non è un’origine: ${text}`);
  return url.origin;
}

/** @returns {} when there is no text */
export function jsonObject(name: SettingName, text: string | undefined): Record<string, unknown> {
  let value: unknown = {};
  try {
    value = text ? JSON.parse(text) : {};
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SettingError(`${name} deve essere un oggetto JSON, per esempio {"chiave":"valore"}.`);
  return value as Record<string, unknown>;
}

/** Host names, as addresses have them, of the machine itself: only there may something be reached without encryption. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
