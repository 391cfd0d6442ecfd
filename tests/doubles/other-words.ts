/**
 * A back end of another make: English names, other paths, every result in `payload`, dates as 31/12/2026 and amounts as "1.234,56 €".
 * Its profile, as a municipality would write it, and the translation that makes a portal of the tests speak so.
 */
import { defineProfile, type ProfileFields } from '../../src/platform/back-end/profile.ts';
import type { CallTranslation } from './portal-behind.ts';

/** Names in the contract, each with the name there. */
const PAIRS = `Id identifier, Nome displayName, CodiceFiscale taxCode, Categorie categories, codice_utente userCode,
  codice_controllo checkCode, intestatario holder, sistema system, email mail, otp oneTimeCode, oggetto subject, descrizione details,
  indirizzo street, numero_avviso noticeNumber, dominioEC creditor, causale purpose, documenti papers, importo_cent amount,
  da_pagare_cent owed, scadenza dueDate, data issued, prima_scadenza firstDue, rate parts, richiedente applicant, nome firstName,
  cognome lastName, filesAllegati attachments, testo text, protocollo registration, dimensione size, tipo kind`
  .split(/,\s+/)
  .map((pair) => pair.split(' ') as [string, string]);
const NAMES: Record<string, string> = Object.fromEntries(PAIRS);
const OWN_NAMES: Record<string, string> = Object.fromEntries(PAIRS.map(([own, theirs]) => [theirs, own]));

const toItalianDate = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
const toDay = (date: string) => date.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');
const toEuro = (cents: number) =>
  `${(cents / 100).toLocaleString('it-IT', { minimumFractionDigits: 2, useGrouping: 'always' })} €`;
const toCents = (text: string) => Math.round(Number(text.replace(/[^\d,-]/g, '').replace(',', '.')) * 100);

/** @property value by the name in the contract */
type Words = { names: Record<string, string>; value(name: string, value: unknown): unknown };
const THERE: Words = {
  names: NAMES,
  value: (name, value) =>
    /_cent$/.test(name) && typeof value === 'number' ? toEuro(value) : withText(value, toItalianDate),
};
const HERE: Words = {
  names: OWN_NAMES,
  value: (name, value) => withText(value, /_cent$/.test(name) ? toCents : toDay),
};
const withText = (value: unknown, change: (text: string) => unknown) =>
  typeof value === 'string' ? change(value) : value;

/** @param under name in the contract of the field that has this value */
function translate(value: unknown, words: Words, under = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => translate(one, words, under));
  if (typeof value !== 'object' || value === null) return words.value(under, value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => {
      const other = words.names[name] ?? name;
      return [other, translate(inside, words, words === THERE ? name : other)];
    }),
  );
}
const there = (fields: ProfileFields) => translate(fields, THERE) as ProfileFields;
const renamed = (name: string, names: Record<string, string>) => name.replace(/[^.]+/g, (part) => names[part] ?? part);
const withoutLength = (headers: Headers) => [...headers].filter(([name]) => name !== 'content-length');

export const otherWords = defineProfile({
  every: {
    to: there,
    from: (body) => translate((body as { payload: unknown }).payload, HERE),
    field: (name) => renamed(name, OWN_NAMES),
  },
  calls: {
    documentiPosizione: {
      path: '/api/v2/properties/{property}/papers',
      to: ({ id, codice }) => ({ property: id, code: codice }),
    },
    togliPosizione: { path: '/api/v2/properties/{property}', to: ({ id }) => ({ property: id }) },
    codiceEmail: { path: '/api/v2/one-time-code' },
  },
});

/** Makes a portal of the tests that back end. */
export const inOtherWords: CallTranslation = {
  request: async (request) => {
    const url = new URL(request.url);
    const [, property, papers] = /^\/api\/v2\/properties\/([^/]+)(\/papers)?$/.exec(url.pathname) ?? [];
    if (property && papers) {
      url.pathname = `/api/v1/posizione/documents/list/${property}/${url.searchParams.get('code')}`;
      url.searchParams.delete('code');
    } else if (property) url.pathname = `/api/v1/posizione/delete/${property}`;
    if (url.pathname === '/api/v2/one-time-code') url.pathname = '/api/v1/generic/segnalazione/otp';
    url.search = new URLSearchParams(
      [...url.searchParams].map(([name, value]) => [OWN_NAMES[name] ?? name, toDay(value)]),
    ).toString();
    const { method, headers } = request;
    if (headers.get('content-type') !== 'application/json') return new Request(url, request);
    const body = JSON.stringify(translate(await request.json(), HERE));
    return new Request(url, { method, headers: withoutLength(headers), body });
  },
  response: async (response) => {
    if (response.status === 304 || !/json/.test(response.headers.get('content-type') ?? '')) return response;
    const renamedFields = (fields: object) =>
      Object.fromEntries(Object.entries(fields).map(([name, said]) => [renamed(name, NAMES), said]));
    const { data: result, message, code, reason, errors } = (await response.json()) as Record<string, unknown>;
    const body = response.ok
      ? { ok: true, payload: translate(result, THERE) }
      : { ok: false, message, code, reason, errors: errors && renamedFields(errors) };
    return new Response(JSON.stringify(body), { status: response.status, headers: withoutLength(response.headers) });
  },
};
