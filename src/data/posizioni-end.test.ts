/** Positions, documents and links that end: by a day, by a row that says so, and by a file that replaces what was sent before. */
import { expect, test } from 'vitest';
import { importOutcomes } from '../../tests/imports.ts';
import { writeAvviso, writePagamento } from '../../tests/pagamenti.ts';
import { ANNA, BRUNO_CODICE } from '../../tests/posizioni.ts';
import { callerOf, createAccount, onBoth, type Rig } from '../../tests/rig.ts';
import { encodeCodice } from '../features/cases/posizione/codice.ts';
import { BrakeError, ImportError, importData } from './import.server.ts';
import { emptyPlan } from './row-batch.ts';

const SISTEMA = 'Rifiuti TARI';
const TARI = { ente: 'borgo', sistema: SISTEMA };
const REPLACES = { sostituisci: [TARI] };
const codiceOf = (n: number) => `TR-${n}`;
const posizione = (n: number, over: object = {}) => ({
  ...TARI,
  codice_utente: codiceOf(n),
  codice_controllo: 'AB12CD',
  intestatario: 'Anna Bianchi',
  ...over,
});
const link = (n: number, over: object = {}) => ({
  ente: 'borgo',
  codice_utente: codiceOf(n),
  codice_fiscale: ANNA.codice_fiscale,
  ruolo: 'persona_fisica',
  ...over,
});
/** With a notice number whose check digits are right. */
const NUMERI = ['301011100007347557', '301012600000000114', '301012600000000215'] as const;
const documento = (n: number, over: object = {}) => ({
  ...TARI,
  codice_utente: codiceOf(n),
  numero: `D-${n}`,
  tipo: 'TARI, acconto',
  data: '2026-03-02',
  scadenza: '2026-12-16',
  importo_cent: 9320,
  stato: 'da_pagare',
  ...over,
});
const upTo = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at + 1));
/** Twenty positions, each with its document and Anna as who represents it. */
const ALL = {
  posizioni: upTo(20, posizione),
  rappresentanze: upTo(20, (n) => link(n)),
  documenti: upTo(20, (n) => documento(n, n <= NUMERI.length ? { numero_avviso: NUMERI[n - 1] } : {})),
};
const without = (...gone: number[]) => ({
  posizioni: ALL.posizioni.filter((_, at) => !gone.includes(at + 1)),
  rappresentanze: ALL.rappresentanze.filter((_, at) => !gone.includes(at + 1)),
  documenti: ALL.documenti.filter((_, at) => !gone.includes(at + 1)),
});
const planning = (rig: Rig) => ({
  ...rig.house,
  planned: emptyPlan(),
});
const shown = async (rig: Rig) => {
  const anna = callerOf(rig, { user: ANNA });
  const posizioni = (await anna.call('listaPosizioni')).body.data as { codice_utente: string }[];
  const documenti = (await anna.call('mieiDocumenti')).body.data as { numero: string }[];
  return {
    posizioni: posizioni.map(({ codice_utente }) => codice_utente),
    documenti: documenti.map(({ numero }) => numero),
  };
};
const documentoRow = (rig: Rig, numero: string) =>
  rig.house.db.selectFrom('documenti').selectAll().where('numero', '=', numero).executeTakeFirstOrThrow();
const replacedOf = (report: Awaited<ReturnType<typeof importData>>) =>
  report.replaced.map(({ section, live, closed }) => `${section} ${closed}/${live}`);

onBoth('a file that replaces what a system has sent', (rig) => {
  test('what it lacks is closed for citizens, and stays in the store; what it has stays as it is', async () => {
    await importOutcomes(rig, ALL);

    const report = await importData(rig.house, { ...without(1), ...REPLACES });

    expect([replacedOf(report), report.errors]).toEqual([
      ['documenti 1/20', 'rappresentanze 1/20', 'posizioni 1/20'],
      [],
    ]);
    const after = await shown(rig);
    expect([after.posizioni.includes('TR-1'), after.posizioni.length]).toEqual([false, 19]);
    expect([after.documenti.includes('D-1'), after.documenti.length]).toEqual([false, 19]);
    expect(await documentoRow(rig, 'D-1')).toMatchObject({ stato: 'annullato', stato_da: 'import' });
    const again = await importData(rig.house, { ...without(1), ...REPLACES });
    expect([replacedOf(again), again.sections.posizioni?.unchanged]).toEqual([
      ['documenti 0/19', 'rappresentanze 0/19', 'posizioni 0/19'],
      19,
    ]);
  });

  test('a closed position opens by no code, and its notice is withdrawn for everybody', async () => {
    await importOutcomes(rig, ALL);
    const codes = { codice_utente: 'TR-1', codice_controllo: 'AB12CD' };
    expect((await callerOf(rig).call('controllaPosizione', codes)).status).toBe(200);

    await importData(rig.house, { ...without(1), ...REPLACES });

    expect((await callerOf(rig).call('controllaPosizione', codes)).status).toBe(422);
    expect((await callerOf(rig, { user: BRUNO_CODICE }).call('nuovaPosizione', codes)).status).toBe(422);
    const { codice_fiscale: dominioEC } = await rig.house.db
      .selectFrom('enti')
      .select('codice_fiscale')
      .where('id', '=', 'borgo')
      .executeTakeFirstOrThrow();
    const asked = await callerOf(rig).call('controllaAvviso', { numero_avviso: NUMERI[0], dominioEC });
    expect([asked.status, asked.body.error.codice]).toEqual([409, 'PAGAMENTO_ANNULLATO']);
  });

  test('a later file opens again what it names, as it says', async () => {
    await importOutcomes(rig, ALL);
    await importData(rig.house, { ...without(1), ...REPLACES });

    const { outcomes } = await importOutcomes(rig, ALL);

    expect(outcomes.posizioni).toBe('updated 1, unchanged 19');
    expect((await shown(rig)).documenti).toContain('D-1');
    expect(await documentoRow(rig, 'D-1')).toMatchObject({ stato: 'da_pagare', chiuso: null });
  });

  test('an empty file, and one that lacks more than a tenth, is refused as a whole until it is confirmed', async () => {
    await importOutcomes(rig, ALL);
    const before = await rig.dump();
    const changed = { ...without(1, 2, 3), posizioni: [posizione(4, { intestatario: 'Altra' })] };
    for (const file of [{ posizioni: [], documenti: [], rappresentanze: [] }, changed])
      await expect(importData(rig.house, { ...file, ...REPLACES })).rejects.toThrow(BrakeError);
    expect(await rig.dump()).toBe(before);

    const report = await importData(rig.house, { ...without(1, 2, 3), ...REPLACES }, { confirmed: true });
    expect(replacedOf(report)).toEqual(['documenti 3/20', 'rappresentanze 3/20', 'posizioni 3/20']);
  });

  test('other systems, other enti, sections that the file does not have and links added by the codes are left alone', async () => {
    await importOutcomes(rig, {
      ...ALL,
      posizioni: [...ALL.posizioni, posizione(90, { sistema: 'PAR' }), posizione(91, { ente: 'valle' })],
    });
    const bruno = callerOf(rig, { user: BRUNO_CODICE });
    const added = await bruno.call('nuovaPosizione', { codice_utente: 'TR-2', codice_controllo: 'AB12CD' });
    expect(added.status).toBe(201);

    const report = await importData(rig.house, { ...without(1), documenti: undefined, ...REPLACES });
    expect(report.replaced.map(({ section }) => section)).toEqual(['rappresentanze', 'posizioni']);
    const left = await rig.house.db
      .selectFrom('posizioni')
      .select('codice_utente')
      .where('chiusa', 'is', null)
      .execute();
    expect(left.map(({ codice_utente }) => codice_utente)).toEqual(expect.arrayContaining(['TR-90', 'TR-91']));
    expect(((await bruno.call('listaPosizioni')).body.data as unknown[]).length).toBe(1);
    // Its document was open, and closes with the position.
    expect(await documentoRow(rig, 'D-1')).toMatchObject({ stato: 'annullato', chiuso: expect.any(Number) });
  });

  test('nothing is closed while its money is on its way: the file of the next night closes it', async () => {
    await importOutcomes(rig, ALL);
    const { ente, importo_cent } = await documentoRow(rig, 'D-1');
    const item = { ente, importo_cent: Number(importo_cent), numero_avviso: NUMERI[0], causale: 'TARI' };
    const attempt = await writePagamento(rig, [item], { fornitore: 'mooney', stato: 'aperto' });

    const report = await importData(rig.house, { ...without(1), ...REPLACES });

    expect(report.errors.map(({ text }) => text)).toEqual([
      expect.stringMatching(/resta documento D-1: un suo pagamento è in corso/),
      expect.stringMatching(/resta posizione TR-1: documento D-1: un suo pagamento/),
    ]);
    expect(await documentoRow(rig, 'D-1')).toMatchObject({ stato: 'da_pagare', chiuso: null });
    await rig.house.db.updateTable('pagamenti').set({ stato: 'fallito' }).where('id', '=', attempt.id).execute();
    const next = await importData(rig.house, { ...without(1), ...REPLACES });
    expect([replacedOf(next)[0], replacedOf(next)[2], next.errors]).toEqual(['documenti 1/20', 'posizioni 1/20', []]);
  });

  test('what was paid stays among the payments of who paid it, with its receipt', async () => {
    await importOutcomes(rig, ALL);
    const item = { ente: 'borgo', importo_cent: 9320, numero_avviso: NUMERI[0], causale: 'TARI' };
    const anna = await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale });
    await writePagamento(rig, [item], { utente: anna.id, proprietario: `u:${anna.id}`, email: 'altra@esempio.it' });
    await rig.house.db
      .updateTable('documenti')
      .set({ stato: 'pagato', stato_da: 'ricevuta' })
      .where('numero', '=', 'D-1')
      .execute();

    const file = { ...without(1), rappresentanze: ALL.rappresentanze, ...REPLACES };
    const report = await importData(rig.house, file);

    expect(replacedOf(report)).toEqual(['documenti 1/20', 'rappresentanze 0/20', 'posizioni 1/20']);
    expect((await shown(rig)).documenti).not.toContain('D-1');
    expect(await documentoRow(rig, 'D-1')).toMatchObject({ stato: 'pagato', stato_da: 'ricevuta' });
    const paid = (await callerOf(rig, { user: anna }).call('mieiPagamenti')).body.data;
    expect(paid).toMatchObject([{ numero_avviso: NUMERI[0], stato: 'pagato', ricevuta: expect.any(String) }]);
  });

  test('a document that a decision has left to pay stays, and is told', async () => {
    await importOutcomes(rig, ALL);
    await rig.house.db
      .updateTable('documenti')
      .set({ stato_da: 'decisione', scadenza: '2027-01-31' })
      .where('numero', '=', 'D-1')
      .execute();

    const report = await importData(rig.house, { ...without(1), posizioni: ALL.posizioni, ...REPLACES });

    expect(report.errors.map(({ text }) => text)).toEqual([
      'Conflitto: resta documento D-1: il suo stato viene da una decisione dell’ente, che un elenco non annulla.',
    ]);
    expect(await documentoRow(rig, 'D-1')).toMatchObject({ stato: 'da_pagare', chiuso: null });
  });

  test('what is owed by a plan that was agreed elsewhere is withdrawn with its position', async () => {
    await importOutcomes(rig, ALL);
    const { id } = await rig.house.db
      .selectFrom('posizioni')
      .select('id')
      .where('codice_utente', '=', 'TR-1')
      .executeTakeFirstOrThrow();
    await writeAvviso(rig, { posizione: id });

    await importData(rig.house, { ...without(1), ...REPLACES });

    expect(await rig.house.db.selectFrom('avvisi').select(['stato', 'stato_da']).execute()).toEqual([
      { stato: 'annullato', stato_da: 'import' },
    ]);
  });

  test('a row with a fault still says that the thing exists; while one tells nothing, its section closes nothing', async () => {
    await importOutcomes(rig, ALL);
    const faulty = { ...without(1), posizioni: [posizione(1, { intestatario: '' }), ...without(1).posizioni] };

    const report = await importData(rig.house, { ...faulty, ...REPLACES });
    expect(replacedOf(report)[2]).toBe('posizioni 0/20');

    const nameless = { ...without(1), posizioni: [{ ente: 'borgo' }, ...without(1).posizioni] };
    const second = await importData(rig.house, { ...nameless, ...REPLACES });
    expect([replacedOf(second)[2], second.errors.map(({ text }) => text).join(' ')]).toEqual([
      'posizioni 0/20',
      expect.stringContaining('di questa sezione non è stato chiuso nulla'),
    ]);
  });

  test('a dry run tells what would be done, and changes nothing', async () => {
    await importOutcomes(rig, ALL);
    const before = await rig.dump();
    const file = {
      posizioni: [...without(1).posizioni, posizione(30), posizione(31, { sistema: 'NIENTE' })],
      rappresentanze: [...without(1).rappresentanze, link(30)],
      documenti: [documento(30), documento(2, { importo_cent: 1 }), ...without(1, 2).documenti],
      cessazioni: [{ ente: 'borgo', codice_utente: 'TR-5' }],
    };

    const report = await importData(planning(rig), { ...file, ...REPLACES });

    expect(await rig.dump()).toBe(before);
    expect(report.sections).toMatchObject({
      posizioni: { created: 1, unchanged: 19, refused: 1 },
      rappresentanze: { created: 1, unchanged: 19 },
      documenti: { created: 1, updated: 1, unchanged: 18 },
      cessazioni: { created: 1 },
    });
    expect(replacedOf(report)).toEqual(['documenti 1/20', 'rappresentanze 1/20', 'posizioni 1/20']);
    await importData(planning(rig), { posizioni: [], ...REPLACES });
    expect(await rig.dump()).toBe(before);
  });

  test('what it replaces has to be said in its own form, and be in the file', async () => {
    for (const sostituisci of [[], 'borgo', [{ ente: 'borgo' }], [{ ...TARI, tutto: true }]])
      await expect(importData(rig.house, { posizioni: [], sostituisci })).rejects.toThrow(ImportError);
    await expect(importData(rig.house, { avvisi: [], ...REPLACES })).rejects.toThrow(/nessuna/);
  });
});

onBoth('rows that say that something is gone', (rig) => {
  test('end a position with its documents, a document, and a link from a day on', async () => {
    await importOutcomes(rig, ALL);

    const { outcomes, errors } = await importOutcomes(rig, {
      cessazioni: [
        { ente: 'borgo', codice_utente: 'TR-1' },
        { ente: 'borgo', sistema: SISTEMA, numero: 'D-2' },
        { ente: 'borgo', codice_utente: 'TR-3', codice_fiscale: ANNA.codice_fiscale },
        { ente: 'borgo', codice_utente: 'TR-4', codice_fiscale: ANNA.codice_fiscale, dal: '2030-01-01' },
      ],
    });

    expect([outcomes.cessazioni, errors]).toEqual(['created 4', []]);
    const after = await shown(rig);
    expect(['TR-1', 'TR-2', 'TR-3', 'TR-4'].filter((codice) => after.posizioni.includes(codice))).toEqual([
      'TR-2',
      'TR-4',
    ]);
    expect(['D-1', 'D-2', 'D-3', 'D-4'].filter((numero) => after.documenti.includes(numero))).toEqual(['D-4']);
    const again = await importOutcomes(rig, { cessazioni: [{ ente: 'borgo', codice_utente: 'TR-1' }] });
    expect(again.outcomes.cessazioni).toBe('unchanged 1');
  });

  test('name one thing that the store has, or are refused in words', async () => {
    await importOutcomes(rig, ALL);
    const { outcomes, errors, words } = await importOutcomes(rig, {
      cessazioni: [
        { ente: 'borgo' },
        { ente: 'borgo', codice_utente: 'TR-1', sistema: SISTEMA, numero: 'D-1' },
        { ente: 'borgo', codice_utente: 'TR-1', dal: '2026-01-01' },
        { ente: 'borgo', codice_utente: 'TR-99' },
        { ente: 'nessuno', codice_utente: 'TR-1' },
        { ente: 'borgo', sistema: SISTEMA, numero: 'D-99' },
        { ente: 'borgo', codice_utente: 'TR-1', codice_fiscale: BRUNO_CODICE.codice_fiscale },
      ],
    });
    expect(outcomes.cessazioni).toBe('refused 7');
    expect(errors).toEqual([
      'cessazioni.0',
      'cessazioni.1',
      'cessazioni.2',
      'cessazioni.3.codice_utente',
      'cessazioni.4.ente',
      'cessazioni.5.numero',
      'cessazioni.6.codice_fiscale',
    ]);
    expect(words).toMatch(/Scrivi che cosa è finito.*non è nell’archivio/);
  });
});

onBoth('the end of a representation', (rig) => {
  test('takes effect on its day: until the day before the person sees all, and from then on nothing', async () => {
    const fine = '2026-11-21';
    await importOutcomes(rig, { ...ALL, rappresentanze: [link(1, { fine }), link(2)] });
    expect((await shown(rig)).posizioni).toEqual(['TR-1', 'TR-2']);

    await importOutcomes(rig, { rappresentanze: [link(1, { fine: '2026-11-20' })] });

    expect(await shown(rig)).toEqual({ posizioni: ['TR-2'], documenti: ['D-2'] });
    const own = callerOf(rig, { user: ANNA });
    const { id } = await rig.house.db
      .selectFrom('posizioni')
      .select('id')
      .where('codice_utente', '=', 'TR-1')
      .executeTakeFirstOrThrow();
    expect((await own.call('documentiPosizione', { id, codice: encodeCodice('TR-1') })).status).toBe(404);
  });

  test('is undone by a file without it, and names with marks of the writing direction are stored without them', async () => {
    await importOutcomes(rig, { ...ALL, rappresentanze: [link(1, { fine: '2026-01-01' })] });
    expect((await shown(rig)).posizioni).toEqual([]);
    await importOutcomes(rig, {
      posizioni: [posizione(1, { intestatario: '\u202eihcnaiB\u202c Anna\u200f' })],
      rappresentanze: [link(1)],
    });
    const [mine] = (await callerOf(rig, { user: ANNA }).call('listaPosizioni')).body.data as { intestatario: string }[];
    expect(mine?.intestatario).toBe('ihcnaiB Anna');
  });
});

onBoth('systems of an ente', (rig) => {
  const imu = (over: object = {}) => posizione(1, { sistema: 'IMU', ...over });
  const giveImu = async () => {
    const { dati_json } = await rig.house.db
      .selectFrom('enti')
      .select('dati_json')
      .where('id', '=', 'borgo')
      .executeTakeFirstOrThrow();
    const sistemi = [{ codice: 'IMU', nome: 'IMU (casa)', tipo: 'altro' }];
    await rig.house.db
      .updateTable('enti')
      .set({ dati_json: JSON.stringify({ ...JSON.parse(dati_json), sistemi }) })
      .where('id', '=', 'borgo')
      .execute();
  };

  test('a system that the ente does not have is refused in words that name those it has', async () => {
    const { outcomes, errors, words } = await importOutcomes(rig, {
      posizioni: [imu()],
      cessazioni: [{ ente: 'borgo', sistema: 'IMU', numero: 'X' }],
      offerte: [{ ente: 'borgo', codice: 'SF200', sistemi_con_interessi: ['PAR', 'IMU'] }],
    });
    expect([outcomes.posizioni, errors]).toEqual([
      'refused 1',
      ['posizioni.0.sistema', 'cessazioni.0.sistema', 'offerte.0.sistemi_con_interessi'],
    ]);
    expect(words).toMatch(/ha ICP, .*Rifiuti TARI.*Sistemi dei tributi/);
  });

  test('with a system of its own an ente sends positions and documents, and citizens read its name', async () => {
    await giveImu();
    const { errors } = await importOutcomes(rig, {
      posizioni: [imu(), imu({ codice_utente: 'TR-2', ente: 'valle' })],
      rappresentanze: [link(1)],
      documenti: [documento(1, { sistema: 'IMU' })],
    });
    expect(errors).toEqual(['posizioni.1.sistema']);
    const anna = callerOf(rig, { user: ANNA });
    expect((await anna.call('listaPosizioni')).body.data).toMatchObject([
      { sistema: 'IMU', nome_sistema: 'IMU (casa)', tipo_sistema: 'altro' },
    ]);
    expect((await anna.call('mieiDocumenti')).body.data).toMatchObject([
      { sistema: 'IMU', nome_sistema: 'IMU (casa)' },
    ]);
  });
});
