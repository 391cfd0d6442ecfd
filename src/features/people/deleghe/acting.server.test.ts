/** What a delegate sends and pays is in the name of both, within what the holder let them do, and ends with the delegation. */
import { expect, test } from 'vitest';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import { ANNA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { RICHIEDENTE, uploadAllegato } from '../../../../tests/richiedente.ts';
import { filledRichiesta, type OwedDocumenti, oweDocumenti, type Servizio } from '../../../../tests/richieste.ts';
import { callerOf, createAccount, ENTI, HOUR, onOneInTurn, type Rig, type RigCaller } from '../../../../tests/rig.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { encodeCodice } from '../../cases/posizione/codice.ts';

const BRUNO = 'VRDLCU72P15Z999A';
const RIESAME: Servizio = {
  invia: 'inviaRiesame',
  codice: 'SF220',
  ownFields: { motivo: 'gia_pagato', fatti: 'Ho pagato il 3 ottobre.' },
};

type Both = OwedDocumenti & { anna: RigCaller; bruno: RigCaller; delega: string };

/** Anna lets Bruno act on her position. */
async function delegate(rig: Rig, over: object = {}): Promise<Both> {
  const owed = await oweDocumenti(rig);
  const anna = callerOf(rig, {
    user: await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale, email: 'anna@esempio.it' }),
  });
  const bruno = callerOf(rig, {
    user: await createAccount(rig, {
      codice_fiscale: BRUNO,
      nome: 'Bruno',
      cognome: 'Verdi',
      email: 'bruno@esempio.it',
    }),
  });
  const given = await anna.call('nuovaDelega', {
    delegato: BRUNO,
    posizioni: [owed.posizione.id],
    paga: true,
    presenta: true,
    avvisi: 'entrambi',
    fino_a: '2027-01-31',
    ...over,
  });
  const delega: string = given.body.data.id;
  await bruno.call('accettaDelega', { id: delega });
  await rig.deliver();
  rig.mails.length = 0;
  return { ...owed, anna, bruno, delega };
}

async function sendAs(citizen: RigCaller) {
  const richiedente = {
    ...RICHIEDENTE,
    nome: 'Bruno',
    cognome: 'Verdi',
    codice_fiscale: BRUNO,
    email: 'bruno@esempio.it',
  };
  const files = [await uploadAllegato(citizen)];
  return citizen.call(RIESAME.invia, await filledRichiesta(citizen, RIESAME, { richiedente }, files));
}

onOneInTurn('a delegate', (rig) => {
  test('sends a request in the name of both, which the holder finds with what else was done', async () => {
    const { anna, bruno, delega } = await delegate(rig);
    const sent = await sendAs(bruno);
    expect(sent.status).toBe(201);
    const row = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect([row.delega, row.nome, row.codice_fiscale]).toEqual([delega, 'Bruno', BRUNO]);
    const shown = await bruno.call('dettaglioPratica', { id: row.id, email: row.email });
    expect(JSON.stringify(shown.body.data)).toContain(`${ANNA.codice_fiscale} (con delega)`);
    for (const citizen of [anna, bruno]) {
      const { atti } = (await citizen.call('attiDelega', { id: delega })).body.data;
      expect(atti).toMatchObject([{ tipo: 'richiesta', protocollo: sent.body.data.protocollo, stato: 'inviata' }]);
    }
  });

  test.each([
    ['entrambi', ['anna@esempio.it', 'bruno@esempio.it']],
    ['titolare', ['anna@esempio.it']],
    ['delegato', ['bruno@esempio.it']],
  ])('leaves the mails to whom the holder chose: %s', async (avvisi, addresses) => {
    const { bruno } = await delegate(rig, { avvisi });
    await sendAs(bruno);
    // The second person's mail is written when the first one leaves.
    for (let rounds = 0; rounds < 3; rounds++) await rig.deliver();
    const receipts = rig.mails.filter(({ to }) => to.endsWith('@esempio.it'));
    expect(receipts.map(({ to }) => to).sort()).toEqual(addresses);
  });

  test('is written to once, and so is the holder, when the mail server is away for the second mail', async () => {
    const { bruno } = await delegate(rig, { avvisi: 'entrambi' });
    await sendAs(bruno);
    await rig.deliver();
    rig.mail.broken = true;
    await rig.deliver();
    rig.mail.broken = false;
    for (let rounds = 0; rounds < 3; rounds++) {
      rig.clock.pass(HOUR);
      await rig.deliver();
    }
    const receipts = rig.mails.filter(({ to, subject }) => to.endsWith('@esempio.it') && /ricevuta/.test(subject));
    expect(receipts.map(({ to }) => to).sort()).toEqual(['anna@esempio.it', 'bruno@esempio.it']);
  });

  test('is refused in words beyond what they may, and once it is revoked while a form is open', async () => {
    const { anna, bruno, delega, posizione } = await delegate(rig, { presenta: false });
    const never = await sendAs(bruno);
    expect([never.status, never.body.message]).toEqual([403, expect.stringContaining('non comprende le richieste')]);
    await anna.call('chiudiDelega', { id: delega });
    const ended = await sendAs(bruno);
    expect([ended.status, ended.body.message]).toEqual([403, expect.stringContaining('non vale più')]);
    const stranger = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: 'RSSMRA80A01H501U' }) });
    const asked = { documento: 'D-1', servizio: posizione.sistema };
    expect((await stranger.call('documentoRiesame', asked)).status).toBe(404);
  });

  test('sends requests of the chosen services alone, which its lists offer, and is refused the others by their name', async () => {
    const { anna, bruno, posizione } = await delegate(rig, { servizi: ['SF220'] });
    for (const citizen of [anna, bruno]) {
      const { date, ricevute } = (await citizen.call('mieDeleghe')).body.data;
      expect([...date, ...ricevute]).toMatchObject([{ presenta: true, servizi: ['SF220'] }]);
    }
    const documents = await bruno.call('documentiPosizione', {
      id: posizione.id,
      codice: encodeCodice(posizione.codice_utente),
    });
    expect(documents.body.data.map(({ azioni }: { azioni: string[] }) => azioni)).toEqual([
      ['paga', 'riesame'],
      ['paga', 'riesame'],
    ]);
    expect((await bruno.call('posizioniAperte')).body.data).toMatchObject([
      { servizi: ['SF220'], per_conto: 'Anna Bianchi' },
    ]);
    const asked = { servizio: 'TARMB', documento: 'D-1' };
    const refusals = {
      documentoProroga: asked,
      documentiRateizzazione: { ...asked, documento: ['D-1'] },
      controllaDocumentiIstanza: { sistema__c: 'TARMB', idDocument: ['D-1'] },
      scegliDocumenti: {
        servizio: 'rinegozia-un-pagamento',
        documenti: documents.body.data.map((d: { Id: string }) => d.Id),
      },
    } as const;
    for (const [operation, fields] of Object.entries(refusals)) {
      const { status, body } = await bruno.call(operation as keyof typeof refusals, fields);
      expect([operation, status, body.message]).toEqual([operation, 403, expect.stringContaining('non comprende «')]);
    }
    expect((await sendAs(bruno)).status).toBe(201);
  });

  test.each([
    ['none', { servizi: [] }],
    ['one that there is not', { servizi: 'SF220,SF999' }],
    ['one that is about no position', { servizi: ['SF300'] }],
  ])('is not given the requests of %s', async (_what, over) => {
    const { anna, posizione } = await delegate(rig);
    const other = { delegato: 'FRRGLI90E52Z999Q', posizioni: [posizione.id], avvisi: 'entrambi', fino_a: '2027-01-31' };
    const given = await anna.call('nuovaDelega', { ...other, presenta: true, ...over });
    expect([given.status, Object.keys(given.body.errors)]).toEqual([422, ['servizi']]);
  });

  test('sends no request about documents of two persons', async () => {
    const { bruno, posizione } = await delegate(rig);
    const link = { id: 'di-bruno', codice_fiscale: BRUNO, ruolo: 'persona_fisica', creata: 1, tolta: null };
    const { db } = rig.house;
    await db
      .insertInto('posizioni')
      .values({ ...posizione, id: 'sua', codice_utente: 'SUA-1' })
      .execute();
    await db
      .insertInto('rappresentanze')
      .values({ ...link, posizione: 'sua' })
      .execute();
    await db.updateTable('documenti').set({ posizione: 'sua' }).where('numero', '=', 'D-2').execute();
    const sent = await sendAs(bruno);
    expect([sent.status, sent.body.message]).toEqual([409, expect.stringContaining('una persona sola')]);
  });

  test('pays for the holder, who reads it, and not when the delegation is to see alone', async () => {
    const { anna, bruno, delega, posizione } = await delegate(rig);
    const { iuv: IUV, numero_avviso } = await writeAvviso(rig, { posizione: posizione.id, causale: 'Rata 1' });
    const cart = { IUV, dominioEC: ENTI.borgo.codice_fiscale, emailDebitore: 'bruno@esempio.it' };
    const named = { numero_avviso, dominioEC: ENTI.borgo.codice_fiscale };
    expect((await bruno.call('controllaAvviso', named)).body.data.per_conto).toBe('Anna Bianchi');
    for (const other of [anna, callerOf(rig)])
      expect((await other.call('controllaAvviso', named)).body.data).not.toHaveProperty('per_conto');
    const opened = await bruno.call('pagaConPagopa', cart);
    expect(opened.status).toBe(200);
    const { db } = rig.house;
    expect(await db.selectFrom('pagamenti_avvisi').select(['numero_avviso', 'delega']).execute()).toEqual([
      { numero_avviso, delega },
    ]);
    await db.updateTable('pagamenti').set({ stato: 'pagato' }).execute();
    const { atti } = (await anna.call('attiDelega', { id: delega })).body.data;
    expect(atti).toMatchObject([{ tipo: 'pagamento', testo: 'Rata 1', importo_cent: 50_00 }]);
    const { riferimento } = opened.body.data;
    const outcomes = await Promise.all([bruno, anna].map((one) => one.call('esitoPagamento', { riferimento })));
    expect(outcomes.map(({ body }) => body.data.avvisi[0].per_conto)).toEqual(['Anna Bianchi', undefined]);
    await db.updateTable('deleghe').set({ paga: 0 }).execute();
    const refused = await bruno.call('pagaConPagopa', cart);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      403,
      expect.stringContaining('non comprende i pagamenti'),
    ]);
    // Anybody who has the notice may pay it.
    expect((await callerOf(rig).call('pagaConPagopa', cart)).status).not.toBe(403);
  });

  test('and the holder find it in their data; it goes with either of them', async () => {
    const { anna, bruno, delega } = await delegate(rig);
    for (const citizen of [anna, bruno]) {
      const file = (await citizen.call('scaricaDati')).bytes.toString();
      expect(JSON.parse(file).deleghe).toMatchObject([{ delegante: ANNA.codice_fiscale, delegato: BRUNO }]);
    }
    const { db, dialect } = rig.house;
    const asked = { now: rig.house.now(), apply: true };
    await forgetPerson({ db, dialect }, { codice_fiscale: ANNA.codice_fiscale }, asked);
    expect((await bruno.call('attiDelega', { id: delega })).status).toBe(404);
    expect(await db.selectFrom('deleghe_posizioni').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('rappresentanze').selectAll().execute()).toEqual([]);
  });
});

onOneInTurn('a delegation that the representative of a firm gives', (rig) => {
  /** Anna represents Rossi Srl; her own position is in the other delegation. */
  async function employ() {
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: [...ENTI.borgo.categorie, RIESAME.codice] }, 1);
    const ofFirm = { intestatario: 'Rossi Srl', codice_utente: 'SRL-1' };
    const posizione = await writePosizione(rig, ofFirm, [ANNA.codice_fiscale], 'legale_rappresentante');
    await writeDocumento(rig, posizione, { numero: 'D-1' });
    const own = await writePosizione(rig, {}, [ANNA.codice_fiscale], 'persona_fisica');
    await writeDocumento(rig, own, { numero: 'D-2' });
    const [anna, bruno] = [
      await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale, email: 'anna@esempio.it' }),
      await createAccount(rig, { codice_fiscale: BRUNO, nome: 'Bruno', cognome: 'Verdi', email: 'bruno@esempio.it' }),
    ].map((user) => callerOf(rig, { user })) as [RigCaller, RigCaller];
    const shared = { delegato: BRUNO, paga: true, presenta: true, avvisi: 'delegato', fino_a: '2027-01-31' };
    const given = await anna.call('nuovaDelega', { ...shared, posizioni: [posizione.id, own.id] });
    await bruno.call('accettaDelega', { id: given.body.data.id });
    return { anna, bruno, posizione, delega: given.body.data };
  }

  test('is in the name of the firm, for its employee and in what they send', async () => {
    const { bruno, delega } = await employ();
    expect(delega.posizioni.map(({ ditta }: { ditta: string | null }) => ditta)).toEqual([null, 'Rossi Srl']);
    const listed = (await bruno.call('posizioniDelegate', { cerca: 'rossi srl' })).body.data.posizioni;
    expect(listed).toMatchObject([
      { codice_utente: 'SRL-1', delega: { ditta: 'Rossi Srl', titolare: 'Anna Bianchi' } },
    ]);
    const mixed = await sendAs(bruno);
    expect([mixed.status, mixed.body.message]).toEqual([409, expect.stringContaining('una persona sola')]);
    const richiedente = {
      ...RICHIEDENTE,
      nome: 'Bruno',
      cognome: 'Verdi',
      codice_fiscale: BRUNO,
      email: 'bruno@esempio.it',
    };
    const files = [await uploadAllegato(bruno)];
    const one = await filledRichiesta(bruno, RIESAME, { richiedente, documenti: ['D-1'] }, files);
    expect((await bruno.call(RIESAME.invia, one)).status).toBe(201);
    const { dati_json } = await rig.house.db.selectFrom('pratiche').select('dati_json').executeTakeFirstOrThrow();
    expect(JSON.parse(dati_json).inQualitaDi).toContainEqual([
      'Per conto di',
      `Rossi Srl (con delega di Anna Bianchi, ${ANNA.codice_fiscale})`,
    ]);
  });

  test('ends with the representation', async () => {
    const { bruno, posizione } = await employ();
    const ended = rig.house.db.updateTable('rappresentanze').set({ fine: '2026-11-20' });
    await ended.where('posizione', '=', posizione.id).where('codice_fiscale', '=', ANNA.codice_fiscale).execute();
    const left = (await bruno.call('posizioniDelegate')).body.data.posizioni;
    expect(left.map((p: { codice_utente: string }) => p.codice_utente)).toEqual(['AB12-34']);
    const refused = await bruno.call('documentiPosizione', { id: posizione.id, codice: encodeCodice('SRL-1') });
    expect(refused.status).toBe(404);
  });
});
