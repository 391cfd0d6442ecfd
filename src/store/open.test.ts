import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBoth, RIG_NOW } from '../../tests/rig.ts';
import { openStore, stampMode } from './open.server.ts';

const limitRow = (chiave: string) => ({ chiave, tempi_json: '[]', scade: RIG_NOW });

onBoth('the store', (rig) => {
  test('opening it again changes nothing', async () => {
    await rig.house.db.insertInto('limiti').values(limitRow('a')).execute();
    const again = await openStore(rig.place);
    const found = await again.db.selectFrom('limiti').selectAll().execute();
    await again.close();
    expect(found).toEqual([limitRow('a')]);
  });

  test('who only looks reads the store and writes nothing', async () => {
    await rig.house.db.insertInto('limiti').values(limitRow('a')).execute();
    const looking = await openStore(rig.place, { look: true });
    expect(await looking.db.selectFrom('limiti').selectAll().execute()).toEqual([limitRow('a')]);
    await expect(looking.db.deleteFrom('limiti').execute()).rejects.toThrow();
    await looking.close();
    expect(await rig.house.db.selectFrom('limiti').selectAll().execute()).toEqual([limitRow('a')]);
  });

  test('a store belongs for ever to the mode in which it was made', async () => {
    await expect(stampMode(rig.house.db, 'sandbox')).resolves.toBeUndefined();
    await expect(stampMode(rig.house.db, 'production')).rejects.toThrow('Questo archivio è di tipo sandbox');
  });

  test('instants come back as numbers', async () => {
    await rig.house.db.insertInto('limiti').values(limitRow('a')).execute();
    const row = await rig.house.db.selectFrom('limiti').select('scade').executeTakeFirstOrThrow();
    expect(row.scade).toBe(RIG_NOW);
  });

  test('a failed transaction leaves no rows', async () => {
    const failing = rig.house.db.transaction().execute(async (tx) => {
      await tx.insertInto('limiti').values(limitRow('a')).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rig.house.db.selectFrom('limiti').selectAll().execute()).toEqual([]);
  });

  test('a row that refers to a missing row is refused', async () => {
    const row = { id: 'x', pratica: 'manca', hash: 'h', creata: 1, scade: 2 };
    await expect(rig.house.db.insertInto('chiavi_operatore').values(row).execute()).rejects.toThrow();
  });

  test('twenty parallel transactions that read and then write lose no update', async () => {
    const { db, dialect } = rig.house;
    await db
      .insertInto('limiti')
      .values({ ...limitRow('conto'), scade: 0 })
      .execute();
    const other = await rig.otherHost();
    const step = (store: typeof db) =>
      store.transaction().execute(async (tx) => {
        const query = tx.selectFrom('limiti').select('scade').where('chiave', '=', 'conto');
        const { scade } = await (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
        await tx
          .updateTable('limiti')
          .set({ scade: scade + 1 })
          .where('chiave', '=', 'conto')
          .execute();
      });
    await Promise.all(Array.from({ length: 10 }, () => step(db)));
    await Promise.all(Array.from({ length: 10 }, () => step(other.db)));
    const { scade } = await db.selectFrom('limiti').select('scade').executeTakeFirstOrThrow();
    expect(scade).toBe(20);
  });

  test('bytes are read as they were written', async () => {
    const { db } = rig.house;
    const data = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
    const file = {
      proprietario: 'v',
      pratica: null,
      evento: null,
      nota: null,
      categoria: null,
      bozza: null,
      nascosto: null,
    };
    await db
      .insertInto('allegati')
      .values({ id: 'a', nome: 'n', tipo: 'pdf', dimensione: 1, sha256: '', miniatura: 0, creato: RIG_NOW, ...file })
      .execute();
    await db.insertInto('allegati_pezzi').values({ allegato: 'a', variante: 'originale', n: 0, dati: data }).execute();
    const row = await db.selectFrom('allegati_pezzi').select('dati').executeTakeFirstOrThrow();
    expect(Buffer.from(row.dati).equals(data)).toBe(true);
  });

  test('the chunks of a file are deleted with it', async () => {
    const { db } = rig.house;
    const file = {
      proprietario: 'v',
      pratica: null,
      evento: null,
      nota: null,
      categoria: null,
      bozza: null,
      nascosto: null,
    };
    await db
      .insertInto('allegati')
      .values({ id: 'a', nome: 'n', tipo: 'pdf', dimensione: 1, sha256: '', miniatura: 0, creato: RIG_NOW, ...file })
      .execute();
    const data = Buffer.from('x');
    await db.insertInto('allegati_pezzi').values({ allegato: 'a', variante: 'originale', n: 0, dati: data }).execute();
    await db.deleteFrom('allegati').execute();
    expect(await db.selectFrom('allegati_pezzi').selectAll().execute()).toEqual([]);
  });
});

test('the SQLite file syncs before it acknowledges, and enforces its foreign keys', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portale-prova-'));
  const store = await openStore({ dataDir });
  const pragma = async (name: string) => {
    const { rows } = await store.db.executeQuery<Record<string, unknown>>({
      sql: `pragma ${name}`,
      parameters: [],
      query: { kind: 'RawNode' } as never,
      queryId: { queryId: name } as never,
    });
    return Object.values(rows[0] ?? {})[0];
  };
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
  await store.close();
  rmSync(dataDir, { recursive: true });
});
