/** The checker of the fault tests finds each fault that is planted in a store, a mailbox or a file, and none where there is none. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStore, STORE_FILE } from '../../src/store/open.server.ts';
import { portal } from '../portal.ts';
import { type ArrivedMail, startMailboxes } from '../smtp.ts';
import { checkSends, type JournalEntry, missingLetters, openRawStore, type SendFindings } from './checker.ts';
import { citizenSends } from './sends.ts';
import { FAULTS_SECRET } from './trouble.ts';

const folder = mkdtempSync(join(tmpdir(), 'portale-controllo-'));
const sound = join(folder, 'sound.sqlite');
let journal: readonly JournalEntry[];
let downloads: Map<string, string>;
let letters: readonly ArrivedMail[];

beforeAll(async () => {
  const mailboxes = await startMailboxes();
  const house = await portal({ PORTAL_SECRET: FAULTS_SECRET, SMTP_URL: mailboxes.url });
  const store = await openStore({ dataDir: house.dataDir });
  const sends = await citizenSends(store, FAULTS_SECRET, () => house.base);
  for (const kind of ['segnalazione', 'richiesta', 'pagamento', 'mezzi'] as const)
    for (let n = 0; n < 2; n++) await sends.sendOnce(kind);
  ({ journal } = sends);
  await vi.waitFor(() => expect(missingLetters(journal, mailboxes.all())).toEqual([]), 30_000);
  downloads = await sends.downloads();
  letters = mailboxes.all();
  await store.close();
  await house.stop();
  copyFileSync(join(house.dataDir, STORE_FILE), sound);
  await house.end();
  await mailboxes.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

type Evidence = { letters?: readonly ArrivedMail[]; downloads?: ReadonlyMap<string, string> };

/** @param planted SQL that damages the store */
async function findings(planted = '', evidence: Evidence = {}): Promise<SendFindings> {
  const path = join(folder, 'planted.sqlite');
  copyFileSync(sound, path);
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  file.exec(planted);
  file.close();
  const store = await openRawStore(path);
  try {
    return await checkSends({ journal, store, letters, downloads, ...evidence });
  } finally {
    await store.close();
  }
}

const NO_FAULTS = { lost: 0, doubled: 0, filesWrong: 0, numbersMissing: 0, mailsMissing: 0, mailsDoubled: 0 };
const counted = ({ faults }: SendFindings) =>
  Object.fromEntries(Object.entries(faults).map(([kind, found]) => [kind, found.length]));

const nth = (kind: JournalEntry['kind']) => journal.find((entry) => entry.kind === kind) as JournalEntry;
const textOf = (kind: JournalEntry['kind']) => nth(kind).text;
/** A copy of the rows of a table that a condition finds, with some columns replaced. */
const copyOf = (table: string, where: string, others: Record<string, string>) => {
  const file = new DatabaseSync(sound, { readOnly: true });
  const names = file.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[];
  file.close();
  return `insert into ${table} select ${names.map(({ name }) => others[name] ?? name).join()} from ${table} where ${where}`;
};

test('where nothing is wrong it finds every send, every file and every mail', async () => {
  const found = await findings();
  expect(found.faults).toEqual({
    lost: [],
    doubled: [],
    filesWrong: [],
    numbersMissing: [],
    mailsMissing: [],
    mailsDoubled: [],
  });
  expect(found.acknowledged).toEqual({ bozza: 2, segnalazione: 2, messaggio: 2, richiesta: 2, pagamento: 2, mezzi: 2 });
  expect([found.files, downloads.size, found.sentTwice]).toEqual([12, 12, 0]);
});

test.each<[what: string, planted: () => string, found: object]>([
  ['a draft', () => `delete from bozze where valori_json like '%${textOf('bozza')}%'`, { lost: 1 }],
  [
    'a report',
    () => `delete from pratiche where oggetto = '${textOf('segnalazione')}'`,
    { lost: 1, numbersMissing: 1 },
  ],
  ['a message', () => `delete from eventi where testo = '${textOf('messaggio')}'`, { lost: 1 }],
  ['a request', () => `delete from pratiche where oggetto = '${textOf('richiesta')}'`, { lost: 1, numbersMissing: 1 }],
  ['a receipt', () => `delete from ricevute where pagamento = '${nth('pagamento').answer?.id}'`, { lost: 1 }],
  [
    'the device of a declaration',
    () => `delete from mezzi_dichiarati where dati_json like '%${textOf('mezzi')}%'`,
    { lost: 1 },
  ],
])('it finds that %s was removed', async (_what, planted, found) => {
  expect(counted(await findings(planted()))).toEqual({ ...NO_FAULTS, ...found });
});

test('it finds a case whose number is another than its sender was told', async () => {
  const planted = `update pratiche set numero = numero + 100 where oggetto = '${textOf('segnalazione')}'`;
  expect(counted(await findings(planted))).toEqual({ ...NO_FAULTS, lost: 1, numbersMissing: 1 });
});

/** What two cases may not share. */
const ANOTHER_CASE = {
  id: "'altra'",
  ufficio: "'altro'",
  numero: '(select max(q.numero) + 1 from pratiche q where q.ente = pratiche.ente)',
};
test.each<[what: string, planted: () => string]>([
  ['a report', () => copyOf('pratiche', `oggetto = '${textOf('segnalazione')}'`, ANOTHER_CASE)],
  ['a declaration', () => copyOf('pratiche', `email = '${nth('mezzi').email}'`, ANOTHER_CASE)],
  ['a message', () => copyOf('eventi', `testo = '${textOf('messaggio')}'`, { id: "'altro'", n: 'n + 100' })],
  [
    'a receipt',
    () => copyOf('ricevute', `pagamento = '${nth('pagamento').answer?.id}'`, { id: "'altra'", rif: "'altro'" }),
  ],
])('it finds that %s is there twice', async (_what, planted) => {
  expect(counted(await findings(planted()))).toEqual({ ...NO_FAULTS, doubled: 1 });
});

test('it finds one byte changed, in the store and in what is downloaded, and a file in another case', async () => {
  const [file] = nth('richiesta').files;
  const id = file?.id ?? '';
  const changed = `update allegati_pezzi set dati = cast('X' || substr(cast(dati as text), 2) as blob) where allegato = '${id}'`;
  expect((await findings(changed)).faults.filesWrong).toEqual([expect.stringContaining('other bytes in the store')]);
  const got = new Map([...downloads, [id, '0'.repeat(64)]]);
  expect((await findings('', { downloads: got })).faults.filesWrong).toEqual([
    expect.stringContaining('other bytes downloaded'),
  ]);
  const elsewhere = `update allegati set pratica = '${nth('segnalazione').answer?.id}' where id = '${id}'`;
  expect((await findings(elsewhere)).faults.filesWrong).toEqual([expect.stringContaining('not in its case')]);
});

test('it finds each mail that is missing', async () => {
  const all = new Set(letters.filter(({ to, subject }) => !/Pratiche da guardare/.test(subject) && to.length > 0));
  let missing = 0;
  for (const letter of all) {
    const found = await findings('', { letters: letters.filter((other) => other !== letter) });
    missing += found.faults.mailsMissing.length;
    expect(found.faults.mailsMissing.length).toBeLessThanOrEqual(1);
  }
  // Two reports, two requests and two declarations with two mails each, two messages, two payments.
  expect(missing).toBe(16);
});

test('it tells a mail that was sent again from one that was written again', async () => {
  const letter = letters.find(({ to }) => to.includes(nth('pagamento').email)) as ArrivedMail;
  const sentAgain = await findings('', { letters: [...letters, letter] });
  expect([counted(sentAgain), sentAgain.sentTwice]).toEqual([NO_FAULTS, 1]);
  const writtenAgain = await findings('', { letters: [...letters, { ...letter, messageId: '<altro@esempio.it>' }] });
  expect([counted(writtenAgain), writtenAgain.sentTwice]).toEqual([{ ...NO_FAULTS, mailsDoubled: 1 }, 0]);
});
