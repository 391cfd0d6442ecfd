import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publiccodeFaults } from './publiccode.ts';

const root = new URL('../..', import.meta.url).pathname;
const ours = readFileSync(`${root}publiccode.yml`, 'utf8');

test('the description of this software follows the standard', () => {
  expect(publiccodeFaults(root, ours)).toEqual([]);
});

test.each([
  ['a key that the standard does not know', `${ours}\nlicence: EUPL-1.2\n`, 'licence'],
  ['a missing obligatory key', ours.replace(/^softwareType:.*$/m, ''), 'softwareType'],
  ['a word outside its vocabulary', ours.replace('developmentStatus: beta', 'developmentStatus: finished'), 'develop'],
  ['a short description of more than 150 characters', ours.replace('Reports, requests', 'x'.repeat(150)), '/short'],
  ['a maintenance by people that names none', ours.replace('type: none', 'type: community'), 'contacts'],
  ['a platform of the country that is left out', ours.replace(/^ {4}pagopa:.*\n/m, ''), 'pagopa'],
  ['a screenshot that is not there', ours.replaceAll('report-360', 'report-361'), 'report-361.png is not there'],
])('%s is an error of the description', (_case, yaml, said) => {
  expect(publiccodeFaults(root, yaml).join('\n')).toContain(said);
});
