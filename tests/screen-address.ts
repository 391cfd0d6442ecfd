/** An address of each screen, for tests that ask for all of them. */
import { fillPath, pathNames } from '../src/platform/path-template.ts';

const EXAMPLES: Readonly<Record<string, string>> = { testo: 'privacy', email: 'a@b.it' };

/** @param path of the screen, with its names in `{}` */
export const screenAddress = (path: string): string =>
  fillPath(path, Object.fromEntries(pathNames(path).map((name) => [name, EXAMPLES[name] ?? 'x1']))).path;
