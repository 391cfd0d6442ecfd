import { expect, test } from 'vitest';
import { listUnclaimedPratiche } from '../src/features/cases/pratica/pratica.db.ts';
import { withoutScans } from './query-plans.ts';
import { houseOn } from './rig.ts';

test('a query that reads most of a table through an index is found, and so is one that reads it row by row', async () => {
  const rig = await houseOn('sqlite');
  const { db } = rig.house;
  const asked = (work: () => Promise<unknown>) => withoutScans(rig.place.dataDir, work);
  const guests = () =>
    db.selectFrom('pratiche').select('id').where('utente', 'is', null).where('nome', '=', 'x').execute();
  await expect(asked(() => db.selectFrom('pratiche').select('id').where('nome', '=', 'x').execute())).rejects.toThrow(
    'pratiche: select',
  );
  await expect(asked(guests)).rejects.toThrow('pratiche USING INDEX');
  await asked(() => listUnclaimedPratiche(db, 'x'));
  await rig.close();
});

test('without an index in the order of a citizen’s cases SQLite takes another in that order, and reads all guests', async () => {
  const rig = await houseOn('sqlite');
  const { db } = rig.house;
  await db.schema.dropIndex('pratiche_persona').execute();
  await db.schema.createIndex('pratiche_persona').on('pratiche').columns(['codice_fiscale', 'utente']).execute();
  const newest = () =>
    db
      .selectFrom('pratiche')
      .select('oggetto')
      .where('codice_fiscale', '=', 'x')
      .where('utente', 'is', null)
      .orderBy('inviata_il', 'desc')
      .execute();
  await expect(withoutScans(rig.place.dataDir, newest)).rejects.toThrow('pratiche USING INDEX pratiche_utente');
  await rig.close();
});
