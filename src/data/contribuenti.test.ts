/** Positions, who sees them, documents, declarations and desks in the store, on both engines. */
import { expect, test } from 'vitest';
import { importOutcomes } from '../../tests/imports.ts';
import { onBoth, type Rig } from '../../tests/rig.ts';
import { isRightControllo } from '../features/cases/posizione/controllo.server.ts';
import { createSigner } from '../platform/signer.server.ts';
import { importData } from './import.server.ts';

const POSIZIONE_KEY = { ente: 'borgo', codice_utente: 'TR-1', sistema: 'Rifiuti TARI' };
const OWNER = 'BNCNNA85M41Z999R';
const posizione = (over: object = {}) => ({
  ...POSIZIONE_KEY,
  codice_controllo: 'AB12',
  intestatario: 'Anna Bianchi',
  ...over,
});
const rappresentanza = (over: object = {}) => ({
  ente: 'borgo',
  codice_utente: 'TR-1',
  codice_fiscale: OWNER,
  ruolo: 'persona_fisica',
  ...over,
});
const documento = (over: object = {}) => ({
  ...POSIZIONE_KEY,
  numero: 'D-1',
  tipo: 'TARI, acconto',
  data: '2026-03-02',
  scadenza: '2026-12-16',
  importo_cent: 9320,
  stato: 'da_pagare',
  numero_avviso: '301011100007347557',
  ...over,
});
const dichiarazione = (over: object = {}) => ({
  ente: 'borgo',
  codice_fiscale: OWNER,
  numero: 'TARI-88',
  tipo: 'TARI',
  data: '2026-01-15',
  stato: 'inviata',
  ...over,
});
const sportello = (over: object = {}) => ({
  ente: 'borgo',
  codice: 'tributi',
  nome: 'Tributi',
  descrizione: 'Tassa rifiuti.',
  indirizzo: 'Piazza 1',
  orari: 'Il lunedì.',
  telefono: '06 1234567',
  email: 'tributi@borgo.example',
  ...over,
});
const ALL_SECTIONS = {
  posizioni: [posizione()],
  rappresentanze: [rappresentanza()],
  documenti: [documento()],
  dichiarazioni: [dichiarazione()],
  sportelli: [sportello()],
};

const eachSection = (outcome: string) => Object.fromEntries(Object.keys(ALL_SECTIONS).map((name) => [name, outcome]));
const documenti = (rig: Rig) => rig.house.db.selectFrom('documenti').selectAll().orderBy('numero').execute();

onBoth('import of what taxpayers have', (rig) => {
  test('a file goes in, and a second time nothing changes', async () => {
    expect(await importOutcomes(rig, ALL_SECTIONS)).toMatchObject({ outcomes: eachSection('created 1'), errors: [] });
    const before = await rig.dump();

    expect(await importOutcomes(rig, ALL_SECTIONS)).toMatchObject({ outcomes: eachSection('unchanged 1'), errors: [] });
    expect(await rig.dump()).toBe(before);
  });

  test('what changed in the file changes in the store, under the same id', async () => {
    await importOutcomes(rig, ALL_SECTIONS);
    const [before] = await documenti(rig);

    const { outcomes } = await importOutcomes(rig, {
      posizioni: [posizione({ codice_controllo: 'CD34' })],
      rappresentanze: [rappresentanza({ ruolo: 'tutore' })],
      documenti: [documento({ importo_cent: 100, scadenza: undefined, numero_avviso: undefined, stato: 'annullato' })],
      dichiarazioni: [dichiarazione({ stato: 'accettata', protocollo: '2026/7' })],
      sportelli: [sportello({ orari: 'Il martedì.' })],
    });

    expect(outcomes).toEqual(eachSection('updated 1'));
    expect(await documenti(rig)).toEqual([
      { ...before, importo_cent: 100, scadenza: null, numero_avviso: null, iuv: null, stato: 'annullato' },
    ]);
    const row = await rig.house.db.selectFrom('posizioni').selectAll().executeTakeFirstOrThrow();
    expect([isRightControllo(rig.house.signer, row, 'CD34'), isRightControllo(rig.house.signer, row, 'AB12')]).toEqual([
      true,
      false,
    ]);
  });

  test('the control code is nowhere in the store', async () => {
    await importOutcomes(rig, { posizioni: [posizione({ codice_controllo: 'SEGRETISSIMO' })] });

    expect(await rig.dump()).not.toContain('SEGRETISSIMO');
  });

  test('under a new secret a position is unchanged, and its code outlives the old secret', async () => {
    const [first, second] = ['primo-segreto-lungo-almeno-32-caratteri', 'secondo-segreto-lungo-almeno-32-caratteri'];
    await importData({ ...rig.house, signer: createSigner([first]) }, { posizioni: [posizione()] });

    const report = await importData(
      { ...rig.house, signer: createSigner([second, first]) },
      { posizioni: [posizione()] },
    );

    expect(report.sections.posizioni?.unchanged).toBe(1);
    const row = await rig.house.db.selectFrom('posizioni').selectAll().executeTakeFirstOrThrow();
    expect(isRightControllo(createSigner([second]), row, 'AB12')).toBe(true);
  });

  test('a row that names an unknown ente or position is refused, and the others are imported', async () => {
    const { outcomes, errors, words } = await importOutcomes(rig, {
      posizioni: [posizione({ ente: 'nessuno' }), posizione({ ente: 'portale' }), posizione()],
      rappresentanze: [rappresentanza({ codice_utente: 'TR-9' }), rappresentanza()],
      documenti: [documento({ ente: 'valle', numero_avviso: undefined }), documento()],
      dichiarazioni: [dichiarazione({ ente: 'nessuno' }), dichiarazione()],
      sportelli: [sportello({ ente: 'nessuno' }), sportello()],
    });

    expect(outcomes).toEqual({ ...eachSection('created 1, refused 1'), posizioni: 'created 1, refused 2' });
    expect(errors).toEqual([
      'posizioni.0.ente',
      'posizioni.1.ente',
      'rappresentanze.0.codice_utente',
      'documenti.0.codice_utente',
      'dichiarazioni.0.ente',
      'sportelli.0.ente',
    ]);
    expect(words).toMatch(/aggiungilo alla sezione «enti».*aggiungila alla sezione «posizioni»/);
  });

  test('the same thing twice in a file: the first row goes in, the second is told where the first is', async () => {
    const { outcomes, errors, words } = await importOutcomes(rig, {
      posizioni: [posizione(), posizione({ codice_utente: 'tr - 1' })],
      rappresentanze: [rappresentanza(), rappresentanza({ ruolo: 'tutore' })],
      documenti: [documento(), documento({ numero_avviso: undefined })],
      dichiarazioni: [dichiarazione(), dichiarazione()],
      sportelli: [sportello(), sportello()],
    });

    expect(outcomes).toEqual(eachSection('created 1, refused 1'));
    expect(errors).toEqual([
      'posizioni.1.codice_utente',
      'rappresentanze.1.codice_fiscale',
      'documenti.1.numero',
      'dichiarazioni.1.numero',
      'sportelli.1.codice',
    ]);
    expect(words).toContain('già in documenti[0]');
  });

  test('the same codes and numbers at two enti, or in two systems, are two records', async () => {
    const { outcomes } = await importOutcomes(rig, {
      posizioni: [posizione(), posizione({ ente: 'valle' })],
      documenti: [documento(), documento({ ente: 'valle' }), documento({ sistema: 'CRC', numero_avviso: undefined })],
    });

    expect(outcomes).toEqual({ posizioni: 'created 2', documenti: 'created 3' });
  });

  test('a notice number is one document’s, in the file and in the store', async () => {
    const twice = await importOutcomes(rig, {
      posizioni: [posizione()],
      documenti: [documento(), documento({ numero: 'D-2' })],
    });
    const later = await importOutcomes(rig, { documenti: [documento({ numero: 'D-3' })] });

    expect([twice.errors, later.errors]).toEqual([['documenti.1.numero_avviso'], ['documenti.0.numero_avviso']]);
    expect(later.words).toContain('D-1');
    expect((await documenti(rig)).map((d) => d.numero)).toEqual(['D-1']);
  });

  test('a state that came from a receipt or a decision stays, is told as a conflict, and the rest of the row goes in', async () => {
    await importOutcomes(rig, ALL_SECTIONS);
    const set = (stato_da: 'ricevuta' | 'decisione', stato: string) =>
      rig.house.db.updateTable('documenti').set({ stato_da, stato }).execute();

    await set('ricevuta', 'pagato');
    const paid = await importOutcomes(rig, { documenti: [documento({ tipo: 'TARI, prima rata' })] });
    const again = await importOutcomes(rig, { documenti: [documento({ tipo: 'TARI, prima rata' })] });
    expect([paid.outcomes.documenti, paid.errors]).toEqual(['updated 1, conflicts 1', ['documenti.0.stato']]);
    expect([again.outcomes.documenti, again.errors]).toEqual(['unchanged 1, conflicts 1', ['documenti.0.stato']]);
    expect(paid.words).toBe(
      'Conflitto: resta «Pagato», che viene da una ricevuta di pagamento. Gli altri campi della riga valgono.',
    );
    expect(await documenti(rig)).toMatchObject([{ stato: 'pagato', stato_da: 'ricevuta', tipo: 'TARI, prima rata' }]);

    await set('decisione', 'rateizzato');
    expect((await importOutcomes(rig, { documenti: [documento({ stato: 'scaduto' })] })).words).toContain(
      'resta «Rateizzato»',
    );
    const agreed = await importOutcomes(rig, { documenti: [documento({ stato: 'rateizzato' })] });
    expect([agreed.outcomes.documenti, agreed.errors]).toEqual(['unchanged 1', []]);
  });

  test('amount and due date that were decided stay; what is left to pay may be told paid', async () => {
    await importOutcomes(rig, ALL_SECTIONS);
    const decided = { stato_da: 'decisione', scadenza: '2027-03-01', importo_cent: 8000 } as const;
    await rig.house.db.updateTable('documenti').set(decided).execute();

    const older = await importOutcomes(rig, { documenti: [documento({ tipo: 'TARI, prima rata' })] });
    expect([older.outcomes.documenti, older.errors]).toEqual([
      'updated 1, conflicts 1',
      ['documenti.0.importo_cent', 'documenti.0.scadenza'],
    ]);
    expect(older.words).toMatch(/resta «80,00\s€», che viene da una decisione dell’ente.*resta «01\/03\/2027»/);
    expect(await documenti(rig)).toMatchObject([{ ...decided, stato: 'da_pagare', tipo: 'TARI, prima rata' }]);

    const overdue = await importOutcomes(rig, {
      documenti: [documento({ scadenza: '2027-03-01', importo_cent: 8000, stato: 'scaduto' })],
    });
    expect(overdue.errors).toEqual(['documenti.0.stato']);
    const paid = { scadenza: decided.scadenza, importo_cent: decided.importo_cent, stato: 'pagato' };
    expect((await importOutcomes(rig, { documenti: [documento(paid)] })).errors).toEqual([]);
    expect(await documenti(rig)).toMatchObject([{ ...decided, stato: 'pagato' }]);
  });

  test('a declaration that was decided stays decided', async () => {
    await importOutcomes(rig, ALL_SECTIONS);
    await rig.house.db.updateTable('dichiarazioni').set({ stato: 'rifiutata', stato_da: 'decisione' }).execute();

    const { outcomes, errors, words } = await importOutcomes(rig, {
      dichiarazioni: [dichiarazione({ protocollo: '2026/9' })],
    });

    expect([outcomes.dichiarazioni, errors]).toEqual(['updated 1, conflicts 1', ['dichiarazioni.0.stato']]);
    expect(words).toContain('resta «Rifiutata»');
    const row = await rig.house.db.selectFrom('dichiarazioni').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ stato: 'rifiutata', stato_da: 'decisione', protocollo: '2026/9' });
  });

  test('a position that its holder removed stays removed', async () => {
    await importOutcomes(rig, ALL_SECTIONS);
    await rig.house.db.updateTable('rappresentanze').set({ tolta: 1000 }).execute();

    const same = await importOutcomes(rig, { rappresentanze: [rappresentanza()] });
    const other = await importOutcomes(rig, { rappresentanze: [rappresentanza({ ruolo: 'curatore' })] });

    expect([same.outcomes.rappresentanze, other.outcomes.rappresentanze]).toEqual(['unchanged 1', 'updated 1']);
    const row = await rig.house.db.selectFrom('rappresentanze').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ ruolo: 'curatore', tolta: 1000 });
  });

  test('what the file leaves out stays', async () => {
    await importOutcomes(rig, ALL_SECTIONS);

    const empty = await importOutcomes(rig, {
      ...Object.fromEntries(Object.keys(ALL_SECTIONS).map((name) => [name, []])),
    });

    expect([empty.outcomes, empty.errors]).toEqual([eachSection(''), []]);
    expect(await documenti(rig)).toHaveLength(1);
  });

  test('desks stand in the order of the file', async () => {
    await importOutcomes(rig, { sportelli: [sportello({ codice: 'uno' }), sportello({ codice: 'due' })] });
    const turned = await importOutcomes(rig, {
      sportelli: [sportello({ codice: 'due' }), sportello({ codice: 'uno' })],
    });

    expect(turned.outcomes.sportelli).toBe('updated 2');
    const rows = await rig.house.db.selectFrom('sportelli').select('codice').orderBy('ordine').execute();
    expect(rows.map((row) => row.codice)).toEqual(['due', 'uno']);
  });

  test('thousands of rows are imported across transactions, twice', async () => {
    const many = Array.from({ length: 2500 }, (_, n) => n);
    const file = {
      posizioni: [...many.map((n) => posizione({ codice_utente: `TR-${n}` })), posizione({ codice_utente: 'TR-0' })],
      rappresentanze: many.map((n) => rappresentanza({ codice_utente: `TR-${n}` })),
      documenti: many.map((n) => documento({ codice_utente: `TR-${n}`, numero: `D-${n}`, numero_avviso: undefined })),
    };

    const first = await importOutcomes(rig, file);
    const second = await importOutcomes(rig, file);

    expect(first.outcomes).toEqual({
      posizioni: 'created 2500, refused 1',
      rappresentanze: 'created 2500',
      documenti: 'created 2500',
    });
    expect(first.errors).toEqual(['posizioni.2500.codice_utente']);
    expect(second.outcomes).toEqual({
      posizioni: 'unchanged 2500, refused 1',
      rappresentanze: 'unchanged 2500',
      documenti: 'unchanged 2500',
    });
  });
});
