/** Payment services and notices without a document in the store, on both engines. */
import { expect, test } from 'vitest';
import { importOutcomes } from '../../tests/imports.ts';
import { writeRicevuta } from '../../tests/pagamenti.ts';
import { callerOf, createAccount, DAY, onBoth, RIG_NOW, type Rig } from '../../tests/rig.ts';
import type { Avviso } from '../store/tables.ts';

const OWNER = 'BNCNNA85M41Z999R';
const NUMERO = '301012600000000114';
const OTHER_NUMERO = '301019000000000115';
const avviso = (over: object = {}) => ({
  ente: 'borgo',
  numero_avviso: NUMERO,
  causale: 'Mensa scolastica',
  importo_cent: 6450,
  scadenza: '2026-12-10',
  pagabile_fino: '2027-01-10',
  stato: 'da_pagare',
  debitore: OWNER,
  ...over,
});
const servizio = (over: object = {}) => ({
  ente: 'borgo',
  codice: 'sosta',
  nome: 'Permesso di sosta',
  elenchi: ['PPA', 'LINK'],
  campi: [
    { nome: 'targa', etichetta: 'Targa', tipo: 'targa', obbligatorio: true },
    { nome: 'giorno', etichetta: 'Giorno', tipo: 'data', obbligatorio: false, aiuto: 'Il giorno di sosta.' },
  ],
  importo_cent: 800,
  modificabili: ['giorno'],
  tassonomia: '9/0101108TS/',
  ...over,
});
const posizione = {
  ente: 'borgo',
  codice_utente: 'TR-1',
  codice_controllo: 'AB12',
  sistema: 'CRC',
  intestatario: 'A B',
};
const documento = (over: object = {}) => ({
  ente: 'borgo',
  codice_utente: 'TR-1',
  sistema: 'CRC',
  numero: 'D-1',
  tipo: 'Multa',
  data: '2026-03-02',
  importo_cent: 9320,
  stato: 'da_pagare',
  numero_avviso: OTHER_NUMERO,
  ...over,
});

const avvisi = (rig: Rig) => rig.house.db.selectFrom('avvisi').selectAll().orderBy('numero_avviso').execute();
const setAvviso = (rig: Rig, set: Partial<Avviso>) => rig.house.db.updateTable('avvisi').set(set).execute();

onBoth('import of notices', (rig) => {
  test('what was paid before a file named it is paid at once, and stays so', async () => {
    const paid = { ente: 'borgo', causale: 'Mensa', importo_cent: 6450 };
    await writeRicevuta(rig, { ...paid, numero_avviso: NUMERO });
    await writeRicevuta(rig, { ...paid, numero_avviso: OTHER_NUMERO, importo_cent: 9000 });
    const file = { posizioni: [posizione], documenti: [documento()], avvisi: [avviso()] };
    await importOutcomes(rig, file);
    expect(await avvisi(rig)).toMatchObject([{ stato: 'pagato', stato_da: 'ricevuta' }]);
    // Less was paid than the document asks for.
    expect(await rig.house.db.selectFrom('documenti').select('stato').execute()).toEqual([{ stato: 'da_pagare' }]);
    await importOutcomes(rig, { ...file, documenti: [documento({ importo_cent: 9000 })] });
    expect(await avvisi(rig)).toMatchObject([{ stato: 'pagato', stato_da: 'ricevuta' }]);
    expect(await rig.house.db.selectFrom('documenti').select('stato').execute()).toEqual([{ stato: 'pagato' }]);
  });

  test('instalments of a position are owed by it, among the due dates of all its holders, until they are paid', async () => {
    const rappresentanza = { ente: 'borgo', codice_utente: 'TR-1', codice_fiscale: OWNER, ruolo: 'persona_fisica' };
    const rata = { debitore: undefined, codice_utente: 'tr-1' };
    const file = {
      posizioni: [posizione],
      rappresentanze: [rappresentanza],
      documenti: [documento({ stato: 'rateizzato' })],
      avvisi: [avviso(rata), avviso({ ...rata, numero_avviso: '301012600000000215', importo_cent: 100 })],
    };
    expect(await importOutcomes(rig, file)).toMatchObject({ outcomes: { avvisi: 'created 2' }, errors: [] });
    expect(await importOutcomes(rig, file)).toMatchObject({ outcomes: { avvisi: 'unchanged 2' }, errors: [] });

    const anna = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: OWNER }) });
    const owed = async () => (await anna.call('listaPosizioni')).body.data[0].da_pagare_cent;
    expect(await owed()).toBe(6550);
    expect((await anna.call('mieiAvvisi')).body.data).toHaveLength(2);
    const stranger = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: 'VRDLCU72P15Z999A' }) });
    expect((await stranger.call('mieiAvvisi')).body.data).toEqual([]);
    await setAvviso(rig, { stato: 'pagato' });
    expect(await owed()).toBe(0);
    expect((await anna.call('mieiAvvisi')).body.data).toEqual([]);
  });

  test('a notice of an unknown position is not imported', async () => {
    expect(await importOutcomes(rig, { avvisi: [avviso({ codice_utente: 'TR-9' })] })).toMatchObject({
      errors: ['avvisi.0.codice_utente'],
    });
  });

  test('one goes in with its IUV, and a second time nothing changes', async () => {
    expect(await importOutcomes(rig, { avvisi: [avviso()] })).toMatchObject({
      outcomes: { avvisi: 'created 1' },
      errors: [],
    });
    const before = await rig.dump();
    expect(await avvisi(rig)).toEqual([
      {
        ...avviso(),
        iuv: '01012600000000114',
        bollo_cent: null,
        stato_da: 'import',
        posizione: null,
        pratica: null,
        servizio: null,
        dati_json: '{}',
        proprietario: null,
        creato: RIG_NOW,
        scade: null,
      },
    ]);

    rig.clock.pass(DAY);
    expect(await importOutcomes(rig, { avvisi: [avviso()] })).toMatchObject({
      outcomes: { avvisi: 'unchanged 1' },
      errors: [],
    });
    expect(await rig.dump()).toBe(before);
  });

  test('what changed in the file changes in the store; what it no longer says goes', async () => {
    await importOutcomes(rig, { avvisi: [avviso()] });
    const { ente, numero_avviso, causale } = avviso();

    const changed = { ente, numero_avviso, causale, importo_cent: 7000, stato: 'annullato' };
    expect((await importOutcomes(rig, { avvisi: [changed] })).outcomes.avvisi).toBe('updated 1');

    const empty = { scadenza: null, pagabile_fino: null, debitore: null };
    expect(await avvisi(rig)).toMatchObject([{ ...changed, ...empty, stato_da: 'import', creato: RIG_NOW }]);
  });

  test('a state that came from a receipt or a decision stays, is told as a conflict, and the rest of the row goes in', async () => {
    await importOutcomes(rig, { avvisi: [avviso()] });
    await setAvviso(rig, { stato: 'pagato', stato_da: 'ricevuta' });

    const paid = await importOutcomes(rig, { avvisi: [avviso({ causale: 'Mensa, primo trimestre' })] });
    const again = await importOutcomes(rig, { avvisi: [avviso({ causale: 'Mensa, primo trimestre' })] });

    expect([paid.outcomes.avvisi, paid.errors]).toEqual(['updated 1, conflicts 1', ['avvisi.0.stato']]);
    expect([again.outcomes.avvisi, again.errors]).toEqual(['unchanged 1, conflicts 1', ['avvisi.0.stato']]);
    expect(paid.words).toBe(
      'Conflitto: resta «Pagato», che viene da una ricevuta di pagamento. Gli altri campi della riga valgono.',
    );
    expect(await avvisi(rig)).toMatchObject([
      { stato: 'pagato', stato_da: 'ricevuta', causale: 'Mensa, primo trimestre' },
    ]);

    await setAvviso(rig, { stato: 'annullato', stato_da: 'decisione' });
    expect((await importOutcomes(rig, { avvisi: [avviso()] })).words).toContain(
      'resta «Annullato», che viene da una decisione',
    );
    const agreed = await importOutcomes(rig, { avvisi: [avviso({ stato: 'annullato' })] });
    expect([agreed.outcomes.avvisi, agreed.errors]).toEqual(['unchanged 1', []]);
  });

  test('a number belongs to one notice: in the file, among the documents, and among those that the portal made', async () => {
    const file = { posizioni: [posizione], documenti: [documento()] };
    const { outcomes, errors, words } = await importOutcomes(rig, {
      ...file,
      avvisi: [avviso(), avviso({ causale: 'Altro' }), avviso({ numero_avviso: OTHER_NUMERO })],
    });
    expect(outcomes.avvisi).toBe('created 1, refused 2');
    expect(errors).toEqual(['avvisi.1.numero_avviso', 'avvisi.2.numero_avviso']);
    expect(words).toMatch(/già in avvisi\[0\].*già del documento D-1 \(CRC\)/);

    await setAvviso(rig, { servizio: 'sosta', stato_da: 'portale' });
    const own = await importOutcomes(rig, { avvisi: [avviso({ stato: 'annullato' })] });
    expect([own.outcomes.avvisi, own.errors]).toEqual(['refused 1', ['avvisi.0.numero_avviso']]);
    expect(own.words).toContain('lo ha creato il portale');
    expect((await avvisi(rig)).map(({ stato }) => stato)).toEqual(['da_pagare']);
  });

  test('a document does not take the number of a notice', async () => {
    await importOutcomes(rig, { avvisi: [avviso({ numero_avviso: OTHER_NUMERO })] });

    const { outcomes, errors, words } = await importOutcomes(rig, { posizioni: [posizione], documenti: [documento()] });

    expect([outcomes.documenti, errors]).toEqual(['refused 1', ['documenti.0.numero_avviso']]);
    expect(words).toContain('avviso senza documento');
  });

  test('two numbers with the same IUV are refused at one ente, and are two notices at two enti', async () => {
    const twin = avviso({ numero_avviso: `2${NUMERO.slice(1)}` });
    const inFile = await importOutcomes(rig, { avvisi: [avviso(), twin, avviso({ ente: 'valle' })] });
    const later = await importOutcomes(rig, { avvisi: [twin] });

    expect([inFile.outcomes.avvisi, inFile.errors]).toEqual(['created 2, refused 1', ['avvisi.1.numero_avviso']]);
    expect([later.outcomes.avvisi, later.errors]).toEqual(['refused 1', ['avvisi.0.numero_avviso']]);
    expect(later.words).toContain(NUMERO);
  });

  test('each wrong row is told in words, and the others go in', async () => {
    const { outcomes, errors, words } = await importOutcomes(rig, {
      avvisi: [
        avviso({ numero_avviso: '401012600000000114' }),
        avviso({ importo_cent: 0 }),
        avviso({ importo_cent: 12.5 }),
        avviso({ pagabile_fino: '2026-12-09' }),
        avviso({ stato: 'sospeso' }),
        avviso({ debitore: 'Anna' }),
        avviso({ causale: 'x'.repeat(141) }),
        avviso({ ente: 'nessuno' }),
        avviso({ iuv: '01012600000000114' }),
        avviso(),
      ],
    });

    expect(outcomes.avvisi).toBe('created 1, refused 9');
    const fields = ['numero_avviso', 'importo_cent', 'importo_cent', 'pagabile_fino', 'stato', 'debitore', 'causale'];
    expect(errors).toEqual([...fields.map((f, n) => `avvisi.${n}.${f}`), 'avvisi.8.iuv', 'avvisi.7.ente']);
    expect(words).toMatch(/la prima è 0, 1, 2 o 3.*almeno un centesimo.*prima della scadenza/);
  });

  test('check digits that do not match are taken; a number in groups of four is read', async () => {
    const { outcomes } = await importOutcomes(rig, { avvisi: [avviso({ numero_avviso: '3020 1238 7654 3123 84' })] });

    expect(outcomes.avvisi).toBe('created 1');
    expect(await avvisi(rig)).toMatchObject([{ numero_avviso: '302012387654312384', iuv: '02012387654312384' }]);
  });

  test('thousands of notices are imported across transactions, twice', async () => {
    const file = {
      avvisi: Array.from({ length: 2500 }, (_, n) => avviso({ numero_avviso: `1${String(n).padStart(17, '0')}` })),
    };
    expect((await importOutcomes(rig, file)).outcomes.avvisi).toBe('created 2500');
    expect((await importOutcomes(rig, file)).outcomes.avvisi).toBe('unchanged 2500');
  });
});

onBoth('import of payment services', (rig) => {
  const stored = async () =>
    (await rig.house.db.selectFrom('servizi_pagamento').selectAll().orderBy('ordine').execute()).map((row) => ({
      ...row,
      dati_json: JSON.parse(row.dati_json) as unknown,
    }));

  test('a payment service is imported unchanged, and a second time nothing changes', async () => {
    const file = { servizi_pagamento: [servizio(), servizio({ ente: 'valle' })] };
    expect((await importOutcomes(rig, file)).outcomes.servizi_pagamento).toBe('created 2');
    const { ente: _, ...dati_json } = servizio();
    expect(await stored()).toEqual([
      { ente: 'borgo', codice: 'sosta', ordine: 0, dati_json },
      { ente: 'valle', codice: 'sosta', ordine: 1, dati_json },
    ]);

    const before = await rig.dump();
    expect(await importOutcomes(rig, file)).toMatchObject({
      outcomes: { servizi_pagamento: 'unchanged 2' },
      errors: [],
    });
    expect(await rig.dump()).toBe(before);
  });

  test('what changed changes, and services stand in the order of the file', async () => {
    await importOutcomes(rig, { servizi_pagamento: [servizio(), servizio({ codice: 'ztl' })] });

    const { outcomes } = await importOutcomes(rig, {
      servizi_pagamento: [servizio({ codice: 'ztl' }), servizio({ nome: 'Sosta' })],
    });

    expect(outcomes.servizi_pagamento).toBe('updated 2');
    expect(await stored()).toMatchObject([{ codice: 'ztl' }, { codice: 'sosta', dati_json: { nome: 'Sosta' } }]);
  });

  test('each wrong row is reported in words, and the others are imported', async () => {
    const [targa] = servizio().campi;
    const { outcomes, errors, words } = await importOutcomes(rig, {
      servizi_pagamento: [
        servizio({ codice: '..' }),
        servizio({ codice: 'a/b' }),
        servizio({ elenchi: [] }),
        servizio({ elenchi: ['PPA', 'PPA'] }),
        servizio({ elenchi: ['ppa'] }),
        servizio({ campi: [targa, targa], modificabili: [] }),
        servizio({ campi: [{ ...targa, nome: 'constructor' }], modificabili: [] }),
        servizio({ campi: [{ ...targa, nome: 'Targa' }], modificabili: [] }),
        servizio({ campi: [{ ...targa, tipo: 'colore' }], modificabili: [] }),
        servizio({ campi: [{ ...targa, obbligatorio: 'si' }], modificabili: [] }),
        servizio({ importo_cent: 800, min_cent: 100 }),
        servizio({ importo_cent: undefined, min_cent: 200, max_cent: 100 }),
        servizio({ importo_cent: 0 }),
        servizio({ importo_cent: '8,00' }),
        servizio({ modificabili: ['colore'] }),
        servizio({ tassonomia: '0101108TS' }),
        servizio({ ente: 'nessuno' }),
        servizio({ prezzo: 1 }),
        servizio({ campi: [{ ...targa, nome: 'importo' }], modificabili: [] }),
        servizio({ importo_cent: undefined, modificabili: ['importo', 'causale'] }),
        servizio({ importo_cent: undefined }),
      ],
    });

    const at = (fields: string[]) => fields.map((f, n) => `servizi_pagamento.${n}.${f}`);
    expect(outcomes.servizi_pagamento).toBe('created 1, refused 20');
    expect(errors).toEqual([
      ...at([
        'codice',
        'codice',
        'elenchi',
        'elenchi',
        'elenchi.0',
        'campi',
        'campi.0.nome',
        'campi.0.nome',
        'campi.0.tipo',
        'campi.0.obbligatorio',
        'importo_cent',
        'min_cent',
        'importo_cent',
        'importo_cent',
        'modificabili',
        'tassonomia',
      ]),
      'servizi_pagamento.17.prezzo',
      'servizi_pagamento.18.campi.0.nome',
      'servizi_pagamento.16.ente',
      'servizi_pagamento.20.codice',
    ]);
    expect(words).toMatch(
      /fisso oppure libero.*più grande del massimo.*solo nomi di campi.*già un nome del modulo.*servizi_pagamento\[19\]/,
    );
  });
});
