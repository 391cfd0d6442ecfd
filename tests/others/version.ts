/** Versions of packages, for the results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** @param folder whose `node_modules` has the package: the project's own unless said */
export const versionOf = (name: string, folder = PROJECT): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))).version;
