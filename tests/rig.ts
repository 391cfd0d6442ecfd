/** A whole portal for tests: real store, real operations through the real HTTP layer; the test controls clock, mail and reports. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import type * as z from 'zod/mini';
import { altchaBotCheck } from '../src/adapters/bot-check/altcha.server.ts';
import { storeFiles } from '../src/adapters/files/store.server.ts';
import { type SandboxMail, sandboxMail } from '../src/adapters/mail/sandbox.server.ts';
import { apiOperations } from '../src/api.ts';
import { ctxOf, type LoggedInUser, type PortalHouse } from '../src/context.ts';
import { deliverRow } from '../src/delivery.server.ts';
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import { forgetEnti } from '../src/features/cases/ente/ente.server.ts';
import type { Ente } from '../src/features/cases/ente/ente.ts';
import { openPratica } from '../src/features/cases/pratica/pratica-opening.server.ts';
import { readLoginInFront } from '../src/features/people/accesso/login-in-front.server.ts';
import { beginSession } from '../src/features/people/accesso/session.server.ts';
import { readPerConto } from '../src/features/people/operatore/counter.server.ts';
import { admitCaller, admitProgram, browserOf, faultOfSend, faultOfSendInFront } from '../src/gate.server.ts';
import { callRules, type OperationName, operationRows } from '../src/handlers.ts';
import { clientAddress } from '../src/platform/address.ts';
import { noBackEnd } from '../src/platform/back-end/back-end.ts';
import type { ApiOperation } from '../src/platform/contract.ts';
import { PORTAL_ERRORS, PortalError } from '../src/platform/errors.ts';
import { filesOf } from '../src/platform/files.ts';
import { answerCall, type GateResult, gateCall, notLetIn } from '../src/platform/http.server.ts';
import { type IdentifiedPerson, noIdentity } from '../src/platform/identity.ts';
import { isReported } from '../src/platform/monitoring/filter.ts';
import { silentMetrics } from '../src/platform/monitoring/metrics.ts';
import { errorsOf } from '../src/platform/operation-errors.ts';
import { outboxMail } from '../src/platform/outbox-retry.server.ts';
import { deliverDue } from '../src/platform/outbox-worker.server.ts';
import { fillPath, pathNames } from '../src/platform/path-template.ts';
import { createRouter } from '../src/platform/router.server.ts';
import { createSigner } from '../src/platform/signer.server.ts';
import { createStillPages } from '../src/platform/still.server.ts';
import { tileAddress } from '../src/platform/tiles.ts';
import {
  csrfToken,
  newVisitor,
  sendRefused,
  type VisitorIdentity,
  visitorCookie,
  visitorCookieName,
} from '../src/platform/visitor.server.ts';
import { portalScreens } from '../src/routes.ts';
import { SERVICE_ROWS } from '../src/services.ts';
import { readSettings } from '../src/settings.ts';
import { createChanges } from '../src/store/changes.ts';
import { openStore, type PortalStore, STORE_FILE, stampMode } from '../src/store/open.server.ts';
import type { StoreDialect } from '../src/store/tables.ts';
import { type PaymentsDouble, paymentsDouble } from './doubles/payments.ts';
import { ENGINES, engineInTurn } from './engines.ts';
import { ONE_POINT_PNG, pdfText } from './files.ts';
import { keepAnswer, keepMail } from './kept.ts';
import { withoutScans } from './query-plans.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Where the clock stands when a test begins: a Friday, ten in the morning in Rome. */
export const RIG_NOW = Date.UTC(2026, 10, 20, 9);
const SECRET = 'segreto-di-prova-lungo-almeno-32-caratteri';
const ORIGIN = 'http://127.0.0.1:4321';

const ente = (over: Partial<Ente> & Pick<Ente, 'id' | 'nome'>): Ente => ({
  motto: '',
  regione: 'Regione di prova',
  codice_fiscale: '80000000000',
  host: null,
  colore: '#0066cc',
  contatti: { indirizzo: 'Via Roma 1', email: `urp@${over.id}.example` },
  url: {},
  caselle: { '*': `protocollo@${over.id}.example` },
  categorie: ['SF510', 'SF410', 'SF300'],
  giorni: {},
  ...over,
});

/** Two enti and the portal itself. Borgo has its own host, its own mailbox for lamps, its own time for waste. */
export const ENTI = {
  portale: ente({ id: 'portale', nome: 'Portale di prova', caselle: {}, categorie: [] }),
  borgo: ente({
    id: 'borgo',
    nome: 'Comune di Borgo',
    host: 'borgo.example',
    caselle: { '*': 'protocollo@borgo.example', SF510: 'luce@borgo.example' },
    giorni: { SF410: 10 },
    pubblicazione: { SF510: 'subito', SF410: 'dopo_controllo' },
  }),
  valle: ente({
    id: 'valle',
    nome: 'Comune di Valle',
    codice_fiscale: '80000000001',
    categorie: ['SF510'],
  }),
};

/** The first one as an import would have written it: it passes the rules of the data file. */
export const IMPORTED_BORGO: Ente = { ...ENTI.borgo, codice_fiscale: '80000015554', motto: 'Servizi online' };

/** Writes the three enti of {@link ENTI}. */
async function writeEnti(house: PortalHouse): Promise<void> {
  let order = 0;
  for (const record of Object.values(ENTI)) await writeEnte(house.db, record, order++);
}

/**
 * A portal on a fresh store.
 * @property clock stands still until told
 * @property posta mails that left, oldest first; while `broken` the mail server does not answer
 * @property reports errors of our own that were reported
 */
export type Rig = {
  house: PortalHouse;
  clock: { set(at: number): void; pass(ms: number): void };
  mails: SandboxMail[];
  mail: { broken: boolean };
  /** Every tile is there, of one colour, until it is broken */
  tiles: { broken: boolean; asked: string[] };
  /** Doubles of both payment providers */
  payments: { pagopa: PaymentsDouble; mooney: PaymentsDouble };
  reports: unknown[];
  /** Sends what is due in the outbox. @returns how many rows were taken */
  deliver(): Promise<number>;
  /** Empties the store except the enti, the mailbox and the reports; sets the clock back */
  reset(): Promise<void>;
  /** Every row of every table as one text */
  dump(): Promise<string>;
  /** Keeps what the store holds now. @returns what empties the store and brings that back */
  keep(): Promise<() => Promise<void>>;
  /** Another host on the same store; SQLite has one process, so there it is the same host */
  otherHost(): Promise<PortalHouse>;
  /** Where the store is, for {@link openStore} */
  place: { databaseUrl?: string; dataDir: string };
  close(): Promise<void>;
};

const TABLES = [
  'appuntamenti',
  'per_conto',
  'ditte',
  'etichette',
  'segnalazioni_seguite',
  'segnalazioni_attese',
  'consegne_webhook',
  'webhook_in_ritardo',
  'webhook',
  'richieste_open311',
  'messaggi_esterni',
  'pratiche_esterne',
  'programmi',
  'tracciati',
  'importazioni',
  'numeri_cambiamenti',
  'foto_pubbliche',
  'tappe_pubbliche',
  'segnalazioni_pubbliche',
  'mezzi_dichiarati',
  'dichiarazioni_mezzi',
  'mezzi',
  'bolli',
  'targhe',
  'permessi',
  'bozze_operatori',
  'presenze',
  'richieste_documenti',
  'notifiche',
  'decisioni_incassi',
  'accrediti',
  'flussi_pagamenti',
  'flussi',
  'letture_flussi',
  'letture_ricevute',
  'ricevute',
  'valutazioni_pagamenti',
  'pagamenti_avvisi',
  'pagamenti',
  'avvisi',
  'convenzioni',
  'messaggi_io',
  'chiavi_io',
  'sistemi_protocollo',
  'protocolli',
  'servizi_pagamento',
  'fornitori_sandbox',
  'valutazioni',
  'chiavi_operatore',
  'atti',
  'consultazioni',
  'promemoria',
  'eventi',
  'mappe',
  'allegati_pezzi',
  'allegati',
  'pratiche_parole',
  'pratiche',
  'numeratori',
  'bozze',
  'codici',
  'prove_email',
  'limiti',
  'invii',
  'sfide_usate',
  'posta_in_uscita',
  'posta_sandbox',
  'modifiche',
  'cancellazioni',
  'uffici_persone',
  'uffici_attesi',
  'uffici',
  'amministratori',
  'accessi',
  'viste',
  'utenti',
  'concessioni',
  'rappresentanze',
  'deleghe_posizioni',
  'deleghe',
  'documenti',
  'posizioni',
  'dichiarazioni',
  'sportelli',
  'calendari',
  'offerte',
] as const;

/** Does statements in one go: on PostgreSQL as one text, each costs a way there and back; on SQLite in one transaction. */
async function doAll(
  { db, dialect }: Pick<PortalHouse, 'db' | 'dialect'>,
  statements: readonly string[],
): Promise<void> {
  if (dialect === 'sqlite') {
    return db.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
  }
  // A busy machine may take longer than the portal's own questions may.
  await sql.raw(['set local statement_timeout = 0', ...statements].join(';')).execute(db);
}

/** Deletes all rows of {@link TABLES}. */
const EMPTYING = TABLES.map((table) => `delete from ${table}`);

/** PostgreSQL would look sixty times for what refers to each ente: nothing does once {@link TABLES} are empty. */
const UNCHECKED = { sqlite: [], postgres: ['set local session_replication_role = replica'] };

/** What the tests of a rig share, and those of another begin without. */
const EMPTYING_SHARED = ['immagini', 'enti', 'portale'].map((table) => `delete from ${table}`);

/** What {@link Rig.keep} has made. */
const DROPPING_KEPT = TABLES.map((table) => `drop table if exists prova_${table}`);

/**
 * Every row of {@link TABLES}, from PostgreSQL: one question, as each costs a way there and back. In an order of their own: a row that was
 * written again as it was has another place.
 */
const DUMP_OF_POSTGRES = `select json_build_array(${TABLES.map((table) => `(select json_agg(t order by t::text) from ${table} t)`)})::text as dump`;

/** A rig on a store of its own. */
export async function houseOn(dialect: StoreDialect): Promise<Rig> {
  const { place, store } = await openedStore(dialect);
  const rig = await rigOn(place, store);
  return {
    ...rig,
    close: async () => {
      await rig.close();
      await store.close();
      await place.remove();
    },
  };
}

/** One store of each engine for all files that a worker runs, one after the other: to make one costs more than most of them do. */
const workerStores = new Map<StoreDialect, Promise<WorkerStore>>();

type WorkerStore = OpenedStore & { schema: string };

async function workerStore(dialect: StoreDialect): Promise<WorkerStore> {
  const { place, store } = await openedStore(dialect);
  return { place, store, schema: await schemaOf(store) };
}

/**
 * A rig on the store of this worker, which is emptied.
 * @throws at the end of the suite that leaves it with another schema; the next one has a new store
 */
async function houseInTurn(dialect: StoreDialect): Promise<Rig> {
  const opened = workerStores.get(dialect) ?? workerStore(dialect);
  workerStores.set(dialect, opened);
  const { place, store, schema } = await opened;
  await doAll(store, [...EMPTYING, ...UNCHECKED[dialect], ...EMPTYING_SHARED]);
  const rig = await rigOn(place, store);
  return {
    ...rig,
    close: async () => {
      await rig.close();
      if ((await schemaOf(store)) === schema) return;
      workerStores.delete(dialect);
      throw new Error('this suite leaves the shared store with another schema: it needs one of its own (onBothAlone)');
    },
  };
}

const SCHEMA = {
  sqlite: `select name, sql from sqlite_master where name not like 'sqlite_%' order by name`,
  postgres: `select relname, attname, atttypid, attnotnull from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped order by relname, attname`,
};

/** @returns tables, columns and indexes of a store, to be compared */
async function schemaOf({ db, dialect }: PortalStore): Promise<string> {
  const { rows } = await sql.raw(SCHEMA[dialect]).execute(db);
  return JSON.stringify(rows);
}

type OpenedStore = { place: EmptyStore; store: PortalStore };

async function openedStore(dialect: StoreDialect): Promise<OpenedStore> {
  const place = await freshStore(dialect);
  const store = await openStore(place);
  // As the PostgreSQL of the tests: nothing here outlives a power cut, so no commit waits for the disk.
  if (dialect === 'sqlite') await sql`pragma synchronous = off`.execute(store.db);
  return { place, store };
}

async function rigOn(place: EmptyStore, store: PortalStore): Promise<Rig> {
  const { dialect } = store;
  await stampMode(store.db, 'sandbox');
  const mails: SandboxMail[] = [];
  const mail = { broken: false };
  const tiles = { broken: false, asked: [] as string[] };
  const reports: unknown[] = [];
  let at = RIG_NOW;
  const now = () => at;
  const put = async (message: SandboxMail) => {
    if (mail.broken) throw new Error('il server di posta non risponde');
    mails.push(message);
    keepMail(message);
  };
  const payments = { pagopa: paymentsDouble('pagopa', now), mooney: paymentsDouble('mooney', now) };
  const house: PortalHouse = {
    db: store.db,
    dialect,
    settings: readSettings({ PUBLIC_URL: ORIGIN, PORTAL_SECRET: SECRET, DATA_DIR: place.dataDir }),
    services: SERVICE_ROWS,
    screens: portalScreens,
    signer: createSigner([SECRET]),
    mail: outboxMail(sandboxMail({ put }, now)),
    // As cheap as it can be: that a browser has work to do with it is for the tests of the check.
    botCheck: altchaBotCheck({ secrets: [SECRET], cost: 1 }),
    identity: noIdentity,
    payments,
    protocol: {},
    metrics: silentMetrics,
    monitoring: {
      report: (error) => void (isReported(error) && reports.push(error)),
      span: (_name, work) => work(),
      flush: async () => undefined,
    },
    // They hear nothing until a test makes them listen.
    changes: createChanges(),
    still: createStillPages({ follow: () => undefined }),
    scan: async () => 'clean',
    files: filesOf(storeFiles(store.db)),
    tiles: {
      fetchTile: async (source, name) => {
        tiles.asked.push(tileAddress(source, name));
        if (tiles.broken) throw new PortalError('unavailable');
        return ONE_POINT_PNG;
      },
    },
    backEnd: noBackEnd,
    now,
  };
  await writeEnti(house);
  const readEnti = () => house.db.selectFrom('enti').selectAll().orderBy('id').execute();
  let enti: Awaited<ReturnType<typeof readEnti>> | undefined;
  const reset = async () => {
    await doAll(house, EMPTYING);
    // The first reset comes after what a suite has made ready: what a test makes of the enti is gone with the next one.
    const left = await readEnti();
    enti ??= left;
    if (!isDeepStrictEqual(left, enti)) {
      await doAll(house, ['delete from immagini', 'delete from enti']);
      await house.db.insertInto('enti').values(enti).execute();
    }
    forgetEnti(house);
    mails.length = 0;
    reports.length = 0;
    mail.broken = false;
    tiles.broken = false;
    tiles.asked.length = 0;
    payments.pagopa.reset();
    payments.mooney.reset();
    at = RIG_NOW;
  };
  const others: { close(): Promise<void> }[] = [];
  let hasKept = false;
  return {
    house,
    clock: {
      set: (ms) => {
        at = ms;
      },
      pass: (ms) => {
        at += ms;
      },
    },
    mails,
    mail,
    tiles,
    payments,
    reports,
    deliver: () => {
      forgetKept(house);
      return deliverDue(house, deliverRow);
    },
    reset,
    dump: async () => {
      if (dialect === 'postgres') {
        const { rows } = await sql.raw<{ dump: string }>(DUMP_OF_POSTGRES).execute(house.db);
        return rows[0]?.dump ?? '';
      }
      const tables = await Promise.all(TABLES.map((table) => house.db.selectFrom(table).selectAll().execute()));
      return JSON.stringify(tables);
    },
    keep: async () => {
      hasKept = true;
      await doAll(house, [
        ...DROPPING_KEPT,
        ...TABLES.map((table) => `create table prova_${table} as select * from ${table}`),
      ]);
      // What others refer to comes first, which is deleted last.
      const bringing = TABLES.toReversed().map((table) => `insert into ${table} select * from prova_${table}`);
      return async () => {
        await reset();
        await doAll(house, bringing);
      };
    },
    place,
    otherHost: async () => {
      if (dialect === 'sqlite') return house;
      const other = await openStore(place);
      others.push(other);
      return { ...house, db: other.db, files: filesOf(storeFiles(other.db)) };
    },
    close: async () => {
      // The next suite has the same store.
      if (hasKept) await doAll(house, DROPPING_KEPT);
      for (const other of others) await other.close();
    },
  };
}

type EmptyStore = { databaseUrl?: string; dataDir: string; remove(): Promise<void> };

/**
 * What a portal keeps in memory is old after some seconds, and read again. On SQLite nothing may be read so inside a transaction, which
 * holds the one connection: there each call begins with nothing in memory, so that a test of it would wait for itself.
 */
function forgetKept(house: PortalHouse): void {
  if (house.dialect === 'sqlite') forgetEnti(house);
}

/** An empty store, to be opened. */
async function freshStore(dialect: StoreDialect): Promise<EmptyStore> {
  if (dialect === 'sqlite') {
    // In a folder that is removed after the run: a worker ends without being told.
    const dataDir = mkdtempSync(join(dirname(inject('sqliteModel')), 'prova-'));
    copyFileSync(inject('sqliteModel'), join(dataDir, STORE_FILE));
    return { dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
  }
  const name = `prova_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${inject('postgres').model} strategy file_copy`);
  return {
    databaseUrl: inject('postgres').address + name,
    dataDir: tmpdir(),
    remove: () => onServer(`drop database ${name}`),
  };
}

/** An empty store of this engine while the work lasts. */
export async function withFreshStore<T>(dialect: StoreDialect, work: (store: PortalStore) => Promise<T>): Promise<T> {
  const place = await freshStore(dialect);
  const store = await openStore(place);
  try {
    return await work(store);
  } finally {
    await store.close();
    await place.remove();
  }
}

/** PostgreSQL copies a database for one caller at a time. */
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgres').address}postgres` });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Promises of code that treats the engines differently. Each test begins with an empty store and the clock at {@link RIG_NOW}. */
export function onBoth(name: string, promises: (rig: Rig) => void): void {
  onEngines(ENGINES, name, promises);
}

/** The same on stores of their own, where the schema changes. */
export function onBothAlone(name: string, promises: (rig: Rig) => void): void {
  onEngines(ENGINES, name, promises, houseOn);
}

/** Promises of all other code, see {@link engineInTurn}. */
export function onOneInTurn(name: string, promises: (rig: Rig) => void): void {
  onEngines(engineInTurn(name), name, promises);
}

/** Where it would be many times as slow on the other one, which `npm run test:engines` takes as well. */
export function onSqlite(name: string, promises: (rig: Rig) => void): void {
  onEngines(process.env.TEST_ENGINES === 'both' ? ENGINES : ['sqlite'], name, promises);
}

function onEngines(
  engines: readonly StoreDialect[],
  name: string,
  promises: (rig: Rig) => void,
  open = houseInTurn,
): void {
  describe.each(engines)(`${name} (%s)`, (dialect) => {
    const rig = {} as Rig;
    beforeAll(async () => {
      Object.assign(rig, await open(dialect));
    });
    beforeEach(() => rig.reset());
    afterAll(() => rig.close?.());
    promises(rig);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Body = any;

export type RigAnswer = { status: number; body: Body; headers: Headers; bytes: Buffer };

/** What a test may add to a call. @property raw body sent as it is, with the content type given in `headers` */
export type CallExtra = {
  key?: string;
  headers?: Record<string, string>;
  raw?: string | Uint8Array | ReadableStream<Uint8Array>;
};

export type CallerOptions = {
  user?: LoggedInUser;
  /** Words of operator keys this browser opened */
  keys?: string[];
  /** Key of a program */
  bearer?: string;
  /** The socket's peer */
  peer?: string;
  /** Host name the portal is asked at */
  host?: string;
  /** `null`: no anti-forgery token; a text: this one instead of the visitor's own */
  token?: string | null;
};

export type RigCaller = {
  /** Hash under which the store knows this visitor */
  visitor: string;
  token(): string;
  call(name: OperationName, fields?: Record<string, unknown>, extra?: CallExtra): Promise<RigAnswer>;
  /** Any method and path, for what is not in the table */
  ask(method: string, path: string, extra?: CallExtra): Promise<RigAnswer>;
  /** Confirms an address as a citizen does: asks for the code, reads the mail, types it */
  confirm(email: string): Promise<void>;
  /** A solved challenge of the bot check */
  human(): Promise<string>;
  /** The same browser, seen otherwise */
  as(who: CallerOptions): RigCaller;
  /** The same browser, served by another host */
  at(house: PortalHouse): RigCaller;
};

export const rigApi = { match: createRouter(operationRows), rules: callRules };

/** Cookies of the back end that a portal of the tests plays: its visitor, and who is logged in there. */
export const BEHIND_COOKIE = 'sessione';
const LOGIN_COOKIE = 'prova-utente';

/** What a browser has of the back end. */
function cookiesBehind(house: PortalHouse, visitor: VisitorIdentity, { user }: CallerOptions): string[] {
  const login = user && `${LOGIN_COOKIE}=${Buffer.from(JSON.stringify(user)).toString('base64url')}`;
  return [`${BEHIND_COOKIE}=${visitorCookie(house.signer, visitor)}`, ...(login ? [login] : [])];
}

/** @returns the person whom {@link cookiesBehind} has logged in */
export function userBehind(request: Request): LoggedInUser | undefined {
  const [, text] = /(?:^|; )prova-utente=([\w-]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
  return text ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as LoggedInUser) : undefined;
}

/** A visitor with a browser: the visitor cookie, an anti-forgery token, and every call through the HTTP layer. */
export function callerOf(rig: Rig, who: CallerOptions = {}, visitor = newVisitor()): RigCaller {
  const { house } = rig;
  const token = () => csrfToken(house.signer, visitor);

  const ask = async (method: string, path: string, { key, headers = {}, raw }: CallExtra = {}): Promise<RigAnswer> => {
    const bearer = who.bearer && { authorization: `Bearer ${who.bearer}` };
    const cookies = [`${visitorCookieName(house.settings)}=${visitorCookie(house.signer, visitor)}`];
    if (who.keys?.length) cookies.push(`chiavi-operatore=${who.keys.join('.')}`);
    const csrf = who.token === undefined ? token() : who.token;
    const inCookie = who.token === undefined ? csrf : token();
    if (house.settings.backEnd) cookies.push(...cookiesBehind(house, visitor, who), `XSRF-TOKEN=${inCookie}`);
    const request = new Request((who.host ? `http://${who.host}` : ORIGIN) + path, {
      method,
      headers: {
        cookie: cookies.join('; '),
        ...bearer,
        ...(csrf !== null && { 'x-xsrf-token': csrf }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(raw !== undefined && { body: raw as BodyInit, duplex: 'half' }),
    } as RequestInit);
    // As the middleware does: whoever is not let in is told so in the form of the call.
    const respond = async () => {
      forgetKept(house);
      const gate = await gateOf(request, house, who).catch((error: unknown) => {
        if (error instanceof PortalError) return error;
        throw error;
      });
      return gate instanceof PortalError ? notLetIn(request, rigApi, gate) : answerCall(request, rigApi, gate);
    };
    const response = house.dialect === 'sqlite' ? await withoutScans(rig.place.dataDir, respond) : await respond();
    const bytes = Buffer.from(await response.arrayBuffer());
    // A 304 has the type of what it does not send.
    const json = bytes.length > 0 && response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: json ? JSON.parse(bytes.toString()) : undefined,
      headers: response.headers,
      bytes,
    };
  };

  const call = async (name: OperationName, fields: Record<string, unknown> = {}, extra: CallExtra = {}) => {
    const operation: ApiOperation = apiOperations[name];
    // Half a surrogate pair can stand in JSON, but in no address.
    const inPath = pathNames(operation.path).filter((part) => fields[part] !== undefined);
    const parts = Object.fromEntries(inPath.map((part) => [part, String(fields[part]).toWellFormed()]));
    const { path, rest: others } = fillPath(operation.path, { ...fields, ...parts });
    const askNamed = async (path: string, given: CallExtra) => {
      const answer = await ask(operation.method, path, given);
      keepAnswer(name, answer);
      // What a back end answers is its own, and what a program gets that asks for what is not for programs.
      if (!house.settings.backEnd && !who.bearer) requireNamed(name, answer.status);
      return answer;
    };
    if (operation.method !== 'POST') {
      // A test may give a whole case where a call asks for its id: what the call does not have is not sent.
      const known = Object.keys((operation.input as z.ZodMiniObject).shape ?? others);
      const sent = Object.entries(others).filter(([name]) => known.includes(name));
      const query = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString();
      return askNamed(query ? `${path}?${query}` : path, extra);
    }
    const [type, raw] = await encode(others);
    return askNamed(path, { ...extra, raw, headers: { 'content-type': type, ...extra.headers } });
  };

  return {
    visitor: visitor.hash,
    token,
    call,
    ask,
    confirm: async (email) => {
      const asked = await call('codiceEmail', { email });
      if (asked.status !== 201) throw new Error(`no code: ${asked.status} ${asked.body?.message}`);
      const typed = await call('codiceEmail', { email, otp: codeIn(rig.mails.at(-1)) });
      if (typed.body.data !== 'Codice valido') throw new Error(`code refused: ${typed.body?.message}`);
    },
    human: async () => {
      const challenge = (await house.botCheck.challenge(house.now())) as Challenge;
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    },
    as: (other) => callerOf(rig, { ...who, ...other }, visitor),
    at: (other) => callerOf({ ...rig, house: other }, who, visitor),
  };
}

/** @throws Error for the status of an error that the OpenAPI document does not name for this call */
function requireNamed(name: OperationName, status: number): void {
  const named = errorsOf(apiOperations[name]).map((code) => PORTAL_ERRORS[code].status as number);
  if (status >= 400 && !named.includes(status))
    throw new Error(`${name} answers ${status}, which does not follow from its contract: name it in \`fails\``);
}

/** The gate of the portal, but for the login, which a test gives: to the store, or to the back end. */
export async function gateOf(request: Request, house: PortalHouse, who: CallerOptions): Promise<GateResult> {
  const cookies = new Map(
    (request.headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('=', 2) as [string, string]),
  );
  const session = { id: 'prova', idle: house.now() + 15 * MINUTE, limit: house.now() + 8 * HOUR, first: false };
  const address = clientAddress(
    who.peer ?? '203.0.113.7',
    request.headers.get('x-forwarded-for') ?? undefined,
    house.settings.trustProxy,
  );
  const program = await admitProgram(house, request, { address, host: new URL(request.url).hostname });
  if (program) return gateCall(request, program, () => null);
  const browser = browserOf(house, request, address);
  const { ctx, visitor } = admitCaller(house, {
    cookies: { get: (name) => ({ value: cookies.get(name) ?? '' }) as never },
    login: who.user && !browser ? { user: who.user, session } : null,
    address,
    host: new URL(request.url).hostname,
    browser,
  });
  ctx.perConto = await readPerConto(ctx);
  // As the middleware does: what is read behind is answered by who is logged in there.
  if (browser && request.method !== 'GET') ctx.user = await readLoginInFront(ctx);
  return gateCall(request, ctx, (token) => {
    const fault = browser
      ? faultOfSendInFront(house, request, { browser, user: ctx.user }, token)
      : faultOfSend(house, request, { visitor, user: ctx.user }, token);
    return fault && sendRefused(fault);
  });
}

/** JSON, or a form when there is a file in it. */
async function encode(fields: Record<string, unknown>): Promise<[type: string, body: string | Uint8Array]> {
  if (!Object.values(fields).some((value) => value instanceof File)) {
    return ['application/json', JSON.stringify(fields)];
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
  const response = new Response(form);
  return [response.headers.get('content-type') as string, new Uint8Array(await response.arrayBuffer())];
}

/** @returns the six digits of a mail with a one-time code */
export function codeIn(mail: SandboxMail | undefined): string {
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
}

/** @returns the words of the operator key in a mail to an ente's mailbox */
export function keyIn(mail: SandboxMail | undefined): string {
  return /\?chiave=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** A complete report. */
export const segnalazione = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  codice: 'SF510',
  indirizzo: 'Via Roma 12',
  oggetto: 'Lampione spento',
  descrizione: 'Il lampione davanti alla scuola è spento da tre giorni.',
  filesAllegati: [] as unknown[],
  nome: 'Anna',
  cognome: 'Bianchi',
  email: 'anna@esempio.it',
  privacy: true,
  ...over,
});

/** A small true PDF. @param inside objects to add, as text */
export const pdfFile = (name = 'modulo.pdf', inside = ''): File =>
  new File([pdfText(inside)], name, { type: 'application/pdf' });

export type OpenedPratica = { id: string; email: string; protocollo: string };

/** A report that was sent and accepted, its address confirmed first. */
export async function sendSegnalazione(citizen: RigCaller, over: Record<string, unknown> = {}): Promise<OpenedPratica> {
  const fields = segnalazione(over);
  await citizen.confirm(fields.email);
  const sent = await citizen.call('inviaSegnalazione', fields);
  if (sent.status !== 201) throw new Error(`not sent: ${sent.status} ${JSON.stringify(sent.body)}`);
  return { id: sent.body.data.id, email: fields.email, protocollo: sent.body.data.protocollo };
}

/** A guest's report. @returns it with its id for the office */
export async function sendToOffice(rig: Rig): Promise<OpenedPratica & { ufficio: string }> {
  const sent = await sendSegnalazione(callerOf(rig));
  return { ...sent, ufficio: await ufficioIdOf(rig, sent.id) };
}

/** @returns the id by which the office knows a case */
export async function ufficioIdOf({ house }: Rig, id: string): Promise<string> {
  const row = await house.db.selectFrom('pratiche').select('ufficio').where('id', '=', id).executeTakeFirstOrThrow();
  return row.ufficio;
}

type StoriaRow = { azione: string; nome: string; testo: string };

/** What was done in a case since it was sent, as an operator reads it in its history, without who opened it. @param id by which the office knows it */
export async function doneIn(caller: RigCaller, id: string): Promise<StoriaRow[]> {
  const { righe } = (await caller.call('storiaPratica', { id })).body.data as { righe: StoriaRow[] };
  return righe.filter(({ azione }) => azione !== 'ricevuta' && azione !== 'aperta');
}

/** A request, as the services will open them. */
export async function sendRichiesta({ house }: Rig, email: string): Promise<OpenedPratica> {
  const opened = await house.db.transaction().execute((tx) =>
    openPratica(
      { ...ctxOf(house, { visitor: 'v' }), db: tx },
      {
        tipo: 'richiesta',
        codice: 'SF100',
        ente: ENTI.borgo,
        oggetto: 'Abbonamento',
        descrizione: 'Posto auto',
        richiedente: { nome: 'Anna', cognome: 'Bianchi', email },
        dati: { dichiarazione: 'D', richiedente: {}, mezzi: [], allegati: [], stima_cent: null },
        files: [],
        percorso: '/servizio/prova',
      },
    ),
  );
  return { id: opened.id, email, protocollo: opened.protocollo };
}

/** The office that opened the link in its mail. */
export async function openAsUfficio(rig: Rig, pratica: OpenedPratica): Promise<RigCaller> {
  await rig.deliver();
  const mail = rig.mails.findLast((m) => m.text.includes(pratica.protocollo) && m.text.includes('?chiave='));
  return callerOf(rig, { keys: [keyIn(mail)], peer: '198.51.100.20' });
}

/** An operator who logged in for these enti. */
export const operatore = (...enti: string[]): LoggedInUser => ({
  id: `op-${enti.join('-')}`,
  ruolo: 'operatore',
  nome: 'Olga',
  cognome: 'Neri',
  codice_fiscale: 'NREOLG80A41H501K',
  email: null,
  contatti: { email: null, telefono: null },
  enti,
  amministra: [],
  uffici: [],
  incassi: [],
  riservati: [],
});

/** An operator who also administers these enti. */
export const enteAdministrator = (...enti: string[]): LoggedInUser => ({
  ...operatore(...enti),
  id: `amm-${enti.join('-')}`,
  nome: 'Zita',
  amministra: enti,
  incassi: enti,
});

export const cittadino = (id: string, email: string | null = null): LoggedInUser => ({
  id,
  ruolo: 'cittadino',
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'BNCNNA80A41H501R',
  email,
  contatti: { email, telefono: null },
  enti: [],
  amministra: [],
  uffici: [],
  incassi: [],
  riservati: [],
});

/**
 * A citizen who has logged in: with an account of their own in the store, unlike {@link cittadino}.
 * @param visitor hash of the browser, whose drafts become the citizen's
 */
export async function createAccount(
  rig: Rig,
  over: Partial<IdentifiedPerson> = {},
  visitor: string | null = null,
): Promise<LoggedInUser> {
  const subject = over.codice_fiscale ?? 'BNCNNA80A41H501R';
  const person: IdentifiedPerson = {
    provider: 'cittadini',
    issuer: 'https://identita.example',
    subject,
    nome: 'Anna',
    cognome: 'Bianchi',
    codice_fiscale: subject,
    email: 'anna@esempio.it',
    telefono: null,
    enti: [],
    idToken: null,
    ...over,
  };
  return (await beginSession(rig.house, person, visitor)).user;
}

/** An operator of Borgo who has logged in: with an account of their own, unlike {@link operatore}. */
export const createOperator = (rig: Rig, nome: string, over: Partial<IdentifiedPerson> = {}): Promise<LoggedInUser> =>
  createAccount(rig, {
    provider: 'operatori',
    subject: nome,
    nome,
    cognome: 'Neri',
    codice_fiscale: '',
    email: null,
    enti: ['borgo'],
    ...over,
  });

/** @returns how many rows a table holds */
export async function countRows(rig: Rig, table: (typeof TABLES)[number]): Promise<number> {
  const row = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(rig.house.db);
  return Number(row.rows[0]?.n);
}
