import { expect, test } from 'vitest';
import { listActing } from '../src/features/cases/posizione/deleghe.db.ts';
import { listOwnDocumenti } from '../src/features/cases/posizione/documenti-own.db.ts';
import { listPosizioniOf } from '../src/features/cases/posizione/posizione.db.ts';
import { takeEsterne } from '../src/features/cases/pratica/esterna.db.ts';
import { listUnclaimedPratiche } from '../src/features/cases/pratica/pratica.db.ts';
import { listNextDue, listOwedRate, listStatementPosizioni } from '../src/features/people/deleghe/deleghe.db.ts';
import { countPratiche as countFigures } from '../src/features/people/operatore/andamento.db.ts';
import { countPratiche, findByWords, listPratiche } from '../src/features/people/operatore/operatore.db.ts';
import { listOwnAnswers, listOwnChanges } from '../src/features/town/open-data/open-data.db.ts';
import { plansOf, withoutScans } from './query-plans.ts';
import { houseOn } from './rig.ts';

/** By the number of each case of a page, once the page is known. */
const OF_PAGE = 'SEARCH pratiche USING INDEX sqlite_autoindex_pratiche_2 (ente=? AND anno=? AND numero=?)';

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
  await asked(() => takeEsterne(db, { id: 'x', codice_fiscale: 'x', email: '' }));
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

test('the cases of a colleague are listed and counted from the index of those who have them', async () => {
  const rig = await houseOn('sqlite');
  const { db } = rig.house;
  const ofPiero = { enti: ['borgo'], stati: ['inviata'] as const, words: [], unreadOnly: false, persona: 'piero' };
  const late = { ...ofPiero, queue: { prima: '2026-11-20' } };
  const part = { order: { by: 'termine', way: 'asc' }, total: 9, limit: 25 } as const;
  const searches = async (work: () => Promise<unknown>) =>
    (await plansOf(rig.place.dataDir, work)).filter((l) => l.startsWith('SEARCH pratiche ') && l !== OF_PAGE);
  for (const filter of [ofPiero, late])
    for (const work of [() => listPratiche(db, filter, part), () => countPratiche(db, { all: filter })]) {
      const plans = await searches(work);
      expect([plans.length > 0, plans.filter((plan) => !plan.includes('(assegnata_a=? AND stato=?'))]).toEqual([
        true,
        [],
      ]);
    }
  await rig.close();
});

test('the list of an area, its count and its figures are read from indexes of their own', async () => {
  const rig = await houseOn('sqlite');
  const { db } = rig.house;
  const filter = { enti: ['borgo'], stati: ['inviata', 'conclusa'] as const, words: [], unreadOnly: false };
  const ofArea = { ...filter, area: 'centro' };
  const searches = async (work: () => Promise<unknown>) => [
    ...new Set((await plansOf(rig.place.dataDir, work)).filter((line) => line.startsWith('SEARCH pratiche '))),
  ];
  expect(
    await searches(() => listPratiche(db, ofArea, { order: { by: 'termine', way: 'asc' }, total: 9, limit: 25 })),
  ).toEqual(['SEARCH pratiche USING COVERING INDEX pratiche_area (ente=? AND area=? AND stato=?)', OF_PAGE]);
  expect(await searches(() => countPratiche(db, { all: ofArea, lamps: { ...ofArea, codice: 'SF510' } }, 100))).toEqual([
    'SEARCH pratiche USING COVERING INDEX pratiche_area (ente=? AND area=? AND stato=?)',
  ]);
  const months = [0, 1];
  expect(
    await searches(() => countFigures(db, { ente: 'borgo', area: 'centro', months, today: '2026-11-20' })),
  ).toEqual([
    'SEARCH pratiche USING COVERING INDEX pratiche_andamento_area (ente=? AND area=? AND inviata_il>? AND inviata_il<?)',
  ]);
  await rig.close();
});

test('each order of an operator’s list, of one ente or of many, is read from its own index and the page alone is sorted', async () => {
  const rig = await houseOn('sqlite');
  const { db } = rig.house;
  const filter = { enti: ['borgo'], stati: ['inviata'] as const, words: [], unreadOnly: false };
  const lines = (work: () => Promise<unknown>) => plansOf(rig.place.dataDir, work);
  const INDEXES = {
    termine: 'ente',
    arrivo: 'arrivo',
    numero: 'numeri',
    richiedente: 'richiedente',
    assegnata: 'assegnatario',
  } as const;
  const many = Array.from({ length: 100 }, (_, n) => `ente-${n}`);
  for (const [by, index] of Object.entries(INDEXES) as [keyof typeof INDEXES, string][])
    for (const way of ['asc', 'desc'] as const)
      for (const [enti, search] of [
        [['borgo'], `pratiche_${index} (ente=? AND stato=?)`],
        [many, `pratiche_tutte_${by} (stato=?)`],
      ] as const) {
        const list = { ...filter, enti };
        const plan = await lines(() => listPratiche(db, list, { order: { by, way }, total: 9999, limit: 25 }));
        expect([by, way, plan.filter((line) => /pratiche USING|TEMP B-TREE FOR ORDER BY/.test(line))]).toEqual([
          by,
          way,
          [`SEARCH pratiche USING COVERING INDEX ${search}`, 'USE TEMP B-TREE FOR ORDER BY', OF_PAGE],
        ]);
      }
  await rig.close();
});

test('what is unread, or has a word, is found in an index of its own', async () => {
  const rig = await houseOn('sqlite');
  const { db } = rig.house;
  const filter = { enti: ['borgo'], stati: ['inviata'] as const, words: [], unreadOnly: false };
  const lines = (work: () => Promise<unknown>) => plansOf(rig.place.dataDir, work);
  expect((await lines(() => countPratiche(db, { all: { ...filter, unreadOnly: true } }))).join('\n')).toMatch(
    /pratiche_da_leggere(_arrivo)? \(ente=\? AND stato=\?\)/,
  );
  const ofYear = { ...filter, unreadOnly: true, from: 1, until: 2 };
  expect((await lines(() => countPratiche(db, { all: ofYear }))).join('\n')).toContain(
    'COVERING INDEX pratiche_da_leggere_arrivo (ente=? AND stato=? AND inviata_il>? AND inviata_il<?)',
  );
  const plan = [
    ...(await lines(() => findByWords(db, { ...filter, words: ['rossi'] }))),
    ...(await lines(() =>
      listPratiche(
        db,
        { ...filter, found: [{ pratica: 'p-1', stato: 'inviata' }] },
        { order: { by: 'arrivo', way: 'asc' }, total: 3, limit: 25 },
      ),
    )),
  ].join('\n');
  expect(plan).toContain('pratiche_parole USING PRIMARY KEY (ente=? AND stato=? AND parola>? AND parola<?)');
  expect(plan).toContain('pratiche USING INDEX sqlite_autoindex_pratiche_1 (id=?)');
  await rig.close();
});

test('what became of the reports of a program since a moment is read from those that have changed since', async () => {
  const rig = await houseOn('sqlite');
  const period = { programma: 'x', dal: 1, al: 2 };
  for (const work of [listOwnChanges, listOwnAnswers]) {
    const plans = await plansOf(rig.place.dataDir, () => work(rig.house.db, period, 10));
    expect(plans[0]).toBe('SEARCH r USING INDEX richieste_open311_cambiate (programma=? AND cambiata>?)');
  }
  await rig.close();
});

test('what a delegate of many does is found from the positions of a page, and what is their own without the rest', async () => {
  const rig = await houseOn('sqlite');
  const { db } = rig.house;
  const person = { codice_fiscale: 'x', today: '2026-11-20' };
  const first = async (work: () => Promise<unknown>) => (await plansOf(rig.place.dataDir, work))[0];
  expect(await first(() => listActing(db, person, ['p']))).toMatch(/^SEARCH n USING .*\(posizione=\?\)$/);
  expect(await first(() => listStatementPosizioni(db, person, { offset: 0, limit: 9 }))).toBe(
    'SEARCH d USING INDEX deleghe_per_nome (delegato=?)',
  );
  for (const work of [() => listOwedRate(db, ['p']), () => listNextDue(db, ['p'])])
    expect((await plansOf(rig.place.dataDir, work)).filter((line) => line.startsWith('SCAN'))).toEqual([]);
  for (const work of [() => listPosizioniOf(db, person), () => listOwnDocumenti(db, person)])
    expect(await first(work)).toBe('SEARCH r USING INDEX rappresentanze_proprie (codice_fiscale=? AND delegata=?)');
  await rig.close();
});
