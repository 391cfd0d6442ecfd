/**
 * The pages with forms take every exhibit of docs/museum as somebody without scripts types it: no field that it fits refuses it, and the
 * page that comes back for what is missing still has it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledIn, formOnDocuments, reachAt, stepAfterPrivacy, stepOfDevices } from '../scripts/check/visit.ts';
import { parseCents } from '../src/platform/atoms/cents.ts';
import { Citizen } from './citizen.ts';
import { loginAs, type Persona } from './login.ts';
import { exhibitsOf, FIELD_KINDS, type TypedExhibits } from './museum.ts';
import { type Portal, portal } from './portal.ts';

type Reach = (citizen: Citizen) => Promise<string>;
const afterPrivacy =
  (path: string): Reach =>
  (citizen) =>
    stepAfterPrivacy(citizen, path);

const PAGES: readonly (readonly [what: string, persona: Persona | undefined, reach: Reach])[] = [
  ...[
    '/segnalazione',
    '/sportello-territoriale?passo=privacy&ente=borgosereno',
    '/servizio/allacciamento-lampade-votive',
    '/servizio/affissione-manifesti?passo=privacy',
    '/servizio/abbonamento-parcheggi',
    '/servizio/istanza-contribuente/Rifiuti%20TARI/nessuno?ente=borgosereno',
  ].map((path) => [path, undefined, afterPrivacy(path)] as const),
  ...['riesame', 'rateizza-un-pagamento', 'rinegozia-un-pagamento'].map(
    (servizio) => [servizio, undefined, (citizen: Citizen) => formOnDocuments(citizen, servizio)] as const,
  ),
  ['declarant of devices', undefined, (citizen) => stepOfDevices(citizen, 'richiedente')],
  ...[
    '/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=mensa',
    '/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=certificati',
    '/servizio/paga-online?modo=spontaneo&ente=collelume&servizio=verbale',
    '/servizio/paga-online?modo=spontaneo&ente=collelume&servizio=biblioteca',
    '/pagopa-online-precompilato/portolieve/ztl',
    '/pagopa-online-precompilato/portolieve/impianti-sportivi',
  ].map((path) => [path, undefined, reachAt(path)] as const),
  ...['/aggiorna-dati-ricontatto', '/area-riservata/profilo-utente', '/area-riservata/deleghe?nuova'].map(
    (path) => [path, 'mario', reachAt(path)] as const,
  ),
  ['/servizio/delega-ufficio', 'mario', afterPrivacy('/servizio/delega-ufficio?passo=privacy&ente=borgosereno')],
  ...[
    '/operatore/nuova-segnalazione',
    '/operatore/chi-chiama',
    '/operatore/per-conto',
    '/gestione/programmi?ente=borgosereno',
  ].map((path) => [path, 'olga', reachAt(path)] as const),
];

let house: Portal;
beforeAll(async () => {
  house = await portal({ LIMITS_FACTOR: '1000' });
}, 30_000);
afterAll(() => house?.end());

test.each(PAGES)('%s (%s)', async (_what, persona, reach) => {
  const citizen = await new Citizen(house.base).arrive();
  if (persona) await loginAs(citizen, persona);
  const path = await reach(citizen);
  const refused: unknown[] = [];
  let fields = 0;
  for (const exhibits of exhibitsOf(FIELD_KINDS)) {
    const page = await citizen.get(path);
    for (const form of postForms(String(page.data))) {
      const typed = typedInto(form, exhibits);
      fields += typed.size;
      if (typed.size === 0) continue;
      const body = new URLSearchParams([
        ...filledIn(form).filter(([name]) => !typed.has(name) && name !== '_azione'),
        ...typed,
      ]);
      const button = mainButton(form);
      if (button) body.set(...button);
      const action = decoded(/\saction="([^"]*)"/.exec(form)?.[1] ?? '') || path;
      const answer = await citizen.request('POST', action, { body, headers: { 'sec-fetch-site': 'same-origin' } });
      if (answer.status === 303) continue;
      refused.push(...faultsOf(String(answer.data), typed).map((fault) => [answer.status, action, ...fault]));
    }
  }
  expect(fields).toBeGreaterThan(0);
  expect(refused).toEqual([]);
});

const postForms = (html: string): string[] =>
  html.replace(/^[\s\S]*?<main\b/, '').match(/<form\b[^>]*method="post"[\s\S]*?<\/form>/gi) ?? [];

const decoded = (text: string): string =>
  text
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const attributeOf = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : decoded(value);
};

/** The text fields of a form that may be written in. */
const textFields = (html: string): string[] =>
  (html.match(/<input\b[^>]*>/g) ?? []).filter(
    (tag) => /\btype="(text|tel)"/.test(tag) && !/\b(readonly|disabled)\b/i.test(tag),
  );

/** Whether an amount is within what the form says that it takes: `Da 5,00 € a 300,00 €`, `Almeno 1,00 €`. */
function takesAmount(form: string, amount: string): boolean {
  const limits = [...decoded(form).matchAll(/(?:Almeno|Da|a) ([\d.,]+)\s€/g)].map(([, limit = '']) =>
    parseCents(limit),
  );
  const [least = 0, most = Number.POSITIVE_INFINITY] = limits;
  const cents = parseCents(amount) ?? 0;
  return limits.length > 0 && cents >= least && cents <= most;
}

/** What is typed into the fields that exhibits fit, by their names. */
function typedInto(form: string, exhibits: TypedExhibits): Map<string, string> {
  const names = textFields(form).map((tag) => attributeOf(tag, 'name') ?? '');
  const hasSurname = names.some((name) => /(^|[._])cognome$/.test(name));
  const typedAs = (name: string): string | undefined => {
    const [, last] =
      /(?:^|[._])(nome|cognome|codice_fiscale|alunno|delegato|telefono|targa|indirizzo|importo)$/.exec(
        name.replace(/_Comunicazione__c$/, '').toLowerCase(),
      ) ?? [];
    if (last === undefined) return undefined;
    if (last === 'nome') return hasSurname ? exhibits.given : exhibits.family;
    if (last === 'cognome') return exhibits.family;
    if (last === 'codice_fiscale' || last === 'alunno' || last === 'delegato') return exhibits.code;
    if (last === 'telefono') return exhibits.phone;
    if (last === 'importo') return takesAmount(form, exhibits.amount) ? exhibits.amount : undefined;
    return last === 'targa' ? exhibits.plate : exhibits.address;
  };
  return new Map(names.flatMap((name) => (typedAs(name) === undefined ? [] : [[name, typedAs(name) ?? '']])));
}

/** The Enter key presses it: the first one. */
function mainButton(form: string): [string, string] | undefined {
  const [first] = (form.match(/<button\b[^>]*>/g) ?? []).filter((tag) => attributeOf(tag, 'type') !== 'button');
  const name = first && attributeOf(first, 'name');
  return name ? [name, attributeOf(first, 'value') ?? ''] : undefined;
}

/** @returns for each field that was typed in what is wrong with it on the page that came back */
function faultsOf(html: string, typed: ReadonlyMap<string, string>): [name: string, typed: string, fault: string][] {
  return [...typed].flatMap(([name, value]): [string, string, string][] => {
    const tag = textFields(html).find((one) => attributeOf(one, 'name') === name) ?? '';
    const id = attributeOf(tag, 'id') ?? name;
    const start = html.indexOf(`id="${id}-errore"`);
    if (start >= 0) return [[name, value, html.slice(start, start + 300).replaceAll(/^[^>]*>|<[^>]*>/g, '')]];
    const kept = attributeOf(tag, 'value');
    return kept === value || kept?.trim() === value.trim() ? [] : [[name, value, `kept: ${kept}`]];
  });
}
