import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { wireFacts } from './wire-facts.ts';

/** @returns a module as the browser gets it */
function inBrowser(code: string, id = '/src/features/x/x.contract.ts'): string {
  const here = {
    environment: { name: 'client' },
    parse: parseAst,
    error: (message: string) => {
      throw new Error(message);
    },
  };
  const transform = wireFacts().transform as unknown as (
    this: typeof here,
    code: string,
    id: string,
  ) => { code: string } | null;
  return transform.call(here, code, id)?.code ?? code;
}

const CONTRACT = `
import * as z from 'zod/mini';
import { email } from '../../platform/atoms/email.ts';
import { defineOperation } from '../../platform/contract.ts';
import { altro, PAROLE } from '../y/y.contract.ts';
import { dati } from './x.checks.ts';
export const MAX = 3;
export const detto = (n) => PAROLE + n;
const codice = () => email();
export const riga = z.object({ codice: codice(), altro });
export const xOperations = {
  dati: defineOperation({
    summary: 'Somebody asks.', method: 'GET', path: '/x/dati', access: 'anyone', input: dati, output: z.array(riga), bot: true,
  }),
  manda: invioRichiesta('/x/new', 'Somebody asks.', z.object({ ...dati.shape })),
};
`;

test('a contract keeps facts of the wire and words; schemas, and what only they asked for, stay on the server', () => {
  const code = inBrowser(CONTRACT).replace(/\s+/g, ' ');

  expect(code).toContain("dati: defineOperation({ method: 'GET', path: '/x/dati', bot: true, })");
  expect(code).toContain("invioRichiesta('/x/new'");
  expect(code).toContain('MAX = 3');
  expect(code).toContain('detto = (n) => PAROLE + n');
  expect(code).toContain("import { defineOperation } from '../../platform/contract.ts'");
  expect(code).toMatch(/import \{ PAROLE \} from '..\/y\/y.contract.ts'/);
  expect(code).not.toMatch(/zod|atoms|checks|codice|riga|altro|Somebody/);
});

test('a name of the wire is no schema of that name', () => {
  const code = inBrowser(`import { dati } from './x.checks.ts';
export const nomi = { dati: 1, uno: tutti.dati };
export const suo = { dati };`);

  expect(code).toContain('export const nomi');
  expect(code).not.toContain('suo');
});

test('other modules stay as they are; one that takes the schema of a call stops the build', () => {
  expect(inBrowser("import * as z from 'zod/mini';\nz.config({});", '/src/x.ts')).toContain('z.config');
  expect(() => inBrowser('z.parse(xOperations.uno.input, v)', '/src/x.tsx')).toThrow('x.checks.ts');
});
