import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  countRows,
  DAY,
  HOUR,
  onOneInTurn,
  pdfFile,
  segnalazione,
} from '../../../../tests/rig.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';
import { newVisitor } from '../../../platform/visitor.server.ts';

const formPath = '/segnalazione';
const bozza = (oggetto: string, over = {}) => ({ percorso: formPath, passo: 'dati', valori: { oggetto }, ...over });
type Caller = ReturnType<typeof callerOf>;
const read = async (who: Caller) => (await who.call('leggiBozza', { percorso: formPath })).body.data;

onOneInTurn('a draft', (rig) => {
  test('a draft is found again as it was left', async () => {
    const anna = callerOf(rig);
    const saved = await anna.call('salvaBozza', bozza('Lampione'));
    expect(saved.status).toBe(200);
    expect(await read(anna)).toEqual({
      percorso: formPath,
      passo: 'dati',
      valori: { oggetto: 'Lampione' },
      chiave: saved.body.data.chiave,
      salvata: false,
      aggiornata: '2026-11-20T09:00:00.000Z',
      allegati: [],
    });
  });

  test('an owner has one draft per path, which keeps the key of its send', async () => {
    const anna = callerOf(rig);
    const first = await anna.call('salvaBozza', bozza('uno'));
    rig.clock.pass(HOUR);
    const second = await anna.call('salvaBozza', bozza('due', { passo: 'riepilogo' }));
    expect(second.body.data.chiave).toBe(first.body.data.chiave);
    await anna.call('salvaBozza', bozza('altro', { percorso: '/servizio/riesame' }));
    expect(await read(anna)).toMatchObject({ valori: { oggetto: 'due' }, passo: 'riepilogo' });
    expect(await countRows(rig, 'bozze')).toBe(2);
  });

  test('the key of copies is a person’s own; after their login a browser also has the one it had as a guest', async () => {
    const visitor = newVisitor();
    const keyOf = async (who: Caller) => (await who.call('chiaveCopia', {})).body.data;
    const guest = await keyOf(callerOf(rig, {}, visitor));
    const mine = await keyOf(callerOf(rig, { user: cittadino('anna') }, visitor));
    expect(guest).toEqual({ chiave: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(mine.chiave).not.toBe(guest.chiave);
    expect(mine.ospite).toBe(guest.chiave);
    expect((await keyOf(callerOf(rig, { user: cittadino('anna') }))).chiave).toBe(mine.chiave);
    expect((await keyOf(callerOf(rig, { user: cittadino('bruno') }, visitor))).chiave).not.toBe(mine.chiave);
  });

  test('a visitor can neither read nor discard another visitor’s draft', async () => {
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    await anna.call('salvaBozza', bozza('mio'));
    expect(await read(bruno)).toBeNull();
    expect((await bruno.call('eliminaBozza', { percorso: formPath })).status).toBe(204);
    expect(await read(anna)).toMatchObject({ valori: { oggetto: 'mio' } });
  });

  test('a citizen finds their draft on every device, and the same browser does not show it without a login', async () => {
    const user = cittadino('anna');
    await callerOf(rig, { user }).call('salvaBozza', bozza('mio'));
    const device = callerOf(rig, { user });
    expect(await read(device)).toMatchObject({ valori: { oggetto: 'mio' } });
    const { user: _gone, ...guest } = { user };
    expect(await read(callerOf(rig, guest))).toBeNull();
  });

  test.each([
    ['a guest’s lasts a day', {}, undefined, DAY],
    ['a saved one lasts 7 days', { salva: true }, undefined, 7 * DAY],
    ['a citizen’s lasts 12 months', {}, cittadino('anna'), 365 * DAY],
  ])('%s since its last change', async (_, over, user, ms) => {
    const anna = callerOf(rig, user ? { user } : {});
    await anna.call('salvaBozza', bozza('prima', over));
    rig.clock.pass(HOUR);
    const saved = await anna.call('salvaBozza', bozza('dopo', over));
    expect(saved.body.data.scade).toBe(new Date(rig.house.now() + ms).toISOString());
    rig.clock.pass(ms - 1);
    await deleteLapsed(rig.house);
    expect(await read(anna)).not.toBeNull();
    rig.clock.pass(1);
    expect(await read(anna)).toBeNull();
    await deleteLapsed(rig.house);
    expect(await countRows(rig, 'bozze')).toBe(0);
  });

  test('a draft that was saved stays saved after the next change', async () => {
    const anna = callerOf(rig);
    await anna.call('salvaBozza', bozza('uno', { salva: true }));
    await anna.call('salvaBozza', bozza('due'));
    expect(await read(anna)).toMatchObject({ salvata: true });
  });

  test('a citizen’s drafts are listed, the last changed one first', async () => {
    const anna = callerOf(rig, { user: cittadino('anna') });
    await anna.call('salvaBozza', bozza('uno'));
    rig.clock.pass(HOUR);
    await anna.call('salvaBozza', bozza('due', { percorso: '/servizio/riesame' }));
    const { body } = await anna.call('mieBozze');
    expect(body.data.map((b: { percorso: string }) => b.percorso)).toEqual(['/servizio/riesame', formPath]);
    expect(Object.keys(body.data[0])).toEqual(['percorso', 'aggiornata', 'scade']);
    expect((await callerOf(rig, { user: cittadino('bruno') }).call('mieBozze')).body.data).toEqual([]);
    rig.clock.pass(366 * DAY);
    expect((await anna.call('mieBozze')).body.data).toEqual([]);
  });

  test('discarding a draft deletes its files and no others', async () => {
    const anna = callerOf(rig);
    await anna.call('salvaBozza', bozza('x'));
    const mine = await anna.call('caricaFile', { file: pdfFile('a.pdf'), percorso: formPath });
    await anna.call('caricaFile', { file: pdfFile('b.pdf'), percorso: '/servizio/riesame' });
    await callerOf(rig).call('caricaFile', { file: pdfFile('c.pdf'), percorso: formPath });
    expect((await read(anna)).allegati).toMatchObject([{ Id: mine.body.data.Id, nome: 'a.pdf' }]);
    expect((await anna.call('eliminaBozza', { percorso: formPath })).status).toBe(204);
    expect(await read(anna)).toBeNull();
    const rows = await rig.house.db.selectFrom('allegati').select('nome').execute();
    expect(rows.map((r) => r.nome).toSorted()).toEqual(['b.pdf', 'c.pdf']);
  });

  test('the files of a draft are kept as long as the draft, and deleted when it expires', async () => {
    const anna = callerOf(rig, { user: cittadino('anna') });
    await anna.call('salvaBozza', bozza('x'));
    await anna.call('caricaFile', { file: pdfFile(), percorso: formPath });
    rig.clock.pass(100 * DAY);
    await deleteLapsed(rig.house);
    expect((await read(anna)).allegati).toHaveLength(1);
    rig.clock.pass(265 * DAY);
    await deleteLapsed(rig.house);
    expect([await countRows(rig, 'allegati'), await countRows(rig, 'allegati_pezzi')]).toEqual([0, 0]);
  });

  test.each([
    ['a path that is none', { percorso: 'https://evil.test' }, ['percorso']],
    ['a path that is no screen', { percorso: '/attacco/1' }, ['percorso']],
    ['a screen without a form', { percorso: '/informazioni/privacy' }, ['percorso']],
    ['values that are no texts', { valori: { a: 1 } }, ['valori.a']],
    ['a value without end', { valori: { a: 'x'.repeat(8001) } }, ['valori.a']],
    [
      'too many values',
      { valori: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`c${i}`, 'x'])) },
      ['valori'],
    ],
    ['a list for values', { valori: ['x'] }, ['valori']],
  ])('%s is refused in words', async (_, over, fields) => {
    const saved = await callerOf(rig).call('salvaBozza', bozza('x', over));
    expect([saved.status, Object.keys(saved.body.errors)]).toEqual([422, fields]);
    expect(await countRows(rig, 'bozze')).toBe(0);
  });

  const riesame = (n: number) => `/servizio/riesame/ICP/${n}`;
  const TOO_MANY = /^Hai iniziato molti moduli senza inviarli/;

  test('an owner has at most twenty drafts; existing ones can be changed, and discarding one makes room', async () => {
    const anna = callerOf(rig, { user: cittadino('anna') });
    const save = (n: number) => anna.call('salvaBozza', bozza('x', { percorso: riesame(n) }));
    for (let n = 0; n < 20; n++) expect((await save(n)).status).toBe(200);
    const refused = await save(20);
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(TOO_MANY)]);
    expect((await anna.call('salvaBozza', bozza('y, more', { percorso: riesame(3) }))).status).toBe(200);
    expect((await callerOf(rig).call('salvaBozza', bozza('x'))).status).toBe(200);
    await anna.call('eliminaBozza', { percorso: riesame(0) });
    expect((await save(20)).status).toBe(200);
    rig.clock.pass(366 * DAY);
    expect((await save(21)).status).toBe(200);
  });

  test('an owner has at most twenty drafts, however many are saved at once on two hosts', async () => {
    const other = await rig.otherHost();
    const anna = callerOf(rig, { user: cittadino('anna') });
    const all = Array.from({ length: 60 }, (_, n) =>
      (n % 2 ? anna : anna.at(other)).call('salvaBozza', bozza('x', { percorso: riesame(n) })),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(await rig.house.db.selectFrom('bozze').select('percorso').execute()).toHaveLength(20);
  });

  const fill = (n: number) => ({
    percorso: riesame(n),
    passo: 'dati',
    valori: Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`c${i}`, 'x'.repeat(8000)])),
  });

  test('the drafts of an owner hold at most 500 KB together, also after they are saved again', async () => {
    const anna = callerOf(rig);
    for (let n = 0; n < 9; n++) expect((await anna.call('salvaBozza', fill(n))).status).toBe(200);
    for (const more of [fill(9), fill(8)]) {
      const { status, body } = await anna.call('salvaBozza', {
        ...more,
        valori: { ...more.valori, altro: 'è'.repeat(4000) },
      });
      expect([status, body.message]).toEqual([429, expect.stringMatching(TOO_MANY)]);
    }
    expect((await anna.call('salvaBozza', { ...fill(8), valori: {} })).status).toBe(200);
    expect((await anna.call('salvaBozza', fill(9))).status).toBe(200);
  });

  test('a guest’s draft counts towards a limit of their network, whatever cookie they have; a citizen has a limit of their own', async () => {
    const peer = '198.51.100.77';
    const anna = callerOf(rig, { peer });
    expect((await anna.call('salvaBozza', fill(0))).status).toBe(200);
    const { dimensione } = await rig.house.db.selectFrom('bozze').select('dimensione').executeTakeFirstOrThrow();
    // As if many other visitors of the network had saved drafts.
    await rig.house.db
      .updateTable('bozze')
      .set({ dimensione: 20 * 1024 * 1024 - dimensione })
      .execute();
    expect((await callerOf(rig, { peer }).call('salvaBozza', fill(1))).status).toBe(200);
    const next = await callerOf(rig, { peer }).call('salvaBozza', fill(1));
    expect([next.status, next.body.message]).toEqual([429, expect.stringMatching(/^Dalla tua connessione/)]);
    expect((await callerOf(rig, { peer: '203.0.113.9' }).call('salvaBozza', fill(1))).status).toBe(200);
    expect((await callerOf(rig, { peer, user: cittadino('anna') }).call('salvaBozza', fill(1))).status).toBe(200);
    rig.clock.pass(DAY);
    expect((await callerOf(rig, { peer }).call('salvaBozza', fill(1))).status).toBe(200);
  });

  test('a draft with a field named __proto__ is saved and changes no prototype', async () => {
    const anna = callerOf(rig);
    const raw = `{"percorso":"${formPath}","passo":"dati","valori":{"__proto__":"x","constructor":"y","oggetto":"z"}}`;
    const headers = { 'content-type': 'application/json' };
    const saved = await anna.ask('POST', '/api/v1/portale/bozze', { raw, headers });
    expect(saved.status).toBe(200);
    expect((await read(anna)).valori.oggetto).toBe('z');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

onOneInTurn('a draft that two pages write', (rig) => {
  const save = (who: Caller, oggetto: string, page: object) => who.call('salvaBozza', bozza(oggetto, page));

  test('is not replaced by the page that has not seen it; each page sees its own saves', async () => {
    const anna = callerOf(rig);
    const first = await save(anna, 'uno', { vista: '', mano: 'a' });
    expect([first.status, first.body.data.aggiornata]).toEqual([200, '2026-11-20T09:00:00.000Z']);
    // Its answer was lost: the same page writes on.
    expect((await save(anna, 'due', { vista: '', mano: 'a' })).status).toBe(200);
    const refused = await save(anna, 'tre', { vista: first.body.data.aggiornata, mano: 'b' });
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      409,
      'BOZZA_CAMBIATA',
      'Questa richiesta è stata modificata in un’altra scheda di questo browser alle 10:00.',
    ]);
    expect(await read(anna)).toMatchObject({ valori: { oggetto: 'due' } });
    const { aggiornata: vista } = await read(anna);
    expect((await save(anna, 'tre', { vista, mano: 'b' })).status).toBe(200);
    expect((await save(anna, 'quattro', { vista, mano: 'a' })).status).toBe(409);
  });

  test('of an account names the other device, and the day when it was another one', async () => {
    const user = cittadino('anna');
    await save(callerOf(rig, { user }), 'uno', { vista: '', mano: 'a' });
    rig.clock.pass(DAY);
    const refused = await save(callerOf(rig, { user }), 'due', { vista: '', mano: 'b' });
    expect(refused.body.message).toBe(
      'Questa richiesta è stata modificata su un altro dispositivo o in un’altra scheda il 20 novembre 2026 alle 10:00.',
    );
  });

  test('with the same words on both is no question', async () => {
    const anna = callerOf(rig);
    await save(anna, 'uno', { vista: '', mano: 'a' });
    expect((await save(anna, 'uno', { vista: '', mano: 'b' })).status).toBe(200);
  });

  test('at the same moment keeps one, and the other is asked', async () => {
    const user = cittadino('anna');
    const other = await rig.otherHost();
    const anna = callerOf(rig, { user });
    const { aggiornata: vista } = (await save(anna, 'zero', { vista: '', mano: 'a' })).body.data;
    const both = await Promise.all([
      save(anna, 'uno', { vista, mano: 'a1' }),
      save(anna.at(other), 'due', { vista, mano: 'b1' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('that has expired or was deleted begins anew, without a question', async () => {
    const anna = callerOf(rig);
    const { aggiornata: vista, chiave } = (await save(anna, 'uno', { vista: '' })).body.data;
    rig.clock.pass(DAY);
    const again = await save(anna, 'due', { vista, chiave });
    expect([again.status, again.body.data.chiave === chiave]).toEqual([200, false]);
    await anna.call('eliminaBozza', { percorso: formPath });
    expect((await save(anna, 'tre', { vista: again.body.data.aggiornata, chiave })).status).toBe(200);
  });

  test('that was sent from one page is no second case of the other', async () => {
    const anna = callerOf(rig);
    const { aggiornata: vista, chiave } = (await save(anna, 'uno', { vista: '', mano: 'a' })).body.data;
    await anna.confirm('anna@esempio.it');
    await anna.call('inviaSegnalazione', segnalazione({ email: 'anna@esempio.it' }), { key: chiave });
    const refused = await save(anna, 'due', { vista, chiave, mano: 'b' });
    expect([refused.status, refused.body.reason]).toEqual([409, 'BOZZA_INVIATA']);
    expect(await read(anna)).toBeNull();
  });
});
