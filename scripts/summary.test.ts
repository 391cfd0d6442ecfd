import { expect, test } from 'vitest';
import { countResults } from './summary.ts';

test('the last line of the output counts', () => {
  expect(countResults('1 passed, 1 failed\nmore\n12 passed, 0 failed\n', true)).toEqual({ passed: 12, failed: 0 });
});

test('a run with a bad exit code has failed, whatever its output says', () => {
  expect(countResults('12 passed, 0 failed\n', false)).toEqual({ passed: 12, failed: 1 });
  expect(countResults('Segmentation fault', false)).toEqual({ passed: 0, failed: 1 });
});
