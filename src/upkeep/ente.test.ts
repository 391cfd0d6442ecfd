import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { writeMezzo } from '../../tests/mezzi.ts';
import { writeAvviso, writePagamento } from '../../tests/pagamenti.ts';
import { writePosizione } from '../../tests/posizioni.ts';
import {
  callerOf,
  createAccount,
  ENTI,
  onBoth,
  pdfFile,
  RIG_NOW,
  type Rig,
  sendSegnalazione,
  withFreshStore,
} from '../../tests/rig.ts';
import { writeEnte } from '../features/cases/ente/ente.db.ts';
import { findStoredEnte, sealChiave } from '../features/services/paga-online/convenzione.server.ts';
import { readCatalog } from '../store/catalog.server.ts';
import type { PortalStore } from '../store/open.server.ts';
import { checkStore } from './check.server.ts';
import { exportEnte, restoreEnte } from './ente.server.ts';
import { countDeletion, deleteEnte } from './ente-delete.server.ts';
import { ENTE_ROWS } from './ente-rows.ts';

/** A store as the file of an export is. */
const withFile = <T>(work: (file: PortalStore) => Promise<T>) => withFreshStore('sqlite', work);

/**
 * Borgo and Valle have a case each, with an answer that an operator has begun; of Borgo are a file, a position with a device and a
 * declaration that was not sent, a paid notice and a cart that it shares with Valle.
 */
async function fill(rig: Rig): Promise<void> {
  const { db } = rig.house;
  const user = await createAccount(rig);
  const anna = callerOf(rig, { user });
  const { body } = await anna.call('caricaFile', { file: pdfFile() });
  const sent = [
    await sendSegnalazione(anna, { filesAllegati: [body.data.Id] }),
    await sendSegnalazione(callerOf(rig), { ente: 'valle', email: 'bruno@esempio.it' }),
  ];
  for (const { id } of sent)
    await db
      .insertInto('bozze_operatori')
      .values({ pratica: id, utente: 'olga', azione: '', valori_json: '{}', aggiornata: RIG_NOW })
      .execute();
  const posizione = await writePosizione(rig, {}, [user.codice_fiscale]);
  await writePosizione(rig, { ente: 'valle' }, [user.codice_fiscale]);
  const mezzo = await writeMezzo(rig, posizione);
  const unsent = { id: 'd1', proprietario: `u:${user.id}`, tipo: 'variazione', ente: 'borgo' } as const;
  await db
    .insertInto('dichiarazioni_mezzi')
    .values({ ...unsent, posizione: posizione.id, creata: RIG_NOW, pratica: null })
    .execute();
  const declared = { id: 'm1', dichiarazione: 'd1', n: 1, azione: 'variazione', mezzo: mezzo.id } as const;
  await db
    .insertInto('mezzi_dichiarati')
    .values({ ...declared, tipo: mezzo.tipo, dati_json: '{}', allegati_json: '[]', tolto: null })
    .execute();
  for (const ente of ['borgo', 'valle'])
    await db
      .insertInto('convenzioni')
      .values({ ente, segregazione: '01', iban: IBAN, ...sealChiave(rig.house.signer, ente, KEY), chiave_del: RIG_NOW })
      .execute();
  const paid = await writeAvviso(rig);
  await writePagamento(rig, [paid], { utente: user.id });
  const other = { numero_avviso: '301000000000000118', iuv: '01000000000000118' };
  const open = await writeAvviso(rig, other);
  const ofValle = await writeAvviso(rig, { ...other, ente: 'valle' });
  await writePagamento(rig, [open, ofValle], { stato: 'annullato' });
}

/** All rows that are an ente's, by table. */
const rowsOfEnte = ({ house }: Rig, ente: string): Promise<Record<string, string[]>> =>
  withFile(async (file) => {
    await exportEnte(house, file, ente);
    const tables: Record<string, string[]> = {};
    for (const { name } of await readCatalog(file)) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(file.db);
      // Deletions stay on record where they were made.
      if (name !== 'cancellazioni') tables[name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return tables;
  });

const KEY = 'chiave-di-sottoscrizione-1234';
const IBAN = 'IT60X0542811101000000123456';
const now = RIG_NOW;
const mode = 'sandbox';

onBoth('an ente', (rig) => {
  // Others are deleted in these tests, and the rig keeps its enti.
  beforeEach(async () => {
    let order = 0;
    for (const record of Object.values(ENTI)) await writeEnte(rig.house.db, record, order++);
  });

  const idsOf = async (store: Pick<PortalStore, 'db'>) => ({
    pratiche: (await store.db.selectFrom('pratiche').select('ente').orderBy('ente').execute()).map(({ ente }) => ente),
    enti: (await store.db.selectFrom('enti').select('id').orderBy('id').execute()).map(({ id }) => id),
  });

  test('leaves with all that is its, is deleted, and comes back as it was, while its neighbour keeps every row', async () => {
    await fill(rig);
    const { house } = rig;
    const [borgo, valle] = [await rowsOfEnte(rig, 'borgo'), await rowsOfEnte(rig, 'valle')];
    await withFile(async (file) => {
      await exportEnte(house, file, 'borgo');
      expect(await idsOf(file)).toEqual({ pratiche: ['borgo'], enti: ['borgo'] });
      expect((await checkStore(file)).faults).toEqual([]);

      await deleteEnte(house, 'borgo', { now, withPayments: true });
      expect(await idsOf(house)).toEqual({ pratiche: ['valle'], enti: ['portale', 'valle'] });
      expect(await rowsOfEnte(rig, 'valle')).toEqual(valle);
      for (const table of ['pratiche_parole', 'bozze_operatori'] as const)
        expect(JSON.stringify(await house.db.selectFrom(table).selectAll().execute())).not.toContain(
          borgo.pratiche?.[0],
        );
      expect(await house.db.selectFrom('mezzi_dichiarati').select('id').execute()).toEqual([]);
      expect((await checkStore(house)).faults).toEqual([]);

      await restoreEnte(file, house, { now, hasMoved: true, mode });
    });
    expect(await rowsOfEnte(rig, 'borgo')).toEqual(borgo);
    expect(await rowsOfEnte(rig, 'valle')).toEqual(valle);
    expect((await checkStore(house)).faults).toEqual([]);
  });

  test.each([true, false])(
    'is counted before it is deleted, by the deletion itself, payments too: %s',
    async (withPayments) => {
      await fill(rig);
      const before = await rig.dump();
      const counted = await countDeletion(rig.house, 'borgo', { now, withPayments });
      expect(await rig.dump()).toBe(before);
      expect(counted).toContainEqual({ name: 'pratiche', rows: 1 });
      expect(await deleteEnte(rig.house, 'borgo', { now, withPayments })).toEqual(counted);
      const record = await rig.house.db.selectFrom('cancellazioni').select(['tipo', 'ente', 'quante']).execute();
      expect(record.map(({ tipo, ente, quante }) => ({ name: tipo, ente, rows: Number(quante) }))).toEqual(
        expect.arrayContaining(counted.map((count) => ({ ...count, ente: 'borgo' }))),
      );
    },
  );

  test('leaves without its key at pagoPA, which must be written again where it arrives', async () => {
    await fill(rig);
    const { house } = rig;
    const readConvenzione = async () => (await rowsOfEnte(rig, 'borgo')).convenzioni?.map((row) => JSON.parse(row));
    const left = { ente: 'borgo', segregazione: '01', iban: IBAN, chiave: null, finale: '1234', chiave_del: RIG_NOW };
    expect(await readConvenzione()).toMatchObject([{ ...left, chiave_del: expect.anything() }]);
    expect(await findStoredEnte(house, ENTI.borgo.codice_fiscale)).toMatchObject({ key: KEY });
    await withFile(async (file) => {
      await exportEnte(house, file, 'borgo');
      await deleteEnte(house, 'borgo', { now, withPayments: false });
      expect(await house.db.selectFrom('convenzioni').select('ente').execute()).toEqual([{ ente: 'valle' }]);
      await deleteEnte(house, 'borgo', { now, withPayments: true });
      await restoreEnte(file, house, { now, hasMoved: true, mode });
    });
    expect(await findStoredEnte(house, ENTI.borgo.codice_fiscale)).toEqual({
      segregazione: '01',
      iban: IBAN,
      isKeyLost: true,
    });
  });

  test('comes alone, whatever else its file holds', async () => {
    await fill(rig);
    await withFile(async (file) => {
      await exportEnte(rig.house, file, 'borgo');
      await deleteEnte(rig.house, 'borgo', { now, withPayments: true });
      await file.db
        .insertInto('modifiche')
        .values({
          id: 'x',
          ente: 'valle',
          quando: 1,
          n: 1,
          chi: 'x',
          nome: 'X',
          oggetto: 'o',
          chiave: 'c',
          prima_json: 'null',
          dopo_json: 'null',
        })
        .execute();
      const valle = await rowsOfEnte(rig, 'valle');
      await restoreEnte(file, rig.house, { now, hasMoved: true, mode });
      expect(await rowsOfEnte(rig, 'valle')).toEqual(valle);
    });
  });

  test('that arrives where its citizen has an account of another id finds that account, and its numbers go on beyond', async () => {
    await fill(rig);
    const { house } = rig;
    await withFile(async (file) => {
      await exportEnte(house, file, 'borgo');
      await deleteEnte(house, 'borgo', { now, withPayments: true });
      const { db } = house;
      await db.deleteFrom('accessi').execute();
      await db.updateTable('utenti').set({ id: 'altro' }).execute();
      await restoreEnte(file, house, { now, hasMoved: false, mode });
      const owners = await db
        .selectFrom('pratiche')
        .select(['utente', 'proprietario'])
        .where('ente', '=', 'borgo')
        .execute();
      expect(owners).toEqual([{ utente: 'altro', proprietario: 'u:altro' }]);
      const { ultimo } = await db
        .selectFrom('numeratori')
        .select('ultimo')
        .where('ente', '=', 'borgo')
        .executeTakeFirstOrThrow();
      expect(ultimo).toBeGreaterThan(20_000_000);
      expect((await checkStore(house, now)).faults).toEqual([]);
    });
  });

  test('is refused by a store that has it, in which nothing changes', async () => {
    await fill(rig);
    await withFile(async (file) => {
      await exportEnte(rig.house, file, 'borgo');
      const before = await rig.dump();
      await expect(restoreEnte(file, rig.house, { now, hasMoved: true, mode })).rejects.toThrow('è già nell’archivio');
      expect(await rig.dump()).toBe(before);
    });
  });

  test('that is deleted leaves its receipts with their notices and its name, unless they go as well', async () => {
    await fill(rig);
    const { db } = rig.house;
    await deleteEnte(rig.house, 'borgo', { now, withPayments: false });
    expect((await idsOf(rig.house)).enti).toContain('borgo');
    expect(await db.selectFrom('ricevute').select('numero_avviso').execute()).toEqual([
      { numero_avviso: '301000000000000017' },
    ]);
    const avvisi = await db.selectFrom('avvisi').select(['ente', 'numero_avviso']).orderBy('ente').execute();
    expect(avvisi).toEqual([
      { ente: 'borgo', numero_avviso: '301000000000000017' },
      { ente: 'valle', numero_avviso: '301000000000000118' },
    ]);
    const record = await db
      .selectFrom('cancellazioni')
      .select(['motivo', 'quante'])
      .where('tipo', '=', 'pratiche')
      .execute();
    expect(record).toEqual([{ motivo: 'uscita', quante: 1 }]);
    // The row of the ente is still that of an ente, which offers nothing.
    expect((await callerOf(rig).call('listaEnti')).status).toBeLessThan(500);
  });

  test('is not deleted while somebody pays', async () => {
    await writePagamento(rig, [await writeAvviso(rig)], { stato: 'aperto' });
    await expect(deleteEnte(rig.house, 'borgo', { now, withPayments: true })).rejects.toThrow('1 pagamenti in corso');
    expect((await idsOf(rig.house)).enti).toContain('borgo');
  });

  test('every table says which of its rows are an ente’s', async () => {
    expect((await readCatalog(rig.house)).map(({ name }) => name).sort()).toEqual(Object.keys(ENTE_ROWS).sort());
  });
});
