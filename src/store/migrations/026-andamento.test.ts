import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, DAY, HOUR, onBothAlone, operatore, RIG_NOW, sendSegnalazione } from '../../../tests/rig.ts';
import { up } from './026-andamento.ts';

onBothAlone('migration 26', (rig) => {
  test('existing cases get the instant of their first answer, and those without one get none', async () => {
    const { db } = rig.house;
    const answered = await sendSegnalazione(callerOf(rig));
    rig.clock.pass(HOUR);
    await callerOf(rig).call('commenta', { id: answered.id, email: answered.email, testo: 'Ci siete?' });
    for (const testo of ['Sì.', 'Arriviamo.']) {
      rig.clock.pass(DAY);
      await callerOf(rig, { user: operatore('borgo') }).call('commenta', { ...answered, vista: 'operatore', testo });
    }
    const open = await sendSegnalazione(callerOf(rig), { email: 'bruno@esempio.it' });
    for (const index of ['pratiche_andamento', 'pratiche_andamento_area']) await db.schema.dropIndex(index).execute();
    await db.schema.alterTable('pratiche').dropColumn('prima_risposta_il').execute();

    await up(db as unknown as Kysely<unknown>);
    const rows = await db.selectFrom('pratiche').select(['id', 'prima_risposta_il']).execute();
    expect(new Map(rows.map((row) => [row.id, row.prima_risposta_il]))).toEqual(
      new Map([
        [answered.id, RIG_NOW + HOUR + DAY],
        [open.id, null],
      ]),
    );
  });
});
