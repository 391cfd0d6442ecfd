import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countRows, createOperator, onBoth } from '../../tests/rig.ts';
import { demoData } from '../sandbox/demo.ts';
import { exportData } from './export.server.ts';
import { importData } from './import.server.ts';

const DEMO = demoData('2026-11-20');
const ENTE = 'borgosereno';
const DEMO_AREE = DEMO.enti.find(({ id }) => id === ENTE)?.aree;
const demoFolder = join(import.meta.dirname, '../sandbox/demo');
const readFile = (name: string) => readFileSync(join(demoFolder, name));

onBoth('the data of an ente that were exported', (rig) => {
  test('are imported into an empty store, and then exported, as they were', async () => {
    const { db } = rig.house;
    const { enti, uffici, sportelli, calendari, offerte, servizi_pagamento } = DEMO;
    const context = { ...rig.house, readFile };
    const demo = { prova: true, enti, uffici, sportelli, calendari, offerte, servizi_pagamento };
    expect((await importData(context, demo)).errors).toEqual([]);
    await createOperator(rig, 'Olga', { enti: [ENTE], email: 'Olga.Neri@borgosereno.example' });
    const first = await exportData(db, ENTE);
    expect(first).toMatchObject({
      enti: [{ id: ENTE, aree: DEMO_AREE }],
      uffici: expect.arrayContaining([expect.anything()]),
      calendari: [{ codice: 'anagrafe' }, { codice: 'tributi' }],
    });

    await rig.reset();
    for (const table of ['servizi_pagamento', 'calendari', 'sportelli', 'offerte', 'immagini'] as const)
      await db.deleteFrom(table).execute();
    await db.deleteFrom('enti').where('id', '=', ENTE).execute();
    expect(await countRows(rig, 'uffici')).toBe(0);
    expect((await importData(rig.house, first)).errors).toEqual([]);
    expect(await exportData(db, ENTE)).toEqual(first);
    await db.deleteFrom('immagini').execute();
  });

  test('are none of an ente that is not in the store', async () => {
    expect(await exportData(rig.house.db, 'altrove')).toBeUndefined();
  });
});
