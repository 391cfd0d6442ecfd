import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, countRows, onBoth, pdfFile, type Rig, sendSegnalazione, withFreshStore } from '../../tests/rig.ts';
import { seedSandbox } from '../seed-sandbox.server.ts';
import { readCatalog } from './catalog.server.ts';
import { copyAll } from './copy.server.ts';
import type { StoreDialect } from './tables.ts';

const OTHER: Record<StoreDialect, StoreDialect> = { sqlite: 'postgres', postgres: 'sqlite' };
const nothing = async () => undefined;

/** Demo data, cases with files, more rows than one portion has. */
async function fill(rig: Rig): Promise<void> {
  await seedSandbox(rig.house);
  const anna = callerOf(rig);
  const { body } = await anna.call('caricaFile', { file: pdfFile('modulo.pdf', 'x'.repeat(1_200_000)) });
  await sendSegnalazione(anna, { filesAllegati: [body.data.Id] });
  const rows = Array.from({ length: 1203 }, (_, n) => ({ chiave: `riga-${n}`, tempi_json: '[è]', scade: 2 ** 41 + n }));
  for (let at = 0; at < rows.length; at += 400)
    await rig.house.db
      .insertInto('limiti')
      .values(rows.slice(at, at + 400))
      .execute();
}

onBoth('a copied store', (rig) => {
  test('has every row of every table on the other engine, and all of it again when it is copied back', async () => {
    await fill(rig);
    const { house } = rig;
    await withFreshStore(OTHER[house.dialect], async (other) => {
      const there = await copyAll(house, other, nothing);
      await withFreshStore(house.dialect, async (again) => expect(await copyAll(other, again, nothing)).toEqual(there));

      const rows = Object.fromEntries(there.map((table) => [table.name, table.rows]));
      expect(rows).toMatchObject({
        pratiche: await countRows(rig, 'pratiche'),
        eventi: await countRows(rig, 'eventi'),
        allegati: 1,
        allegati_pezzi: 3,
        limiti: expect.any(Number),
      });
      expect(rows.pratiche).toBeGreaterThan(60);
      expect(rows.limiti).toBeGreaterThan(1200);
      const file = await other.db.selectFrom('allegati_pezzi').select('dati').orderBy('n').execute();
      const sent = await house.db.selectFrom('allegati_pezzi').select('dati').orderBy('n').execute();
      expect(Buffer.concat(file.map(({ dati }) => dati)).equals(Buffer.concat(sent.map(({ dati }) => dati)))).toBe(
        true,
      );
    });
  });

  test('is refused by a store that is not empty, in which nothing changes', async () => {
    await sendSegnalazione(callerOf(rig));
    await withFreshStore(OTHER[rig.house.dialect], async (other) => {
      await other.db.insertInto('limiti').values({ chiave: 'x', tempi_json: '[]', scade: 1 }).execute();
      await expect(copyAll(rig.house, other, nothing)).rejects.toThrow('non è vuoto (limiti)');
      expect(await other.db.selectFrom('pratiche').select('id').execute()).toEqual([]);
    });
  });

  test('leaves nothing behind when a row arrives otherwise than it was', async () => {
    await sendSegnalazione(callerOf(rig));
    await withFreshStore(OTHER[rig.house.dialect], async (other) => {
      const { dialect } = other;
      if (dialect === 'sqlite')
        await sql`create trigger storto after insert on eventi begin update eventi set testo = 'altro' where id = new.id; end`.execute(
          other.db,
        );
      else {
        await sql`create function storto() returns trigger language plpgsql as
          $$ begin new.testo = 'altro'; return new; end $$`.execute(other.db);
        await sql`create trigger storto before insert on eventi for each row execute function storto()`.execute(
          other.db,
        );
      }
      await expect(copyAll(rig.house, other, nothing)).rejects.toThrow('nella tabella eventi');
      expect(await other.db.selectFrom('pratiche').select('id').execute()).toEqual([]);
    });
  });

  test('is refused when the other store has other columns', async () => {
    await withFreshStore(OTHER[rig.house.dialect], async (other) => {
      await sql`alter table limiti add column altra text`.execute(other.db);
      await expect(copyAll(rig.house, other, nothing)).rejects.toThrow('non hanno le stesse tabelle: limiti');
    });
  });

  test('each table comes after those that it refers to, and has a key', async () => {
    const names: string[] = [];
    for (const table of await readCatalog(rig.house)) {
      expect(names).toEqual(expect.arrayContaining(table.refersTo));
      expect([table.name, table.key.length]).not.toEqual([table.name, 0]);
      names.push(table.name);
    }
    expect(names).toContain('allegati_pezzi');
  });
});
