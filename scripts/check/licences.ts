/** Keeps out of the project what may not be passed on with it: every package of the lockfile has a licence that is allowed where it is used. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckPart } from './part.ts';

/** Licences that ask for no more than their notice; and the LGPL of libvips, which sharp loads as a library of its own. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Bitstream-Vera',
  'LGPL-3.0-or-later',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
];
/** Tools, and what is built into pages: the typeface (OFL), axe and Lightning CSS (MPL), the data of checks (CC, WTFPL), a hash of tests (Unlicense). */
const ALLOWED_IN_DEVELOPMENT = [...ALLOWED, 'CC-BY-4.0', 'CC BY-SA 4.0', 'MPL-2.0', 'OFL-1.1', 'Unlicense', 'WTFPL'];

/** Packages whose manifest does not name a licence by its identifier: what their own text says (humanize-number: its readme). */
const READ_LICENCES: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'dom-walk': 'MIT',
  'humanize-number': 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

/** @property dev true where production does not install it */
export type LockedPackage = { license?: string; dev?: boolean; hasInstallScript?: boolean };

/** @returns a sentence per package that may not be used where it is */
export function licenceFaults(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev = false, hasInstallScript = false }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '') return [];
    const where = dev ? 'development' : 'production';
    const licence = READ_LICENCES[name] ?? license;
    const allowed = dev ? ALLOWED_IN_DEVELOPMENT : ALLOWED;
    return [
      ...(licence === undefined ? [`${path} names no licence`] : []),
      ...(licence !== undefined && !isAllowed(licence, allowed)
        ? [`${path} has the licence ${licence}, which is not allowed in ${where}`]
        : []),
      ...(hasInstallScript && !dev ? [`${path} runs a script when it is installed in production`] : []),
    ];
  });
}

/** An expression of SPDX without brackets inside: of each alternative one, of what is joined all. */
function isAllowed(licence: string, allowed: readonly string[]): boolean {
  const words = licence.replace(/^\((.*)\)$/, '$1');
  return words.split(' AND ').every((joined) => joined.split(' OR ').some((one) => allowed.includes(one)));
}

export const licencesPart: CheckPart = {
  name: 'licences',
  promise:
    'every package has a licence that is allowed where it is used, and none runs a script when production installs it',
  look: async ({ root }) => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    const inProduction = Object.values(packages).filter(({ dev }) => !dev).length - 1;
    return { faults: licenceFaults(packages), notes: [`${inProduction} packages in production`] };
  },
};
