import { expect, test } from 'vitest';
import { type Decisione, isSettled, type JournalRicevuta, moneyState } from './money-state.ts';

const ricevuta = (decisione?: Decisione, over: Partial<JournalRicevuta> = {}): JournalRicevuta => ({
  covers: true,
  isRevoked: false,
  decisione,
  ...over,
});
const paid = ricevuta();
const part = ricevuta(undefined, { covers: false });
const revoked = (decisione?: Decisione) => ricevuta(decisione, { isRevoked: true });

test.each([
  ['nothing happened', [], false, 'da_pagare'],
  ['an attempt waits', [], true, 'in_verifica'],
  ['a receipt of less than it asks for', [part], false, 'da_pagare'],
  ['a receipt of less, and an attempt waits', [part], true, 'in_verifica'],
  ['one receipt', [paid], false, 'pagato'],
  ['one receipt, and another attempt waits', [paid], true, 'pagato'],
  ['two receipts', [paid, paid], false, 'pagato_due_volte'],
  ['a whole receipt and one of less', [paid, part], false, 'pagato'],
  ['two receipts, one given back', [paid, ricevuta('rimborsata')], false, 'pagato'],
  ['two receipts, the first given back', [ricevuta('rimborsata'), paid], false, 'pagato'],
  ['two receipts, both given back', [ricevuta('rimborsata'), ricevuta('rimborsata')], false, 'stornato'],
  ['two receipts, the office closed the second', [paid, ricevuta('chiusa')], false, 'pagato_due_volte'],
  ['one receipt that was revoked', [revoked()], false, 'stornato'],
  ['one that was revoked, and an attempt waits', [revoked()], true, 'in_verifica'],
  ['one that was revoked, and a second receipt', [revoked(), paid], false, 'pagato'],
  ['one that was revoked, confirmed by the office', [revoked('stornata')], false, 'stornato'],
  ['one that was revoked, settled by the office', [revoked('chiusa')], false, 'pagato'],
  ['one receipt that the office has taken off', [ricevuta('stornata')], false, 'stornato'],
] as const)('a notice of which the journal says: %s', (_words, ricevute, isPending, state) => {
  expect(moneyState({ ricevute, isPending })).toBe(state);
  expect(isSettled(state)).toBe(state.startsWith('pagato'));
});
