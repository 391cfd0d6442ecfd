/**
 * Open311 clients that others wrote read the built portal and send it reports. Code for America's is installed from the npm registry beside
 * the project: it has not been maintained for years, and its dependencies shall not be ours. FixMyStreet's is in no registry: its requests are
 * sent as it wrote them.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readElements } from '../src/platform/xml-read.server.ts';
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

/**
 * What `Open311.pm` of FixMyStreet (github.com/mysociety/fixmystreet, perllib) sent with libwww-perl 6.68 when its endpoint was
 * `http://api_key:KEY@…/open311/v2/` and its own key empty: it puts a key of its own into addresses.
 */
describe('the client of FixMyStreet', () => {
  const fms = async (line: string, body?: string) => {
    const [method = '', path = ''] = line.split(' ');
    const answer = await fetch(house.base + path, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`api_key:${KEYS.vouching}`).toString('base64')}`,
        'user-agent': 'libwww-perl/6.68',
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return text;
  };
  const idIn = (xml: string) => String(readElements(xml, 'service_request_id')[0]);

  test('lists the services, sends reports with and without a person, and reads what became of them', async () => {
    const services = await fms('GET /open311/v2/services.xml?jurisdiction_id=borgosereno');
    expect(readElements(services, 'service_code')).toContain('SF310');
    await fms('GET /open311/v2/services/SF310.xml?jurisdiction_id=borgosereno');
    const signed = await fms(
      'POST /open311/v2/requests.xml',
      'attribute%5Bcolour%5D=&media_url=http%3A%2F%2Ffms.invalid%2Fphoto%2F123.0.full.jpeg&media_url=http%3A%2F%2Ffms.invalid%2Fphoto%2F123.1.full.jpeg&attribute%5Beasting%5D=1&last_name=Bianchi&lat=42.5&service_code=SF310&first_name=Anna&long=12.5&description=Buca+in+via+Roma%0D%0A%0D%0AProfonda%2C+da+ieri.%0D%0A%0D%0Ahttp%3A%2F%2Ffms.example%2Freport%2F123%0D%0A&attribute%5Bfixmystreet_id%5D=987654&email=fms%40esempio.it&jurisdiction_id=borgosereno',
    );
    expect(readElements(signed, 'service_notice')).toEqual([
      expect.stringContaining('123.0.full.jpeg: Non è stato possibile scaricarla.'),
    ]);
    const anonymous = await fms(
      'POST /open311/v2/requests.xml',
      'attribute%5Beasting%5D=1&attribute%5Bcolour%5D=&jurisdiction_id=borgosereno&attribute%5Bfixmystreet_id%5D=987655&description=Altra+buca%0D%0A%0D%0AProfonda%2C+da+ieri.%0D%0A%0D%0Ahttp%3A%2F%2Ffms.example%2Freport%2F124%0D%0A&long=12.5&first_name=&service_code=SF310&lat=42.5&last_name=',
    );
    const ids = [signed, anonymous].map(idIn);
    const requests = await fms(
      `GET /open311/v2/requests.xml?jurisdiction_id=borgosereno&service_request_id=${ids.join('%2C')}`,
    );
    expect(readElements(requests, 'service_request_id').sort()).toEqual([...ids].sort());
    expect(readElements(requests, 'status_notes')).toEqual(['Ricevuta.', 'Ricevuta.']);
    // As its post_service_request_update puts it together; the other calls were recorded.
    const updated = await fms(
      'POST /open311/v2/servicerequestupdates.xml',
      `updated_datetime=2026-11-28T10%3A00%3A00Z&service_request_id=${ids[0]}&status=OPEN&description=Ora+e+pi%C3%B9+larga.&last_name=Bianchi&first_name=Anna&update_id=4711&email=fms%40esempio.it&jurisdiction_id=borgosereno`,
    );
    expect(readElements(updated, 'update_id')).toEqual([`${ids[0]}-2`]);
    const at = (ms: number) => encodeURIComponent(new Date(Date.now() + ms).toISOString().replace(/\.\d+/, ''));
    const updates = await fms(
      `GET /open311/v2/servicerequestupdates.xml?api_key=&end_date=${at(60_000)}&jurisdiction_id=borgosereno&start_date=${at(-7_200_000)}`,
    );
    expect(updates).toContain('<service_request_updates');
    expect(readElements(updates, 'request_update')).toEqual([]);
  });
});
