import { expect, test } from 'vitest';
import { onBoth } from '../tests/rig.ts';
import { publicStato } from './features/cases/segnalazione-pubblica/pubblica.server.ts';
import { CITTADINI } from './sandbox/persone.ts';
import { seedSandbox } from './seed-sandbox.server.ts';

onBoth('the first start of a sandbox', (rig) => {
  test('a new sandbox has enti, positions, desks, payable notices, and two reports of a guest with their mails', async () => {
    const { db } = rig.house;
    await seedSandbox(rig.house);

    const paolo = CITTADINI.find(({ id }) => id === 'paolo');
    const reports = await db
      .selectFrom('pratiche')
      .select(['codice_fiscale', 'utente', 'stato'])
      .where('canale', 'is', null)
      .execute();
    const sent = { codice_fiscale: paolo?.codice_fiscale, utente: null, stato: 'inviata' };
    expect(reports).toEqual([sent, sent]);
    expect((await db.selectFrom('posizioni').select('id').execute()).length).toBeGreaterThanOrEqual(2);
    expect((await db.selectFrom('sportelli').select('codice').execute()).length).toBeGreaterThanOrEqual(6);
    expect((await db.selectFrom('avvisi').select('iuv').execute()).length).toBeGreaterThanOrEqual(6);
    expect((await db.selectFrom('servizi_pagamento').select('codice').execute()).length).toBeGreaterThanOrEqual(6);
    const publicSides = await db
      .selectFrom('segnalazioni_pubbliche')
      .select(['id', 'stato'])
      .where('rilasciata', 'is not', null)
      .orderBy('id')
      .execute();
    expect(publicSides).toHaveLength(62);
    const filed = await db
      .selectFrom('pratiche')
      .select(['pubblica as id', 'stato', 'chiusa_il'])
      .where('canale', 'is not', null)
      .orderBy('pubblica')
      .execute();
    expect(filed.map(({ id, stato }) => ({ id, stato: publicStato(stato) }))).toEqual(publicSides);
    expect(filed.filter(({ chiusa_il }) => chiusa_il !== null && chiusa_il > rig.house.now())).toEqual([]);
    // The maps first, then the mails that wait for them.
    while ((await rig.deliver()) > 0);
    expect(rig.mails).toHaveLength(4);
    expect(rig.mails.filter(({ to }) => to === paolo?.email)).toHaveLength(2);
    expect(rig.reports).toEqual([]);
  });
});
