/** Follows docs/integrations.md and docs/open311.md word by word: an administrator makes the key, and the examples run one after the other. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Citizen } from './citizen.ts';
import { loginAs } from './login.ts';
import { freePort, type Portal, portal } from './portal.ts';

const ENTE = 'portolieve';
let house: Portal;
let folder: string;
beforeAll(async () => {
  house = await portal({ REACHABLE_NETWORKS: '127.0.0.0/8' });
  folder = mkdtempSync(join(tmpdir(), 'portale-esempi-'));
});
afterAll(async () => {
  await house.end();
  rmSync(folder, { recursive: true });
});

const guide = (page = 'integrations') => readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');
const examples = () =>
  [...(guide() + guide('open311')).matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code).join('\n');

test('the guide for integrators does what it says, with a key that an administrator has made', async () => {
  const sofia = await new Citizen(house.local, house.base).arrive();
  await loginAs(sofia, 'sofia');
  await sofia.arrive();
  const made = await sofia.post(`/api/v1/portale/gestione/${ENTE}/programmi`, {
    nome: 'Protocollo',
    email: 'protocollo@esempio.it',
    permessi: ['segnalazioni:invia', 'pratiche:leggi', 'pratiche:scrivi', 'pagamenti:leggi', 'posizioni:scrivi'],
    garantisce: true,
  });
  expect([made.status, made.message]).toEqual([201, made.message]);
  const { id, chiave } = made.data as { id: string; chiave: string };
  const script = join(folder, 'esempi.mjs');
  const port = String(await freePort());
  const set = await sofia.post(`/api/v1/portale/gestione/${ENTE}/programmi/${id}/webhook`, {
    indirizzo: `http://127.0.0.1:${port}/avvisi`,
  });
  expect([set.status, set.message]).toEqual([201, set.message]);
  const secret = (set.data as { segreto: string }).segreto;
  writeFileSync(script, examples());
  const env = { ...process.env, PORTALE: house.base, ENTE, CHIAVE: chiave, SEGRETO: secret, PORTA: port };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  expect(stdout).toMatch(/^\d+ cases; the program works on \S+$/m);
  const [, worked = ''] = /works on (\S+)$/m.exec(stdout) ?? [];
  expect(stdout).toMatch(/^open Ricevuta\. \S+ \[\]$/m);
  expect(stdout).toContain(`[ [ '${worked}', 'in_elaborazione', '1234/2026' ] ]`);
  expect(stdout).toContain('pratica.cambiata true');
  expect(stdout).toMatch(/^true$/m);
  expect(stdout).toMatch(/^\S+-2$/m);
  expect(stdout).toMatch(/^fatta 0$/m);
});

test('the guide is two pages at most, and names every scope', () => {
  expect(guide().split('\n').length).toBeLessThanOrEqual(165);
});
