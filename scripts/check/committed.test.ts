import { expect, test } from 'vitest';
import { foreignWords } from './committed.ts';

const home = ['', 'home', 'anna', 'portale'].join('/');
const registry = `https://${['registry', 'npmjs.org'].join('.')}`;

test.each([
  ['docs/deploy.md', `cd ${home}`],
  ['src/a.ts', `readFileSync('${home}/x')`],
  ['README.md', `npm install --${'registry'}=${registry}`],
  ['package-lock.json', '{\n  "resolved": "file"\n}'],
])('%s: %s is reported', (path, text) => {
  expect(foreignWords(path, text)).toHaveLength(1);
});

test.each([
  ['docs/deploy.md', 'WorkingDirectory=/opt/portale and /var/lib/portale'],
  ['src/routes.ts', "{ path: '/home-page' }, url('https://example.it/home/uno')"],
  ['package-lock.json', '{ "version": "1.0.0", "integrity": "sha512-x" }'],
])('%s: %s is accepted', (path, text) => {
  expect(foreignWords(path, text)).toEqual([]);
});
