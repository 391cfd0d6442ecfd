/** Programs with keys, for the tests of the server, and what they ask by Open311. */
import { ctxOf, type PortalHouse } from '../src/context.ts';
import { answerOpen311 } from '../src/features/town/open-data/open311.page.server.ts';
import { randomId, sha256Of } from '../src/platform/signer.server.ts';
import type { Programma } from '../src/store/tables.ts';
import { withoutScans } from './query-plans.ts';
import type { Rig } from './rig.ts';

/** Writes a program of Borgo that may send reports, or what is said instead. @returns its key */
export async function makeProgramma(
  { db, now }: Pick<PortalHouse, 'db' | 'now'>,
  over: Partial<Programma> = {},
  key: string = randomId(),
): Promise<string> {
  const row: Programma = {
    id: `programma-${key}`,
    ente: 'borgo',
    nome: 'App dei lampioni',
    email: 'app@esempio.it',
    garantisce: 1,
    all_ora: 100,
    al_giorno: 1000,
    hash: sha256Of(key),
    creato: now(),
    usato: null,
    revocato: null,
    permessi: 'segnalazioni:invia',
    servizi: '',
    reti: '',
    fino_al: null,
    hash_prima: null,
    prima_fino: null,
    client_id: null,
    ...over,
  };
  await db.insertInto('programmi').values(row).execute();
  return key;
}

export const OPEN311_KEY = 'chiave-di-prova';
const REPORT = {
  jurisdiction_id: 'borgo',
  service_code: 'SF510',
  lat: '42.5',
  long: '12.5',
  description: 'Lampione spento.',
  email: 'Anna@esempio.it',
  first_name: 'Anna',
  last_name: 'Zelinda',
  phone: '333 1234567',
};
/** A name with a list stands in the form once for each value. */
export type Open311Fields = Record<string, string | readonly (string | File)[] | undefined>;
type Asked = { headers?: Record<string, string>; body?: BodyInit };

/** What programs do by Open311 on a rig. @param changed settings of its house */
export function open311Of(rig: Rig, changed: Partial<Pick<PortalHouse['settings'], 'reachableNetworks'>> = {}) {
  const ask = async (method: string, path: string, { headers = {}, body }: Asked = {}) => {
    const url = new URL(`http://127.0.0.1/open311/v2/${path}`);
    const request = new Request(url, { method, headers, ...(body !== undefined && { body }) });
    const house = { ...rig.house, settings: Object.assign({}, rig.house.settings, changed) };
    const respond = () => answerOpen311({ request, url, locals: { ctx: ctxOf(house) } });
    const response = house.dialect === 'sqlite' ? await withoutScans(rig.place.dataDir, respond) : await respond();
    const text = await response.text();
    const json = path.includes('.json') ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };
  const pairsOf = (over: Open311Fields) =>
    Object.entries({ api_key: OPEN311_KEY, ...REPORT, ...over }).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[name, one] as const])),
    );
  return {
    ask,
    makeKey: (key = OPEN311_KEY, over: Partial<Programma> = {}) => makeProgramma(rig.house, over, key),
    /** A report that is as it should be, but for some fields */
    send: (over: Open311Fields = {}, { format = 'json', query = '', ...asked }: Asked & Open311Format = {}) => {
      const form = new URLSearchParams(pairsOf(over) as [string, string][]);
      return ask('POST', `requests.${format}${query}`, { body: form, ...asked });
    },
    /** The same as a form with files */
    sendFiles: (over: Open311Fields, headers: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of pairsOf(over)) form.append(name, value);
      return ask('POST', 'requests.json', { headers, body: form });
    },
    /** With the key of a program, in a header */
    read: (path: string, key: string | undefined = OPEN311_KEY) =>
      ask('GET', path, { headers: { authorization: `Bearer ${key}` } }),
  };
}
type Open311Format = { format?: 'json' | 'xml'; query?: string };
