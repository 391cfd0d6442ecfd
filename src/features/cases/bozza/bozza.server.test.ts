import { expect, test } from 'vitest';
import { caller, cittadino, count, DAY, HOUR, onBoth, pdfFile } from '../../../../tests/rig.ts';
import { tidy } from '../../../housekeeping.server.ts';

const percorso = '/segnalazione';
const bozza = (oggetto: string, over = {}) => ({ percorso, passo: 'dati', valori: { oggetto }, ...over });
type Caller = ReturnType<typeof caller>;
const read = async (who: Caller) => (await who.call('leggiBozza', { percorso })).body.data;

onBoth('a draft', (rig) => {
  test('is found again as it was left', async () => {
    const anna = caller(rig);
    const saved = await anna.call('salvaBozza', bozza('Lampione'));
    expect(saved.status).toBe(200);
    expect(await read(anna)).toEqual({
      percorso,
      passo: 'dati',
      valori: { oggetto: 'Lampione' },
      chiave: saved.body.data.chiave,
      salvata: false,
      aggiornata: '2026-11-20T09:00:00.000Z',
      allegati: [],
    });
  });

  test('is one per owner and path, and keeps the key of its one send', async () => {
    const anna = caller(rig);
    const first = await anna.call('salvaBozza', bozza('uno'));
    rig.clock.pass(HOUR);
    const second = await anna.call('salvaBozza', bozza('due', { passo: 'riepilogo' }));
    expect(second.body.data.chiave).toBe(first.body.data.chiave);
    await anna.call('salvaBozza', bozza('altro', { percorso: '/servizio/riesame' }));
    expect(await read(anna)).toMatchObject({ valori: { oggetto: 'due' }, passo: 'riepilogo' });
    expect(await count(rig, 'bozze')).toBe(2);
  });

  test('is never another visitor’s, to read or to throw away', async () => {
    const [anna, bruno] = [caller(rig), caller(rig)];
    await anna.call('salvaBozza', bozza('mio'));
    expect(await read(bruno)).toBeNull();
    expect((await bruno.call('eliminaBozza', { percorso })).status).toBe(204);
    expect(await read(anna)).toMatchObject({ valori: { oggetto: 'mio' } });
  });

  test('of a citizen is there on every device, and not for who uses the same browser without login', async () => {
    const user = cittadino('anna');
    await caller(rig, { user }).call('salvaBozza', bozza('mio'));
    const device = caller(rig, { user });
    expect(await read(device)).toMatchObject({ valori: { oggetto: 'mio' } });
    const { user: _gone, ...guest } = { user };
    expect(await read(caller(rig, guest))).toBeNull();
  });

  test.each([
    ['a guest’s lasts a day', {}, undefined, DAY],
    ['a saved one lasts 7 days', { salva: true }, undefined, 7 * DAY],
    ['a citizen’s lasts 12 months', {}, cittadino('anna'), 365 * DAY],
  ])('%s since its last change', async (_, over, user, ms) => {
    const anna = caller(rig, user ? { user } : {});
    await anna.call('salvaBozza', bozza('prima', over));
    rig.clock.pass(HOUR);
    const saved = await anna.call('salvaBozza', bozza('dopo', over));
    expect(saved.body.data.scade).toBe(new Date(rig.house.now() + ms).toISOString());
    rig.clock.pass(ms - 1);
    await tidy(rig.house);
    expect(await read(anna)).not.toBeNull();
    rig.clock.pass(1);
    expect(await read(anna)).toBeNull();
    await tidy(rig.house);
    expect(await count(rig, 'bozze')).toBe(0);
  });

  test('once saved stays saved at the next change', async () => {
    const anna = caller(rig);
    await anna.call('salvaBozza', bozza('uno', { salva: true }));
    await anna.call('salvaBozza', bozza('due'));
    expect(await read(anna)).toMatchObject({ salvata: true });
  });

  test('of a citizen stands in the list of what they have begun, the last one touched first', async () => {
    const anna = caller(rig, { user: cittadino('anna') });
    await anna.call('salvaBozza', bozza('uno'));
    rig.clock.pass(HOUR);
    await anna.call('salvaBozza', bozza('due', { percorso: '/servizio/riesame' }));
    const { body } = await anna.call('mieBozze');
    expect(body.data.map((b: { percorso: string }) => b.percorso)).toEqual(['/servizio/riesame', percorso]);
    expect(Object.keys(body.data[0])).toEqual(['percorso', 'aggiornata', 'scade']);
    expect((await caller(rig, { user: cittadino('bruno') }).call('mieBozze')).body.data).toEqual([]);
    rig.clock.pass(366 * DAY);
    expect((await anna.call('mieBozze')).body.data).toEqual([]);
  });

  test('that is thrown away takes its files with it, and no others', async () => {
    const anna = caller(rig);
    await anna.call('salvaBozza', bozza('x'));
    const mine = await anna.call('caricaFile', { file: pdfFile('a.pdf'), percorso });
    await anna.call('caricaFile', { file: pdfFile('b.pdf'), percorso: '/servizio/riesame' });
    await caller(rig).call('caricaFile', { file: pdfFile('c.pdf'), percorso });
    expect((await read(anna)).allegati).toMatchObject([{ Id: mine.body.data.Id, nome: 'a.pdf' }]);
    expect((await anna.call('eliminaBozza', { percorso })).status).toBe(204);
    expect(await read(anna)).toBeNull();
    const rows = await rig.house.db.selectFrom('allegati').select('nome').execute();
    expect(rows.map((r) => r.nome).toSorted()).toEqual(['b.pdf', 'c.pdf']);
  });

  test('its files live as long as it, and go when it lapses', async () => {
    const anna = caller(rig, { user: cittadino('anna') });
    await anna.call('salvaBozza', bozza('x'));
    await anna.call('caricaFile', { file: pdfFile(), percorso });
    rig.clock.pass(100 * DAY);
    await tidy(rig.house);
    expect((await read(anna)).allegati).toHaveLength(1);
    rig.clock.pass(265 * DAY);
    await tidy(rig.house);
    expect([await count(rig, 'allegati'), await count(rig, 'allegati_pezzi')]).toEqual([0, 0]);
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
    const saved = await caller(rig).call('salvaBozza', bozza('x', over));
    expect([saved.status, Object.keys(saved.body.errors)]).toEqual([422, fields]);
    expect(await count(rig, 'bozze')).toBe(0);
  });

  const riesame = (n: number) => `/servizio/riesame/ICP/${n}`;
  const TROPPE = /^Hai iniziato molti moduli senza inviarli/;

  test('is one of twenty at the most; those that are there can be changed, and one thrown away makes room', async () => {
    const anna = caller(rig, { user: cittadino('anna') });
    const save = (n: number) => anna.call('salvaBozza', bozza('x', { percorso: riesame(n) }));
    for (let n = 0; n < 20; n++) expect((await save(n)).status).toBe(200);
    const refused = await save(20);
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(TROPPE)]);
    expect((await anna.call('salvaBozza', bozza('y, more', { percorso: riesame(3) }))).status).toBe(200);
    expect((await caller(rig).call('salvaBozza', bozza('x'))).status).toBe(200);
    await anna.call('eliminaBozza', { percorso: riesame(0) });
    expect((await save(20)).status).toBe(200);
    rig.clock.pass(366 * DAY);
    expect((await save(21)).status).toBe(200);
  });

  test('is one of twenty, however many come at once, on two hosts', async () => {
    const other = await rig.otherHost();
    const anna = caller(rig, { user: cittadino('anna') });
    const all = Array.from({ length: 60 }, (_, n) =>
      (n % 2 ? anna : anna.at(other)).call('salvaBozza', bozza('x', { percorso: riesame(n) })),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(await rig.house.db.selectFrom('bozze').select('percorso').execute()).toHaveLength(20);
  });

  const pieno = (n: number) => ({
    ...{ percorso: riesame(n), passo: 'dati' },
    valori: Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`c${i}`, 'x'.repeat(8000)])),
  });

  test('and all others of an owner hold 500 KB together, counted also when they are written again', async () => {
    const anna = caller(rig);
    for (let n = 0; n < 9; n++) expect((await anna.call('salvaBozza', pieno(n))).status).toBe(200);
    for (const more of [pieno(9), pieno(8)]) {
      const { status, body } = await anna.call('salvaBozza', {
        ...more,
        valori: { ...more.valori, altro: 'è'.repeat(4000) },
      });
      expect([status, body.message]).toEqual([429, expect.stringMatching(TROPPE)]);
    }
    expect((await anna.call('salvaBozza', { ...pieno(8), valori: {} })).status).toBe(200);
    expect((await anna.call('salvaBozza', pieno(9))).status).toBe(200);
  });

  test('of guests has a bound for their network, whatever cookies they come with; a citizen has room of their own', async () => {
    const peer = '198.51.100.77';
    const anna = caller(rig, { peer });
    expect((await anna.call('salvaBozza', pieno(0))).status).toBe(200);
    const { dimensione } = await rig.house.db.selectFrom('bozze').select('dimensione').executeTakeFirstOrThrow();
    // As if many others of the network had been here.
    await rig.house.db
      .updateTable('bozze')
      .set({ dimensione: 20 * 1024 * 1024 - dimensione })
      .execute();
    expect((await caller(rig, { peer }).call('salvaBozza', pieno(1))).status).toBe(200);
    const next = await caller(rig, { peer }).call('salvaBozza', pieno(1));
    expect([next.status, next.body.message]).toEqual([429, expect.stringMatching(/^Dalla tua connessione/)]);
    expect((await caller(rig, { peer: '203.0.113.9' }).call('salvaBozza', pieno(1))).status).toBe(200);
    expect((await caller(rig, { peer, user: cittadino('anna') }).call('salvaBozza', pieno(1))).status).toBe(200);
    rig.clock.pass(DAY);
    expect((await caller(rig, { peer }).call('salvaBozza', pieno(1))).status).toBe(200);
  });

  test('names that would reach into every object stay words', async () => {
    const anna = caller(rig);
    const raw = `{"percorso":"${percorso}","passo":"dati","valori":{"__proto__":"x","constructor":"y","oggetto":"z"}}`;
    const headers = { 'content-type': 'application/json' };
    const saved = await anna.ask('POST', '/api/v1/portale/bozze', { raw, headers });
    expect(saved.status).toBe(200);
    expect((await read(anna)).valori.oggetto).toBe('z');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});
