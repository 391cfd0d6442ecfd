import { expect, test } from 'vitest';
import { barePauses } from './pauses.ts';

// In pieces, so that this file does not report itself.
const WAIT = ['await page.waitFor', 'Timeout(500);'].join('');
const SLEEP = ['await pau', 'se(200);'].join('');

test.each([WAIT, SLEEP, ['await new Promise((done) =', '> setTimeout(done, 60));'].join('')])(
  'a pause without a reason is reported: %s',
  (line) => {
    expect(barePauses('tests/a.test.ts', `await first();\n${line}`)).toHaveLength(1);
  },
);

test.each([`${SLEEP} // the lease ends`, `// The lease ends.\n${SLEEP}`, "import { setTimeout as pause } from 'x';"])(
  'a pause with its reason, and a line that is none, are accepted: %s',
  (lines) => {
    expect(barePauses('tests/a.test.ts', `await first();\n${lines}`)).toEqual([]);
  },
);
