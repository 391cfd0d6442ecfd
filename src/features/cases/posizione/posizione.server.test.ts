import { expect, test } from 'vitest';
import { beginDichiarazione, prepareEnti } from '../../../../tests/mezzi.ts';
import {
  ANNA,
  BRUNO_CODICE,
  LETTERA,
  persona,
  writeDichiarazione,
  writeDocumento,
  writePosizione,
} from '../../../../tests/posizioni.ts';
import {
  callerOf,
  countRows,
  createAccount,
  ENTI,
  HOUR,
  MINUTE,
  onOneInTurn,
  operatore,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { createSigner } from '../../../platform/signer.server.ts';
import { SERVICE_ROWS } from '../../../services.ts';
import { writeEnte } from '../ente/ente.db.ts';
import { actionsOn } from './azioni.ts';
import { encodeCodice } from './codice.ts';

const b64 = (code: string) => Buffer.from(code).toString('base64');
const CODICE = encodeCodice(LETTERA.codice_utente);
/** An id of the right length that no position has. */
const UNKNOWN = '-'.repeat(24);

onOneInTurn('a citizen without a tax code', (rig) => {
  test('has no positions and adds none, which all others without one would see', async () => {
    await writePosizione(rig);
    const [one, other] = await Promise.all(
      ['SE/IT/1', 'ES/IT/2'].map((identificativo) => createAccount(rig, { codice_fiscale: '', identificativo })),
    );
    expect(one?.id).not.toBe(other?.id);
    const codes = { codice_utente: 'AB12-34', codice_controllo: 'K7M9P2' };
    const added = await callerOf(rig, { user: one }).call('nuovaPosizione', codes);
    expect([added.status, added.body.message]).toEqual([403, expect.stringContaining('codice fiscale')]);
    expect((await callerOf(rig, { user: other }).call('listaPosizioni')).body.data).toEqual([]);
    const byCodes = await callerOf(rig, { user: one }).call('controllaPosizione', codes);
    expect(byCodes.status).toBe(200);
  });

  test('types one where it is asked for, beside the name of the login', async () => {
    const user = await createAccount(rig, {
      nome: 'Ingrid',
      cognome: 'Ek',
      codice_fiscale: '',
      identificativo: 'SE/IT/1',
    });
    const again = await createAccount(rig, {
      nome: 'Ingrid',
      cognome: 'Ek',
      codice_fiscale: '',
      identificativo: 'SE/IT/1',
    });
    expect(again.id).toBe(user.id);
    const citizen = callerOf(rig, { user });
    const sent = await sendSegnalazione(citizen, { nome: 'Altra', codice_fiscale: 'RSSMRA80A01H501U' });
    const row = await rig.house.db
      .selectFrom('pratiche')
      .selectAll()
      .where('id', '=', sent.id)
      .executeTakeFirstOrThrow();
    expect([row.nome, row.cognome, row.codice_fiscale, row.utente]).toEqual([
      'Ingrid',
      'Ek',
      'RSSMRA80A01H501U',
      user.id,
    ]);
    const none = await sendSegnalazione(citizen, { email: 'ingrid@esempio.it' });
    const own = (await citizen.call('listaSegnalazioni')).body.data as { id: string }[];
    expect(own.map(({ id }) => id).sort()).toEqual([sent.id, none.id].sort());
  });
});

onOneInTurn('a citizen’s positions', (rig) => {
  const anna = () => callerOf(rig, { user: ANNA });
  const bruno = () => callerOf(rig, { user: BRUNO_CODICE });

  test('a citizen adds positions by the two codes of a letter, however they type them, and finds them in the list', async () => {
    const borgo = await writePosizione(rig);
    await writeDocumento(rig, borgo, { importo_cent: 12_34 });
    await writeDocumento(rig, borgo, { importo_cent: 1_00, scadenza: '2020-01-01' });
    await writeDocumento(rig, borgo, { importo_cent: 5_00, stato: 'scaduto' });
    for (const stato of ['pagato', 'in_pagamento', 'rateizzato', 'annullato'])
      await writeDocumento(rig, borgo, { stato });
    const added = await anna().call('nuovaPosizione', { codice_utente: ' ab12 -34', codice_controllo: 'k7m 9p2 ' });
    expect([added.status, added.body.data]).toEqual([
      201,
      {
        Id: borgo.id,
        codice_utente: 'AB12-34',
        ente: 'borgo',
        nome_ente: 'Comune di Borgo',
        sistema: 'TARMB',
        nome_sistema: 'TARI (tassa rifiuti)',
        tipo_sistema: 'altro',
        intestatario: 'Bianchi Anna',
        ruolo: 'persona_fisica',
        idRappresentanza: expect.any(String),
        da_pagare_cent: 18_34,
      },
    ]);
    expect((await anna().call('listaPosizioni')).body.data).toEqual([added.body.data]);
    expect((await bruno().call('listaPosizioni')).body.data).toEqual([]);
  });

  test('positions of two enti with the same user code are told apart by the control code', async () => {
    await writePosizione(rig, { codice: 'UNO111' });
    const valle = await writePosizione(rig, { ente: 'valle', codice: 'DUE222', intestatario: 'Ditta Verdi s.r.l.' });
    const added = await anna().call('nuovaPosizione', { ...LETTERA, codice_controllo: 'DUE222' });
    expect(added.body.data).toMatchObject({ Id: valle.id, ente: 'valle', ruolo: 'altro', da_pagare_cent: 0 });
  });

  test('a citizen who adds a position again is told so; it stays once in their list and in that of the other holder', async () => {
    await writePosizione(rig, {}, [ANNA.codice_fiscale, BRUNO_CODICE.codice_fiscale]);
    const again = await anna().call('nuovaPosizione', LETTERA);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect(await countRows(rig, 'rappresentanze')).toBe(2);
  });

  test('a position that is added several times at once is added once', async () => {
    await writePosizione(rig);
    const citizen = anna();
    const all = await Promise.all(Array.from({ length: 5 }, () => citizen.call('nuovaPosizione', LETTERA)));
    expect(all.map((a) => a.status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await countRows(rig, 'rappresentanze')).toBe(1);
  });

  test('adding a position again under the same key gives the first answer; the store holds no control code in any shape that can be tried', async () => {
    await writePosizione(rig);
    const citizen = anna();
    const first = await citizen.call('nuovaPosizione', LETTERA, { key: 'chiave-una' });
    const second = await citizen.call('nuovaPosizione', LETTERA, { key: 'chiave-una' });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await rig.dump()).not.toContain(LETTERA.codice_controllo);
  });

  test('a removed position is gone at once and cannot be removed twice; its codes bring it back as it was', async () => {
    const mine = await writePosizione(rig, {}, [ANNA.codice_fiscale, BRUNO_CODICE.codice_fiscale]);
    const citizen = anna();
    const before = (await citizen.call('listaPosizioni')).body.data;
    expect((await citizen.call('togliPosizione', { id: mine.id })).status).toBe(204);
    expect((await citizen.call('listaPosizioni')).body.data).toEqual([]);
    expect((await citizen.call('documentiPosizione', { id: mine.id, codice: CODICE })).status).toBe(404);
    expect((await citizen.call('togliPosizione', { id: mine.id })).status).toBe(404);
    expect((await bruno().call('listaPosizioni')).body.data).toHaveLength(1);
    expect(await countRows(rig, 'rappresentanze')).toBe(2);
    expect((await citizen.call('nuovaPosizione', LETTERA)).body.data).toEqual(before[0]);
  });

  test('of ten calls at once that remove a position, one removes it', async () => {
    const mine = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const citizen = anna();
    const all = await Promise.all(Array.from({ length: 10 }, () => citizen.call('togliPosizione', { id: mine.id })));
    expect(all.map((a) => a.status).toSorted()).toEqual([204, ...Array(9).fill(404)]);
  });

  test('a citizen can neither see nor remove the positions of others: the answer is that of an unknown id', async () => {
    const hers = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    await writeDocumento(rig, hers);
    for (const [name, fields] of [
      ['togliPosizione', {}],
      ['documentiPosizione', { codice: CODICE }],
    ] as const) {
      const others = await bruno().call(name, { ...fields, id: hers.id });
      const unknown = await bruno().call(name, { ...fields, id: UNKNOWN });
      expect(others.status).toBe(404);
      expect([unknown.status, unknown.body]).toEqual([others.status, others.body]);
    }
    expect((await anna().call('listaPosizioni')).body.data).toHaveLength(1);
  });

  test('calls on positions answer 401 without a login, and 403 to an operator, even with the citizen’s tax code', async () => {
    const hers = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const calls = [
      ['listaPosizioni', {}],
      ['nuovaPosizione', LETTERA],
      ['togliPosizione', { id: hers.id }],
      ['documentiPosizione', { id: hers.id, codice: CODICE }],
      ['listaDichiarazioni', {}],
    ] as const;
    const clerk = callerOf(rig, { user: { ...operatore('borgo'), codice_fiscale: ANNA.codice_fiscale } });
    for (const [name, fields] of calls) {
      expect((await callerOf(rig).call(name, fields)).status).toBe(401);
      expect((await clerk.call(name, fields)).status).toBe(403);
      if (!name.startsWith('lista') && !name.startsWith('documenti')) {
        expect((await callerOf(rig, { user: ANNA, token: null }).call(name, fields)).status).toBe(419);
      }
    }
  });
});

onOneInTurn('the documents of a position', (rig) => {
  const anna = () => callerOf(rig, { user: ANNA });

  test('a citizen reads the documents of a position, latest first, with what they can ask for, by the id of the position or of the link', async () => {
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['SF200', 'SF210', 'SF220', 'ISTANZA'] }, 1);
    rig.clock.pass(60_000);
    const mine = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const old = await writeDocumento(rig, mine, { data: '2025-01-01', scadenza: '2026-11-19' });
    const young = await writeDocumento(rig, mine, {
      data: '2026-11-01',
      scadenza: '2026-11-20',
      stato: 'da_pagare',
      importo_cent: 250_00,
      iuv: '01000000000000001',
      numero_avviso: '301000000000000001',
    });
    const citizen = anna();
    const { status, body } = await citizen.call('documentiPosizione', { id: mine.id, codice: CODICE });
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        Id: young.id,
        numero: young.numero,
        tipo: 'Avviso di pagamento',
        sistema: 'TARMB',
        nome_sistema: 'TARI (tassa rifiuti)',
        ente: 'borgo',
        data: '2026-11-01',
        scadenza: '2026-11-20',
        importo_cent: 250_00,
        stato: 'da_pagare',
        pdf: null,
        iuv: '01000000000000001',
        numero_avviso: '301000000000000001',
        azioni: actionsOn(SERVICE_ROWS).map(({ action }) => action),
        richieste: [],
      },
      expect.objectContaining({ Id: old.id, stato: 'scaduto' }),
    ]);
    expect(body.data[1]).not.toHaveProperty('iuv');
    const [{ idRappresentanza }] = (await citizen.call('listaPosizioni')).body.data;
    expect((await citizen.call('documentiPosizione', { id: idRappresentanza, codice: CODICE })).body).toEqual(body);
    rig.clock.pass(14 * HOUR);
    const tomorrow = await citizen.call('documentiPosizione', { id: mine.id, codice: CODICE });
    expect(tomorrow.body.data[0].stato).toBe('scaduto');
  });

  test('the documents of a position need its id and its own code: another code of the citizen is not found, nor is rubbish', async () => {
    const mine = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    await writePosizione(rig, { codice_utente: 'ZZ99' }, [ANNA.codice_fiscale]);
    const citizen = anna();
    for (const good of [b64('AB12-34'), b64('AB12-34').replace(/=+$/, ''), b64('ab12-34')]) {
      expect((await citizen.call('documentiPosizione', { id: mine.id, codice: good })).status).toBe(200);
    }
    const wrong = [
      ...['ZZ99', 'AB12-3', "' OR 1=1", '%', '*', 'A\0', '\0', '../../etc/passwd'].map(b64),
      'AB12-34',
      '=',
      '%',
      '%00',
      '\0',
      '..',
      'QQ',
      '*',
      'é',
      '\ud800',
      'Q'.repeat(1024 * 1024),
    ];
    for (const codice of wrong) {
      expect((await citizen.call('documentiPosizione', { id: mine.id, codice })).status).toBe(404);
    }
    for (const id of ["' OR '1'='1", '%', '*', '\0', 'x', '..%2f..', 'http://169.254.169.254/', '日'.repeat(500)]) {
      expect((await citizen.call('documentiPosizione', { id, codice: CODICE })).status).toBe(404);
      expect((await citizen.call('togliPosizione', { id })).status).toBe(404);
    }
    expect(rig.reports).toEqual([]);
  });

  test('the documents of a position are found by an address with the code in base64 of either alphabet', async () => {
    const mine = await writePosizione(rig, { codice_utente: 'ÿÿÿ' }, [ANNA.codice_fiscale]);
    const citizen = anna();
    const codice = b64(mine.codice_utente.toUpperCase());
    await rig.house.db.updateTable('posizioni').set({ codice_utente: mine.codice_utente.toUpperCase() }).execute();
    const path = (code: string) => `/api/v1/posizione/documents/list/${mine.id}/${code}`;
    expect((await citizen.ask('GET', path(encodeURIComponent(codice)))).status).toBe(200);
    expect((await citizen.ask('GET', path(codice.replaceAll('+', '-').replaceAll('/', '_')))).status).toBe(200);
    expect((await citizen.ask('GET', path('%E0%A4%A'))).status).toBe(404);
    expect((await citizen.ask('GET', path('a/b'))).status).toBe(404);
  });
});

onOneInTurn('the two codes', (rig) => {
  const wrong = { ...LETTERA, codice_controllo: 'SBAGLIATO' };
  /** A guest with a network of their own, who solves the bot check. */
  const guest = (n: number) => callerOf(rig, { peer: `198.51.100.${n}` });
  const human = async (who: ReturnType<typeof callerOf>) => ({ 'g-recaptcha-response': await who.human() });

  test('the two codes show a guest the open documents and nothing else of the position', async () => {
    const borgo = await writePosizione(rig);
    for (const stato of ['da_pagare', 'scaduto', 'in_pagamento', 'pagato', 'rateizzato', 'annullato']) {
      await writeDocumento(rig, borgo, { stato });
    }
    const who = guest(1);
    const seen = await who.call('controllaPosizione', { ...LETTERA, ...(await human(who)) });
    expect(seen.status).toBe(200);
    const states = seen.body.data.map((d: { stato: string }) => d.stato).toSorted();
    expect(states).toEqual(['da_pagare', 'in_pagamento', 'scaduto']);
    expect(await countRows(rig, 'rappresentanze')).toBe(0);
  });

  test('two wrong codes get the same answer whichever half is wrong, on one field, and nothing is written', async () => {
    await writePosizione(rig, {}, [BRUNO_CODICE.codice_fiscale]);
    const tries = [wrong, { ...LETTERA, codice_utente: 'ZZ99' }, { codice_utente: 'ZZ98', codice_controllo: 'X' }];
    for (const name of ['nuovaPosizione', 'controllaPosizione'] as const) {
      const who = callerOf(rig, { user: ANNA });
      const answers = [];
      for (const fields of tries) answers.push(await who.call(name, fields));
      const [first] = answers;
      for (const a of answers) expect([a.status, a.body]).toEqual([422, first?.body]);
      expect(Object.keys(first?.body.errors)).toEqual(['codice_controllo']);
      expect([...(first?.headers.keys() ?? [])]).not.toContain('retry-after');
    }
    expect(await countRows(rig, 'rappresentanze')).toBe(1);
    expect(await countRows(rig, 'concessioni')).toBe(0);
  });

  test('codes that are missing, malformed or malicious are refused or unknown, and never cause an error of the server', async () => {
    await writePosizione(rig);
    const who = callerOf(rig, { user: ANNA });
    const empty = await who.call('nuovaPosizione', { codice_utente: ' ', codice_controllo: null });
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['codice_utente', 'codice_controllo']]);
    const shapes = [1, true, {}, [], ['AB12-34'], { $ne: 1 }, 'A'.repeat(61), 'A\nB'];
    const tricks = [
      "' OR 1=1",
      "' OR Name != '",
      '%',
      '_______',
      '*',
      'AB12%',
      'http://169.254.169.254/',
      '//evil',
      'A\0',
    ];
    for (const odd of [...shapes, ...tricks]) {
      const { status, body } = await who.call('controllaPosizione', { ...LETTERA, codice_utente: odd });
      expect([odd, status, body.code]).toEqual([odd, 422, 'invalid']);
    }
    for (const odd of tricks.slice(0, 4)) {
      expect((await who.call('controllaPosizione', { ...LETTERA, codice_controllo: odd })).status).toBe(422);
    }
    expect(rig.reports).toEqual([]);
  });

  test('after five wrong tries in a quarter of an hour the sixth waits, even with the right codes; adding and checking count together', async () => {
    await writePosizione(rig);
    const who = callerOf(rig, { user: ANNA });
    for (const name of ['nuovaPosizione', 'controllaPosizione', 'nuovaPosizione', 'controllaPosizione'] as const) {
      expect((await who.call(name, wrong)).status).toBe(422);
    }
    rig.clock.pass(MINUTE);
    expect((await who.call('nuovaPosizione', wrong)).status).toBe(422);
    for (const name of ['nuovaPosizione', 'controllaPosizione'] as const) {
      const sixth = await who.call(name, LETTERA);
      expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, String(14 * 60)]);
      expect(sixth.body.message).toBe('Hai fatto troppi tentativi. Riprova tra 14 minuti.');
    }
    expect((await who.call('nuovaPosizione', { ...wrong, codice_utente: 'ZZ99' })).status).toBe(422);
    rig.clock.pass(14 * MINUTE);
    expect((await who.call('nuovaPosizione', LETTERA)).status).toBe(201);
  });

  test.each([
    ['before and after the login in one browser', false],
    ['with a login in two browsers, and then without in the second', true],
  ])('five wrong %s are one person’s: the sixth waits', async (_how, citizenFirst) => {
    await writePosizione(rig);
    const guest = callerOf(rig);
    const anna = guest.as({ user: ANNA });
    const callers = citizenFirst
      ? [callerOf(rig, { user: ANNA }), anna, anna, anna, anna]
      : [guest, guest, guest, anna, anna];
    for (const who of callers) {
      const { status } = await who.call('controllaPosizione', { ...wrong, ...(await human(who)) });
      expect(status).toBe(422);
    }
    expect((await anna.call('nuovaPosizione', LETTERA)).status).toBe(429);
    const { status } = await guest.call('controllaPosizione', { ...wrong, ...(await human(guest)) });
    expect(status).toBe(citizenFirst ? 422 : 429);
    expect((await guest.call('controllaPosizione', { ...LETTERA, ...(await human(guest)) })).status).toBe(429);
    rig.clock.pass(15 * MINUTE);
    expect((await anna.call('nuovaPosizione', LETTERA)).status).toBe(201);
  });

  test('right codes are not counted as tries', async () => {
    await writePosizione(rig);
    const who = callerOf(rig, { user: ANNA });
    for (let i = 0; i < 12; i++) expect((await who.call('controllaPosizione', LETTERA)).status).toBe(200);
    for (let i = 0; i < 5; i++) expect((await who.call('controllaPosizione', wrong)).status).toBe(422);
  });

  test('twenty wrong tries at once count as five tries, on one host or on two', async () => {
    await writePosizione(rig);
    const other = await rig.otherHost();
    const who = callerOf(rig, { user: ANNA });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? who : who.at(other)).call(i % 3 ? 'nuovaPosizione' : 'controllaPosizione', wrong),
      ),
    );
    expect(all.map((a) => a.status).toSorted()).toEqual([...Array(5).fill(422), ...Array(15).fill(429)]);
    expect((await who.call('nuovaPosizione', LETTERA)).status).toBe(429);
  });

  test('an account has five tries, and a network thirty over all codes and visitors, whatever headers it forwards', async () => {
    await writePosizione(rig);
    let n = 0;
    const attempt = (user: typeof ANNA, codice_utente = `C${n++}`) =>
      callerOf(rig, { user }).call(
        'nuovaPosizione',
        { ...wrong, codice_utente },
        { headers: { 'x-forwarded-for': `10.0.0.${n}` } },
      );
    for (let i = 0; i < 5; i++) expect((await attempt(ANNA, LETTERA.codice_utente)).status).toBe(422);
    expect((await attempt(ANNA, LETTERA.codice_utente)).status).toBe(429);
    for (let i = 0; i < 5; i++) expect((await attempt(BRUNO_CODICE, LETTERA.codice_utente)).status).toBe(422);
    for (let i = 0; i < 20; i++) expect((await attempt(persona(`P${i}`))).status).toBe(422);
    expect((await attempt(persona('ULTIMO'))).status).toBe(429);
    const elsewhere = callerOf(rig, { user: BRUNO_CODICE, peer: '198.51.100.9' });
    expect((await elsewhere.call('nuovaPosizione', { ...wrong, codice_utente: 'ZZ' })).status).toBe(422);
  });

  test('after fifty wrong tries a day by many visitors no guest can try a user code; the owner still gets in by login, and sees the list', async () => {
    const borgo = await writePosizione(rig, {}, [BRUNO_CODICE.codice_fiscale]);
    for (let n = 0; n < 50; n++) expect((await guest(n).call('controllaPosizione', wrong)).status).toBe(422);
    for (const codes of [wrong, LETTERA]) {
      const stopped = await guest(100).call('controllaPosizione', codes);
      expect([stopped.status, Number(stopped.headers.get('retry-after'))]).toEqual([429, 24 * 3600]);
      expect(stopped.body.message).toContain('Accedi con SPID o CIE');
    }
    expect((await guest(101).call('controllaPosizione', { ...wrong, codice_utente: 'ZZ99' })).status).toBe(422);

    const owner = callerOf(rig, { user: ANNA });
    expect((await owner.call('nuovaPosizione', wrong)).status).toBe(422);
    expect((await owner.call('nuovaPosizione', LETTERA)).status).toBe(201);
    expect((await owner.call('documentiPosizione', { id: borgo.id, codice: CODICE })).status).toBe(200);
    expect((await callerOf(rig, { user: BRUNO_CODICE }).call('listaPosizioni')).body.data).toHaveLength(1);
    rig.clock.pass(24 * HOUR);
    expect((await guest(102).call('controllaPosizione', LETTERA)).status).toBe(200);
  });

  test('tries on a user code that does not exist are counted like tries on one that exists', async () => {
    const who = callerOf(rig, { user: ANNA });
    for (let i = 0; i < 5; i++) expect((await who.call('nuovaPosizione', wrong)).status).toBe(422);
    expect((await who.call('nuovaPosizione', wrong)).status).toBe(429);
  });

  test('codes that were signed under a retired secret still open the position', async () => {
    await writePosizione(rig);
    const secrets = ['nuovo-segreto-lungo-almeno-32-caratteri!', rig.house.settings.secrets[0] as string];
    const renewed = callerOf({ ...rig, house: { ...rig.house, signer: createSigner(secrets) } }, { user: ANNA });
    expect((await renewed.call('nuovaPosizione', LETTERA)).status).toBe(201);
  });
});

onOneInTurn('declarations', (rig) => {
  test('a citizen reads their own declarations, latest first', async () => {
    const old = await writeDichiarazione(rig, { data: '2024-01-01', stato: 'accettata', protocollo: '2024/1' });
    const young = await writeDichiarazione(rig, { data: '2026-01-01', ente: 'valle' });
    await writeDichiarazione(rig, { codice_fiscale: BRUNO_CODICE.codice_fiscale });
    const { status, body } = await callerOf(rig, { user: ANNA }).call('listaDichiarazioni');
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        Id: young.id,
        tipo: 'Dichiarazione TARI',
        ente: 'valle',
        nome_ente: 'Comune di Valle',
        data: '2026-01-01',
        stato: 'inviata',
        protocollo: null,
      },
      expect.objectContaining({ Id: old.id, stato: 'accettata', protocollo: '2024/1' }),
    ]);
    expect((await callerOf(rig, { user: persona('NESSUNO') }).call('listaDichiarazioni')).body.data).toEqual([]);
  });

  test('imported declarations of one day keep their order, after those that were made here', async () => {
    await prepareEnti(rig);
    const me = callerOf(rig, { user: ANNA });
    for (const numero of ['1', '2', '3'])
      await writeDichiarazione(rig, { numero, data: '2026-11-20', protocollo: numero });
    const started = [await beginDichiarazione(me)];
    rig.clock.pass(1000);
    started.unshift(await beginDichiarazione(me));
    const { body } = await me.call('listaDichiarazioni');
    expect(body.data.map((d: { Id: string; protocollo: string | null }) => d.protocollo ?? d.Id)).toEqual([
      ...started,
      '3',
      '2',
      '1',
    ]);
  });
});
