import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, onBothAlone, operatore, sendSegnalazione } from '../../../tests/rig.ts';
import { partsOfText, searchTextOf } from '../../features/cases/pratica/pratica-search.ts';
import { up } from './030-parole.ts';

const LATER = ['termine', 'arrivo', 'numero', 'richiedente', 'assegnata'].map((order) => `tutte_${order}`);
const WORD_COLUMNS = ['ente', 'stato', 'parola', 'pratica'] as const;
const INDEXES = ['ente', 'arrivo', 'numeri', 'richiedente', 'assegnatario', 'servizio', 'da_leggere', 'assegnata_a'];

onBothAlone('migration 30', (rig) => {
  test('existing cases are found and sorted by the same words as new ones, in the state that they are in', async () => {
    const { house } = rig;
    const { db, dialect } = house;
    const olga = callerOf(rig, { user: operatore('borgo') });
    const one = await sendSegnalazione(callerOf(rig));
    await sendSegnalazione(callerOf(rig), { email: 'bruno@esempio.it' });
    await olga.call('commenta', { ...one, vista: 'operatore', stato: 'in_elaborazione', protocollo_ente: 'PG/77' });
    const read = async () => ({
      cases: await db
        .selectFrom('pratiche')
        .select(['id', 'cerca', 'richiedente', 'assegnata_nome'])
        .orderBy('id')
        .execute(),
      words: await db.selectFrom('pratiche_parole').select(WORD_COLUMNS).orderBy('pratica').orderBy('parola').execute(),
    });
    // The operators of these tests are in no table: their cases would be sorted by the id.
    await db.updateTable('pratiche').set({ assegnata_a: null, assegnata_nome: '' }).execute();
    const before = await read();
    expect(
      before.words.filter(({ pratica }) => pratica === one.id).map(({ parola, stato }) => [parola, stato]),
    ).toEqual(
      expect.arrayContaining([
        ['pg/77', 'in_elaborazione'],
        ['77', 'in_elaborazione'],
        ['2026/000001', 'in_elaborazione'],
      ]),
    );

    for (const index of [...INDEXES, ...LATER, 'assegnata_ufficio'])
      await db.schema.dropIndex(`pratiche_${index}`).execute();
    for (const column of ['richiedente', 'assegnata_nome'])
      await db.schema.alterTable('pratiche').dropColumn(column).execute();
    await db.schema.dropTable('pratiche_parole').execute();
    await sql`update pratiche set cerca = ''`.execute(db);
    for (const index of [
      ...INDEXES.filter((i) => !['numeri', 'richiedente', 'assegnatario'].includes(i)),
      'assegnata_ufficio',
      'da_assegnare',
    ])
      await db.schema.createIndex(`pratiche_${index}`).on('pratiche').column('stato').execute();

    await up(db as unknown as Kysely<unknown>, dialect);
    expect(withSortedText(await read())).toEqual(before);
  });
});

/** Since migration 51 the parts are in order. */
const withSortedText = <T extends { cases: { cerca: string }[] }>({ cases, ...others }: T) => ({
  ...others,
  cases: cases.map((row) => ({ ...row, cerca: searchTextOf(partsOfText(row.cerca).sort()) })),
});
