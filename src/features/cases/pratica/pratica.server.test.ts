import { expect, test } from 'vitest';
import {
  type Aperta,
  apri,
  caller,
  cittadino,
  count,
  DAY,
  HOUR,
  keyIn,
  MINUTE,
  onBoth,
  operatore,
  pdfFile,
  type Rig,
  richiesta,
  ufficio,
} from '../../../../tests/rig.ts';
import { AZIONI, type Azione, REGOLE, type Stato } from './stati.ts';

const email = 'anna@esempio.it';
const NOT_FOUND = {
  message: 'Non abbiamo trovato questa pratica. Controlla il collegamento che hai ricevuto per e-mail.',
  code: 'not_found',
};

const stateOf = (rig: Rig, { id }: Aperta) =>
  rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

onBoth('who may see a case', (rig) => {
  test('the pair of address and id opens it to the citizen, from any browser and in any letter case', async () => {
    const caso = await apri(caller(rig));
    const seen = await caller(rig).call('dettaglioPratica', { id: caso.id, email: 'Anna@Esempio.IT' });
    expect([seen.status, seen.body.data.vista, seen.body.data.protocollo]).toEqual([200, 'cittadino', '2026/000001']);
  });

  test('a wrong pair is the same 404, whatever was wrong and whoever asks', async () => {
    const caso = await apri(caller(rig));
    const [x] = [...caso.id];
    const neighbour = (x === 'A' ? 'B' : 'A') + caso.id.slice(1);
    const answers = [
      await caller(rig).call('dettaglioPratica', { id: caso.id, email: 'bruno@esempio.it' }),
      await caller(rig).call('dettaglioPratica', { id: neighbour, email }),
      await caller(rig).call('dettaglioPratica', { id: 'A'.repeat(24), email: 'mai@esempio.it' }),
      await caller(rig).call('dettaglioPratica', { id: caso.id, email: '' }),
      await caller(rig).call('dettaglioPratica', { ...caso, vista: 'operatore' }),
      await caller(rig, { keys: ['k'.repeat(43)] }).call('dettaglioPratica', { ...caso, vista: 'operatore' }),
      await caller(rig, { user: operatore('valle') }).call('dettaglioPratica', { ...caso, vista: 'operatore' }),
      await caller(rig, { user: cittadino('anna', email) }).call('dettaglioPratica', { ...caso, vista: 'operatore' }),
      await caller(rig).call('ricevutaPratica', { id: caso.id, email: 'bruno@esempio.it' }),
      await caller(rig).call('segnaLetto', { id: caso.id, email: 'bruno@esempio.it' }),
      await caller(rig).call('valutaServizio', { id: caso.id, email: 'bruno@esempio.it', stelle: 5 }),
      await caller(rig).call('nuovoLink', { id: caso.id, email: 'bruno@esempio.it' }),
      await caller(rig).call('commenta', { id: caso.id, email: 'bruno@esempio.it', testo: 'ciao' }),
      await caller(rig).call('nascondi', { ...caso, evento: 'A'.repeat(24) }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([404, NOT_FOUND]);
  });

  test('after twenty wrong pairs from one network comes 429, and the right pair still works', async () => {
    const caso = await apri(caller(rig));
    const guess = (i: number) => caller(rig).call('dettaglioPratica', { id: caso.id, email: `a${i}@esempio.it` });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await guess(i)).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
    expect((await guess(99)).headers.get('retry-after')).toBe('900');
    expect((await caller(rig).call('dettaglioPratica', caso)).status).toBe(200);
  });

  test('after twenty wrong ids for one address comes 429, from wherever they are tried', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      const guesser = caller(rig, { peer: `198.51.100.${i}` });
      statuses.push((await guesser.call('commenta', { id: `${i}`.padStart(24, 'A'), email, testo: 'x' })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
  });

  test('an operator of the body sees it by login, one of another body does not', async () => {
    const caso = await apri(caller(rig));
    const own = await caller(rig, { user: operatore('borgo') }).call('dettaglioPratica', caso);
    expect([own.status, own.body.data.vista]).toEqual([200, 'operatore']);
    const other = await caller(rig, { user: operatore('valle') }).call('dettaglioPratica', caso);
    // The pair opens it as to any citizen, never as to an operator.
    expect(other.body.data.vista).toBe('cittadino');
  });

  test('the key in the mail opens its own case and no other', async () => {
    const anna = caller(rig);
    const one = await apri(anna);
    rig.clock.pass(HOUR);
    const two = await apri(anna);
    const office = await ufficio(rig, one);
    expect((await office.call('dettaglioPratica', { ...one, vista: 'operatore' })).body.data.vista).toBe('operatore');
    expect((await office.call('dettaglioPratica', { ...two, vista: 'operatore' })).status).toBe(404);
  });
});

onBoth('the two sides of a case', (rig) => {
  test('nothing that the body is shown or mailed holds the citizen’s id', async () => {
    const anna = caller(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile() });
    const caso = await apri(anna, { filesAllegati: [body.data.Id] });
    const withKey = await ufficio(rig, caso);
    const withLogin = caller(rig, { user: operatore('borgo') });
    const [inList] = (await withLogin.call('praticheOperatore')).body.data.pratiche;
    const daUfficio = { id: inList.id, email: 'luce@borgo.example', vista: 'operatore' };
    const told = [inList];
    for (const who of [withKey, withLogin]) {
      const seen = await who.call('dettaglioPratica', daUfficio);
      expect([seen.status, seen.body.data.id, seen.body.data.dati.email]).toEqual([200, inList.id, caso.email]);
      const { Id } = (await who.call('caricaFile', { file: pdfFile(), percorso: `/chat/operatore/${inList.id}` })).body
        .data;
      const pronti = await who.call('filePronti', daUfficio);
      expect(pronti.body.data).toMatchObject([{ Id }]);
      const written = await who.call('commenta', { ...daUfficio, testo: 'Arriviamo', filesAllegati: [Id] });
      expect(written.status).toBe(201);
      expect((await who.call('scaricaFile', { ...daUfficio, id: Id })).status).toBe(200);
      expect((await who.call('scaricaFile', { ...daUfficio, id: body.data.Id })).status).toBe(200);
      expect((await who.call('ricevutaPratica', daUfficio)).status).toBe(200);
      told.push(seen.body, written.body);
    }
    rig.clock.pass(HOUR);
    expect((await anna.call('commenta', { ...caso, testo: 'Grazie' })).status).toBe(201);
    expect((await caller(rig).call('nuovoLink', daUfficio)).status).toBe(200);
    while ((await rig.deliver()) > 0);
    const mails = rig.posta.filter(({ to }) => to === 'luce@borgo.example');
    expect(mails.map(({ subject }) => subject)).toHaveLength(3);
    for (const { text } of mails)
      expect(text).toContain(`/segnalazione/chat/operatore/luce%40borgo.example/${inList.id}`);
    expect(JSON.stringify([told, mails])).not.toContain(caso.id);
  });

  test('a browser of the body is refused the citizen’s side in words, even with the right pair', async () => {
    const caso = await apri(caller(rig));
    const daCittadino = { ...caso, vista: 'cittadino' };
    const withKey = await ufficio(rig, caso);
    const withLogin = caller(rig, { user: operatore('borgo') });
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
        const { status, body } = await who.call(name, { ...daCittadino, ...more });
        expect([name, status, body.message]).toEqual([name, 403, expect.stringMatching(words)]);
        const wrong = await who.call(name, { ...daCittadino, ...more, email: 'bruno@esempio.it' });
        expect([name, wrong.status]).toEqual([name, 404]);
      }
    }
    expect(await count(rig, 'eventi')).toBe(1);
  });

  test('the citizen’s own login opens their side, also where the key of the body was opened', async () => {
    const anna = caller(rig, { user: cittadino('u-anna', email) });
    const caso = await apri(anna);
    const { id } = await rig.house.db.selectFrom('chiavi_operatore').select('id').executeTakeFirstOrThrow();
    const both = anna.as({ keys: [rig.house.signer.sign('operatore', id)] });
    const seen = await both.call('dettaglioPratica', { ...caso, vista: 'cittadino' });
    expect([seen.status, seen.body.data.vista, seen.body.data.id]).toEqual([200, 'cittadino', caso.id]);
    expect(
      (await both.as({ user: cittadino('altra') }).call('dettaglioPratica', { ...caso, vista: 'cittadino' })).status,
    ).toBe(403);
  });

  test('the id of the body’s side opens nothing without its login or key, and never the citizen’s side', async () => {
    const caso = await apri(caller(rig));
    const { ufficio: id } = await stateOf(rig, caso);
    for (const who of [
      caller(rig),
      caller(rig, { user: cittadino('anna', email) }),
      caller(rig, { user: operatore('valle') }),
    ])
      for (const vista of [{}, { vista: 'operatore' }, { vista: 'cittadino' }])
        expect((await who.call('dettaglioPratica', { id, email, ...vista })).status).toBe(404);
    const withKey = await ufficio(rig, caso);
    expect((await withKey.call('dettaglioPratica', { id, email, vista: 'cittadino' })).status).toBe(404);
  });
});

onBoth('the operator key', (rig) => {
  const asOffice = (caso: Aperta) => ({ ...caso, vista: 'operatore' });

  test('lets its holder read, answer, take in charge, ask for more and close a report', async () => {
    const caso = await apri(caller(rig));
    const office = await ufficio(rig, caso);
    const steps: [Record<string, unknown>, string][] = [
      [{ testo: 'Buongiorno' }, 'inviata'],
      [{ stato: 'in_elaborazione' }, 'in_elaborazione'],
      [{ stato: 'da_integrare', testo: 'Quale lampione?' }, 'da_integrare'],
      [{ stato: 'conclusa', testo: 'Riparato' }, 'conclusa'],
    ];
    for (const [fields, state] of steps) {
      const done = await office.call('commenta', { ...asOffice(caso), ...fields });
      expect([done.status, done.body.data?.da, done.body.data?.chi]).toEqual([201, 'operatore', 'casella dell’ente']);
      expect((await stateOf(rig, caso)).stato).toBe(state);
    }
  });

  test('is not enough for a decision: that needs a login', async () => {
    const caso = await richiesta(rig, email);
    const office = await ufficio(rig, caso);
    for (const stato of ['accettata', 'rifiutata']) {
      const decided = await office.call('commenta', { ...asOffice(caso), stato, motivo: 'Perché sì' });
      expect([decided.status, decided.body.message]).toEqual([
        403,
        'Per accettare o rifiutare una richiesta accedi come dipendente.',
      ]);
    }
    expect((await stateOf(rig, caso)).stato).toBe('inviata');
    const operator = caller(rig, { user: operatore('borgo') });
    const decided = await operator.call('commenta', { ...asOffice(caso), stato: 'accettata', motivo: 'Va bene' });
    expect([decided.status, decided.body.data.chi]).toEqual([201, 'Olga Neri']);
    expect((await stateOf(rig, caso)).stato).toBe('accettata');
  });

  test('is kept only as a hash, and stands in no outgoing mail to the citizen', async () => {
    const caso = await apri(caller(rig));
    await rig.deliver();
    const [office] = rig.posta.filter((m) => m.to === 'luce@borgo.example');
    const key = keyIn(office);
    expect(Buffer.from(key, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(await rig.dump()).not.toContain(key);
    for (const mail of rig.posta.filter((m) => m.to === caso.email)) expect(mail.text + mail.html).not.toContain(key);
  });

  test('is void after 30 days', async () => {
    const caso = await apri(caller(rig));
    const office = await ufficio(rig, caso);
    rig.clock.pass(30 * DAY - 1);
    expect((await office.call('dettaglioPratica', asOffice(caso))).status).toBe(200);
    rig.clock.pass(1);
    expect((await office.call('dettaglioPratica', asOffice(caso))).status).toBe(404);
  });

  test('is void 21 days after the case was closed', async () => {
    const caso = await apri(caller(rig));
    const office = await ufficio(rig, caso);
    await office.call('commenta', { ...asOffice(caso), stato: 'conclusa', testo: 'Fatto' });
    rig.clock.pass(21 * DAY);
    expect((await office.call('dettaglioPratica', asOffice(caso))).status).toBe(200);
    rig.clock.pass(1);
    expect((await office.call('dettaglioPratica', asOffice(caso))).status).toBe(404);
  });

  test('that has expired is followed by a new link, sent to the body’s mailbox only', async () => {
    const caso = await apri(caller(rig));
    const old = await ufficio(rig, caso);
    rig.clock.pass(31 * DAY);
    rig.posta.length = 0;
    const asked = await old.call('nuovoLink', caso);
    expect([asked.status, asked.body]).toEqual([200, { data: { inviato: true } }]);
    await rig.deliver();
    expect(rig.posta.map((m) => m.to)).toEqual(['luce@borgo.example']);
    const office = caller(rig, { keys: [keyIn(rig.posta[0])] });
    expect((await office.call('dettaglioPratica', asOffice(caso))).status).toBe(200);
  });

  test('new links are three an hour for a case, whoever asks', async () => {
    const caso = await apri(caller(rig));
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await caller(rig).call('nuovoLink', caso)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('stands in for a bot-check token', async () => {
    const caso = await apri(caller(rig));
    const office = await ufficio(rig, caso);
    for (let i = 0; i < 12; i++) {
      expect((await office.call('commenta', { ...asOffice(caso), testo: `n. ${i}` })).status).toBe(201);
    }
  });
});

onBoth('the states of a case', (rig) => {
  type Che = 'segnalazione' | 'richiesta' | 'domanda';
  type Step = { azione: Azione; stato: Stato; che: Che; parte: 'cittadino' | 'operatore' };
  const STATI: Stato[] = [
    'inviata',
    'in_elaborazione',
    'da_integrare',
    'conclusa',
    'accettata',
    'rifiutata',
    'ritirata',
  ];
  const steps: Step[] = AZIONI.flatMap((azione) =>
    STATI.flatMap((stato) =>
      (['segnalazione', 'richiesta', 'domanda'] as const).flatMap((che) =>
        (['cittadino', 'operatore'] as const).map((parte) => ({ azione, stato, che, parte })),
      ),
    ),
  );
  const FINE = { segnalazione: 'conclusione', richiesta: 'decisione', domanda: 'conclusione' };
  const allowed = ({ azione, stato, che, parte }: Step) => {
    const rule = REGOLE[azione];
    const tipo = che === 'segnalazione' ? 'segnalazione' : 'richiesta';
    if (rule.chi !== parte || !rule.da.includes(stato)) return false;
    return (!rule.tipo || rule.tipo === tipo) && (!rule.fine || rule.fine === FINE[che]);
  };

  test('every action, from every state, by either side: done exactly when the table of rules allows it', async () => {
    const cases = {
      segnalazione: await apri(caller(rig)),
      richiesta: await richiesta(rig, email),
      domanda: await richiesta(rig, email),
    };
    await rig.house.db
      .updateTable('pratiche')
      .set({ codice: 'SPORTELLO' })
      .where('id', '=', cases.domanda.id)
      .execute();
    const people = {
      cittadino: caller(rig, { user: cittadino('anna', email) }),
      operatore: caller(rig, { user: operatore('borgo') }),
    };
    for (const step of steps) {
      const caso = cases[step.che];
      const closed = ['conclusa', 'accettata', 'rifiutata', 'ritirata'].includes(step.stato);
      await rig.house.db
        .updateTable('pratiche')
        .set({ stato: step.stato, chiusa_il: closed ? rig.house.now() : null, sospesa_dal: null })
        .where('id', '=', caso.id)
        .execute();
      await rig.house.db.deleteFrom('limiti').execute();
      const fields = { ...caso, vista: step.parte, stato: step.azione, testo: 'Ecco', motivo: 'Perché' };
      const { status } = await people[step.parte].call('commenta', fields);
      const { stato } = await stateOf(rig, caso);
      const expected = allowed(step)
        ? [201, REGOLE[step.azione].a]
        : [REGOLE[step.azione].chi === step.parte ? 409 : 403, step.stato];
      expect([step, status, stato]).toEqual([step, ...expected]);
    }
    expect(steps.filter(allowed)).toHaveLength(31);
  });

  test.each([
    ['da_integrare', 'testo', 'Scrivi che cosa deve aggiungere il cittadino.'],
    ['conclusa', 'testo', 'Scrivi al cittadino com’è andata a finire.'],
  ])('%s needs words: it is refused on %s', async (stato, field, words) => {
    const caso = await apri(caller(rig));
    const done = await caller(rig, { user: operatore('borgo') }).call('commenta', {
      ...caso,
      vista: 'operatore',
      stato,
    });
    expect([done.status, done.body.errors]).toEqual([422, { [field]: [words] }]);
  });

  test('a decision needs its reason', async () => {
    const caso = await richiesta(rig, email);
    const operator = caller(rig, { user: operatore('borgo') });
    for (const stato of ['accettata', 'rifiutata']) {
      const done = await operator.call('commenta', { ...caso, vista: 'operatore', stato, testo: 'Ciao' });
      expect([done.status, Object.keys(done.body.errors)]).toEqual([422, ['motivo']]);
    }
  });

  test('the days spent waiting for the citizen move the final date, and their answer puts the case back to work', async () => {
    const caso = await apri(caller(rig));
    const operator = caller(rig, { user: operatore('borgo') });
    await operator.call('commenta', { ...caso, vista: 'operatore', stato: 'da_integrare', testo: 'Dove?' });
    rig.clock.pass(5 * DAY);
    await caller(rig).call('commenta', { ...caso, testo: 'In via Roma' });
    expect(await stateOf(rig, caso)).toMatchObject({
      stato: 'in_elaborazione',
      termine_il: '2026-12-25',
      sospesa_dal: null,
    });
  });

  test('taking in charge is dated once', async () => {
    const caso = await apri(caller(rig));
    const operator = caller(rig, { user: operatore('borgo') });
    await operator.call('commenta', { ...caso, vista: 'operatore', stato: 'in_elaborazione' });
    const { presa_in_carico_il } = await stateOf(rig, caso);
    expect(presa_in_carico_il).toBe(rig.house.now());
    rig.clock.pass(DAY);
    await operator.call('commenta', { ...caso, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    await caller(rig).call('commenta', { ...caso, stato: 'non_risolto', testo: 'No' });
    expect((await stateOf(rig, caso)).presa_in_carico_il).toBe(presa_in_carico_il);
  });

  test('a closed report may be reopened for 21 days, and not a moment longer', async () => {
    const operator = caller(rig, { user: operatore('borgo') });
    const caso = await apri(caller(rig));
    const close = () => operator.call('commenta', { ...caso, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    await close();
    rig.clock.pass(21 * DAY);
    expect((await caller(rig).call('dettaglioPratica', caso)).body.data.azioni).toEqual(['non_risolto']);
    expect((await caller(rig).call('commenta', { ...caso, stato: 'non_risolto', testo: 'È spento' })).status).toBe(201);
    expect(await stateOf(rig, caso)).toMatchObject({ stato: 'in_elaborazione', chiusa_il: null });
    await close();
    rig.clock.pass(21 * DAY + 1);
    expect((await caller(rig).call('dettaglioPratica', caso)).body.data.azioni).toEqual([]);
    const late = await caller(rig).call('commenta', { ...caso, stato: 'non_risolto', testo: 'È spento' });
    expect([late.status, late.body.message]).toEqual([
      409,
      'Sono passati più di 21 giorni dalla chiusura: invia una nuova segnalazione.',
    ]);
  });

  test('a request may be withdrawn before the decision; a report may not', async () => {
    const [asked, told] = [await richiesta(rig, email), await apri(caller(rig))];
    expect((await caller(rig).call('commenta', { ...asked, stato: 'ritirata' })).status).toBe(201);
    expect((await stateOf(rig, asked)).stato).toBe('ritirata');
    expect((await caller(rig).call('commenta', { ...told, stato: 'ritirata' })).status).toBe(409);
    expect((await stateOf(rig, told)).stato).toBe('inviata');
  });

  test('a closed case takes no more messages', async () => {
    const caso = await apri(caller(rig));
    const operator = caller(rig, { user: operatore('borgo') });
    await operator.call('commenta', { ...caso, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    for (const who of [caller(rig), operator]) {
      const late = await who.call('commenta', { ...caso, testo: 'Ancora una cosa' });
      expect([late.status, late.body.message]).toEqual([
        409,
        'Questa pratica è chiusa: non si possono aggiungere messaggi.',
      ]);
    }
  });

  test('ten actions at once leave one state and an unbroken timeline', async () => {
    const caso = await apri(caller(rig));
    const operator = caller(rig, { user: operatore('borgo') });
    const done = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        operator.call('commenta', { ...caso, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' }),
      ),
      ...Array.from({ length: 5 }, (_, i) => caller(rig).call('commenta', { ...caso, testo: `n. ${i}` })),
    ]);
    const closed = done.slice(0, 5).map((d) => d.status);
    expect(closed.toSorted()).toEqual([201, 409, 409, 409, 409]);
    for (const { status } of done) expect([201, 409]).toContain(status);
    const rows = await rig.house.db
      .selectFrom('eventi')
      .select('n')
      .where('pratica', '=', caso.id)
      .orderBy('n')
      .execute();
    expect(rows.map((r) => r.n)).toEqual(Array.from({ length: rows.length }, (_, i) => i + 1));
    expect((await stateOf(rig, caso)).versione).toBe(rows.length);
  });

  test('the body’s register number is recorded with its date, shown and mailed, also before anybody took the case', async () => {
    const caso = await apri(caller(rig));
    await rig.deliver();
    rig.posta.length = 0;
    const operator = caller(rig, { user: operatore('borgo') });
    const done = await operator.call('commenta', { ...caso, vista: 'operatore', protocollo_ente: 'PG/2026/77' });
    expect(done.status).toBe(201);
    expect(await stateOf(rig, caso)).toMatchObject({ protocollo_ente: 'PG/2026/77', protocollo_ente_il: '2026-11-20' });
    expect((await caller(rig).call('dettaglioPratica', caso)).body.data.protocollo_ente).toBe('PG/2026/77');
    await rig.deliver();
    expect(rig.posta.map((m) => m.to)).toEqual([email]);
    expect(rig.posta[0]?.text).toContain('PG/2026/77 del 20 novembre 2026');
    expect(rig.reports).toEqual([]);
    const forged = await caller(rig).call('commenta', { ...caso, testo: 'x', protocollo_ente: 'PG/1' });
    expect(forged.status).toBe(403);
  });
});

onBoth('receipt and rating', (rig) => {
  test('who takes part downloads the receipt, as an attachment', async () => {
    const anna = caller(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile('foto segreta.pdf') });
    const caso = await apri(anna, { filesAllegati: [body.data.Id] });
    const receipt = await caller(rig).call('ricevutaPratica', caso);
    expect(receipt.status).toBe(200);
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    expect(receipt.headers.get('content-disposition')).toMatch(/^attachment;.*ricevuta-2026-000001\.pdf/);
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a case is rated once, by its sender, from one to five', async () => {
    const caso = await apri(caller(rig));
    for (const stelle of [0, 6, 2.5, '5 ', 'tante', null, [5]]) {
      const rated = await caller(rig).call('valutaServizio', { ...caso, stelle });
      expect([stelle, rated.status, rated.body.errors]).toEqual([stelle, 422, { stelle: ['Scegli da 1 a 5 stelle.'] }]);
    }
    const rate = (stelle: unknown) => caller(rig).call('valutaServizio', { ...caso, stelle, aspetto: 'Altro' });
    const answers = await Promise.all([rate('5'), rate(1), rate(2)]);
    expect(answers.map((a) => a.body.data.registrata).toSorted()).toEqual([false, false, true]);
    expect(await count(rig, 'valutazioni')).toBe(1);
  });

  test('an operator’s key does not rate', async () => {
    const caso = await apri(caller(rig));
    const office = await ufficio(rig, caso);
    // With the pair of address and id anybody is the citizen: the key adds nothing to it.
    const rated = await office.call('valutaServizio', { id: caso.id, email: 'altra@esempio.it', stelle: 1 });
    expect(rated.status).toBe(404);
  });
});

onBoth('mails about a case', (rig) => {
  const passed = (ms: number) => rig.clock.pass(ms);
  const sent = async () => {
    rig.posta.length = 0;
    while ((await rig.deliver()) > 0);
    return rig.posta.map((m) => m.to);
  };

  test('the first message is told of at once, the next ones not until it is read or half an hour has passed', async () => {
    const caso = await apri(caller(rig));
    await sent();
    const operator = caller(rig, { user: operatore('borgo') });
    const write = () => operator.call('commenta', { ...caso, vista: 'operatore', testo: 'Parola segreta' });
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
    await caller(rig).call('segnaLetto', caso);
    await write();
    expect(await sent()).toEqual([email]);
  });

  test('the same holds towards the body', async () => {
    const caso = await apri(caller(rig));
    await sent();
    const write = () => caller(rig).call('commenta', { ...caso, testo: 'Parola segreta' });
    await write();
    expect(await sent()).toEqual(['luce@borgo.example']);
    await write();
    expect(await sent()).toEqual([]);
    await caller(rig, { user: operatore('borgo') }).call('segnaLetto', { ...caso, vista: 'operatore' });
    await write();
    expect(await sent()).toEqual(['luce@borgo.example']);
  });

  test('a change of state is always told', async () => {
    const caso = await apri(caller(rig));
    await sent();
    const operator = caller(rig, { user: operatore('borgo') });
    for (const fields of [
      { stato: 'in_elaborazione' },
      { stato: 'da_integrare', testo: 'Dove?' },
      { stato: 'conclusa', testo: 'Fatto' },
    ]) {
      await operator.call('commenta', { ...caso, vista: 'operatore', ...fields });
      expect(await sent()).toEqual([email]);
    }
    await caller(rig).call('commenta', { ...caso, stato: 'non_risolto', testo: 'No' });
    expect(await sent()).toEqual(['luce@borgo.example']);
  });

  test('promise the day of the answer as long as it has not passed', async () => {
    const caso = await apri(caller(rig));
    const operator = caller(rig, { user: operatore('borgo') });
    await sent();
    await operator.call('commenta', { ...caso, vista: 'operatore', stato: 'in_elaborazione' });
    await sent();
    expect(rig.posta[0]?.text).toContain('Risposta entro il:');
    passed(100 * DAY);
    await operator.call('commenta', { ...caso, vista: 'operatore', protocollo_ente: '4711' });
    await sent();
    expect(rig.posta[0]?.text).toContain('4711');
    expect(rig.posta[0]?.text).not.toContain('Risposta entro il:');
  });

  test('never hold the words of a message or of a decision', async () => {
    const caso = await richiesta(rig, email);
    const operator = caller(rig, { user: operatore('borgo') });
    await caller(rig).call('commenta', { ...caso, testo: 'PAROLE-UNO' });
    await operator.call('commenta', { ...caso, vista: 'operatore', testo: 'PAROLE-DUE' });
    await operator.call('commenta', {
      ...caso,
      vista: 'operatore',
      stato: 'rifiutata',
      motivo: 'PAROLE-TRE',
      testo: 'PAROLE-QUATTRO',
    });
    expect((await sent()).length).toBeGreaterThanOrEqual(4);
    for (const { subject, text, html } of rig.posta) expect(subject + text + html).not.toContain('PAROLE');
  });

  test('a mail that is sent again bears the same Message-ID', async () => {
    await apri(caller(rig));
    rig.posta.length = 0;
    rig.mail.guasta = true;
    await rig.deliver();
    expect(rig.posta).toEqual([]);
    rig.mail.guasta = false;
    passed(10_000);
    await rig.deliver();
    const first = rig.posta.map((m) => m.messageId).toSorted();
    // The worker died after sending, before writing it down.
    await rig.house.db.updateTable('posta_in_uscita').set({ inviata: null, presa_fino: 0 }).execute();
    rig.posta.length = 0;
    await rig.deliver();
    expect(rig.posta.map((m) => m.messageId).toSorted()).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  test('an accepted report is told of although the mail server was away for hours', async () => {
    rig.mail.guasta = false;
    await apri(caller(rig));
    rig.posta.length = 0;
    rig.mail.guasta = true;
    for (let i = 0; i < 8; i++) {
      await rig.deliver();
      passed(HOUR);
    }
    rig.mail.guasta = false;
    await rig.deliver();
    expect(rig.posta.map((m) => m.to).toSorted()).toEqual([email, 'luce@borgo.example']);
  });
});
