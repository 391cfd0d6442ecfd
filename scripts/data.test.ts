import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readAllEnti } from '../src/features/cases/ente/ente.db.ts';
import { isRightControllo } from '../src/features/cases/posizione/controllo.server.ts';
import { isRestoredCopy } from '../src/features/cases/pratica/numero-restore.server.ts';
import { takeNextNumero } from '../src/features/cases/pratica/pratica.db.ts';
import { yearInRome } from '../src/platform/atoms/date.ts';
import { createSigner } from '../src/platform/signer.server.ts';
import { demoData } from '../src/sandbox/demo.ts';
import { SERVICE_ROWS } from '../src/services.ts';
import { SETTING_ROWS } from '../src/settings.ts';
import { STORE_MIGRATIONS } from '../src/store/migrate.server.ts';
import { openStore, STORE_FILE, stampMode } from '../src/store/open.server.ts';
import { PILOT_STEPS } from '../src/store/pilot.server.ts';
import { CHILD_ENV } from '../tests/child-env.ts';
import { pdfText } from '../tests/files.ts';
import { makePilot } from '../tests/pilot.ts';
import { codiceFiscaleOfEnte } from './data/fill/enti.ts';

const DEMO = { prova: true, enti: demoData('2026-11-20').enti };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portale-dati-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Ran = { code: number; out: string; err: string };
type Environment = Record<string, string>;

/** Of a store that has none yet. */
const STEPS = Object.keys(STORE_MIGRATIONS);
const SCRIPT = join(import.meta.dirname, 'data.ts');
const PRODUCTION = {
  PORTAL_MODE: 'production',
  PUBLIC_URL: 'https://servizi.esempio.it',
  PORTAL_SECRET: 'x'.repeat(40),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portale@esempio.it',
  OIDC_ISSUER: 'https://identita.example',
  OIDC_CLIENT_ID: 'portale',
  OIDC_CLIENT_SECRET: 'segreto',
};

/** Runs the script as `npm run data -- …` does. */
function runData(words: string[], env: Environment = {}): Promise<Ran> {
  // Empty settings override a developer's own .env.
  const none = Object.fromEntries(SETTING_ROWS.map(({ name }) => [name, '']));
  const all = { ...CHILD_ENV, ...none, DATA_DIR: join(folder, 'dati'), ...env };
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT, ...words], { env: all, cwd: folder }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });
}

function file(content: string | Uint8Array): string {
  const path = join(folder, 'enti.json');
  writeFileSync(path, content);
  return path;
}

async function stored(databaseUrl?: string): Promise<string[]> {
  const store = await openStore({ databaseUrl, dataDir: join(folder, 'dati') });
  const enti = await readAllEnti(store.db, SERVICE_ROWS);
  await store.close();
  return enti.map((e) => e.id);
}

const lines = (rows: string[]) => `{\n  "enti": [\n${rows.map((row) => `    ${row}`).join(',\n')}\n  ]\n}\n`;
const good = (id: string) =>
  `{ "id": "${id}", "nome": "Comune", "motto": "M", "regione": "R", "codice_fiscale": "${codiceFiscaleOfEnte(id.charCodeAt(0))}", "colore": "#007a52", ` +
  `"contatti": { "indirizzo": "Via 1", "email": "a@b.it" } }`;

test('a correct file is imported, and a second time nothing changes', async () => {
  const path = file(JSON.stringify(DEMO));

  expect(await runData(['import', path])).toEqual({
    code: 0,
    out: 'enti: nuovi 4, aggiornati 0, invariati 0, errori 0\n',
    err: '',
  });
  expect((await runData(['import', 'enti.json'])).out).toBe('enti: nuovi 0, aggiornati 0, invariati 4, errori 0\n');
  expect(await stored()).toEqual(DEMO.enti.map((e) => e.id));
});

test('wrong rows are reported by line and path, from the top, and the others are imported', async () => {
  const path = file(
    lines([
      good('uno'),
      good('due').replace('#007a52', 'verde'),
      good('tre').replace('"motto"', '"moto"'),
      good('quattro').replace('"email": "a@b.it"', '\n       "email": "a"'),
      good('uno'),
    ]),
  );

  const ran = await runData(['import', path]);

  expect(ran.code).toBe(1);
  expect(ran.out).toBe('enti: nuovi 1, aggiornati 0, invariati 0, errori 4\n');
  expect(ran.err.trimEnd().split('\n')).toEqual([
    'riga 4: enti[1].colore: Il colore si scrive # e sei cifre esadecimali, ad esempio #0066cc.',
    'riga 5: enti[2].motto: Scrivi il motto.',
    'riga 5: enti[2].moto: Campo sconosciuto: controlla come è scritto, i nomi sono in docs/data.md.',
    'riga 7: enti[3].contatti.email: Controlla l’indirizzo e-mail: ad esempio nome@esempio.it.',
    'riga 8: enti[4].id: Lo stesso identificativo è già in enti[0]: ogni ente compare una volta.',
  ]);
  expect(await stored()).toEqual(['uno']);
});

test('a file that replaces what a system has sent is looked at first, and goes past the brake only when it is confirmed', async () => {
  const posizione = (n: number) => ({
    ente: 'borgosereno',
    codice_utente: `TR-${n}`,
    codice_controllo: 'AB12CD',
    sistema: 'CRC',
    intestatario: 'Anna',
  });
  await runData(['import', file(JSON.stringify({ ...DEMO, posizioni: [posizione(1), posizione(2)] }))]);
  const path = file(
    JSON.stringify({ prova: true, sostituisci: [{ ente: 'borgosereno', sistema: 'CRC' }], posizioni: [posizione(1)] }),
  );

  expect(await runData(['import', path, '--dry-run'])).toEqual({
    code: 0,
    out: [
      'Prova: nessun dato importato. Ecco che cosa succederebbe.',
      'posizioni: nuovi 0, aggiornati 0, invariati 1, errori 0',
      'CRC (borgosereno), posizioni: chiusi 1 di 2\n',
    ].join('\n'),
    err: '',
  });
  const braked = await runData(['import', path]);
  expect([braked.code, braked.out, braked.err]).toEqual([
    2,
    '',
    'Nessun dato importato: il file chiuderebbe 1 su 2 delle posizioni di CRC (borgosereno): più di uno su dieci. ' +
      'Se è giusto, conferma con --confermo; prima guarda con --dry-run.\n',
  ]);
  const done = await runData(['import', path, '--confermo']);
  expect([done.code, done.out.split('\n')[1]]).toEqual([0, 'CRC (borgosereno), posizioni: chiusi 1 di 2']);
});

test('files that were left in the folder of an ente are imported in order and moved, each with its refused rows beside it', async () => {
  await runData(['import', file(JSON.stringify(DEMO))]);
  const inbox = join(folder, 'arrivi');
  const borgo = join(inbox, 'borgosereno');
  mkdirSync(borgo, { recursive: true });
  mkdirSync(join(inbox, 'nessuno'));
  const posizione = (n: number, intestatario = 'Anna') => ({
    codice_utente: `TR-${n}`,
    codice_controllo: 'AB12CD',
    sistema: 'CRC',
    intestatario,
  });
  const leave = (name: string, content: unknown) => writeFileSync(join(inbox, name), JSON.stringify(content));
  leave('borgosereno/2-tari.json', { sostituisci: [{ sistema: 'CRC' }], posizioni: [] });
  leave('borgosereno/1-tari.json', { posizioni: [posizione(1), posizione(2, '')] });
  leave('borgosereno/3-arriva.json.part', {});
  const documento = {
    codice_utente: 'TR-1',
    sistema: 'CRC',
    tipo: 'CRC',
    data: '2026-11-20',
    importo_cent: 1,
    stato: 'da_pagare',
  };
  leave('borgosereno/3-documenti.json', { documenti: [{ ...documento, numero: 'D-1', pdf: 'D-1.pdf' }] });
  writeFileSync(join(borgo, 'D-1.pdf'), pdfText());
  writeFileSync(join(borgo, 'D-2.pdf'), pdfText());
  leave('nessuno/tari.json', { posizioni: [posizione(1)] });

  const ran = await runData(['inbox', inbox]);

  expect([ran.code, ran.out]).toEqual([
    1,
    'borgosereno/1-tari.json: posizioni +1 ~0 =0; errori 1\nborgosereno/3-documenti.json: documenti +1 ~0 =0\n',
  ]);
  expect(ran.err.trimEnd().split('\n').sort()).toEqual([
    expect.stringMatching(/^borgosereno\/2-tari.json: il file chiuderebbe 1 su 1 delle posizioni/),
    expect.stringMatching(/^nessuno\/tari.json: l’ente «nessuno» non è nell’archivio/),
  ]);
  const names = (place: string) =>
    readdirSync(join(inbox, place), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name.replace(/^\d{14}-/, ''));
  expect([names('borgosereno'), names('borgosereno/fatti'), names('borgosereno/rifiutati')]).toEqual([
    ['3-arriva.json.part', 'D-2.pdf'],
    ['1-tari.json', '1-tari.json.rifiuti.csv', '3-documenti.json', 'D-1.pdf'],
    ['2-tari.json'],
  ]);
  expect(await runData(['inbox', inbox])).toEqual({ code: 0, out: '', err: '' });
});

test('rows of every section are reported by line, and control codes open with the secret that the host will find', async () => {
  const path = file(
    JSON.stringify(
      {
        ...DEMO,
        posizioni: [
          {
            ente: 'borgosereno',
            codice_utente: 'TR-1',
            codice_controllo: 'AB12',
            sistema: 'CRC',
            intestatario: 'Anna',
          },
        ],
        rappresentanze: [
          { ente: 'borgosereno', codice_utente: 'TR-9', codice_fiscale: 'BNCNNA85M41Z999R', ruolo: 'tutore' },
        ],
      },
      null,
      1,
    ),
  );
  const line =
    readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('TR-9')) + 1;

  const ran = await runData(['import', path]);

  expect([ran.code, ran.err]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^riga ${line}: rappresentanze\\[0\\]\\.codice_utente: Questa posizione non è `)),
  ]);
  const store = await openStore({ dataDir: join(folder, 'dati') });
  const row = await store.db.selectFrom('posizioni').selectAll().executeTakeFirstOrThrow();
  await store.close();
  const secret = readFileSync(join(folder, 'dati', 'segreto-sandbox'), 'utf8');
  expect(isRightControllo(createSigner([secret]), row, 'AB12')).toBe(true);
});

test('an unreadable file is reported in one sentence with line and column', async () => {
  const path = file(`${lines([good('uno')]).slice(0, -6)}\n`);

  const broken = await runData(['import', path]);
  expect(broken.code).toBe(2);
  expect(broken.err).toMatch(/enti\.json, riga \d+, colonna \d+: .+\n$/);
  const latin1 = await runData(['import', file(Buffer.from('{"enti": ["Forl\xec"]}', 'latin1'))]);
  expect([latin1.code, latin1.err]).toEqual([2, expect.stringContaining('UTF-8')]);
  const missing = await runData(['import', 'altro.json']);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining(join(folder, 'altro.json'))]);
});

test('a file saved with a byte order mark is read', async () => {
  expect((await runData(['import', file(`\ufeff${lines([good('uno')])}`)])).code).toBe(0);
});

test('a wrong command line is answered with the usage', async () => {
  for (const words of [[], ['import'], ['importa', 'x.json'], ['import', 'a.json', 'b.json']]) {
    const ran = await runData(words);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('npm run data -- import FILE.json')]);
  }
});

test('invented data does not enter a production store, nor production data a sandbox store', async () => {
  await runData(['create'], PRODUCTION);
  const demo = await runData(['import', file(JSON.stringify(DEMO))], PRODUCTION);
  expect([demo.code, demo.err]).toEqual([2, expect.stringContaining('"prova": true')]);
  expect(await stored()).toEqual([]);

  const path = file(lines([good('uno')]));
  expect((await runData(['import', path], PRODUCTION)).code).toBe(0);
  const sandbox = await runData(['import', path]);
  expect([sandbox.code, sandbox.err]).toEqual([2, expect.stringContaining('production')]);
});

test('in production a store is created on command, once, and by no other command', async () => {
  const path = file(lines([good('uno')]));
  for (const words of [['import', path], ['restored']]) {
    const ran = await runData(words, PRODUCTION);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`non c’è un archivio in ${folder}`)]);
    expect(existsSync(join(folder, 'dati'))).toBe(false);
  }
  const made = { code: 0, out: `Archivio nuovo: ${join(folder, 'dati', 'portale.sqlite')}\n`, err: '' };
  expect(await runData(['create'], PRODUCTION)).toEqual(made);
  expect((await runData(['import', path], PRODUCTION)).code).toBe(0);
  const again = await runData(['create'], PRODUCTION);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('c’è già un archivio')]);
  expect(await stored()).toEqual(['uno']);
}, 40_000);

test.each([
  ['CSV', 'ente;nome\nuno;Comune\n'],
  ['Excel', 'PK\u0003\u0004\u0014'],
])('a table in %s is refused as no file of this kind', async (_kind, content) => {
  const ran = await runData(['import', file(content)], PRODUCTION);
  expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/non è un file JSON: sembra una tabella/)]);
});

/** As a store of an earlier version. */
async function turnIntoPilot(steps?: readonly string[]): Promise<void> {
  const store = await openStore({ dataDir: join(folder, 'dati') });
  await makePilot(store, steps);
  await store.close();
}

test('an older schema of this portal is brought up to date by a command, which says what it did, and once done has nothing to do', async () => {
  await runData(['create'], PRODUCTION);
  expect(await runData(['migrate'], PRODUCTION)).toEqual({
    code: 0,
    out: 'Lo schema è già di questa versione.\n',
    err: '',
  });
  await turnIntoPilot();
  expect(await runData(['migrate'], PRODUCTION)).toEqual({
    code: 0,
    out: expect.stringMatching(new RegExp(`${STEPS.length} passi in \\d+ s \\(${STEPS.join(', ')}\\)`)),
    err: '',
  });
  expect((await runData(['migrate'], PRODUCTION)).out).toContain('già di questa versione');
});

test('after a restore the numbers skip ahead, which is reported, and after a move they continue', async () => {
  await runData(['create'], PRODUCTION);
  expect(await runData(['moved'], PRODUCTION)).toMatchObject({ code: 0, out: expect.stringContaining('continuano') });
  const number = async () => {
    const store = await openStore({ dataDir: join(folder, 'dati') });
    const ente = (await readAllEnti(store.db, SERVICE_ROWS))[0]?.id ?? '';
    const next = await takeNextNumero(store.db, ente, yearInRome(Date.now()));
    await store.close();
    return next;
  };
  await runData(['import', file(lines([good('uno')]))], PRODUCTION);
  expect(await number()).toBe(1);
  const ran = await runData(['restored'], PRODUCTION);
  const from = Number(/partono da (\d+)/.exec(ran.out)?.[1]);
  expect(from).toBeGreaterThan(1);
  expect(await number()).toBe(from);
}, 40_000);

test('a missing setting is named', async () => {
  const ran = await runData(['import', file(lines([good('uno')]))], { ...PRODUCTION, SMTP_URL: '' });

  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('SMTP_URL')]);
});

test('a store that does not answer is reported in one line', async () => {
  const ran = await runData(['import', file(lines([good('uno')]))], {
    DATABASE_URL: 'postgres://nessuno@localhost:1/x',
  });

  expect([ran.code, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^Nessun dato importato: nessuno risponde a localhost:1 \(DATABASE_URL\).*\n$/);
});

test('the same holds on PostgreSQL', async () => {
  const { address } = inject('postgres');
  const name = `dati_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: `${address}postgres` });
  await server.connect();
  await server.query(`create database ${name}`);
  try {
    const path = file(JSON.stringify({ ...DEMO, enti: [...DEMO.enti, { id: 'sbagliato' }] }));

    const first = await runData(['import', path], { DATABASE_URL: address + name });
    const second = await runData(['import', path], { DATABASE_URL: address + name });

    expect([first.code, first.out]).toEqual([1, 'enti: nuovi 4, aggiornati 0, invariati 0, errori 1\n']);
    expect([second.code, second.out]).toEqual([1, 'enti: nuovi 0, aggiornati 0, invariati 4, errori 1\n']);
    expect(await stored(address + name)).toEqual(DEMO.enti.map((e) => e.id));
  } finally {
    await server.query(`drop database ${name}`);
    await server.end();
  }
});

test('an ente is exported as a file that makes the same ente elsewhere, and one that is not there is said to be missing', async () => {
  const path = join(folder, 'dati.json');
  writeFileSync(path, JSON.stringify(DEMO));
  expect((await runData(['import', path])).code).toBe(0);
  const first = await runData(['export', 'borgosereno']);
  writeFileSync(path, first.out);
  const elsewhere = { DATA_DIR: join(folder, 'altrove') };
  expect((await runData(['import', path], elsewhere)).code).toBe(0);
  expect(await runData(['export', 'borgosereno'], elsewhere)).toEqual(first);
  expect(await runData(['export', 'altrove'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Nessun dato esportato: l’ente «altrove» non è nell’archivio.'),
  });
});

test('every command explains itself, and changes nothing then', async () => {
  const all = await runData(['--help']);
  expect(all.code).toBe(0);
  for (const name of ['import', 'copy', 'backup', 'restore', 'check', 'ente export', 'retention', 'forget'])
    expect(all.out).toContain(`npm run data -- ${name}`);
  const one = await runData(['copy', '--help']);
  expect([one.code, one.out]).toEqual([0, expect.stringContaining('SQLite a PostgreSQL')]);
  expect((await runData(['check', '--piano'])).code).toBe(2);
  expect(existsSync(join(folder, 'dati'))).toBe(false);
}, 40_000);

test.each([
  ['check'],
  ['export', 'borgosereno'],
  ['ente', 'export', 'borgosereno', 'ente.sqlite'],
  ['ente', 'delete', 'borgosereno', '--dry-run'],
  ['retention', '--dry-run'],
  ['forget', 'mario@posta.example', '--dry-run'],
])('a command that looks only leaves a store of an earlier version as it is, and says so: %s %s', async (...words) => {
  const made = await openStore({ dataDir: join(folder, 'dati') });
  await stampMode(made.db, 'sandbox');
  await made.close();
  await turnIntoPilot();
  expect(await runData(words)).toMatchObject({
    code: 2,
    err: expect.stringContaining('è di una versione precedente del portale: aggiornalo (npm run data -- migrate)'),
  });
  const left = await openStore({ dataDir: join(folder, 'dati') });
  expect(left.migrated).toEqual(STEPS);
  await left.close();
});

test('an import under another PORTAL_SECRET than the store’s is refused, until that one is given up', async () => {
  const path = file(JSON.stringify(DEMO));
  const theirs = { PORTAL_SECRET: 'suo'.repeat(12) };
  const another = { PORTAL_SECRET: 'mio'.repeat(12) };
  expect(await runData(['import', path], theirs)).toMatchObject({ code: 0 });
  expect(await runData(['import', path], another)).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^Nessun dato importato: PORTAL_SECRET non è quello .*\n$/),
  });
  expect(await runData(['secret'], another)).toMatchObject({ code: 0, out: expect.stringContaining('accetta') });
  expect(await runData(['import', path], another)).toMatchObject({ code: 0 });
});

test('a copy of a pilot’s store is restored and goes on, unless its schema is not whole', async () => {
  const store = await openStore({ dataDir: join(folder, 'dati') });
  await stampMode(store.db, 'sandbox');
  await store.close();
  const copy = join(folder, 'dati', STORE_FILE);
  const there = { DATA_DIR: join(folder, 'altrove') };
  await turnIntoPilot();
  expect((await runData(['restore', copy], there)).code).toBe(0);
  expect((await runData(['migrate'], there)).out).toContain(`(${STEPS.join(', ')})`);

  await (await openStore({ dataDir: join(folder, 'dati') })).close();
  await turnIntoPilot(PILOT_STEPS.slice(0, -1));
  expect((await runData(['restore', copy], { DATA_DIR: join(folder, 'terzo') })).err).toMatch(
    /^Non ho ripristinato nulla: la copia è di prima della versione 1\.0\.0 .+, che lo completa\.\n$/,
  );
});

test('a store is backed up, restored into an empty one, copied to another, and found in order; none of it overwrites', async () => {
  expect((await runData(['import', file(JSON.stringify(DEMO))])).code).toBe(0);
  const backup = join(folder, 'copia.sqlite');
  expect(await runData(['backup', backup])).toMatchObject({ code: 0, out: expect.stringContaining('Copia integra') });
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect((await runData(['restore', backup])).err).toMatch(/^Non ho ripristinato nulla: l’archivio .+ non è vuoto/);

  const there = { DATA_DIR: join(folder, 'altrove') };
  expect((await runData(['restore', backup], there)).code).toBe(0);
  expect(await runData(['check'], there)).toEqual({
    code: 0,
    out: 'Archivio in ordine: 0 pratiche, 0 file.\n',
    err: '',
  });
  const wrongMode = await runData(['restore', backup], { ...PRODUCTION, DATA_DIR: join(folder, 'terzo') });
  expect([wrongMode.code, wrongMode.err]).toEqual([2, expect.stringContaining('è di tipo sandbox')]);

  const dump = join(folder, 'portale.dump');
  writeFileSync(dump, 'PGDMP…');
  expect((await runData(['restore', dump], { DATA_DIR: join(folder, 'terzo') })).err).toMatch(
    /^Non ho ripristinato nulla: la copia è di un archivio PostgreSQL/,
  );

  // The copy of a restored store that nobody has started yet is one, too.
  const copied = await runData(['copy', join(folder, 'altrove'), join(folder, 'quarto')]);
  expect([copied.code, copied.out]).toEqual([0, expect.stringMatching(/^enti: 4 \([0-9a-f]{16}\)$/m)]);
  const fourth = await openStore({ dataDir: join(folder, 'quarto') });
  expect(await isRestoredCopy(fourth)).toBe(true);
  await fourth.close();
  const again = await runData(['copy', join(folder, 'altrove'), join(folder, 'quarto')]);
  expect([again.code, again.err]).toEqual([2, expect.stringMatching(/^Non ho copiato nulla: .+ non è vuoto/)]);
}, 90_000);

test('pg_dump gets the password by its environment, and its file is private and named when it is complete', async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const tool = join(bin, 'pg_dump');
  const url = new URL(`${inject('postgres').address}postgres`);
  const server = new pg.Client({ connectionString: url.href });
  await server.connect();
  await server.query("create role copiatore login password 'segreta'");
  [url.username, url.password] = ['copiatore', 'segreta'];
  const env = { DATABASE_URL: url.href, PATH: `${bin}:${process.env.PATH}` };
  const program = (lines: string) => {
    writeFileSync(tool, `#!/bin/sh\n${lines}\n`);
    chmodSync(tool, 0o755);
  };
  program(
    'for word in "$@"; do case "$word" in --file=*) echo "$* $PGPASSWORD" > "$(echo "$word" | cut -c8-)";; esac; done',
  );
  const target = join(folder, 'portale.dump');
  expect((await runData(['backup', target], env)).code).toBe(0);
  const [words, password] = readFileSync(target, 'utf8')
    .trim()
    .split(/ (?=\S+$)/);
  expect([words, password]).toEqual([expect.not.stringContaining('segreta'), 'segreta']);
  expect(words).toContain('--compress=0');
  expect(statSync(target).mode & 0o777).toBe(0o600);

  program('echo "pg_dump: error: server version mismatch" >&2; exit 1');
  const failed = await runData(['backup', join(folder, 'altra.dump')], env);
  expect([failed.code, failed.err]).toEqual([2, 'Nessuna copia: pg_dump: error: server version mismatch\n']);
  expect(existsSync(join(folder, 'altra.dump.parziale'))).toBe(false);

  const missing = await runData(['backup', join(folder, 'altra.dump')], { ...env, PATH: join(folder, 'nulla') });
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('pg_dump non è su questo host')]);
  await server.query('drop role copiatore');
  await server.end();
}, 40_000);

test('a store as large as is wanted is made for trying, found in order, and its ente comes out as the import takes it; never in production, nor over another', async () => {
  const made = await runData(['fill', '3']);
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toContain('3 enti, 3.000 pratiche, 3.000 posizioni e 9.000 documenti');
  expect(await runData(['check'])).toEqual({ code: 0, out: 'Archivio in ordine: 3.000 pratiche, 0 file.\n', err: '' });
  expect(await stored()).toEqual([...DEMO.enti.map((e) => e.id), 'carico-0', 'carico-1', 'carico-2']);

  const path = join(folder, 'dati.json');
  writeFileSync(path, (await runData(['export', 'carico-2'])).out);
  expect(await runData(['import', path], { DATA_DIR: join(folder, 'altrove') })).toMatchObject({ code: 0, err: '' });

  const nothing = (why: string) => ({
    code: 2,
    out: '',
    err: expect.stringMatching(`^Nessun archivio creato: ${why}`),
  });
  expect(await runData(['fill', '3'])).toEqual(nothing('in .+ c’è già un archivio'));
  const elsewhere = { DATA_DIR: join(folder, 'terzo') };
  expect(await runData(['fill', 'tanti'], elsewhere)).toEqual(nothing('scrivi quanti enti vuoi'));
  expect(await runData(['fill', '3'], { ...PRODUCTION, ...elsewhere })).toEqual(nothing('PORTAL_MODE non è sandbox'));
  expect(existsSync(elsewhere.DATA_DIR)).toBe(false);
}, 60_000);

test('an ente is exported to a private file and deleted, after a count that deletes nothing', async () => {
  await runData(['import', file(JSON.stringify(DEMO))]);
  const target = join(folder, 'borgosereno.ente');
  expect(await runData(['ente', 'export', 'borgosereno', target])).toMatchObject({ code: 0 });
  expect(statSync(target).mode & 0o777).toBe(0o600);
  const counted = await runData(['ente', 'delete', 'borgosereno', '--dry-run']);
  expect([counted.code, counted.out]).toEqual([0, expect.stringContaining('Non ho cancellato nulla')]);
  expect(await stored()).toContain('borgosereno');
  expect((await runData(['ente', 'delete', 'borgosereno', '--pagamenti'])).code).toBe(0);
  expect(await stored()).not.toContain('borgosereno');
  const unknown = await runData(['ente', 'restore', target, '--dry-run']);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('Uso: npm run data -- ente export')]);
  const junk = await runData(['ente', 'restore', file('{}')]);
  expect([junk.code, junk.err]).toEqual([2, 'Non è cambiato nulla: il file non è l’esportazione di un ente.\n']);
  expect((await runData(['ente', 'restore', target])).code).toBe(0);
  expect(await stored()).toContain('borgosereno');
}, 60_000);

test('the receipts of an ente are asked for again from a day on, which the portal does', async () => {
  await runData(['import', file(JSON.stringify(DEMO))]);
  expect(await runData(['receipts', 'borgosereno', '2026-01-01'])).toEqual({
    code: 0,
    out: 'Il portale rilegge le ricevute di borgosereno dal 1º gennaio 2026.\n',
    err: '',
  });
  const store = await openStore({ dataDir: join(folder, 'dati') });
  const [asked] = await store.db.selectFrom('letture_ricevute').selectAll().execute();
  expect(asked).toMatchObject({ ente: 'borgosereno', dal: '2026-01-01', pagina: 0, prossima: 0 });
  await store.close();
  expect(await runData(['receipts', 'borgosereno', '2999-01-01'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('futuro'),
  });
});
