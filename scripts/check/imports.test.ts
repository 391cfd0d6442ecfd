import { describe, expect, test } from 'vitest';
import { faultsOf } from './imports.ts';

/** The faults of a small tree of files, without exceptions. */
const faults = (files: Record<string, string>): string[] => faultsOf(new Map(Object.entries(files)), [], []);

const HOUSE = {
  'src/pages/index.astro':
    "---\nimport Layout from '../ui/Layout.astro';\nimport '../features/otp/otp.server.ts';\n---",
  'src/features/otp/otp.server.ts': "import './otp.db.ts';\nimport '../../platform/errors.ts';",
  'src/features/otp/otp.db.ts': "import type { Db } from '../../store/open.server.ts';",
  'src/ui/Layout.astro': "---\nimport type { Ente } from '../features/ente/ente.ts';\n---\n<slot />",
  'src/platform/errors.ts': '',
};

test('a tree that keeps the plan has no faults', () => {
  expect(faults(HOUSE)).toEqual([]);
});

describe('directions', () => {
  test.each([
    ['src/platform/errors.ts', "import '../features/otp/otp.contract.ts';", 'platform may not ask features'],
    ['src/platform/errors.ts', "import type { X } from '../ui/theme.ts';", 'platform may not ask ui'],
    ['src/ui/theme.ts', "import { x } from '../features/ente/ente.ts';", 'ui may not ask features'],
    ['src/features/otp/otp.server.ts', "import '../../pages/index.astro';", 'features may not ask pages'],
    [
      'src/features/otp/otp.server.ts',
      "import type { M } from '../../adapters/mail/smtp.server.ts';",
      'features may not ask adapters',
    ],
    ['src/store/open.server.ts', "import '../platform/errors.ts';", 'store may not ask platform'],
    ['src/pages/index.astro', "---\nimport { tables } from '../store/tables.ts';\n---", 'pages may not ask store'],
  ])('%s must not contain %s', (path, code, fault) => {
    expect(faults({ ...HOUSE, [path]: code })).toContainEqual(expect.stringContaining(fault));
  });

  test('the types of a feature may be used by the ui', () => {
    expect(faults({ 'src/ui/theme.ts': "import type { Ente } from '../features/ente/ente.ts';" })).toEqual([]);
  });
});

describe('adapters', () => {
  const smtp = { 'src/adapters/mail/smtp.server.ts': 'export const smtp = 1;' };

  test('only the wiring imports one', () => {
    const code = "import { smtp } from './adapters/mail/smtp.server.ts';";

    expect(faults({ ...smtp, 'src/wiring.ts': code })).toEqual([]);
    expect(faults({ ...smtp, 'src/middleware.ts': code })).toEqual([
      'src/middleware.ts → src/adapters/mail/smtp.server.ts: only src/wiring.ts imports adapters',
    ]);
  });

  test('a browser adapter may be loaded dynamically, not imported', () => {
    const page = (code: string) => ({ 'src/middleware.ts': code });

    expect(faults(page("import('./adapters/monitoring/sentry.browser.ts');"))).toEqual([]);
    expect(faults(page("import './adapters/monitoring/sentry.browser.ts';"))).not.toEqual([]);
  });
});

describe('the browser', () => {
  test.each([
    ['src/features/otp/Otp.tsx', "import './otp.server.ts';"],
    ['src/features/otp/Otp.tsx', "import './otp.db.ts';"],
    ['src/features/otp/otp.store.ts', "import('./otp.server.ts');"],
    ['src/platform/client.browser.ts', "import '../wiring.ts';"],
    ['src/ui/Layout.astro', "<script>\nimport '../features/otp/otp.server.ts';\n</script>"],
  ])('%s must not contain %s', (path, code) => {
    expect(faults({ ...HOUSE, [path]: code })).toContainEqual(expect.stringContaining('server code in the browser'));
  });

  test('server code reached through other files is reported with the whole path', () => {
    const files = {
      'src/features/otp/Otp.tsx': "import './mezzo.ts';",
      'src/features/otp/mezzo.ts': "import './otp.server.ts';",
    };

    expect(faults(files)).toEqual([
      'src/features/otp/Otp.tsx → src/features/otp/mezzo.ts → src/features/otp/otp.server.ts: server code in the browser',
    ]);
  });

  test('a contract that the browser reaches is reported with the chain of imports; imports of types do not count', () => {
    const files = {
      'src/features/otp/Otp.tsx': "import './otp.ts';\nimport type { otp } from './otp.contract.ts';",
      'src/features/otp/otp.ts': "import { otp } from './otp.contract.ts';",
    };

    expect(faults(files)).toEqual([
      'src/features/otp/Otp.tsx → src/features/otp/otp.ts → src/features/otp/otp.contract.ts: in the browser a contract is its types; import x.calls.ts',
    ]);
  });

  test('a type of the server is nothing in the browser', () => {
    const code = "import type { A } from './otp.server.ts';\nimport { type B } from './otp.db.ts';";

    expect(faults({ 'src/features/otp/Otp.tsx': code })).toEqual([]);
  });
});

test('two files that import each other are reported, unless only types are imported', () => {
  const b = "import { b } from './b.ts';";

  expect(faults({ 'src/store/a.ts': b, 'src/store/b.ts': "import { a } from './a.ts';" })).toEqual([
    'src/store/a.ts → src/store/b.ts → src/store/a.ts: a cycle',
  ]);
  expect(faults({ 'src/store/a.ts': b, 'src/store/b.ts': "import type { A } from './a.ts';" })).toEqual([
    'src/store/a.ts → src/store/b.ts → src/store/a.ts: a cycle',
  ]);
});

test("a feature's queries are used by that feature only", () => {
  expect(faults({ 'src/features/chat/chat.server.ts': "import '../otp/otp.db.ts';" })).toEqual([
    'src/features/chat/chat.server.ts → src/features/otp/otp.db.ts: queries belong to their feature',
  ]);
});

test('an exception that is no longer needed is an error', () => {
  const guest = { from: 'src/wiring.ts', to: 'src/features/otp/otp.db.ts', why: 'a test' };

  expect(faultsOf(new Map(), [guest], [])).toHaveLength(1);
  expect(faultsOf(new Map(), [], [guest])).toHaveLength(1);
});

test.each(['src/utils/a.ts', 'src/platform/helpers/a.ts', 'src/ui/common/a.ts', 'tests/lib/a.ts'])(
  '%s: a folder with a meaningless name is refused',
  (path) => {
    expect(faults({ [path]: '' })).toHaveLength(1);
  },
);

test('a call reaches no library that draws or paints but through a process of its own', () => {
  const tree = (code: string) => ({
    'src/handlers.ts': "import './features/x/x.server.ts';",
    'src/features/x/x.server.ts': code,
    'src/features/x/x-child.server.ts': "import sharp from 'sharp';",
    'src/features/x/paint.ts': "const drawing = await import('pdfkit');",
  });

  expect(faults(tree("new URL('./x-child.server.ts', import.meta.url);"))).toEqual([]);
  expect(faults(tree("import type { X } from './x-child.server.ts';"))).toEqual([]);
  expect(faults(tree("import { paint } from './paint.ts';"))).toEqual([
    'src/handlers.ts → src/features/x/x.server.ts → src/features/x/paint.ts → pdfkit: slow work belongs in a process of its own (x-child.server.ts)',
  ]);
});

test('the full zod is refused', () => {
  expect(faults({ 'src/platform/a.ts': "import * as z from 'zod';" })).toEqual(['src/platform/a.ts: import zod/mini']);
  expect(faults({ 'src/platform/a.ts': "import * as z from 'zod/mini';" })).toEqual([]);
});

describe('layers of the features', () => {
  const cases = { 'src/features/cases/otp/otp.ts': '' };

  test('imports go down from people to services to cases', () => {
    const down = "import '../../cases/otp/otp.ts';";

    expect(
      faults({ ...cases, 'src/features/people/login/a.ts': down, 'src/features/services/riesame/a.ts': down }),
    ).toEqual([]);
  });

  test('an import that goes up is reported, even of a type', () => {
    const up = "import type { A } from '../../services/riesame/a.ts';";

    expect(faults({ 'src/features/cases/otp/otp.ts': up, 'src/features/services/riesame/a.ts': '' })).toEqual([
      'src/features/cases/otp/otp.ts → src/features/services/riesame/a.ts: cases may not ask services',
    ]);
  });

  test('two folders that import each other are reported, even if no two files do', () => {
    const files = {
      'src/features/cases/otp/a.ts': "import type { B } from '../chat/b.ts';",
      'src/features/cases/chat/b.ts': '',
      'src/features/cases/chat/c.ts': "import type { D } from '../otp/d.ts';",
      'src/features/cases/otp/d.ts': '',
    };

    expect(faults(files)).toEqual([
      'src/features/cases/otp → src/features/cases/chat → src/features/cases/otp: folders in a circle',
    ]);
  });
});
