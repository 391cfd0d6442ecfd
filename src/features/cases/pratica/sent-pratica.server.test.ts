import { expect, test } from 'vitest';
import { onOneInTurn, type Rig, sendRichiesta } from '../../../../tests/rig.ts';
import type { CallContext } from '../../../context.ts';
import { findLastSent } from './sent-pratica.server.ts';

const HOUR = 3600_000;
/** A visitor who sends the rig's `richiesta`, an SF100. */
const ctxOf = ({ house }: Rig) =>
  ({ house, db: house.db, now: house.now(), visitor: 'v', user: null, host: '' }) as unknown as CallContext;

onOneInTurn('what somebody has just sent', (rig) => {
  test('a visitor who sent a request is told so for a day where the same service is asked for, and nowhere else', async () => {
    const { id } = await sendRichiesta(rig, 'anna@esempio.it');
    expect((await findLastSent(ctxOf(rig), ['SF100', 'SF110']))?.id).toBe(id);
    for (const others of [['SF220'], ['SF300', 'SPORTELLO'], []])
      expect(await findLastSent(ctxOf(rig), others)).toBe(null);
    expect(await findLastSent({ ...ctxOf(rig), visitor: 'w' }, ['SF100'])).toBe(null);
    rig.clock.pass(24 * HOUR);
    expect(await findLastSent(ctxOf(rig), ['SF100'])).toBe(null);
  });

  test.each([
    ['inviata', true],
    ['in_elaborazione', true],
    ['da_integrare', true],
    ['accettata', false],
    ['rifiutata', false],
    ['ritirata', false],
    ['conclusa', false],
  ])('whether the last send in the state %s is told: %s', async (stato, told) => {
    const { id } = await sendRichiesta(rig, 'anna@esempio.it');
    await rig.house.db.updateTable('pratiche').set({ stato }).where('id', '=', id).execute();
    expect((await findLastSent(ctxOf(rig), ['SF100'])) !== null).toBe(told);
  });
});
