/**
 * The store has what the system of an ente has sent, however often an import is killed: hosts while a program calls them, and the command
 * that reads the folder of the night. `KILLS=30` is the long form.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headingsKey } from '../../src/features/people/importazioni/tracciato.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { CHILD_ENV } from '../child-env.ts';
import { engineInTurn } from '../engines.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { makeProgramma } from '../programmi.ts';
import {
  actText,
  CSV_HEADINGS,
  differences,
  FILE_KINDS,
  firstBooks,
  nextFile,
  SENDER,
  type SenderBooks,
  type SenderFile,
} from './sender.ts';
import { FAULTS_SECRET } from './trouble.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const DATA = join(import.meta.dirname, '../../scripts/data.ts');
/** Longer than an import without a word is taken for one that is under way. */
const THREE_MINUTES = 3 * 60_000;

describe.each(engineInTurn('imports'))('a portal whose imports are killed, on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'portale-importazioni-'));
  const inbox = join(folder, 'arrivi');
  const arrivals = join(inbox, SENDER.ente);
  let server: PostgresServer | undefined;
  let house: Portal;
  let store: PortalStore;
  let env: Record<string, string>;
  let key: string;

  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = await server?.database('importazioni');
    env = {
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      DATA_DIR: join(folder, 'dati'),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    house = await portal(env);
    store = await openStore({ dataDir: join(folder, 'dati'), databaseUrl });
    key = await makeProgramma(
      { db: store.db, now: Date.now },
      { ente: SENDER.ente, permessi: 'posizioni:scrivi', all_ora: 1e6, al_giorno: 1e6 },
    );
    await explainTables(store);
    mkdirSync(arrivals, { recursive: true });
  }, 120_000);

  afterAll(async () => {
    await house?.end();
    await store?.close();
    await server?.stop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  /** What was killed is no longer taken for something under way. */
  const passMinutes = () =>
    store.db
      .updateTable('importazioni')
      .set((e) => ({ viva: e('viva', '-', THREE_MINUTES) }))
      .where('esito', '=', 'in_corso')
      .execute();

  /** @returns what became of the file; undefined when nobody answered */
  async function call({ name, bytes }: SenderFile): Promise<string | undefined> {
    const body = new FormData();
    body.set('ente', SENDER.ente);
    body.set('file', new File([new Uint8Array(bytes)], name));
    try {
      const answer = await fetch(`${house.base}/api/v1/portale/operatore/importazioni`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${key}` },
      });
      const { data, message } = await answer.json();
      return data?.esito ?? message;
    } catch {
      // The host died with the answer.
      return undefined;
    }
  }

  let command: ChildProcess | undefined;
  /** Leaves the file in the folder, unless it lies there, and reads the folder. */
  async function readFolder({ name, bytes, acts }: SenderFile): Promise<string | undefined> {
    for (const act of acts) if (!wasMoved(act)) writeFileSync(join(arrivals, act), actText(act));
    if (!wasMoved(name)) writeFileSync(join(arrivals, name), bytes);
    command = spawn(process.execPath, [DATA, 'inbox', inbox], {
      env: { ...CHILD_ENV, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    command.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    await once(command, 'exit');
    if (command.signalCode === 'SIGKILL') return undefined;
    return wasMoved(name) ? 'fatta' : said || 'resta nella cartella';
  }
  const wasMoved = (name: string): boolean => {
    const done = join(arrivals, 'fatti');
    return existsSync(done) && readdirSync(done).some((one) => one.endsWith(`-${name}`));
  };

  async function killHost(): Promise<void> {
    await house.kill();
    await house.start();
  }
  async function killCommand(): Promise<void> {
    command?.kill('SIGKILL');
  }

  test(
    'has each row once, as it was last sent, and says of each file what became of it',
    async () => {
      let books: SenderBooks = { posizioni: new Map(), documenti: new Map() };
      const first = nextFile(firstBooks(), 0, 'json', false);
      const began = performance.now();
      expect(await call(first)).toBe('fatta');
      const callTime = performance.now() - began;
      books = first.after;
      expect(await differences(store.db, books)).toEqual([]);

      let kills = 0;
      let broken = 0;
      const lost = new Set<string>();
      const times = new Map<string, number>();
      const done = [{ name: first.name, via: 'programma' }];
      for (let round = 1; kills < KILLS; round++) {
        const kind = FILE_KINDS[round % FILE_KINDS.length] ?? 'json';
        const isCall = randomInt(2) === 0;
        const file = nextFile(books, round, kind, !isCall && kind.startsWith('json'));
        const send = () => (isCall ? call(file) : readFolder(file));
        const sort = `${kind} ${isCall}`;
        const known = times.get(sort) ?? callTime;
        // One or two kills of the same file, then it comes in whole.
        for (let tries = randomInt(1, 3); tries > 0 && kills < KILLS; tries--) {
          const sending = send();
          const anywhere = pause(randomInt(Math.ceil(known / 4), Math.ceil(known)), 'under way'); // anywhere in the import
          // One that has ended was not killed.
          if ((await Promise.race([sending, anywhere])) !== 'under way') break;
          await (isCall ? killHost() : killCommand());
          kills++;
          if ((await sending) === undefined) broken++;
          expect(await differences(store.db, file.after, books)).toEqual([]);
          const [open] = await store.db
            .selectFrom('importazioni')
            .select('id')
            .where('esito', '=', 'in_corso')
            .execute();
          // The next kill may come before anything has begun.
          if (open) lost.add(open.id);
          await passMinutes();
        }
        const from = performance.now();
        expect([file.name, await send()]).toEqual([file.name, 'fatta']);
        times.set(sort, performance.now() - from);
        books = file.after;
        expect(await differences(store.db, books)).toEqual([]);
        done.push({ name: file.name, via: isCall ? 'programma' : 'cartella' });
      }

      const listed = await store.db.selectFrom('importazioni').select(['nome', 'via', 'esito']).execute();
      const ended = listed.filter(({ esito }) => esito === 'fatta');
      expect(done.filter(({ name, via }) => !ended.some((one) => one.nome === name && one.via === via))).toEqual([]);
      expect(listed.filter(({ esito }) => esito !== 'fatta' && esito !== 'interrotta')).toEqual([]);
      expect(listed.filter(({ esito }) => esito === 'interrotta')).toHaveLength(lost.size);
      // A document and a position that are not as they were sent do not escape the comparison.
      const numero = [...books.documenti.keys()][0] ?? '';
      const code = [...books.posizioni.keys()][0] ?? '';
      await store.db.updateTable('documenti').set({ importo_cent: 1 }).where('numero', '=', numero).execute();
      await store.db.updateTable('posizioni').set({ chiusa: 1 }).where('codice_utente', '=', code).execute();
      expect(await differences(store.db, books)).toHaveLength(2);
      console.log(
        `${engine}, ${kills} kills: ${done.length} files, ${broken} sends without an answer, ${lost.size} imports broken off and said so; ${books.documenti.size} documents and ${books.posizioni.size} positions as they were sent.`,
      );
    },
    180_000 + KILLS * 30_000,
  );
});

/** What an administrator has said of the two kinds of tables. */
async function explainTables({ db }: PortalStore): Promise<void> {
  const columns = ['codice_utente', 'codice_controllo', 'intestatario', 'numero', 'importo'];
  const fixed = { sistema: SENDER.sistema, tipo: 'Parcheggi 2026', data: '2026-11-20', stato: 'da_pagare' };
  const campi = [
    ...columns.map((campo, colonna) => ({ campo, colonna })),
    ...Object.entries(fixed).map(([campo, fisso]) => ({ campo, fisso })),
  ];
  for (const [nome, titoli] of Object.entries(CSV_HEADINGS)) {
    const campi_json = JSON.stringify({ titoli, completo: nome === 'complete', campi });
    await db
      .insertInto('tracciati')
      .values({ ente: SENDER.ente, intestazioni: headingsKey(titoli), nome, campi_json })
      .execute();
  }
}
