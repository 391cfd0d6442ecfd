import { expect, test } from 'vitest';
import { readChoice, reminderDueIn } from './promemoria.ts';

const chosen = { cosa: ['pagamenti' as const], giorni: [14 as const, 3 as const], dove: 'email' as const };

test.each<[left: number, reminder: number | undefined]>([
  [15, undefined],
  [14, 14],
  [4, 14],
  [3, 3],
  [1, 3],
  [0, undefined],
  [-1, undefined],
])('%i days before, the reminder is that of %s', (left, reminder) => {
  expect(reminderDueIn(chosen, left)).toBe(reminder);
});

test('nothing chosen yet is a week before, on one channel; nothing wanted is nothing', () => {
  expect(readChoice(null)).toEqual({
    cosa: ['pagamenti', 'appuntamenti', 'permessi'],
    giorni: [7],
    dove: 'automatico',
  });
  expect(reminderDueIn({ ...chosen, cosa: [] }, 3)).toBeUndefined();
  expect(reminderDueIn({ ...chosen, giorni: [] }, 3)).toBeUndefined();
  expect(readChoice(JSON.stringify(chosen))).toEqual(chosen);
});
