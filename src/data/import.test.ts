import { expect, test } from 'vitest';
import { codiceFiscaleOfEnte } from '../../scripts/data/fill/enti.ts';
import { callerOf, onBoth, sendSegnalazione } from '../../tests/rig.ts';
import { readAllEnti } from '../features/cases/ente/ente.db.ts';
import type { Ente } from '../features/cases/ente/ente.ts';
import { demoData } from '../sandbox/demo.ts';
import { SERVICE_ROWS } from '../services.ts';
import type { StoreDb } from '../store/tables.ts';
import { DATA_SECTIONS, ImportError, importData } from './import.server.ts';

const comune = (id: string, over: Record<string, unknown> = {}) => ({
  id,
  nome: `Comune di ${id}`,
  motto: 'Di prova',
  regione: 'Regione',
  codice_fiscale: codiceFiscaleOfEnte([...id].reduce((n, letter) => (n * 31 + letter.charCodeAt(0)) % 1e9, 7)),
  colore: '#007a52',
  contatti: { indirizzo: 'Piazza 1', email: `urp@${id}.example` },
  ...over,
});

const NO_ROWS = { created: 0, updated: 0, unchanged: 0, refused: 0, conflicts: 0 };

async function empty(db: StoreDb, mode?: string): Promise<void> {
  await db.deleteFrom('immagini').execute();
  await db.deleteFrom('enti').execute();
  await db.deleteFrom('portale').execute();
  if (mode) await db.insertInto('portale').values({ chiave: 'modo', valore: mode }).execute();
}

/** Only the enti of the demo. */
const DEMO = { prova: true, enti: demoData('2026-11-20').enti };

const hosts = async (db: StoreDb) => (await readAllEnti(db, SERVICE_ROWS)).map((e: Ente) => `${e.id} ${e.host}`);
const where = (errors: { path: PropertyKey[] }[]) => errors.map((e) => e.path.join('.'));

onBoth('import', (rig) => {
  test('the demo is imported completely, and a second time nothing changes', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    const data = demoData('2026-11-20');

    const first = await importData(rig.house, data);
    const stored = await readAllEnti(db, SERVICE_ROWS);
    const before = await rig.dump();
    const second = await importData(rig.house, data);

    expect([...first.errors, ...second.errors]).toEqual([]);
    // The demo has nothing that is gone.
    expect(Object.keys(first.sections)).toEqual(Object.keys(DATA_SECTIONS).filter((name) => name !== 'cessazioni'));
    for (const [name, { created, unchanged }] of Object.entries(first.sections)) {
      expect([name, unchanged]).toEqual([name, 0]);
      expect(second.sections[name]).toEqual({ ...NO_ROWS, unchanged: created });
    }
    // Of a picture the record has its hash and size, and a table the bytes.
    const withoutImages = ({ stemma, piede, ...ente }: Record<string, unknown>) => ente;
    expect(stored.map(withoutImages)).toEqual(data.enti.map(withoutImages));
    const images = await db.selectFrom('immagini').select(['ente', 'impronta']).execute();
    const named = stored.flatMap(({ id, stemma, piede }) =>
      [stemma, ...(piede?.loghi ?? []).map(({ immagine }) => immagine)].flatMap((image) =>
        image ? [{ ente: id, impronta: image.impronta }] : [],
      ),
    );
    expect(named).toHaveLength(4);
    expect(new Set(images.map((row) => JSON.stringify(row)))).toEqual(new Set(named.map((row) => JSON.stringify(row))));
    expect(await rig.dump()).toBe(before);
  });

  test('a new crest takes the place of the old one, and no crest leaves no picture', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    const crest = (path: string) => Buffer.from(`<svg viewBox="0 0 4 4"><path d="${path}"/></svg>`).toString('base64');
    const importCrest = async (stemma?: string) => {
      const [ente] = demoData('2026-11-20').enti.filter(({ id }) => id === 'collelume');
      const { stemma: _, ...record } = ente ?? {};
      await importData(rig.house, { enti: [{ ...record, ...(stemma && { stemma }) }] });
      const rows = await db.selectFrom('immagini').select('dati').where('ente', '=', 'collelume').execute();
      return rows.map(({ dati }) => /d="(\w+)"/.exec(Buffer.from(dati).toString())?.[1]);
    };
    expect(await importCrest(crest('M1'))).toEqual(['M1']);
    expect(await importCrest(crest('M2'))).toEqual(['M2']);
    expect(await importCrest(crest('M2'))).toEqual(['M2']);
    expect(await importCrest()).toEqual([]);
  });

  test('wrong rows are refused, and the others are imported', async () => {
    const { db } = rig.house;
    await empty(db, 'production');

    const report = await importData(rig.house, {
      enti: [comune('uno'), comune('due', { colore: 'red' }), 7, comune('tre')],
    });

    expect(report.sections.enti).toEqual({ ...NO_ROWS, created: 2, refused: 2 });
    expect(where(report.errors)).toEqual(['enti.1.colore', 'enti.2']);
    expect((await readAllEnti(db, SERVICE_ROWS)).map((e) => e.id)).toEqual(['uno', 'tre']);
  });

  test('changed rows are updated, and rows that the file leaves out stay', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    await importData(rig.house, { enti: [comune('uno'), comune('due')] });

    const report = await importData(rig.house, { enti: [comune('uno', { nome: 'Comune nuovo' })] });

    expect(report.sections.enti).toEqual({ ...NO_ROWS, updated: 1 });
    expect((await readAllEnti(db, SERVICE_ROWS)).map((e) => e.nome).sort()).toEqual(['Comune di due', 'Comune nuovo']);
  });

  test('id and host name belong to one ente, in the file and in the store', async () => {
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

    expect(where(report.errors)).toEqual(['enti.1.id', 'enti.2.host', 'enti.3.host']);
    expect(report.errors.map((e) => e.text).join(' ')).toMatch(/enti\[0\].*enti\[0\].*«vecchio»/);
    expect((await hosts(db)).sort()).toEqual(['uno uno.it', 'vecchio vecchio.it']);
  });

  test('a tax code belongs to one ente, in the file and in the store, and two can swap theirs', async () => {
    const { db } = rig.house;
    await empty(db);
    const [one, two] = [comune('uno'), comune('due')];
    await importData(rig.house, { enti: [one, two] });
    const report = await importData(rig.house, {
      enti: [
        comune('tre', { codice_fiscale: one.codice_fiscale }),
        comune('quattro'),
        comune('cinque', { codice_fiscale: comune('quattro').codice_fiscale }),
      ],
    });
    expect(where(report.errors)).toEqual(['enti.0.codice_fiscale', 'enti.2.codice_fiscale']);
    expect(report.errors[0]?.text).toBe('Questo codice fiscale è già di «uno» nell’archivio: ogni ente ha il suo.');
    const swapped = await importData(rig.house, {
      enti: [
        { ...one, codice_fiscale: two.codice_fiscale },
        { ...two, codice_fiscale: one.codice_fiscale },
      ],
    });
    expect(swapped.errors).toEqual([]);
    const codes = (await readAllEnti(db, SERVICE_ROWS)).map(({ id, codice_fiscale }) => [id, codice_fiscale]);
    expect(codes).toEqual(
      expect.arrayContaining([
        ['uno', two.codice_fiscale],
        ['due', one.codice_fiscale],
      ]),
    );
    const repeat = db.updateTable('enti').set({ codice_fiscale: one.codice_fiscale }).where('id', '=', 'uno').execute();
    await expect(repeat).rejects.toThrow(/unique/i);
  });

  test('a file with a part of the enti leaves the others where they are in the lists, and what is new comes last', async () => {
    const { db } = rig.house;
    await empty(db);
    const ids = async () => (await readAllEnti(db, SERVICE_ROWS)).map(({ id }) => id);
    await importData(rig.house, { enti: [comune('uno'), comune('due')] });
    await importData(rig.house, { enti: [comune('tre'), comune('due', { motto: 'Nuovo' })] });
    expect(await ids()).toEqual(['uno', 'due', 'tre']);
    await importData(rig.house, { enti: [comune('tre'), comune('uno'), comune('due')] });
    expect(await ids()).toEqual(['tre', 'uno', 'due']);
  });

  test('two enti can swap their host names', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    await importData(rig.house, { enti: [comune('uno', { host: 'a.it' }), comune('due', { host: 'b.it' })] });

    const report = await importData(rig.house, {
      enti: [comune('uno', { host: 'b.it' }), comune('due', { host: 'a.it' })],
    });

    expect(report.errors).toEqual([]);
    expect(await hosts(db)).toEqual(['uno b.it', 'due a.it']);
  });

  test('a refused row keeps its old host name, and no other ente gets it', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    await importData(rig.house, { enti: [comune('uno', { host: 'a.it' })] });

    const report = await importData(rig.house, {
      enti: [comune('due', { host: 'b.it' }), comune('uno', { host: 'b.it' }), comune('tre', { host: 'a.it' })],
    });

    expect(where(report.errors)).toEqual(['enti.1.host', 'enti.2.host']);
    expect((await hosts(db)).sort()).toEqual(['due b.it', 'uno a.it']);
  });

  test('a production store refuses a file that is marked as invented', async () => {
    const { db } = rig.house;
    await empty(db, 'production');

    await expect(importData(rig.house, DEMO)).rejects.toThrow(ImportError);

    expect(await readAllEnti(db, SERVICE_ROWS)).toEqual([]);
  });

  test('a store with invented data can no longer become a production store', async () => {
    const { db } = rig.house;
    await empty(db);

    await importData(rig.house, DEMO);

    expect(await db.selectFrom('portale').selectAll().execute()).toEqual([{ chiave: 'modo', valore: 'sandbox' }]);
  });

  test('http addresses are accepted in a sandbox only', async () => {
    const { db } = rig.house;
    const file = { enti: [comune('uno', { url: { sito: 'http://uno.example/' } })] };

    await empty(db, 'sandbox');
    expect((await importData(rig.house, file)).errors).toEqual([]);
    for (const mode of ['production', undefined]) {
      await empty(db, mode);
      expect(where((await importData(rig.house, file)).errors)).toEqual(['enti.0.url.sito']);
    }
  });

  test('an unknown section is reported and does not stop the others', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');

    const report = await importData(rig.house, { ente: [], enti: [comune('uno')], toString: [] });

    expect(where(report.errors)).toEqual(['ente', 'toString']);
    expect(report.sections.enti?.created).toBe(1);
  });

  test('a file without any section is refused as a whole', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');

    for (const data of [null, [], 'enti', {}, { ente: [] }, { prova: 'true', enti: [] }, { prova: true }]) {
      await expect(importData(rig.house, data)).rejects.toThrow(ImportError);
    }
    expect(where((await importData(rig.house, { enti: {} })).errors)).toEqual(['enti']);
  });

  test('a file of three thousand enti is imported twice', async () => {
    const { db } = rig.house;
    await empty(db, 'sandbox');
    const enti = Array.from({ length: 3000 }, (_, n) => comune(`c${n}`, { host: `c${n}.it` }));

    expect((await importData(rig.house, { enti })).sections.enti?.created).toBe(3000);
    expect((await importData(rig.house, { enti })).sections.enti?.unchanged).toBe(3000);
  });
});

onBoth('import beside cases', (rig) => {
  test('an ente that has cases stays in the store when the file does not name it', async () => {
    const { db } = rig.house;
    const pratica = await sendSegnalazione(callerOf(rig), { ente: 'borgo' });

    await importData(rig.house, DEMO);

    expect((await readAllEnti(db, SERVICE_ROWS)).map((e) => e.id)).toContain('borgo');
    const row = await db.selectFrom('pratiche').select('ente').where('id', '=', pratica.id).executeTakeFirst();
    expect(row?.ente).toBe('borgo');
  });

  test('an ente that has cases may stop accepting new ones, and keeps a mailbox', async () => {
    await sendSegnalazione(callerOf(rig), { ente: 'borgo' });

    const silent = await importData(rig.house, { enti: [comune('borgo')] });
    const reachable = await importData(rig.house, { enti: [comune('borgo', { caselle: { '*': 'a@borgo.example' } })] });

    expect(where(silent.errors)).toEqual(['enti.0.caselle.*']);
    expect(reachable).toMatchObject({ sections: { enti: { updated: 1 } }, errors: [] });
  });
});
