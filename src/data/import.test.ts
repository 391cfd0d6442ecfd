import { expect, test } from 'vitest';
import { apri, caller, onBoth } from '../../tests/rig.ts';
import { tuttiGliEnti } from '../features/cases/ente/ente.db.ts';
import type { Ente } from '../features/cases/ente/ente.ts';
import { demo } from '../sandbox/demo.ts';
import { SERVICES } from '../services.ts';
import type { Db } from '../store/open.server.ts';
import { ImportError, importData, SEZIONI } from './import.server.ts';

const comune = (id: string, over: Record<string, unknown> = {}) => ({
  id,
  nome: `Comune di ${id}`,
  motto: 'Di prova',
  regione: 'Regione',
  codice_fiscale: '80000015554',
  colore: '#007a52',
  contatti: { indirizzo: 'Piazza 1', email: `urp@${id}.example` },
  ...over,
});

const NIENTE = { nuovi: 0, aggiornati: 0, invariati: 0, rifiutati: 0, conflitti: 0 };

async function empty(db: Db, mode?: string): Promise<void> {
  await db.deleteFrom('enti').execute();
  await db.deleteFrom('portale').execute();
  if (mode) await db.insertInto('portale').values({ chiave: 'modo', valore: mode }).execute();
}

/** Only the bodies of the demo. */
const DEMO = { prova: true, enti: demo('2026-11-20').enti };

const hosts = async (db: Db) => (await tuttiGliEnti(db, SERVICES)).map((e: Ente) => `${e.id} ${e.host}`);
const where = (errori: { percorso: PropertyKey[] }[]) => errori.map((e) => e.percorso.join('.'));

onBoth('import', (rig) => {
  test('the demo goes in whole, and a second time changes nothing', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    const data = demo('2026-11-20');

    const first = await importData(rig.house, data);
    const stored = await tuttiGliEnti(db, SERVICES);
    const before = await rig.dump();
    const second = await importData(rig.house, data);

    expect([...first.errori, ...second.errori]).toEqual([]);
    expect(Object.keys(first.sezioni)).toEqual(Object.keys(SEZIONI));
    for (const [nome, { nuovi, invariati }] of Object.entries(first.sezioni)) {
      expect([nome, invariati]).toEqual([nome, 0]);
      expect(second.sezioni[nome]).toEqual({ ...NIENTE, invariati: nuovi });
    }
    expect(stored).toEqual(data.enti);
    expect(await rig.dump()).toBe(before);
  });

  test('bad rows stay out, the others go in', async () => {
    const { db } = rig.house;
    await empty(db, 'production');

    const report = await importData(rig.house, {
      enti: [comune('uno'), comune('due', { colore: 'red' }), 7, comune('tre')],
    });

    expect(report.sezioni.enti).toEqual({ ...NIENTE, nuovi: 2, rifiutati: 2 });
    expect(where(report.errori)).toEqual(['enti.1.colore', 'enti.2']);
    expect((await tuttiGliEnti(db, SERVICES)).map((e) => e.id)).toEqual(['uno', 'tre']);
  });

  test('what changed is updated, what the file leaves out stays', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    await importData(rig.house, { enti: [comune('uno'), comune('due')] });

    const report = await importData(rig.house, { enti: [comune('uno', { nome: 'Comune nuovo' })] });

    expect(report.sezioni.enti).toEqual({ ...NIENTE, aggiornati: 1 });
    expect((await tuttiGliEnti(db, SERVICES)).map((e) => e.nome).sort()).toEqual(['Comune di due', 'Comune nuovo']);
  });

  test('id and host name belong to one body, in the file and in the store', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    await importData(rig.house, { enti: [comune('vecchio', { host: 'vecchio.it' })] });

    const report = await importData(rig.house, {
      enti: [
        comune('uno', { host: 'uno.it' }),
        comune('uno'),
        comune('due', { host: 'UNO.it' }),
        comune('tre', { host: 'vecchio.it' }),
      ],
    });

    expect(where(report.errori)).toEqual(['enti.1.id', 'enti.2.host', 'enti.3.host']);
    expect(report.errori.map((e) => e.testo).join(' ')).toMatch(/enti\[0\].*enti\[0\].*«vecchio»/);
    expect((await hosts(db)).sort()).toEqual(['uno uno.it', 'vecchio vecchio.it']);
  });

  test('two bodies can swap their host names', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    await importData(rig.house, { enti: [comune('uno', { host: 'a.it' }), comune('due', { host: 'b.it' })] });

    const report = await importData(rig.house, {
      enti: [comune('uno', { host: 'b.it' }), comune('due', { host: 'a.it' })],
    });

    expect(report.errori).toEqual([]);
    expect(await hosts(db)).toEqual(['uno b.it', 'due a.it']);
  });

  test('a refused row keeps its old host name, and nobody gets it', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    await importData(rig.house, { enti: [comune('uno', { host: 'a.it' })] });

    const report = await importData(rig.house, {
      enti: [comune('due', { host: 'b.it' }), comune('uno', { host: 'b.it' }), comune('tre', { host: 'a.it' })],
    });

    expect(where(report.errori)).toEqual(['enti.1.host', 'enti.2.host']);
    expect((await hosts(db)).sort()).toEqual(['due b.it', 'uno a.it']);
  });

  test('a production store refuses what is marked as invented', async () => {
    const { db } = rig.house;
    await empty(db, 'production');

    await expect(importData(rig.house, DEMO)).rejects.toThrow(ImportError);

    expect(await tuttiGliEnti(db, SERVICES)).toEqual([]);
  });

  test('a store that took invented data can no longer become a production store', async () => {
    const { db } = rig.house;
    await empty(db);

    await importData(rig.house, DEMO);

    expect(await db.selectFrom('portale').selectAll().execute()).toEqual([{ chiave: 'modo', valore: 'sandbox' }]);
  });

  test('http addresses go into a sandbox only', async () => {
    const { db } = rig.house;
    const file = { enti: [comune('uno', { url: { sito: 'http://uno.example/' } })] };

    await empty(db, 'sandbox');
    expect((await importData(rig.house, file)).errori).toEqual([]);
    for (const mode of ['production', undefined]) {
      await empty(db, mode);
      expect(where((await importData(rig.house, file)).errori)).toEqual(['enti.0.url.sito']);
    }
  });

  test('an unknown section is reported and does not stop the others', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');

    const report = await importData(rig.house, { ente: [], enti: [comune('uno')], toString: [] });

    expect(where(report.errori)).toEqual(['ente', 'toString']);
    expect(report.sezioni.enti?.nuovi).toBe(1);
  });

  test('a file without anything to import is refused as a whole', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');

    for (const data of [null, [], 'enti', {}, { ente: [] }, { prova: 'true', enti: [] }, { prova: true }]) {
      await expect(importData(rig.house, data)).rejects.toThrow(ImportError);
    }
    expect(where((await importData(rig.house, { enti: {} })).errori)).toEqual(['enti']);
  });

  test('a file of three thousand bodies goes in, and goes in again', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    const enti = Array.from({ length: 3000 }, (_, n) => comune(`c${n}`, { host: `c${n}.it` }));

    expect((await importData(rig.house, { enti })).sezioni.enti?.nuovi).toBe(3000);
    expect((await importData(rig.house, { enti })).sezioni.enti?.invariati).toBe(3000);
  });
});

onBoth('import beside cases', (rig) => {
  test('a body that has cases is still there when the file does not name it', async () => {
    const { db } = rig.house;
    const caso = await apri(caller(rig), { ente: 'borgo' });

    await importData(rig.house, DEMO);

    expect((await tuttiGliEnti(db, SERVICES)).map((e) => e.id)).toContain('borgo');
    const row = await db.selectFrom('pratiche').select('ente').where('id', '=', caso.id).executeTakeFirst();
    expect(row?.ente).toBe('borgo');
  });

  test('a body that has cases may stop taking new ones, and keeps a mailbox', async () => {
    await apri(caller(rig), { ente: 'borgo' });

    const silent = await importData(rig.house, { enti: [comune('borgo')] });
    const reachable = await importData(rig.house, { enti: [comune('borgo', { caselle: { '*': 'a@borgo.example' } })] });

    expect(where(silent.errori)).toEqual(['enti.0.caselle.*']);
    expect(reachable).toMatchObject({ sezioni: { enti: { aggiornati: 1 } }, errori: [] });
  });
});
