import { expect, test } from 'vitest';
import { type LockedPackage, licenceFaults } from './licences.ts';

const locked = (name: string, what: LockedPackage) => licenceFaults({ '': {}, [`node_modules/${name}`]: what });

test.each<[string, LockedPackage]>([
  ['@sentry/cli', { license: 'FSL-1.1-MIT' }],
  ['@sentry/cli', { license: 'FSL-1.1-MIT', dev: true }],
  ['axe-core', { license: 'MPL-2.0' }],
  ['both', { license: 'MIT AND GPL-3.0-only' }],
  ['neither', { license: '(GPL-2.0-only OR SSPL-1.0)' }],
  ['nameless', {}],
  ['nameless', { dev: true }],
  ['scripted', { license: 'MIT', hasInstallScript: true }],
])('%s with %o is refused', (name, what) => {
  expect(locked(name, what)).toEqual([expect.stringContaining(`node_modules/${name} `)]);
});

test.each<[string, LockedPackage]>([
  ['react', { license: 'MIT' }],
  ['qr', { license: '(MIT OR Apache-2.0)' }],
  ['pako', { license: '(MIT AND Zlib)', dev: true }],
  ['@img/sharp-wasm32', { license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' }],
  ['axe-core', { license: 'MPL-2.0', dev: true }],
  ['pdfkit/node_modules/png-js', {}],
  ['scripted', { license: 'MIT', hasInstallScript: true, dev: true }],
])('%s with %o is taken', (name, what) => {
  expect(locked(name, what)).toEqual([]);
});
