/** A representation has an end (`fine`): from that day on the person is a stranger to the position, in every call of the table. */
import { beforeAll, expect, test } from 'vitest';
import { AUTHORIZATION_TABLE, type OperationRow, outcomesOf } from './authorization-table.ts';
import { writeAvviso, writePagamento, writeRicevuta } from './pagamenti.ts';
import { ANNA, writeDocumento, writePosizione } from './posizioni.ts';
import { callerOf, onBoth, onOneInTurn, type Rig } from './rig.ts';
import { buildTown, prepareEnte, type Town } from './town.ts';

/** What goes through a position: its rows of the table, by operation, and which of them. */
const THROUGH_POSITIONS: readonly (string | readonly [operation: string, what: string])[] = [
  'listaPosizioni',
  'togliPosizione',
  'documentiPosizione',
  'mieiDocumenti',
  'posizioniAperte',
  'mioDocumento',
  'attoDocumento',
  'documentiDaScegliere',
  'scegliDocumenti',
  'documentoRiesame',
  'inviaRiesame',
  'documentiRateizzazione',
  'simulaRate',
  'chiediRate',
  'documentoProroga',
  'chiediProroga',
  'controllaDocumentiIstanza',
  ['inviaIstanza', 'about a document of A’s'],
  ['chiediAffissione', 'for a position of A’s'],
  ['nuovaDichiarazioneMezzi', 'about a position of A’s'],
  ['leggiDichiarazioneMezzi', 'that A and the visitor have begun'],
  ['scriviDichiarazioneMezzi', 'that A and the visitor have begun'],
  'scriviAutomezzo',
  'scriviMezzoFisso',
  'togliMezzo',
  'rimettiMezzo',
  'duplicaMezzo',
  'mezziPosizione',
];
const isThrough = ({ operation, what }: OperationRow) =>
  THROUGH_POSITIONS.some((name) =>
    typeof name === 'string' ? name === operation : name[0] === operation && name[1] === what,
  );
const rows = AUTHORIZATION_TABLE.filter(isThrough);

/** The day of {@link RIG_NOW}. */
const TODAY = '2026-11-20';

const endLinks = ({ house }: Rig) => house.db.updateTable('rappresentanze').set({ fine: TODAY }).execute();

test('each call that goes through a position is in the table', () => {
  const asked = THROUGH_POSITIONS.map((name) => (typeof name === 'string' ? name : name[0]));
  expect(asked.filter((name) => !rows.some(({ operation }) => operation === name))).toEqual([]);
});

onOneInTurn('a person whose representation has ended', (rig) => {
  let m: Town;
  let rebuild: () => Promise<void>;
  beforeAll(async () => {
    await prepareEnte(rig);
    m = await buildTown(rig);
    await endLinks(rig);
    rebuild = await rig.keep();
  });

  test.each(rows.map((row) => [[row.operation, row.what].filter(Boolean).join(': '), row] as const))(
    '%s: is answered like somebody who never had the position',
    async (_name, row) => {
      await rebuild();
      const { operation, fields } = row;
      expect(await m.ask('A', operation, fields?.(m, 'A') ?? {})).toBe(outcomesOf(row).B);
    },
  );

  test('has the letter still: its two codes neither add the position again nor open it', async () => {
    for (const operation of ['nuovaPosizione', 'controllaPosizione'] as const) {
      await rebuild();
      const codes = { codice_utente: m.posizione.codice_utente, codice_controllo: m.posizione.codice_controllo };
      expect([operation, await m.ask('A', operation, codes)]).toEqual([operation, '409']);
    }
  });

  test('sees nothing by a grant of the codes from the hour before', async () => {
    await rebuild();
    const { id } = await rig.house.db
      .selectFrom('utenti')
      .select('id')
      .where('email', '=', 'anna@esempio.it')
      .executeTakeFirstOrThrow();
    await rig.house.db
      .insertInto('concessioni')
      .values({ proprietario: `u:${id}`, posizione: m.posizione.id, scade: rig.house.now() + 60_000 })
      .execute();
    expect(await m.ask('A', 'posizioniAperte', {})).toBe('200 nothing');
    const { numero, sistema } = m.documento;
    expect(await m.ask('A', 'documentoRiesame', { documento: numero, servizio: sistema })).toBe('404');
  });
});

const NUMERO = '301011100007347557';

onBoth('the money of a position whose representation has ended', (rig) => {
  test('others’ payments, notices to pay, due dates and the download of one’s data are no longer seen; one’s own payments are', async () => {
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const elsewhere = await writeDocumento(rig, posizione, {
      stato: 'pagato',
      stato_da: 'ricevuta',
      numero_avviso: NUMERO,
      numero: 'PAGATO-ALTROVE',
    });
    const paid = { ente: 'borgo', importo_cent: 100_00, numero_avviso: NUMERO, causale: 'TARI' };
    const ricevuta = await writeRicevuta(rig, paid);
    await writeDocumento(rig, posizione, { numero: 'DA-PAGARE' });
    await writeAvviso(rig, { posizione: posizione.id, causale: 'Rata del piano' });
    const own = await writeAvviso(rig, {
      numero_avviso: '302000000000000018',
      iuv: '02000000000000018',
      stato: 'pagato',
    });
    await writePagamento(rig, [own], { utente: ANNA.id, proprietario: `u:${ANNA.id}`, email: 'altra@esempio.it' });
    const anna = callerOf(rig, { user: ANNA });
    const seen = async () => ({
      pagamenti: (await anna.call('mieiPagamenti')).body.data.map((p: { numero_avviso: string }) => p.numero_avviso),
      avvisi: (await anna.call('mieiAvvisi')).body.data.map((a: { causale: string }) => a.causale),
      ricevuta: (await anna.ask('GET', `/api/v1/portale/pagamenti/${ricevuta.id}/ricevuta`)).status,
    });
    const names = [elsewhere.numero, 'DA-PAGARE', 'Rata del piano', posizione.codice_utente];
    const texts = async () => {
      const answers = [await anna.call('scadenzeCalendario'), await anna.call('scaricaDati')];
      return names.filter((name) => answers.some(({ bytes }) => (bytes ?? '').toString().includes(name)));
    };
    expect(await seen()).toEqual({
      pagamenti: expect.arrayContaining([NUMERO, own.numero_avviso]),
      avvisi: ['Rata del piano'],
      ricevuta: 200,
    });
    expect(await texts()).toEqual(names);

    await endLinks(rig);

    expect(await seen()).toEqual({ pagamenti: [own.numero_avviso], avvisi: [], ricevuta: 404 });
    expect(await texts()).toEqual([]);
  });
});
