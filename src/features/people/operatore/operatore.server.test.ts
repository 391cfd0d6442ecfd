import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  createOperator,
  DAY,
  ENTI,
  MINUTE,
  onOneInTurn,
  operatore,
  RIG_NOW,
  type Rig,
} from '../../../../tests/rig.ts';
import type { CallContext } from '../../../context.ts';
import type { IdentifiedPerson } from '../../../platform/identity.ts';
import { changePratica } from '../../cases/pratica/pratica.db.ts';
import { type NewPratica, openPratica } from '../../cases/pratica/pratica-opening.server.ts';
import { beginSession, readAccesso } from '../accesso/session.server.ts';
import { LIST_ORDERS, PAGE_SIZE, type PraticaListItem } from './operatore.contract.ts';

const ORDER_PAIRS = ['termine', 'arrivo', 'numero', 'richiedente', 'assegnata', 'stato'].map((order) => [
  order,
  order === 'arrivo' ? 'arrivo_primi' : `${order}_ultimi`,
]);

type TestPratica = { id: string; protocollo: string; email: string };

/** A case of an ente, as its form opens it. */
async function newPratica(
  rig: Rig,
  over: Partial<NewPratica> & { nome?: string; cognome?: string } = {},
): Promise<TestPratica> {
  const { house } = rig;
  const { nome = 'Anna', cognome = 'Bianchi', ...others } = over;
  const email = 'anna@esempio.it';
  const { id, protocollo } = await house.db.transaction().execute((tx) =>
    openPratica({ house, db: tx, now: house.now(), visitor: 'v', user: null, host: '' } as unknown as CallContext, {
      tipo: 'segnalazione',
      codice: 'SF510',
      ente: ENTI.borgo,
      oggetto: 'Lampione spento',
      descrizione: 'È buio.',
      richiedente: { nome, cognome, email },
      dati: {},
      files: [],
      percorso: '/segnalazione',
      ...others,
    }),
  );
  return { id, protocollo, email };
}

/** @returns id of an operator of Borgo */
const newOperator = async (rig: Rig, nome: string) => (await createOperator(rig, nome)).id;

const olga = (rig: Rig) => callerOf(rig, { user: operatore('borgo') });
const readList = async (rig: Rig, fields: Record<string, unknown> = {}, user = operatore('borgo')) =>
  (await callerOf(rig, { user }).call('praticheOperatore', fields)).body.data;
const oggettiOf = (list: { pratiche: { oggetto: string }[] }) => list.pratiche.map(({ oggetto }) => oggetto);

onOneInTurn('the cases of an operator', (rig) => {
  test('are those of their enti and no others', async () => {
    await newPratica(rig, { oggetto: 'di Borgo' });
    await newPratica(rig, { oggetto: 'di Valle', ente: ENTI.valle });

    expect(oggettiOf(await readList(rig))).toEqual(['di Borgo']);
    expect(oggettiOf(await readList(rig, {}, operatore('borgo', 'valle'))).sort()).toEqual(['di Borgo', 'di Valle']);
    expect(oggettiOf(await readList(rig, { ente: 'valle' }, operatore('borgo', 'valle')))).toEqual(['di Valle']);
    expect(await readList(rig, {}, operatore())).toMatchObject({ pratiche: [], totale: 0, pagine: 0 });
  });

  test('are answered 404 for another ente, whether it exists or not', async () => {
    await newPratica(rig, { ente: ENTI.valle });
    const answers = [];
    for (const ente of ['valle', 'nessuno', "borgo' or '1'='1"])
      answers.push(await olga(rig).call('praticheOperatore', { ente }));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('are shown neither to a citizen nor without a login', async () => {
    expect((await callerOf(rig).call('praticheOperatore')).status).toBe(401);
    expect((await callerOf(rig, { user: cittadino('anna') }).call('praticheOperatore')).status).toBe(403);
  });

  test('are answered 401 after fifteen minutes without activity', async () => {
    const person: IdentifiedPerson = {
      provider: 'operatori',
      issuer: 'https://idp.example',
      subject: 'olga',
      nome: 'Olga',
      cognome: 'Neri',
      codice_fiscale: '',
      email: null,
      telefono: null,
      enti: ['borgo'],
      idToken: null,
    };
    const { cookie } = await beginSession(rig.house, person, null);
    const now = async () => {
      const login = await readAccesso(rig.house, cookie, false);
      return (await callerOf(rig, login ? { user: login.user } : {}).call('praticheOperatore')).status;
    };

    rig.clock.pass(15 * MINUTE - 1);
    expect(await now()).toBe(200);
    rig.clock.pass(1);
    expect(await now()).toBe(401);
  });

  test('show number, service, applicant, state, dates and chat address, and none of the texts', async () => {
    const { id: cittadinoId, protocollo } = await newPratica(rig);
    const pratiche = rig.house.db.selectFrom('pratiche').select('ufficio').where('id', '=', cittadinoId);
    const { ufficio: id } = await pratiche.executeTakeFirstOrThrow();
    const [one] = (await readList(rig)).pratiche;
    expect(one).toEqual({
      id,
      protocollo,
      tipo: 'segnalazione',
      codice: 'SF510',
      servizio: 'Illuminazione e lampade votive',
      oggetto: 'Lampione spento',
      richiedente: 'Anna Bianchi',
      ente: 'borgo',
      stato: 'inviata',
      inviata_il: new Date(RIG_NOW).toISOString(),
      termine_il: '2026-12-20',
      in_ritardo: false,
      non_letti: 1,
      priorita: 'normale',
      etichette: [],
      chat: `/segnalazione/chat/operatore/luce%40borgo.example/${id}`,
    });
    expect(JSON.stringify(one)).not.toContain(cittadinoId);
  });

  test('are in the queue of those that wait for the citizen, or of the closed ones, and in no other of the open ones then', async () => {
    const { id: waiting } = await newPratica(rig, { oggetto: 'aspetta' });
    const { id: closed } = await newPratica(rig, { oggetto: 'chiusa' });
    await newPratica(rig, { oggetto: 'aperta' });
    const set = (id: string, stato: string) =>
      rig.house.db.updateTable('pratiche').set({ stato }).where('id', '=', id).execute();
    await set(waiting, 'da_integrare');
    await set(closed, 'conclusa');
    rig.clock.pass(40 * DAY);

    expect(oggettiOf(await readList(rig, { coda: 'in_attesa' }))).toEqual(['aspetta']);
    expect(oggettiOf(await readList(rig, { coda: 'chiuse' }))).toEqual(['chiusa']);
    expect(oggettiOf(await readList(rig, { coda: 'chiuse', stato: 'aperte' }))).toEqual([]);
    const { code, conteggi } = await readList(rig, { coda: 'in_ritardo' });
    expect(code).toEqual({
      mie: 0,
      ufficio: 0,
      da_assegnare: 2,
      in_ritardo: 1,
      in_scadenza: 0,
      in_attesa: 1,
      chiuse: 1,
    });
    expect([conteggi.inviata, conteggi.da_integrare, conteggi.conclusa]).toEqual([1, 0, 0]);
  });

  test('are narrowed to those of one colleague, in every queue and order, and to the operator’s own enti', async () => {
    const of = async (oggetto: string, assegnata_a: string, ente = ENTI.borgo) => {
      const { id } = await newPratica(rig, { oggetto, ente });
      await changePratica(rig.house.db, id, { assegnata_a });
    };
    const piero = await newOperator(rig, 'Piero');
    const sofia = await newOperator(rig, 'Sofia');
    await of('di Piero', piero);
    await of('di Sofia', sofia);
    await of('di Piero a Valle', piero, ENTI.valle);
    await newPratica(rig, { oggetto: 'di nessuno' });

    for (const order of LIST_ORDERS)
      expect([order, oggettiOf(await readList(rig, { ordine: order, persona: piero }))]).toEqual([order, ['di Piero']]);
    expect((await readList(rig, { persona: piero })).conteggi.inviata).toBe(1);
    expect(oggettiOf(await readList(rig, { persona: piero, q: 'sofia' }))).toEqual([]);
    expect(oggettiOf(await readList(rig, { persona: piero, coda: 'da_assegnare' }))).toEqual([]);
    expect(
      oggettiOf(await readList(rig, { persona: piero, coda: 'mie' }, { ...operatore('borgo'), id: sofia })),
    ).toEqual([]);
    expect(
      oggettiOf(await readList(rig, { persona: piero, coda: 'mie' }, { ...operatore('borgo'), id: piero })),
    ).toEqual(['di Piero']);
    rig.clock.pass(40 * DAY);
    expect(oggettiOf(await readList(rig, { persona: sofia, coda: 'in_ritardo' }))).toEqual(['di Sofia']);
  });

  test('are sorted the other way round as well', async () => {
    await newPratica(rig, { oggetto: 'primo' });
    rig.clock.pass(DAY);
    await newPratica(rig, { oggetto: 'secondo' });

    expect(oggettiOf(await readList(rig, { ordine: 'termine_ultimi' }))).toEqual(['secondo', 'primo']);
    expect(oggettiOf(await readList(rig, { ordine: 'arrivo_primi' }))).toEqual(['primo', 'secondo']);
    expect(oggettiOf(await readList(rig, { ordine: 'arrivo' }))).toEqual(['secondo', 'primo']);
  });

  test('are sorted by due date, earliest first, or by arrival, newest first', async () => {
    await newPratica(rig, { oggetto: 'lampione: 30 giorni' });
    rig.clock.pass(DAY);
    await newPratica(rig, { oggetto: 'rifiuti: 10 giorni', codice: 'SF410' });
    rig.clock.pass(DAY);
    await newPratica(rig, { oggetto: 'lampione, ultimo' });

    const byTermine = ['rifiuti: 10 giorni', 'lampione: 30 giorni', 'lampione, ultimo'];
    expect(oggettiOf(await readList(rig))).toEqual(byTermine);
    expect(oggettiOf(await readList(rig, { ordine: 'termine' }))).toEqual(byTermine);
    expect(oggettiOf(await readList(rig, { ordine: 'arrivo' }))).toEqual([
      'lampione, ultimo',
      'rifiuti: 10 giorni',
      'lampione: 30 giorni',
    ]);
  });

  test('are counted by state, and late only while the ente has to act', async () => {
    const presa = await newPratica(rig, { oggetto: 'presa' });
    const awaiting = await newPratica(rig, { oggetto: 'attesa' });
    const closed = await newPratica(rig, { oggetto: 'chiusa' });
    await newPratica(rig, { oggetto: 'nuova' });
    const moveStato = ({ id, email }: TestPratica, fields: object) =>
      olga(rig).call('commenta', { id, email, vista: 'operatore', ...fields });
    await moveStato(presa, { stato: 'in_elaborazione' });
    await moveStato(awaiting, { stato: 'da_integrare', testo: 'Quale lampione?' });
    await moveStato(closed, { stato: 'conclusa', testo: 'Riparato.' });
    rig.clock.pass(40 * DAY);

    const all = await readList(rig);
    expect([all.totale, all.conteggi]).toEqual([
      4,
      { inviata: 1, in_elaborazione: 1, da_integrare: 1, conclusa: 1, accettata: 0, rifiutata: 0, ritirata: 0 },
    ]);
    const late = all.pratiche.filter((p: { in_ritardo: boolean }) => p.in_ritardo);
    expect(oggettiOf({ pratiche: late }).sort()).toEqual(['nuova', 'presa']);
    expect((await readList(rig, { stato: 'tutte' })).totale).toBe(4);
    const open = await readList(rig, { stato: 'aperte' });
    expect([open.totale, open.conteggi]).toEqual([3, all.conteggi]);
    expect(oggettiOf(await readList(rig, { stato: 'conclusa' }))).toEqual(['chiusa']);
  });

  test('are unread until an operator reads or writes, and again when the citizen writes', async () => {
    const opened = await newPratica(rig);
    const unreadCounts = async () => {
      const { pratiche, totale, da_leggere, conteggi } = await readList(rig, { non_lette: '1' });
      return [pratiche[0]?.non_letti ?? 0, totale, da_leggere, conteggi.inviata];
    };
    const { protocollo: _p, ...pair } = opened;

    expect(await unreadCounts()).toEqual([1, 1, 1, 1]);
    await olga(rig).call('segnaLetto', { ...pair, vista: 'operatore' });
    expect(await unreadCounts()).toEqual([0, 0, 0, 0]);
    for (const text of ['Ancora buio', 'E oggi?']) await callerOf(rig).call('commenta', { ...pair, testo: text });
    expect(await unreadCounts()).toEqual([2, 1, 1, 1]);
    await olga(rig).call('commenta', { ...pair, vista: 'operatore', testo: 'Arriviamo.' });
    expect(await unreadCounts()).toEqual([0, 0, 0, 0]);
    expect(await readList(rig)).toMatchObject({ totale: 1, da_leggere: 0 });
  });

  test('are found by number, with its zeros or without, and by the beginning of a name or of a word of the subject, ignoring accents and capitals', async () => {
    await newPratica(rig, { oggetto: 'Perché è buio in piazza?', nome: 'Nicolò', cognome: 'D’Amico' });
    await newPratica(rig, { oggetto: 'Cassonetto rotto', nome: 'Maria', cognome: 'Rossi' });

    for (const q of [
      '2026/000001',
      '2026/1',
      '000001',
      '1 nicolo',
      'D’AMICO',
      "d'am",
      'damico',
      'Nicolò dAmico',
      'amico',
      'perche e buio',
      'buio Nicolò',
      'piazza?',
    ])
      expect([q, oggettiOf(await readList(rig, { q }))]).toEqual([q, ['Perché è buio in piazza?']]);
    for (const [q, n] of [
      ['2026', 2],
      ['2026/0000', 2],
      ['ot', 0],
      ['rot', 1],
      // Two of its words begin so.
      ['ro', 1],
      ['rossi maria', 1],
      ['ma ma', 1],
    ] as const)
      expect([q, (await readList(rig, { q })).totale]).toEqual([q, n]);
    expect((await readList(rig, { q: 'Nicolò cassonetto' })).totale).toBe(0);
    expect((await readList(rig, { q: 'cassonetto' })).conteggi.inviata).toBe(1);
  });

  test('are found by the number that their ente gave them, in the state that they are in', async () => {
    const { id, email } = await newPratica(rig);
    await newPratica(rig);
    const answer = { id, email, vista: 'operatore', stato: 'in_elaborazione', protocollo_ente: 'PG/77' };
    expect((await olga(rig).call('commenta', answer)).status).toBe(201);
    for (const q of ['pg/77', '77', '2026/000001']) {
      const { totale, conteggi } = await readList(rig, { q });
      expect([q, totale, conteggi.inviata, conteggi.in_elaborazione]).toEqual([q, 1, 0, 1]);
    }
  });

  test('are searched literally: wildcards, quotes and commands have no effect', async () => {
    await newPratica(rig, { oggetto: 'Sconto del 50% in via A_B' });
    await newPratica(rig, { oggetto: "L'altro 'caso!" });

    expect(oggettiOf(await readList(rig, { q: '50%' }))).toEqual(['Sconto del 50% in via A_B']);
    expect(oggettiOf(await readList(rig, { q: 'a_b' }))).toEqual(['Sconto del 50% in via A_B']);
    expect(oggettiOf(await readList(rig, { q: "'caso!" }))).toEqual(["L'altro 'caso!"]);
    for (const q of ['%%', '__', '5%0', "' or 1=1 --", '\\%', '!%', '";drop table pratiche;--', 'a%b'])
      expect([q, (await readList(rig, { q })).totale]).toEqual([q, 0]);
    expect((await readList(rig)).totale).toBe(2);
  });

  test('are found by the tax code they carry, in the operator’s own enti alone', async () => {
    const codice_fiscale = 'RSSMRA80A01H501U';
    const richiedente = { nome: 'Mario', cognome: 'Rossi', email: 'm@esempio.it', codice_fiscale };
    await newPratica(rig, { oggetto: 'con codice', richiedente });
    await newPratica(rig, { oggetto: 'di Valle', richiedente, ente: ENTI.valle });
    await newPratica(rig, { oggetto: `senza, ma con ${codice_fiscale}` });
    for (const q of [codice_fiscale, ' rssmra80a01h501u '])
      expect(oggettiOf(await readList(rig, { q }))).toEqual(['con codice']);
    expect((await readList(rig, { q: codice_fiscale, coda: 'da_assegnare' })).totale).toBe(1);
    expect((await readList(rig, { q: codice_fiscale }, operatore('borgo', 'valle'))).totale).toBe(2);
  });

  test('are narrowed to the days on which they arrived, both included', async () => {
    for (const oggetto of ['primo', 'secondo', 'terzo']) {
      await newPratica(rig, { oggetto });
      rig.clock.pass(DAY);
    }
    const within = async (fields: Record<string, unknown>) =>
      oggettiOf(await readList(rig, { ...fields, ordine: 'arrivo' }));
    expect(await within({ dal: '2026-11-21' })).toEqual(['terzo', 'secondo']);
    expect(await within({ dal: '2026-11-20', al: '2026-11-21' })).toEqual(['secondo', 'primo']);
    expect(await within({ dal: '2026-11-23' })).toEqual([]);
    expect((await readList(rig, { al: '2026-11-20' })).conteggi.inviata).toBe(1);
    const wrong = await olga(rig).call('praticheOperatore', { dal: '2026-11-22', al: '2026-11-20' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { al: ['L’ultimo giorno viene prima del primo.'] }]);
    expect((await olga(rig).call('esportaPratiche', { dal: '2026-02-30' })).body.errors).toHaveProperty('dal');
  });

  test('are refused in words for one letter, a page before the first, or an unknown order or state', async () => {
    const wrong = { q: 'a', pagina: '0', ordine: 'id', stato: 'tutti' };
    const refused = await olga(rig).call('praticheOperatore', wrong);
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, Object.keys(wrong).sort()]);
    expect(refused.body.errors.q).toEqual([
      'Scrivi almeno 2 caratteri: il numero, o l’inizio di un nome o di una parola dell’oggetto.',
    ]);
  });

  test('are refused with the name of a filter that does not exist, and of a tick that is none', async () => {
    const refused = await olga(rig).ask('GET', '/api/v1/portale/operatore/pratiche.csv?cerca=lampione');
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { cerca: [expect.stringMatching(/^Il parametro «cerca» non esiste\. Ci sono: stato, /)] },
    ]);
    for (const name of ['praticheOperatore', 'mappaPratiche', 'conteggiOperatore'] as const)
      expect((await olga(rig).call(name, { non_lette: 'forse' })).body.errors).toHaveProperty('non_lette');
    expect((await olga(rig).call('praticheOperatore', { non_lette: '0' })).status).toBe(200);
  });

  test('are each on exactly one page', async () => {
    for (let i = 0; i < PAGE_SIZE + 2; i++)
      await newPratica(rig, { oggetto: `n. ${i}`, ente: i % 2 ? ENTI.borgo : ENTI.valle });
    const both = operatore('borgo', 'valle');
    for (const order of ['termine', 'arrivo']) {
      const one = await readList(rig, { ordine: order }, both);
      const two = await readList(rig, { ordine: order, pagina: '2' }, both);
      expect([one.pratiche.length, two.pratiche.length, one.totale, one.pagine]).toEqual([25, 2, 27, 2]);
      expect(new Set([...oggettiOf(one), ...oggettiOf(two)]).size).toBe(27);
      expect((await readList(rig, { ordine: order, pagina: '3' }, both)).pratiche).toEqual([]);
    }
  });
});

/** Many cases at once, of two enti, with equal values in each column. */
async function fillList(rig: Rig, count: number): Promise<void> {
  const people = [
    ['Anna', 'Verdi'],
    ['Nicolò', 'D’Amico'],
    ['Zoe', 'Àrtico'],
  ] as const;
  const stati = ['inviata', 'in_elaborazione', 'da_integrare', 'conclusa'] as const;
  for (let n = 0; n < count; n++) {
    const [nome, cognome] = people[n % people.length] as (typeof people)[number];
    const richiedente = { nome, cognome, email: 'a@esempio.it' };
    const { id } = await newPratica(rig, {
      oggetto: `lampione ${n}`,
      richiedente,
      ente: n % 3 ? ENTI.borgo : ENTI.valle,
    });
    const stato = stati[n % stati.length] as string;
    await rig.house.db
      .transaction()
      .execute((tx) => changePratica(tx, id, { stato, ...(n % 5 === 0 && { assegnata_a: 'olga' }) }));
    if (n % 2) rig.clock.pass(DAY);
  }
}

const BOTH = operatore('borgo', 'valle');

onOneInTurn('a list of an operator', (rig) => {
  test('is the same in pages, as a sheet and from one case to the next, in every order and the other way round', async () => {
    await fillList(rig, PAGE_SIZE + 6);
    for (const [order, turned] of ORDER_PAIRS) {
      const pages = [];
      for (const page of ['1', '2'])
        pages.push(...oggettiOf(await readList(rig, { ordine: order, pagina: page }, BOTH)));
      expect([order, pages.length, new Set(pages).size]).toEqual([order, PAGE_SIZE + 6, PAGE_SIZE + 6]);
      const other = await readList(rig, { ordine: turned }, BOTH);
      expect([turned, oggettiOf(other)]).toEqual([turned, pages.toReversed().slice(0, PAGE_SIZE)]);
      const sheet = await callerOf(rig, { user: BOTH }).call('esportaPratiche', { ordine: order });
      const rows = sheet.bytes.toString('utf8').split('\r\n').slice(1, -1);
      expect([order, rows.map((row) => row.split(';')[3])]).toEqual([order, pages]);
      const { pratiche } = await readList(rig, { ordine: order }, BOTH);
      for (const at of [0, 1, PAGE_SIZE - 1]) {
        const near = await callerOf(rig, { user: BOTH }).call('vicinePratica', { ordine: order, id: pratiche[at].id });
        const chats = [pratiche[at - 1]?.chat, pratiche[at + 1]?.chat];
        expect([order, at, near.body.data.precedente]).toEqual([order, at, chats[0]]);
        // The next one of the last row is on the next page.
        if (at === PAGE_SIZE - 1) expect(near.body.data.successiva).toMatch(/^\/segnalazione\/chat\/operatore\//);
        else expect([order, at, near.body.data.successiva]).toEqual([order, at, chats[1]]);
      }
    }
  });

  test('is sorted by the surname of the applicant, by the person who has the case, by number, and by state in the order of the work', async () => {
    await fillList(rig, 12);
    const sorted = async (order: string) => (await readList(rig, { ordine: order }, BOTH)).pratiche;
    expect(new Set((await sorted('richiedente')).map((p: PraticaListItem) => p.richiedente))).toEqual(
      new Set(['Zoe Àrtico', 'Nicolò D’Amico', 'Anna Verdi']),
    );
    expect((await sorted('numero')).map((p: PraticaListItem) => p.protocollo).slice(0, 3)).toEqual([
      '2026/000001',
      '2026/000001',
      '2026/000002',
    ]);
    expect([...new Set((await sorted('stato')).map((p: PraticaListItem) => p.stato))]).toEqual([
      'inviata',
      'in_elaborazione',
      'da_integrare',
      'conclusa',
    ]);
    const owned = (await sorted('assegnata')).map((p: PraticaListItem) => oggettiOf({ pratiche: [p] })[0]);
    expect(owned.slice(-3).sort()).toEqual(['lampione 0', 'lampione 10', 'lampione 5']);
  });

  test('keeps the neighbours of a case that left it by what was done with it, in every order, and is 404 for one of another ente', async () => {
    const ids: string[] = [];
    for (const oggetto of ['prima', 'presa', 'dopo']) {
      ids.push((await newPratica(rig, { oggetto })).id);
      rig.clock.pass(DAY);
    }
    const change = (changes: Parameters<typeof changePratica>[2]) =>
      rig.house.db.transaction().execute((tx) => changePratica(tx, ids[1] as string, changes));
    const near = async (id: string, fields: object, user = operatore('borgo')) =>
      (await callerOf(rig, { user }).call('vicinePratica', { id, ...fields })).body.data;
    for (const order of ['termine', 'numero', 'stato', 'arrivo_primi']) {
      const list = { stato: 'inviata', non_lette: '1', coda: 'da_assegnare', ordine: order };
      const { pratiche } = await readList(rig, list);
      const [prima, presa, dopo] = pratiche;
      await change({ stato: 'in_elaborazione', assegnata_a: 'olga' });
      expect([order, (await readList(rig, list)).totale]).toEqual([order, 2]);
      const beside = { precedente: prima.chat, successiva: dopo.chat };
      const rows = {
        prima: [expect.objectContaining({ oggetto: prima.oggetto })],
        dopo: [expect.objectContaining({ id: dopo.id })],
      };
      expect([order, await near(presa.id, list)]).toEqual([order, { ...beside, ...rows }]);
      await change({ stato: 'inviata', assegnata_a: null });
    }
    const [first] = (await readList(rig)).pratiche;
    expect(await near(first.id, { coda: 'chiuse' })).toEqual({ prima: [], dopo: [] });
    const { status } = await callerOf(rig, { user: operatore('valle') }).call('vicinePratica', { id: first.id });
    expect(status).toBe(404);
  });

  test('is the same for an operator of a thousand enti, whose lists are too many to be put together in one question', async () => {
    await fillList(rig, PAGE_SIZE + 6);
    const many = operatore('borgo', 'valle', ...Array.from({ length: 998 }, (_, n) => `altro-${n}`));
    const asked = [
      {},
      { pagina: '2', ordine: 'assegnata' },
      { coda: 'da_assegnare', ordine: 'numero_ultimi' },
      { q: 'lampione 1', ordine: 'richiedente' },
      { dal: '2026-11-25', non_lette: '1' },
      { ordine: 'stato_ultimi' },
    ];
    for (const filters of asked)
      expect([filters, await readList(rig, filters, many)]).toEqual([filters, await readList(rig, filters, BOTH)]);
  });

  test('is found by the number that the ente has given a case, as soon as it has', async () => {
    const { id, email } = await newPratica(rig, { oggetto: 'con protocollo' });
    await olga(rig).call('commenta', { id, email, vista: 'operatore', protocollo_ente: 'PG-2026/4711' });
    for (const q of ['PG-2026/4711', 'pg-2026', '4711', 'con proto'])
      expect([q, oggettiOf(await readList(rig, { q }))]).toEqual([q, ['con protocollo']]);
    await olga(rig).call('commenta', { id, email, vista: 'operatore', stato: 'conclusa', testo: 'Fatto.' });
    expect(oggettiOf(await readList(rig, { q: '4711', stato: 'conclusa' }))).toEqual(['con protocollo']);
    expect((await readList(rig, { q: '4711', stato: 'aperte' })).totale).toBe(0);
  });
});
