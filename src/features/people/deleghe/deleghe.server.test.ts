import { expect, test } from 'vitest';
import { letActOn } from '../../../../tests/deleghe.ts';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import { ANNA, LETTERA, persona, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { type CallerOptions, callerOf, createAccount, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { encodeCodice } from '../../cases/posizione/codice.ts';

const BRUNO = 'VRDLCU72P15Z999A';
const CARLA = 'RSSMRA80A01H501U';
const CODICE = encodeCodice(LETTERA.codice_utente);

/** Anna, who holds a position with a document, and Bruno, for whom she does it. */
async function bothOf(rig: Rig) {
  const [anna, bruno] = await Promise.all([
    createAccount(rig, { codice_fiscale: ANNA.codice_fiscale, email: 'anna@esempio.it' }),
    createAccount(rig, { codice_fiscale: BRUNO, nome: 'Bruno', cognome: 'Verdi', email: 'bruno@esempio.it' }),
  ]);
  const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
  const documento = await writeDocumento(rig, posizione, { importo_cent: 300_00 });
  const caller = (user: CallerOptions['user']) => callerOf(rig, { user });
  const annaElsewhere = callerOf(rig, { user: anna, peer: '192.0.2.7' });
  return { anna: caller(anna), annaElsewhere, bruno: caller(bruno), posizione, documento };
}

const everything = (posizione: { id: string }, over: object = {}) => ({
  delegato: BRUNO,
  posizioni: [posizione.id],
  paga: true,
  presenta: true,
  avvisi: 'entrambi',
  fino_a: '2027-01-31',
  ...over,
});

onOneInTurn('a delegation', (rig) => {
  test('holds once the other has accepted it, for its positions and powers, and ends at once for both', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const other = await writePosizione(rig, { codice_utente: 'ALTRA-1' }, [ANNA.codice_fiscale]);
    const given = await anna.call('nuovaDelega', everything(posizione, { paga: false }));
    expect([given.status, given.body.data]).toMatchObject([
      201,
      { stato: 'attesa', delegato: null, paga: false, presenta: true, quante: 1 },
    ]);
    const { id } = given.body.data;
    expect((await bruno.call('listaPosizioni')).body.data).toEqual([]);
    expect((await bruno.call('mieDeleghe')).body.data.ricevute).toMatchObject([{ id, stato: 'attesa' }]);

    expect((await bruno.call('accettaDelega', { id })).body.data).toMatchObject({
      stato: 'attiva',
      delegato: 'Bruno Verdi',
    });
    // Not among what is theirs.
    expect((await bruno.call('listaPosizioni')).body.data).toEqual([]);
    expect((await bruno.call('mieiDocumenti')).body.data).toEqual([]);
    const listed = (await bruno.call('posizioniDelegate')).body.data.posizioni;
    expect(listed).toMatchObject([
      { Id: posizione.id, ruolo: 'delegato', delega: { fino_a: '2027-01-31', paga: false, presenta: true } },
    ]);
    const documents = await bruno.call('documentiPosizione', { id: posizione.id, codice: CODICE });
    expect(documents.body.data).toMatchObject([{ stato: 'da_pagare', azioni: [] }]);
    expect((await bruno.call('posizioniAperte')).body.data).toMatchObject([{ Id: posizione.id }]);
    expect((await anna.call('listaPosizioni')).body.data.map(({ Id }: { Id: string }) => Id).sort()).toEqual(
      [posizione.id, other.id].sort(),
    );

    expect((await anna.call('chiudiDelega', { id })).body.data.stato).toBe('revocata');
    expect((await bruno.call('posizioniDelegate')).body.data.posizioni).toEqual([]);
    expect((await bruno.call('documentiPosizione', { id: posizione.id, codice: CODICE })).status).toBe(404);
    expect((await bruno.call('accettaDelega', { id })).status).toBe(409);
    // The end that came first stays.
    expect((await bruno.call('chiudiDelega', { id })).body.data.stato).toBe('revocata');
  });

  test('is refused in words to oneself, a firm, past its end, too long, and for positions that one does not hold', async () => {
    const { anna, annaElsewhere, bruno, posizione } = await bothOf(rig);
    const refused = async (over: object) => {
      const { status, body } = await anna.call('nuovaDelega', everything(posizione, over));
      return [status, Object.keys(body.errors ?? {})];
    };
    for (const delegato of [ANNA.codice_fiscale, '80000015554', 'XXXX', ''])
      expect([delegato, await refused({ delegato })]).toEqual([delegato, [422, ['delegato']]]);
    for (const fino_a of ['2026-11-19', '2028-12-31', '2026-02-30', ''])
      expect([fino_a, await refused({ fino_a })]).toEqual([fino_a, [422, ['fino_a']]]);
    for (const posizioni of [[], ['-'.repeat(24)], ''])
      expect([posizioni, await refused({ posizioni })]).toEqual([posizioni, [422, ['posizioni']]]);
    const foreign = await writePosizione(rig, { codice_utente: 'DI-BRUNO' }, [BRUNO]);
    expect(await refused({ posizioni: [posizione.id, foreign.id] })).toEqual([422, ['posizioni']]);
    expect((await bruno.call('mieDeleghe')).body.data.ricevute).toEqual([]);
    const twice = await Promise.all(
      [anna, annaElsewhere].map((citizen) => citizen.call('nuovaDelega', everything(posizione))),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('goes no further: a delegate cannot pass it on, while the two may act for each other', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const own = await writePosizione(rig, { codice_utente: 'DI-BRUNO' }, [BRUNO]);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await bruno.call('accettaDelega', { id });
    const onward = await bruno.call('nuovaDelega', everything(posizione, { delegato: CARLA }));
    expect([onward.status, Object.keys(onward.body.errors)]).toEqual([422, ['posizioni']]);
    const back = await bruno.call('nuovaDelega', everything(own, { delegato: ANNA.codice_fiscale }));
    expect((await anna.call('accettaDelega', { id: back.body.data.id })).body.data.stato).toBe('attiva');
    expect((await anna.call('posizioniDelegate')).body.data.posizioni).toMatchObject([{ Id: own.id }]);
  });

  test('ends with its day, with the holder’s own link and with the position; the letter does not bring it back', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await bruno.call('accettaDelega', { id });
    const sees = async () => (await bruno.call('posizioniDelegate')).body.data.posizioni.length;
    const { db } = rig.house;
    expect(await sees()).toBe(1);
    const ofAnna = () => db.updateTable('rappresentanze').where('codice_fiscale', '=', ANNA.codice_fiscale);
    await ofAnna().set({ fine: '2026-11-20' }).execute();
    expect(await sees()).toBe(0);
    await ofAnna().set({ fine: null, tolta: 1 }).execute();
    expect(await sees()).toBe(0);
    await ofAnna().set({ tolta: null }).execute();
    await db.updateTable('posizioni').set({ chiusa: 1 }).where('id', '=', posizione.id).execute();
    expect(await sees()).toBe(0);
    await db.updateTable('posizioni').set({ chiusa: null }).where('id', '=', posizione.id).execute();
    expect(await sees()).toBe(1);
    await db.updateTable('deleghe').set({ fino_a: '2026-11-19' }).execute();
    expect(await sees()).toBe(0);
    for (const operation of ['nuovaPosizione', 'controllaPosizione'] as const) {
      const answer = await bruno.call(operation, LETTERA);
      expect([operation, answer.status, answer.body.message]).toEqual([
        operation,
        409,
        expect.stringContaining('delega che avevi'),
      ]);
    }
    expect((await bruno.call('mieDeleghe')).body.data.ricevute[0].stato).toBe('scaduta');
  });

  test('is nobody else’s: not to read, to accept or to end', async () => {
    const { anna, posizione } = await bothOf(rig);
    const carla = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: CARLA }) });
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    for (const operation of ['accettaDelega', 'chiudiDelega', 'attiDelega'] as const)
      expect([operation, (await carla.call(operation, { id })).status]).toEqual([operation, 404]);
    // The one who gave it cannot accept it for the other.
    expect((await anna.call('accettaDelega', { id })).status).toBe(404);
    const none = callerOf(rig, { user: persona('', { nome: 'Ingrid' }) });
    expect((await none.call('mieDeleghe')).body.data).toMatchObject({ date: [], ricevute: [] });
    expect((await none.call('nuovaDelega', everything(posizione))).status).toBe(403);
  });

  test('tells the holder by mail of all that becomes of it, without naming the other', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await bruno.call('accettaDelega', { id });
    await bruno.call('chiudiDelega', { id });
    await rig.deliver();
    expect(rig.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ['anna@esempio.it', 'Hai dato una delega'],
      ['anna@esempio.it', 'La persona che avevi delegato ha rinunciato'],
      ['anna@esempio.it', 'La tua delega è stata accettata'],
    ]);
    expect(rig.mails.map(({ text, html }) => text + html).join('')).not.toMatch(/Verdi|VRDLCU/);
  });

  test('leaves a position that the delegate holds in their own right as it is, and goes when the ente names them', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const shared = await writePosizione(rig, { codice_utente: 'INSIEME-1' }, [ANNA.codice_fiscale, BRUNO]);
    const both = everything(posizione, { posizioni: [posizione.id, shared.id] });
    const { id } = (await anna.call('nuovaDelega', both)).body.data;
    await bruno.call('accettaDelega', { id });
    expect((await bruno.call('posizioniDelegate')).body.data.posizioni).toMatchObject([{ Id: posizione.id }]);
    await bruno.call('chiudiDelega', { id });
    expect((await bruno.call('listaPosizioni')).body.data).toMatchObject([{ Id: shared.id, ruolo: 'tutore' }]);
  });

  test('of many: a page at a time by the name of the holder, found by name, tax code or user code, all of them as CSV', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await bruno.call('accettaDelega', { id });
    await letActOn(rig, { delegato: BRUNO, holders: 30, each: 2 });
    const list = async (fields: Record<string, unknown>) => (await bruno.call('posizioniDelegate', fields)).body.data;
    const first = await list({});
    expect([first.posizioni.length, first.altre]).toEqual([20, true]);
    const names = [first, await list({ pagina: 2 }), await list({ pagina: 3 }), await list({ pagina: 4 })].flatMap(
      ({ posizioni }) => posizioni.map(({ delega }: { delega: { titolare: string } }) => delega.titolare),
    );
    expect([names.length, names]).toEqual([61, names.toSorted()]);
    expect((await list({ cerca: 'cliente 007' })).posizioni).toHaveLength(2);
    expect((await list({ cerca: 'u-007-1' })).posizioni).toMatchObject([{ codice_utente: 'U-007-1' }]);
    expect((await list({ cerca: ANNA.codice_fiscale })).posizioni).toMatchObject([{ Id: posizione.id }]);
    expect((await list({ cerca: '%' })).posizioni).toEqual([]);
    expect((await bruno.call('posizioniDelegate', { cerca: 'x'.repeat(81) })).status).toBe(422);
    const [own] = (await list({ cerca: ANNA.codice_fiscale })).posizioni;
    expect((await bruno.call('posizioneDelegata', { id: own.idRappresentanza })).body.data).toEqual(own);
    expect((await anna.call('posizioneDelegata', { id: own.idRappresentanza })).status).toBe(404);
    const csv = (await bruno.call('estrattoDeleghe')).bytes.toString();
    expect(csv.split('\r\n').filter(Boolean)).toHaveLength(2);
    expect(csv).toContain(`Anna Bianchi;${ANNA.codice_fiscale};Bianchi Anna;Comune di Borgo;AB12-34;`);
    expect(csv).toContain(';300,00;');
  });

  test.each([
    ['of a hundred years, as the login tells', { data_nascita: '1915-01-01' }, [200, 'attiva']],
    ['a child, as the login tells', { data_nascita: '2015-01-01' }, [403, 'almeno 18 anni']],
    ['of whom nothing tells', {}, [403, 'prova ad accedere con un’altra identità']],
  ])('is accepted by who is of age: %s', async (_what, told, [status, words]) => {
    const { anna, posizione } = await bothOf(rig);
    const codice_fiscale = 'RSSMRA15A01H501G';
    const given = await anna.call('nuovaDelega', everything(posizione, { delegato: codice_fiscale }));
    expect(given.status).toBe(201);
    const other = callerOf(rig, { user: await createAccount(rig, { codice_fiscale, ...told }) });
    const accepted = await other.call('accettaDelega', { id: given.body.data.id });
    expect([accepted.status, JSON.stringify(accepted.body)]).toEqual([status, expect.stringContaining(String(words))]);
    const waiting = (await other.call('mieDeleghe')).body.data.ricevute[0].stato;
    expect(waiting).toBe(status === 200 ? 'attiva' : 'attesa');
  });

  test('is not accepted past its last day', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await rig.house.db.updateTable('deleghe').set({ fino_a: '2026-11-19' }).execute();
    const late = await bruno.call('accettaDelega', { id });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('scaduta')]);
    expect((await bruno.call('posizioniDelegate')).body.data.posizioni).toEqual([]);
  });

  test('is not given back by the one who has it, and two holders who let each other act keep nothing that the ente ends', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await bruno.call('accettaDelega', { id });
    const back = await bruno.call('nuovaDelega', everything(posizione, { delegato: ANNA.codice_fiscale }));
    expect([back.status, Object.keys(back.body.errors)]).toEqual([422, ['posizioni']]);

    const shared = await writePosizione(rig, { codice_utente: 'INSIEME-1' }, [ANNA.codice_fiscale, BRUNO]);
    for (const [giver, other, delegato] of [
      [anna, bruno, BRUNO],
      [bruno, anna, ANNA.codice_fiscale],
    ] as const) {
      const given = await giver.call('nuovaDelega', everything(shared, { delegato }));
      await other.call('accettaDelega', { id: given.body.data.id });
    }
    await rig.house.db
      .updateTable('rappresentanze')
      .set({ fine: '2026-11-20' })
      .where('posizione', '=', shared.id)
      .execute();
    for (const citizen of [anna, bruno]) {
      const seen = await citizen.call('documentiPosizione', { id: shared.id, codice: encodeCodice('INSIEME-1') });
      expect(seen.status).toBe(404);
    }
  });

  test('names what is to be paid of a position beside its documents, and the first day of all of it', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await bruno.call('accettaDelega', { id });
    const rata = { numero_avviso: '301000000000000099', causale: 'Rata 2 di 3', scadenza: '2026-11-25' };
    await writeAvviso(rig, { ...rata, iuv: '01000000000000099', posizione: posizione.id, importo_cent: 75_00 });
    await writeAvviso(rig, { stato: 'pagato', posizione: posizione.id });
    const [listed] = (await bruno.call('posizioniDelegate')).body.data.posizioni;
    expect(listed).toMatchObject({ da_pagare_cent: 375_00, prossima_scadenza: '2026-11-25' });
    expect(listed.rate).toEqual([{ ...rata, importo_cent: 75_00 }]);
    const csv = (await bruno.call('estrattoDeleghe')).bytes.toString();
    expect(csv).toContain(';Rata 2 di 3;;;2026-11-25;75,00;Da pagare;301000000000000099');
    // What is paid is no instalment to pay.
    expect(csv).not.toContain('Mensa scolastica');
  });

  test('cannot be removed from the list as a position of one’s own', async () => {
    const { anna, bruno, posizione } = await bothOf(rig);
    const { id } = (await anna.call('nuovaDelega', everything(posizione))).body.data;
    await bruno.call('accettaDelega', { id });
    const removed = await bruno.call('togliPosizione', { id: posizione.id });
    expect([removed.status, removed.body.message]).toEqual([409, expect.stringContaining('per delega')]);
  });
});
