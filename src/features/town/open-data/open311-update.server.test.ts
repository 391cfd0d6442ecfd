import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ONE_POINT_PNG } from '../../../../tests/files.ts';
import { OPEN311_KEY, type Open311Fields, open311Of } from '../../../../tests/programmi.ts';
import { callerOf, HOUR, onOneInTurn, operatore, type Rig } from '../../../../tests/rig.ts';
import { readElements } from '../../../platform/xml-read.server.ts';

const LOOPBACK = { reachableNetworks: ['127.0.0.0/8'] };
const UPDATE = { update_id: 'fms-77', description: 'La lampada ora lampeggia.' };

onOneInTurn('an update of a report by Open311', (rig: Rig) => {
  const { makeKey, send, read } = open311Of(rig);
  /** A report of a program that vouches for its citizen. @returns its id in Open311 */
  const report = async () => {
    await makeKey();
    return (await send()).json[0].service_request_id as string;
  };
  const update = (over: Open311Fields = {}, { ask } = open311Of(rig), format = 'json') => {
    const pairs = Object.entries({ api_key: OPEN311_KEY, jurisdiction_id: 'borgo', ...UPDATE, ...over }).flatMap(
      ([name, value]) => [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
    );
    return ask('POST', `servicerequestupdates.${format}`, { body: new URLSearchParams(pairs as [string, string][]) });
  };
  const events = () => rig.house.db.selectFrom('eventi').selectAll().orderBy('n').execute();
  const only = () => rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
  const close = async () => {
    const fields = { id: (await only()).ufficio, email: '', vista: 'operatore', stato: 'conclusa', testo: 'Riparato.' };
    expect((await callerOf(rig, { user: operatore('borgo') }).call('commenta', fields)).status).toBe(201);
  };

  test('is a message of the citizen, of which the office hears, and answers its id', async () => {
    const id = await report();
    await rig.deliver();
    rig.mails.length = 0;
    const { status, json, headers } = await update({ service_request_id: id, first_name: 'Bruno', last_name: 'Neri' });
    expect([status, json, headers.get('cache-control')]).toEqual([201, [{ update_id: `${id}-2` }], 'no-store']);
    expect((await events()).at(-1)).toMatchObject({
      n: 2,
      da: 'cittadino',
      tipo: 'messaggio',
      testo: 'La lampada ora lampeggia.\n\nScritto da Bruno Neri con il programma «App dei lampioni».',
    });
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to)).toEqual(['luce@borgo.example']);
  });

  test('is there once however often it is sent, also at the same time', async () => {
    const id = await report();
    const answers = await Promise.all([update({ service_request_id: id }), update({ service_request_id: id })]);
    answers.push(await update({ service_request_id: id }));
    await close();
    answers.push(await update({ service_request_id: id }));
    expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(4).fill([201, [{ update_id: `${id}-2` }]]));
    expect(await events()).toHaveLength(3);
  });

  test('is read as FixMyStreet sends it, and answers in its words', async () => {
    const id = await report();
    const { status, text } = await update(
      {
        update_id: undefined,
        update_id_ext: '5678',
        service_request_id: id,
        service_request_id_ext: '123',
        updated_datetime: '2026-11-20T10:00:00+01:00',
        status: 'OPEN',
        email: 'bruno@esempio.it',
        first_name: 'Bruno',
        last_name: 'Neri',
        public_anonymity_required: 'TRUE',
      },
      undefined,
      'xml',
    );
    expect([status, readElements(text, 'update_id'), text.includes('<request_update>')]).toEqual([
      201,
      [`${id}-2`],
      true,
    ]);
    expect(await rig.dump()).not.toMatch(/Bruno|bruno@/);
  });

  test('has the photos at its addresses, and says which were not there', async () => {
    const id = await report();
    const site = createServer((request, response) => {
      if (request.url === '/foto.png') response.end(ONE_POINT_PNG);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await new Promise((done) => site.once('listening', done));
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    try {
      const photos = { service_request_id: id, media_url: [`${url}/foto.png`, `${url}/manca.png`] };
      const { status } = await update({ ...photos, description: undefined }, open311Of(rig, LOOPBACK));
      expect(status).toBe(201);
    } finally {
      site.closeAllConnections();
      site.close();
    }
    const [last] = (await events()).slice(-1);
    expect(last?.testo).toContain(`Foto non presa dal portale: ${url}/manca.png (`);
    const files = await rig.house.db.selectFrom('allegati').select(['nome', 'evento']).execute();
    expect(files).toEqual([{ nome: 'foto.png', evento: last?.id }]);
    // Never in the portal's own network, unless it is allowed.
    const inside = await update({ service_request_id: id, update_id: 'fms-78', media_url: `${url}/foto.png` });
    expect([inside.status, (await events()).at(-1)?.testo]).toEqual([201, expect.stringContaining('Foto non presa')]);
  });

  test('is of a report of the same key alone', async () => {
    const id = await report();
    await makeKey('altra-chiave');
    const other = await update({ api_key: 'altra-chiave', service_request_id: id });
    const unknown = await update({ service_request_id: 'nessuno' });
    expect([other.status, other.json]).toEqual([404, unknown.json]);
    for (const [key, over] of [
      [undefined, {}],
      ['sbagliata', {}],
      ['di-valle', { ente: 'valle' }],
      ['senza', { permessi: 'pratiche:scrivi' }],
    ] as const) {
      if (key?.startsWith('di-') || key === 'senza') await makeKey(key, over);
      expect([key, (await update({ api_key: key, service_request_id: id })).status]).toEqual([key, 403]);
    }
    expect(await events()).toHaveLength(1);
  });

  test.each([
    [{ update_id: undefined }, /^update_id: serve/],
    [{ update_id: 'x'.repeat(101) }, /^update_id: /],
    [{ service_request_id: undefined }, /^service_request_id: serve/],
    [{ description: '' }, /^description: scrivi/],
    [{ description: 'x'.repeat(2001) }, /^description: /],
    [{ first_name: 'x'.repeat(61) }, /^first_name: /],
  ])('with %o is refused in the words of the standard, and nothing is kept', async (over: Open311Fields, words) => {
    const id = await report();
    const { status, json } = await update({ service_request_id: id, ...over });
    expect([status, json]).toEqual([400, [{ code: 400, description: expect.stringMatching(words) }]]);
    expect(await events()).toHaveLength(1);
  });

  test('of a closed report is refused', async () => {
    const id = await report();
    await close();
    const { status, json } = await update({ service_request_id: id });
    expect([status, json[0].description]).toEqual([409, expect.stringContaining('chiusa')]);
  });

  test('is no news of its own for the program, which reads what the office did since a moment', async () => {
    const id = await report();
    await update({ service_request_id: id });
    const since = async (at: number) => {
      const from = new Date(at).toISOString();
      const path = `servicerequestupdates.json?jurisdiction_id=borgo&start_date=${from}`;
      return (await read(path)).json.map((row: { update_id: string }) => row.update_id);
    };
    const start = rig.house.now();
    expect(await since(start - HOUR)).toEqual([]);
    rig.clock.pass(HOUR);
    await close();
    expect(await since(start)).toEqual([`${id}-3`]);
    expect(await since(rig.house.now() + 1)).toEqual([]);
  });
});
