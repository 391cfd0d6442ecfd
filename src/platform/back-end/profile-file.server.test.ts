import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SettingError } from '../setting.ts';
import { readProfile } from './profile-file.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'portale-profilo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileWith(text: string, extension = 'mjs'): string {
  const file = join(folder, `${++files}.${extension}`);
  writeFileSync(file, text);
  return file;
}

test('a profile is read from a module of JavaScript', async () => {
  const text = `export default {
    every: { from: (body) => body.payload },
    calls: { utente: { path: '/api/v1/me', from: (body) => body.user, to: (own) => own, field: (name) => name } },
  };`;
  const profile = await readProfile(fileWith(text));
  expect(profile.every?.from?.({ payload: 1 })).toBe(1);
  expect(profile.calls?.utente?.path).toBe('/api/v1/me');
  expect(profile.calls?.utente?.from?.({ user: 2 })).toBe(2);
});

test('a profile is read from a module of TypeScript', async () => {
  const text = 'const profile: { every: object } = { every: { to: (own: object) => own } };\nexport default profile;';
  expect((await readProfile(fileWith(text, 'ts'))).every?.to?.({ a: 1 })).toEqual({ a: 1 });
});

test('an empty profile is the contract as it is', async () => {
  expect(await readProfile(fileWith('export default {};'))).toEqual({});
});

test.each([
  ['no default export', 'export const profile = {};', 'default'],
  ['a text', 'export default "portale";', 'default'],
  ['an unknown part', 'export default { headers: {} };', 'default'],
  ['a step that is no function', 'export default { every: { from: "data" } };', 'every.from'],
  ['an unknown step', 'export default { calls: { utente: { form: () => 1 } } };', 'calls.utente'],
  [
    'a path of another host',
    'export default { calls: { utente: { path: "//evil.example/x" } } };',
    'calls.utente.path',
  ],
  ['a whole address', 'export default { calls: { utente: { path: "https://evil.example" } } };', 'calls.utente.path'],
  ['a path with a query', 'export default { calls: { utente: { path: "/api?x=1" } } };', 'calls.utente.path'],
  ['a path for all calls', 'export default { every: { path: "/api" } };', 'every'],
])('a file with %s stops the start, and the sentence names the place', async (_what, text, place) => {
  const file = fileWith(text);
  const refused = await readProfile(file).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SettingError);
  expect((refused as Error).message).toContain(`API_UPSTREAM_PROFILE: in ${file} non va «${place}».`);
});

test.each([
  ['that is not there', () => join(folder, 'nessuno.mjs')],
  ['that is broken', () => fileWith('export default {')],
  ['that throws', () => fileWith('throw new Error("qui no")')],
])('a file %s stops the start, and the sentence names it', async (_what, make) => {
  const file = make();
  const refused = await readProfile(file).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SettingError);
  expect((refused as Error).message).toContain(`API_UPSTREAM_PROFILE: ${file} non si legge (`);
});
