import { expect, test } from 'vitest';
import { ONE_POINT_PNG } from '../../../../tests/files.ts';
import { figuresOf, textOf } from '../../../../tests/pdf-text.ts';
import {
  callerOf,
  cittadino,
  countRows,
  DAY,
  HOUR,
  keyIn,
  MINUTE,
  type OpenedPratica,
  onOneInTurn,
  openAsUfficio,
  operatore,
  pdfFile,
  type Rig,
  sendRichiesta,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { type Azione, PRATICA_AZIONI, STATO_RULES, type StatoPratica } from './stati.ts';

const email = 'anna@esempio.it';
const NOT_FOUND = {
  message: 'Non abbiamo trovato questa pratica. Controlla il collegamento che hai ricevuto per e-mail.',
  code: 'not_found',
};

const stateOf = (rig: Rig, { id }: OpenedPratica) =>
  rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

onOneInTurn('who may see a case', (rig) => {
  test('the pair of address and id opens a case to the citizen, from any browser and in any letter case', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const seen = await callerOf(rig).call('dettaglioPratica', { id: openedPratica.id, email: 'Anna@Esempio.IT' });
    expect([seen.status, seen.body.data.vista, seen.body.data.protocollo]).toEqual([200, 'cittadino', '2026/000001']);
  });

  test('the pair opens a case with an international domain, typed or as its code', async () => {
    const sent = await sendSegnalazione(callerOf(rig), { email: 'anna@città.example' });
    for (const email of [
      'anna@città.example',
      'Anna@CITTÀ.example',
      'anna@xn--citt-3na.example',
      '\u200eanna@città.example',
    ])
      expect([email, (await callerOf(rig).call('dettaglioPratica', { id: sent.id, email })).status]).toEqual([
        email,
        200,
      ]);
  });

  test('a wrong pair gets the same 404, whatever was wrong and whichever browser asks', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const [first] = [...openedPratica.id];
    const neighbour = (first === 'A' ? 'B' : 'A') + openedPratica.id.slice(1);
    const answers = [
      await callerOf(rig).call('dettaglioPratica', { id: openedPratica.id, email: 'bruno@esempio.it' }),
      await callerOf(rig).call('dettaglioPratica', { id: neighbour, email }),
      await callerOf(rig).call('dettaglioPratica', { id: 'A'.repeat(24), email: 'mai@esempio.it' }),
      await callerOf(rig).call('dettaglioPratica', { id: openedPratica.id, email: '' }),
      await callerOf(rig).call('dettaglioPratica', { ...openedPratica, vista: 'operatore' }),
      await callerOf(rig, { keys: ['k'.repeat(43)] }).call('dettaglioPratica', {
        ...openedPratica,
        vista: 'operatore',
      }),
      await callerOf(rig, { user: operatore('valle') }).call('dettaglioPratica', {
        ...openedPratica,
        vista: 'operatore',
      }),
      await callerOf(rig, { user: cittadino('anna', email) }).call('dettaglioPratica', {
        ...openedPratica,
        vista: 'operatore',
      }),
      await callerOf(rig).call('ricevutaPratica', { id: openedPratica.id, email: 'bruno@esempio.it' }),
      await callerOf(rig).call('segnaLetto', { id: openedPratica.id, email: 'bruno@esempio.it' }),
      await callerOf(rig).call('valutaServizio', { id: openedPratica.id, email: 'bruno@esempio.it', stelle: 5 }),
      await callerOf(rig).call('nuovoLink', { id: openedPratica.id, email: 'bruno@esempio.it' }),
      await callerOf(rig).call('commenta', { id: openedPratica.id, email: 'bruno@esempio.it', testo: 'ciao' }),
      await callerOf(rig).call('nascondi', { ...openedPratica, evento: 'A'.repeat(24) }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([404, NOT_FOUND]);
  });

  test('after twenty wrong pairs from one network comes 429, and the right pair still opens the case', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const guess = (i: number) =>
      callerOf(rig).call('dettaglioPratica', { id: openedPratica.id, email: `a${i}@esempio.it` });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await guess(i)).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
    expect((await guess(99)).headers.get('retry-after')).toBe('900');
    expect((await callerOf(rig).call('dettaglioPratica', openedPratica)).status).toBe(200);
  });

  test('after twenty wrong ids for one address comes 429, from whichever network they are tried', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      const guesser = callerOf(rig, { peer: `198.51.100.${i}` });
      statuses.push((await guesser.call('commenta', { id: `${i}`.padStart(24, 'A'), email, testo: 'x' })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
  });

  test('an operator of the ente sees a case by login, and an operator of another ente does not', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const own = await callerOf(rig, { user: operatore('borgo') }).call('dettaglioPratica', openedPratica);
    expect([own.status, own.body.data.vista]).toEqual([200, 'operatore']);
    const other = await callerOf(rig, { user: operatore('valle') }).call('dettaglioPratica', openedPratica);
    // The pair opens the citizen's side, never the operator's.
    expect(other.body.data.vista).toBe('cittadino');
  });

  test('the key in the mail opens its own case and no other', async () => {
    const anna = callerOf(rig);
    const one = await sendSegnalazione(anna);
    rig.clock.pass(HOUR);
    const two = await sendSegnalazione(anna);
    const office = await openAsUfficio(rig, one);
    expect((await office.call('dettaglioPratica', { ...one, vista: 'operatore' })).body.data.vista).toBe('operatore');
    expect((await office.call('dettaglioPratica', { ...two, vista: 'operatore' })).status).toBe(404);
  });
});

onOneInTurn('the two sides of a case', (rig) => {
  test('nothing that the ente sees or gets by mail holds the citizen’s id', async () => {
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile() });
    const openedPratica = await sendSegnalazione(anna, { filesAllegati: [body.data.Id] });
    const withKey = await openAsUfficio(rig, openedPratica);
    const withLogin = callerOf(rig, { user: operatore('borgo') });
    const [inList] = (await withLogin.call('praticheOperatore')).body.data.pratiche;
    const fromUfficio = { id: inList.id, email: 'luce@borgo.example', vista: 'operatore' };
    const told = [inList];
    for (const who of [withKey, withLogin]) {
      const seen = await who.call('dettaglioPratica', fromUfficio);
      expect([seen.status, seen.body.data.id, seen.body.data.dati.email]).toEqual([
        200,
        inList.id,
        openedPratica.email,
      ]);
      const { Id } = (await who.call('caricaFile', { file: pdfFile(), percorso: `/chat/operatore/${inList.id}` })).body
        .data;
      const ready = await who.call('filePronti', fromUfficio);
      expect(ready.body.data).toMatchObject([{ Id }]);
      const written = await who.call('commenta', { ...fromUfficio, testo: 'Arriviamo', filesAllegati: [Id] });
      expect(written.status).toBe(201);
      expect((await who.call('scaricaFile', { ...fromUfficio, id: Id })).status).toBe(200);
      expect((await who.call('scaricaFile', { ...fromUfficio, id: body.data.Id })).status).toBe(200);
      expect((await who.call('ricevutaPratica', fromUfficio)).status).toBe(200);
      told.push(seen.body, written.body);
    }
    rig.clock.pass(HOUR);
    expect((await anna.call('commenta', { ...openedPratica, testo: 'Grazie' })).status).toBe(201);
    expect((await callerOf(rig).call('nuovoLink', fromUfficio)).status).toBe(200);
    while ((await rig.deliver()) > 0);
    const mails = rig.mails.filter(({ to }) => to === 'luce@borgo.example');
    expect(mails.map(({ subject }) => subject)).toHaveLength(3);
    for (const { text } of mails)
      expect(text).toContain(`/segnalazione/chat/operatore/luce%40borgo.example/${inList.id}`);
    expect(JSON.stringify([told, mails])).not.toContain(openedPratica.id);
  });

  test('a browser of the ente is refused the citizen’s side in words, even with the right pair', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const fromCittadino = { ...openedPratica, vista: 'cittadino' };
    const withKey = await openAsUfficio(rig, openedPratica);
    const withLogin = callerOf(rig, { user: operatore('borgo') });
    for (const [who, words] of [
      [withKey, /Usa un altro browser, o una finestra anonima\.$/],
      [withLogin, /Aprila dall’area operatori, oppure esci\.$/],
    ] as const) {
      for (const [name, more] of [
        ['dettaglioPratica', {}],
        ['commenta', { testo: 'Rinuncio.' }],
        ['segnaLetto', {}],
        ['filePronti', {}],
        ['ricevutaPratica', {}],
        ['valutaServizio', { stelle: 1 }],
      ] as const) {
        const { status, body } = await who.call(name, { ...fromCittadino, ...more });
        expect([name, status, body.message]).toEqual([name, 403, expect.stringMatching(words)]);
        const wrong = await who.call(name, { ...fromCittadino, ...more, email: 'bruno@esempio.it' });
        expect([name, wrong.status]).toEqual([name, 404]);
      }
    }
    expect(await countRows(rig, 'eventi')).toBe(1);
  });

  test('the citizen’s own login opens their side, even in a browser that used the ente’s key', async () => {
    const anna = callerOf(rig, { user: cittadino('u-anna', email) });
    const openedPratica = await sendSegnalazione(anna);
    const { id } = await rig.house.db.selectFrom('chiavi_operatore').select('id').executeTakeFirstOrThrow();
    const both = anna.as({ keys: [rig.house.signer.sign('operatore', id)] });
    const seen = await both.call('dettaglioPratica', { ...openedPratica, vista: 'cittadino' });
    expect([seen.status, seen.body.data.vista, seen.body.data.id]).toEqual([200, 'cittadino', openedPratica.id]);
    expect(
      (await both.as({ user: cittadino('altra') }).call('dettaglioPratica', { ...openedPratica, vista: 'cittadino' }))
        .status,
    ).toBe(403);
  });

  test('the id of the ente’s side opens nothing without its login or key, and never the citizen’s side', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const { ufficio: id } = await stateOf(rig, openedPratica);
    for (const who of [
      callerOf(rig),
      callerOf(rig, { user: cittadino('anna', email) }),
      callerOf(rig, { user: operatore('valle') }),
    ])
      for (const vista of [{}, { vista: 'operatore' }, { vista: 'cittadino' }])
        expect((await who.call('dettaglioPratica', { id, email, ...vista })).status).toBe(404);
    const withKey = await openAsUfficio(rig, openedPratica);
    expect((await withKey.call('dettaglioPratica', { id, email, vista: 'cittadino' })).status).toBe(404);
  });
});

onOneInTurn('the operator key', (rig) => {
  const asOffice = (openedPratica: OpenedPratica) => ({ ...openedPratica, vista: 'operatore' });

  test('the operator key lets its holder read, answer, take in charge, ask for more and close a report', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const office = await openAsUfficio(rig, openedPratica);
    const steps: [Record<string, unknown>, string][] = [
      [{ testo: 'Buongiorno' }, 'inviata'],
      [{ stato: 'in_elaborazione' }, 'in_elaborazione'],
      [{ stato: 'da_integrare', testo: 'Quale lampione?' }, 'da_integrare'],
      [{ stato: 'conclusa', testo: 'Riparato' }, 'conclusa'],
    ];
    for (const [fields, state] of steps) {
      const done = await office.call('commenta', { ...asOffice(openedPratica), ...fields });
      expect([done.status, done.body.data?.da, done.body.data?.chi]).toEqual([201, 'operatore', 'casella dell’ente']);
      expect((await stateOf(rig, openedPratica)).stato).toBe(state);
    }
  });

  test('the operator key is not enough for a decision, which needs a login', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    const office = await openAsUfficio(rig, openedPratica);
    for (const stato of ['accettata', 'rifiutata']) {
      const decided = await office.call('commenta', { ...asOffice(openedPratica), stato, motivo: 'Perché sì' });
      expect([decided.status, decided.body.message]).toEqual([
        403,
        'Per accettare o rifiutare una richiesta accedi come dipendente.',
      ]);
    }
    expect((await stateOf(rig, openedPratica)).stato).toBe('inviata');
    const operator = callerOf(rig, { user: operatore('borgo') });
    const decided = await operator.call('commenta', {
      ...asOffice(openedPratica),
      stato: 'accettata',
      motivo: 'Va bene',
    });
    expect([decided.status, decided.body.data.chi]).toEqual([201, 'Olga Neri']);
    expect((await stateOf(rig, openedPratica)).stato).toBe('accettata');
  });

  test('the operator key is stored only as a hash, and no mail to the citizen holds it', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    await rig.deliver();
    const [office] = rig.mails.filter((m) => m.to === 'luce@borgo.example');
    const key = keyIn(office);
    expect(Buffer.from(key, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(await rig.dump()).not.toContain(key);
    for (const mail of rig.mails.filter((m) => m.to === openedPratica.email))
      expect(mail.text + mail.html).not.toContain(key);
  });

  test('the operator key is void after 30 days', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const office = await openAsUfficio(rig, openedPratica);
    rig.clock.pass(30 * DAY - 1);
    expect((await office.call('dettaglioPratica', asOffice(openedPratica))).status).toBe(200);
    rig.clock.pass(1);
    expect((await office.call('dettaglioPratica', asOffice(openedPratica))).status).toBe(404);
  });

  test('the operator key is void 21 days after the case was closed', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const office = await openAsUfficio(rig, openedPratica);
    await office.call('commenta', { ...asOffice(openedPratica), stato: 'conclusa', testo: 'Fatto' });
    rig.clock.pass(21 * DAY);
    expect((await office.call('dettaglioPratica', asOffice(openedPratica))).status).toBe(200);
    rig.clock.pass(1);
    expect((await office.call('dettaglioPratica', asOffice(openedPratica))).status).toBe(404);
  });

  test('the holder of an expired operator key can have a new link sent, to the ente’s mailbox only', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const old = await openAsUfficio(rig, openedPratica);
    rig.clock.pass(31 * DAY);
    rig.mails.length = 0;
    const asked = await old.call('nuovoLink', openedPratica);
    expect([asked.status, asked.body]).toEqual([200, { data: { inviato: true } }]);
    await rig.deliver();
    expect(rig.mails.map((m) => m.to)).toEqual(['luce@borgo.example']);
    const office = callerOf(rig, { keys: [keyIn(rig.mails[0])] });
    expect((await office.call('dettaglioPratica', asOffice(openedPratica))).status).toBe(200);
  });

  test('a case gets at most three new links an hour, whichever browser asks', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await callerOf(rig).call('nuovoLink', openedPratica)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('the operator key replaces a bot-check token', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const office = await openAsUfficio(rig, openedPratica);
    for (let i = 0; i < 12; i++) {
      expect((await office.call('commenta', { ...asOffice(openedPratica), testo: `n. ${i}` })).status).toBe(201);
    }
  });
});

onOneInTurn('the states of a case', (rig) => {
  type PraticaKind = 'segnalazione' | 'richiesta' | 'domanda';
  type Step = { azione: Azione; stato: StatoPratica; kind: PraticaKind; side: 'cittadino' | 'operatore' };
  const STATI: StatoPratica[] = [
    'inviata',
    'in_elaborazione',
    'da_integrare',
    'conclusa',
    'accettata',
    'rifiutata',
    'ritirata',
  ];
  const steps: Step[] = PRATICA_AZIONI.flatMap((azione) =>
    STATI.flatMap((stato) =>
      (['segnalazione', 'richiesta', 'domanda'] as const).flatMap((kind) =>
        (['cittadino', 'operatore'] as const).map((side) => ({ azione, stato, kind, side })),
      ),
    ),
  );
  const FINE = { segnalazione: 'conclusione', richiesta: 'decisione', domanda: 'conclusione' };
  const allowed = ({ azione, stato, kind, side }: Step) => {
    const rule = STATO_RULES[azione];
    const tipo = kind === 'segnalazione' ? 'segnalazione' : 'richiesta';
    if (rule.side !== side || !rule.from.includes(stato)) return false;
    return (!rule.tipo || rule.tipo === tipo) && (!rule.ending || rule.ending === FINE[kind]);
  };

  test('every action, from every state, by either side, is done exactly when the table of rules allows it', async () => {
    const cases = {
      segnalazione: await sendSegnalazione(callerOf(rig)),
      richiesta: await sendRichiesta(rig, email),
      domanda: await sendRichiesta(rig, email),
    };
    await rig.house.db
      .updateTable('pratiche')
      .set({ codice: 'SPORTELLO' })
      .where('id', '=', cases.domanda.id)
      .execute();
    const people = {
      cittadino: callerOf(rig, { user: cittadino('anna', email) }),
      operatore: callerOf(rig, { user: operatore('borgo') }),
    };
    for (const step of steps) {
      const openedPratica = cases[step.kind];
      const closed = ['conclusa', 'accettata', 'rifiutata', 'ritirata'].includes(step.stato);
      await rig.house.db
        .updateTable('pratiche')
        .set({ stato: step.stato, chiusa_il: closed ? rig.house.now() : null, sospesa_dal: null })
        .where('id', '=', openedPratica.id)
        .execute();
      await rig.house.db.deleteFrom('limiti').execute();
      const fields = { ...openedPratica, vista: step.side, stato: step.azione, testo: 'Ecco', motivo: 'Perché' };
      const { status } = await people[step.side].call('commenta', fields);
      const { stato } = await stateOf(rig, openedPratica);
      const expected = allowed(step)
        ? [201, STATO_RULES[step.azione].to]
        : [STATO_RULES[step.azione].side === step.side ? 409 : 403, step.stato];
      expect([step, status, stato]).toEqual([step, ...expected]);
    }
    expect(steps.filter(allowed)).toHaveLength(31);
  });

  test.each([
    ['da_integrare', 'testo', 'Scrivi che cosa deve aggiungere il cittadino.'],
    ['conclusa', 'testo', 'Scrivi al cittadino com’è andata a finire.'],
  ])('%s needs words: it is refused on %s', async (stato, field, words) => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const done = await callerOf(rig, { user: operatore('borgo') }).call('commenta', {
      ...openedPratica,
      vista: 'operatore',
      stato,
    });
    expect([done.status, done.body.errors]).toEqual([422, { [field]: [words] }]);
  });

  test('a decision needs its reason', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    const operator = callerOf(rig, { user: operatore('borgo') });
    for (const stato of ['accettata', 'rifiutata']) {
      const done = await operator.call('commenta', { ...openedPratica, vista: 'operatore', stato, testo: 'Ciao' });
      expect([done.status, Object.keys(done.body.errors)]).toEqual([422, ['motivo']]);
    }
  });

  test('the days spent waiting for the citizen move the final date, and their answer puts the case back to work', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const operator = callerOf(rig, { user: operatore('borgo') });
    await operator.call('commenta', { ...openedPratica, vista: 'operatore', stato: 'da_integrare', testo: 'Dove?' });
    rig.clock.pass(5 * DAY);
    await callerOf(rig).call('commenta', { ...openedPratica, testo: 'In via Roma' });
    expect(await stateOf(rig, openedPratica)).toMatchObject({
      stato: 'in_elaborazione',
      termine_il: '2026-12-25',
      sospesa_dal: null,
    });
  });

  test('a case that is taken in charge again keeps its first date', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const operator = callerOf(rig, { user: operatore('borgo') });
    await operator.call('commenta', { ...openedPratica, vista: 'operatore', stato: 'in_elaborazione' });
    const { presa_in_carico_il } = await stateOf(rig, openedPratica);
    expect(presa_in_carico_il).toBe(rig.house.now());
    rig.clock.pass(DAY);
    await operator.call('commenta', { ...openedPratica, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    await callerOf(rig).call('commenta', { ...openedPratica, stato: 'non_risolto', testo: 'No' });
    expect((await stateOf(rig, openedPratica)).presa_in_carico_il).toBe(presa_in_carico_il);
  });

  test('a closed report may be reopened for 21 days, and not a moment longer', async () => {
    const operator = callerOf(rig, { user: operatore('borgo') });
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const close = () =>
      operator.call('commenta', { ...openedPratica, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    await close();
    rig.clock.pass(21 * DAY);
    expect((await callerOf(rig).call('dettaglioPratica', openedPratica)).body.data.azioni).toEqual(['non_risolto']);
    expect(
      (await callerOf(rig).call('commenta', { ...openedPratica, stato: 'non_risolto', testo: 'È spento' })).status,
    ).toBe(201);
    expect(await stateOf(rig, openedPratica)).toMatchObject({ stato: 'in_elaborazione', chiusa_il: null });
    await close();
    rig.clock.pass(21 * DAY + 1);
    expect((await callerOf(rig).call('dettaglioPratica', openedPratica)).body.data.azioni).toEqual([]);
    const late = await callerOf(rig).call('commenta', { ...openedPratica, stato: 'non_risolto', testo: 'È spento' });
    expect([late.status, late.body.message]).toEqual([
      409,
      'Sono passati più di 21 giorni dalla chiusura: invia una nuova segnalazione.',
    ]);
  });

  test('a request may be withdrawn before the decision; a report may not', async () => {
    const [asked, told] = [await sendRichiesta(rig, email), await sendSegnalazione(callerOf(rig))];
    expect((await callerOf(rig).call('commenta', { ...asked, stato: 'ritirata' })).status).toBe(201);
    expect((await stateOf(rig, asked)).stato).toBe('ritirata');
    expect((await callerOf(rig).call('commenta', { ...told, stato: 'ritirata' })).status).toBe(409);
    expect((await stateOf(rig, told)).stato).toBe('inviata');
  });

  test('a closed case takes no more messages', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const operator = callerOf(rig, { user: operatore('borgo') });
    await operator.call('commenta', { ...openedPratica, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    const late = { ...openedPratica, testo: 'Ancora una cosa' };
    const citizens = await callerOf(rig).call('commenta', late);
    expect([citizens.status, citizens.body.message]).toEqual([
      409,
      'Questa pratica è chiusa: non si possono aggiungere messaggi.',
    ]);
    const offices = await operator.call('commenta', { ...late, vista: 'operatore' });
    expect([offices.status, offices.body.message]).toEqual([
      409,
      expect.stringMatching(/^Nel frattempo la pratica è cambiata: ora è «Conclusa» \(da Olga Neri, .*\)\. /),
    ]);
  });

  test('ten actions at once leave one state and an unbroken timeline', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const operator = callerOf(rig, { user: operatore('borgo') });
    const done = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        operator.call('commenta', { ...openedPratica, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' }),
      ),
      ...Array.from({ length: 5 }, (_, i) => callerOf(rig).call('commenta', { ...openedPratica, testo: `n. ${i}` })),
    ]);
    const closed = done.slice(0, 5).map((d) => d.status);
    expect(closed.toSorted()).toEqual([201, 409, 409, 409, 409]);
    for (const { status } of done) expect([201, 409]).toContain(status);
    const rows = await rig.house.db
      .selectFrom('eventi')
      .select('n')
      .where('pratica', '=', openedPratica.id)
      .orderBy('n')
      .execute();
    expect(rows.map((r) => r.n)).toEqual(Array.from({ length: rows.length }, (_, i) => i + 1));
    expect((await stateOf(rig, openedPratica)).versione).toBe(rows.length);
  });

  test('the ente’s register number is stored with its date, shown and mailed, even before an operator took the case in charge', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    await rig.deliver();
    rig.mails.length = 0;
    const operator = callerOf(rig, { user: operatore('borgo') });
    const done = await operator.call('commenta', {
      ...openedPratica,
      vista: 'operatore',
      protocollo_ente: 'PG/2026/77',
    });
    expect(done.status).toBe(201);
    expect(await stateOf(rig, openedPratica)).toMatchObject({
      protocollo_ente: 'PG/2026/77',
      protocollo_ente_il: '2026-11-20',
    });
    expect((await callerOf(rig).call('dettaglioPratica', openedPratica)).body.data.protocollo_ente).toBe('PG/2026/77');
    await rig.deliver();
    expect(rig.mails.map((m) => m.to)).toEqual([email]);
    expect(rig.mails[0]?.text).toContain('PG/2026/77 del 20 novembre 2026');
    expect(rig.reports).toEqual([]);
    const forged = await callerOf(rig).call('commenta', { ...openedPratica, testo: 'x', protocollo_ente: 'PG/1' });
    expect(forged.status).toBe(403);
    const second = { ...openedPratica, vista: 'operatore', testo: 'Ecco.', protocollo_ente: 'PG/2026/78' };
    expect((await operator.call('commenta', second)).status).toBe(409);
    expect((await operator.call('commenta', { ...second, protocollo_ente: 'PG/2026/77' })).status).toBe(201);
  });

  test('the register number has a day and a register, is replaced only when the office says so, and a correction mails nobody', async () => {
    const sent = await sendSegnalazione(callerOf(rig));
    await rig.deliver();
    const operator = callerOf(rig, { user: operatore('borgo') });
    const write = async (over: object) =>
      operator.call('protocollaPratica', {
        ...sent,
        vista: 'operatore',
        prima: '',
        protocollo_ente: '4711',
        protocollo_ente_il: '2026-11-19',
        ...over,
      });
    expect((await write({ protocollo_ente_il: '2026-11-21' })).body.errors).toHaveProperty('protocollo_ente_il');
    expect((await write({ protocollo_ente_registro: 'Generale' })).body.data).toEqual({ cambiato: true });
    await rig.deliver();
    expect(rig.mails.at(-1)?.text).toContain('4711 del 19 novembre 2026, registro Generale');
    const mails = rig.mails.length;

    const other = { protocollo_ente: '4712', protocollo_ente_registro: undefined };
    expect((await write(other)).status).toBe(409);
    expect((await write({ ...other, prima: '4711' })).body.errors).toHaveProperty('sostituisci');
    expect((await write({ ...other, prima: '4711', sostituisci: 'on' })).body.data).toEqual({ cambiato: true });
    await rig.deliver();
    expect(rig.mails.length).toBe(mails);
    const { body } = await callerOf(rig).call('dettaglioPratica', sent);
    expect(body.data).toMatchObject({ protocollo_ente: '4712', protocollo_ente_il: '2026-11-19' });
    const ufficio = await ufficioIdOf(rig, sent.id);
    const { righe } = (await operator.call('storiaPratica', { id: ufficio })).body.data;
    expect(righe.filter(({ azione }: { azione: string }) => azione === 'protocollo')).toMatchObject([
      { testo: '4711 del 19 novembre 2026, registro Generale' },
      { testo: 'Da 4711 del 19 novembre 2026, registro Generale a 4712 del 19 novembre 2026' },
    ]);
    const { pratiche } = (await operator.call('praticheOperatore', { q: '4712' })).body.data;
    expect(pratiche[0]).toMatchObject({ protocollo_ente: '4712' });

    await operator.call('commenta', { ...sent, vista: 'operatore', stato: 'conclusa', testo: 'Fatto.' });
    expect((await write({ protocollo_ente: '4713', prima: '4712', sostituisci: 'on' })).status).toBe(200);
    expect((await callerOf(rig).call('protocollaPratica', { ...sent, prima: '', protocollo_ente: '1' })).status).toBe(
      404,
    );
  });
});

onOneInTurn('receipt and rating', (rig) => {
  test('each side of a case downloads the receipt as an attachment', async () => {
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile('foto segreta.pdf') });
    const openedPratica = await sendSegnalazione(anna, { filesAllegati: [body.data.Id] });
    const receipt = await callerOf(rig).call('ricevutaPratica', openedPratica);
    expect(receipt.status).toBe(200);
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    expect(receipt.headers.get('content-disposition')).toMatch(/^attachment;.*ricevuta-2026-000001\.pdf/);
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the receipt has the words of the form, the photos, and a QR code that opens the case for nobody else', async () => {
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: new File([ONE_POINT_PNG], 'buca.png') });
    const openedPratica = await sendSegnalazione(anna, { filesAllegati: [body.data.Id] });
    const { bytes } = await anna.call('ricevutaPratica', openedPratica);
    const shown = textOf(bytes);
    for (const words of ['Titolo', 'Dettagli', 'buca.png', 'SHA-256', '/segui?']) expect(shown).toContain(words);
    expect(shown).not.toContain(openedPratica.id);
    const [thumbnail, code = ''] = figuresOf(bytes);
    expect(thumbnail).toBe('Miniatura di buca.png');
    expect(decodeURIComponent(code)).toContain('/segui?ente=borgo&protocollo=2026/000001');
    const again = await anna.call('ricevutaPratica', openedPratica);
    expect(again.bytes.equals(bytes)).toBe(true);
  });

  test('a case is rated once, by its sender, from one to five', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    for (const stars of [0, 6, 2.5, '5 ', 'tante', null, [5]]) {
      const rated = await callerOf(rig).call('valutaServizio', { ...openedPratica, stelle: stars });
      expect([stars, rated.status, rated.body.errors]).toEqual([stars, 422, { stelle: ['Scegli da 1 a 5 stelle.'] }]);
    }
    const rate = (stelle: unknown) =>
      callerOf(rig).call('valutaServizio', { ...openedPratica, stelle, aspetto: 'Altro' });
    const answers = await Promise.all([rate('5'), rate(1), rate(2)]);
    expect(answers.map((a) => a.body.data.registrata).toSorted()).toEqual([false, false, true]);
    expect(await countRows(rig, 'valutazioni')).toBe(1);
  });

  test('an operator’s key cannot rate a case', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const office = await openAsUfficio(rig, openedPratica);
    // With the pair of address and id anybody is the citizen; the key changes nothing.
    const rated = await office.call('valutaServizio', { id: openedPratica.id, email: 'altra@esempio.it', stelle: 1 });
    expect(rated.status).toBe(404);
  });
});

onOneInTurn('mails about a case', (rig) => {
  const passed = (ms: number) => rig.clock.pass(ms);
  const sent = async () => {
    rig.mails.length = 0;
    while ((await rig.deliver()) > 0);
    return rig.mails.map((m) => m.to);
  };

  test('the first message is mailed at once, the next ones only after it was read or half an hour has passed', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    await sent();
    const operator = callerOf(rig, { user: operatore('borgo') });
    const write = () => operator.call('commenta', { ...openedPratica, vista: 'operatore', testo: 'Parola segreta' });
    await write();
    expect(await sent()).toEqual([email]);
    await write();
    passed(30 * MINUTE - 1);
    await write();
    expect(await sent()).toEqual([]);
    passed(1);
    await write();
    expect(await sent()).toEqual([email]);
    await write();
    expect(await sent()).toEqual([]);
    await callerOf(rig).call('segnaLetto', openedPratica);
    await write();
    expect(await sent()).toEqual([email]);
  });

  test('the ente, too, gets one mail about several messages', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    await sent();
    const write = () => callerOf(rig).call('commenta', { ...openedPratica, testo: 'Parola segreta' });
    await write();
    expect(await sent()).toEqual(['luce@borgo.example']);
    await write();
    expect(await sent()).toEqual([]);
    await callerOf(rig, { user: operatore('borgo') }).call('segnaLetto', { ...openedPratica, vista: 'operatore' });
    await write();
    expect(await sent()).toEqual(['luce@borgo.example']);
  });

  test('a change of state is always mailed', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    await sent();
    const operator = callerOf(rig, { user: operatore('borgo') });
    for (const fields of [
      { stato: 'in_elaborazione' },
      { stato: 'da_integrare', testo: 'Dove?' },
      { stato: 'conclusa', testo: 'Fatto' },
    ]) {
      await operator.call('commenta', { ...openedPratica, vista: 'operatore', ...fields });
      expect(await sent()).toEqual([email]);
    }
    await callerOf(rig).call('commenta', { ...openedPratica, stato: 'non_risolto', testo: 'No' });
    expect(await sent()).toEqual(['luce@borgo.example']);
  });

  test('mails about a case promise the day of the answer only until it has passed', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig));
    const operator = callerOf(rig, { user: operatore('borgo') });
    await sent();
    await operator.call('commenta', { ...openedPratica, vista: 'operatore', stato: 'in_elaborazione' });
    await sent();
    expect(rig.mails[0]?.text).toContain('Risposta entro il:');
    passed(100 * DAY);
    await operator.call('commenta', { ...openedPratica, vista: 'operatore', protocollo_ente: '4711' });
    await sent();
    expect(rig.mails[0]?.text).toContain('4711');
    expect(rig.mails[0]?.text).not.toContain('Risposta entro il:');
  });

  test('mails about a case never hold the words of a message or of a decision', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    const operator = callerOf(rig, { user: operatore('borgo') });
    await callerOf(rig).call('commenta', { ...openedPratica, testo: 'PAROLE-UNO' });
    await operator.call('commenta', { ...openedPratica, vista: 'operatore', testo: 'PAROLE-DUE' });
    await operator.call('commenta', {
      ...openedPratica,
      vista: 'operatore',
      stato: 'rifiutata',
      motivo: 'PAROLE-TRE',
      testo: 'PAROLE-QUATTRO',
    });
    expect((await sent()).length).toBeGreaterThanOrEqual(4);
    for (const { subject, text, html } of rig.mails) expect(subject + text + html).not.toContain('PAROLE');
  });

  test('a mail that is sent again bears the same Message-ID', async () => {
    await sendSegnalazione(callerOf(rig));
    rig.mails.length = 0;
    rig.mail.broken = true;
    await rig.deliver();
    expect(rig.mails).toEqual([]);
    rig.mail.broken = false;
    passed(MINUTE);
    await rig.deliver();
    const first = rig.mails.map((m) => m.messageId).toSorted();
    // As if the worker had died after sending, before it could record that.
    await rig.house.db.updateTable('posta_in_uscita').set({ inviata: null, presa_fino: 0 }).execute();
    rig.mails.length = 0;
    await rig.deliver();
    expect(rig.mails.map((m) => m.messageId).toSorted()).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  test('a mail about an accepted report arrives although the mail server was away for hours', async () => {
    rig.mail.broken = false;
    await sendSegnalazione(callerOf(rig));
    rig.mails.length = 0;
    rig.mail.broken = true;
    for (let i = 0; i < 8; i++) {
      await rig.deliver();
      passed(HOUR);
    }
    rig.mail.broken = false;
    await rig.deliver();
    expect(rig.mails.map((m) => m.to).toSorted()).toEqual([email, 'luce@borgo.example']);
  });
});
