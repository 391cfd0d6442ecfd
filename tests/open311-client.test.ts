/**
 * An Open311 client that others wrote (Code for America's, from the npm registry) reads the built portal and sends it a report. It is
 * installed beside the project: it has not been maintained for years, and its dependencies shall not be ours.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStore } from './browser/store.ts';
import { type Portal, portal } from './portal.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

type Answered = (error: unknown, data: Record<string, unknown>[]) => void;
type Client = {
  serviceList(done: Answered): void;
  serviceDefinition(code: string, done: Answered): void;
  submitRequest(data: Record<string, unknown>, done: Answered): void;
  token(token: string, done: Answered): void;
  serviceRequest(id: string, done: Answered): void;
};

const NAMED = {
  private: true,
  dependencies: { open311: '0.0.12' },
  // Its own reader of XML is not on the registry, and its HTTP client is too old for this Node.
  overrides: { open311: { sparkxml: 'npm:xml2js@0.6.2', xml2json: 'npm:xml2js@0.6.2', request: '2.88.2' } },
};

const folder = mkdtempSync(join(tmpdir(), 'open311-'));
writeFileSync(join(folder, 'package.json'), JSON.stringify(NAMED));
const installed = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'], {
  cwd: folder,
  timeout: 60_000,
  encoding: 'utf8',
});
const why = installed.status === 0 ? '' : ' (skipped: the npm registry did not answer)';

const KEYS = { vouching: 'chiave-che-garantisce-123', other: 'chiave-che-non-garantisce' };
let house: Portal;
let smtp: SmtpMailboxes;
beforeAll(async () => {
  smtp = await startMailboxes();
  house = await portal({ SMTP_URL: smtp.url });
  for (const [id, key] of Object.entries(KEYS)) {
    const hash = createHash('sha256').update(key).digest('base64url');
    const columns = 'id, ente, nome, email, garantisce, all_ora, al_giorno, hash, creato';
    const vouches = id === 'vouching' ? 1 : 0;
    const values = `?, 'borgosereno', 'App', 'app@esempio.it', ${vouches}, 100, 1000, ?, 0`;
    changeStore(house, `insert into programmi (${columns}) values (${values})`, id, hash);
  }
}, 60_000);
afterAll(async () => {
  await house?.end();
  await smtp?.close();
  rmSync(folder, { recursive: true, force: true });
});

function clientWith(apiKey: string): Client {
  const Open311 = createRequire(join(folder, 'package.json'))('open311');
  return new Open311({ endpoint: `${house.base}/open311/v2/`, jurisdiction: 'borgosereno', apiKey, format: 'json' });
}

const answerOf = (ask: (done: Answered) => void) =>
  new Promise<Record<string, unknown>[]>((done, failed) =>
    ask((error, data) => (error ? failed(new Error(String(data))) : done(data))),
  );

const REPORT = {
  address_string: 'Via Garibaldi 4',
  description: 'Il lampione è spento.\nDa lunedì.',
  email: 'anna@esempio.it',
  first_name: 'Anna',
  last_name: 'Bianchi',
};

describe.skipIf(why !== '')(`the client open311 of npm${why}`, () => {
  test('lists the services, reads a definition, sends a report, and finds it again', async () => {
    const client = clientWith(KEYS.vouching);
    const services = await answerOf((done) => client.serviceList(done));
    const { service_code: code } = services.find((row) => row.service_code === 'SF310') ?? {};
    const definition = await answerOf((done) => client.serviceDefinition(String(code), done));
    expect(definition).toMatchObject({ service_code: 'SF310', attributes: [] });
    const [sent] = await answerOf((done) => client.submitRequest({ ...REPORT, service_code: code }, done));
    const [found] = await answerOf((done) => client.serviceRequest(String(sent?.service_request_id), done));
    expect(found).toMatchObject({
      service_request_id: sent?.service_request_id,
      status: 'open',
      service_code: 'SF310',
    });
    expect(JSON.stringify(found)).not.toMatch(/Garibaldi|lampione|Anna|Bianchi|esempio/);
  });

  test('gets a token where the citizen has to confirm, which has no id yet', async () => {
    const client = clientWith(KEYS.other);
    const [sent] = await answerOf((done) => client.submitRequest({ ...REPORT, service_code: 'SF310' }, done));
    const token = String(sent?.token);
    expect(await answerOf((done) => client.token(token, done))).toEqual([{ token }]);
    const mail = await smtp.mailTo('anna@esempio.it', /conferma la tua segnalazione/);
    expect(mail.text).toContain(`/segnalazione/conferma/${token}.`);
  });

  test('reads why a report was refused', async () => {
    const wrong = clientWith('un-altra-chiave');
    const refused = answerOf((done) => wrong.submitRequest({ ...REPORT, service_code: 'SF310' }, done));
    await expect(refused).rejects.toThrow(/403; \[\{"code":403,"description":"api_key: /);
  });
});
