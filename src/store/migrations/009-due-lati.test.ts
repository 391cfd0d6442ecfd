import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, DAY, onBothAlone, operatore, sendSegnalazione } from '../../../tests/rig.ts';
import { up } from './009-due-lati.ts';

onBothAlone('migration 9', (rig) => {
  test('existing cases get a second id each, which opens them to an operator', async () => {
    const { db, dialect } = rig.house;
    const casi = [await sendSegnalazione(callerOf(rig))];
    rig.clock.pass(DAY);
    casi.push(await sendSegnalazione(callerOf(rig)));
    for (const index of ['pratiche_ufficio', 'eventi_nascosti', 'allegati_nascosti', 'allegati_pratica'])
      await db.schema.dropIndex(index).execute();
    for (const column of ['ufficio', 'senza_risposta'])
      await db.schema.alterTable('pratiche').dropColumn(column).execute();
    await db.schema.createIndex('allegati_pratica').on('allegati').column('pratica').execute();

    await up(db as unknown as Kysely<unknown>, dialect);
    const olga = callerOf(rig, { user: operatore('borgo') });
    const { pratiche } = (await olga.call('praticheOperatore')).body.data;
    expect(new Set(pratiche.map(({ id }: { id: string }) => id)).size).toBe(2);
    for (const { id, protocollo } of pratiche) {
      expect(casi.map((caso) => caso.id)).not.toContain(id);
      const seen = await olga.call('dettaglioPratica', { id, email: 'x@esempio.it', vista: 'operatore' });
      expect([seen.status, seen.body.data.protocollo]).toEqual([200, protocollo]);
    }
  });
});
