import { expect, test } from 'vitest';
import {
  MIXED_ROWS,
  publicRow,
  SECRET_WORDS,
  unreleasedRow,
  WILD_TEXT,
  writePublicPhoto,
  writePublicRows,
} from '../../../../tests/public-rows.ts';
import { withoutScans } from '../../../../tests/query-plans.ts';
import { onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { ctxOf } from '../../../context.ts';
import { readElements } from '../../../platform/xml-read.server.ts';
import { answerOpen311 } from './open311.page.server.ts';

type Asked = { host?: string; method?: string; headers?: Record<string, string> };
type RequestRow = Record<string, string | number | null>;

onOneInTurn('Open311', (rig: Rig) => {
  const ask = async (path: string, { host = '127.0.0.1', method = 'GET', headers = {} }: Asked = {}) => {
    const url = new URL(`http://${host}/open311/v2/${path}`);
    const request = new Request(url, { method, headers });
    const respond = () => answerOpen311({ request, url, locals: { ctx: ctxOf(rig.house) } });
    const response = rig.house.dialect === 'sqlite' ? await withoutScans(rig.place.dataDir, respond) : await respond();
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const asJson = async (path: string, asked?: Asked) => JSON.parse((await ask(path, asked)).text);
  const elementsOf = async (path: string, name: string) => readElements((await ask(path)).text, name);
  const list = (query = '') => asJson(`requests.json?jurisdiction_id=borgo&${query}`) as Promise<RequestRow[]>;
  const idsOf = async (query?: string) => (await list(query)).map((row) => row.service_request_id);

  test('says in its discovery where it is, in which formats, and what is needed to send reports to it', async () => {
    const found = await asJson('discovery.json');
    expect(found.endpoints).toEqual([
      {
        specification: 'http://wiki.open311.org/GeoReport_v2',
        url: 'http://127.0.0.1:4321/open311/v2',
        changeset: '2026-11-20T00:00:00+01:00',
        type: 'test',
        formats: ['text/xml', 'application/json'],
      },
    ]);
    expect(found.key_service).toContain('serve una chiave del Comune');
    expect((await asJson('discovery.json', { host: 'borgo.example' })).endpoints[0].url).toBe(
      'http://borgo.example:4321/open311/v2',
    );
    expect((await elementsOf('discovery.xml', 'endpoint'))[0]).toEqual({
      ...found.endpoints[0],
      formats: { format: ['text/xml', 'application/json'] },
    });
  });

  test('serves the municipality that is named, or that of the host and no other', async () => {
    await writePublicRows(rig.house, MIXED_ROWS);
    for (const path of ['services', 'services/SF510', 'requests', 'requests/p00001']) {
      const statusAt = async (query: string, host?: string) =>
        (await ask(`${path}.json?${query}`, { ...(host && { host }) })).status;
      expect([
        await statusAt(''),
        await statusAt('jurisdiction_id='),
        await statusAt('jurisdiction_id=nessuno'),
      ]).toEqual([400, 400, 404]);
      expect(await statusAt('jurisdiction_id=portale')).toBe(404);
      expect([await statusAt('jurisdiction_id=borgo'), await statusAt('', 'borgo.example')]).toEqual([200, 200]);
      expect(await statusAt('jurisdiction_id=borgo', 'borgo.example')).toBe(200);
      expect(await statusAt('jurisdiction_id=valle', 'borgo.example')).toBe(404);
    }
    expect(await asJson('requests.json')).toEqual([
      { code: 400, description: 'Manca jurisdiction_id: su questo portale è l’identificativo del Comune.' },
    ]);
    expect(await elementsOf('services.xml?jurisdiction_id=nessuno', 'error')).toEqual([
      { code: '404', description: 'Questo jurisdiction_id non esiste.' },
    ]);
  });

  test('lists the types of report that the municipality takes, published or not, which have no fields of their own', async () => {
    const services = await asJson('services.json?jurisdiction_id=borgo');
    expect(services.map((service: RequestRow) => service.service_code)).toEqual(['SF510', 'SF410']);
    expect(services[0]).toMatchObject({
      metadata: false,
      type: 'realtime',
      service_name: 'Illuminazione e lampade votive',
    });
    const ofValle = await asJson('services.json?jurisdiction_id=valle');
    expect(ofValle.map((service: RequestRow) => service.service_code)).toEqual(['SF510']);
    expect((await elementsOf('services.xml?jurisdiction_id=borgo', 'service'))[0]).toMatchObject({
      service_code: 'SF510',
      metadata: 'false',
    });
    expect(await asJson('services/SF510.json?jurisdiction_id=borgo')).toEqual({
      service_code: 'SF510',
      attributes: [],
    });
    expect(await elementsOf('services/SF510.xml?jurisdiction_id=borgo', 'service_definition')).toEqual([
      { service_code: 'SF510', attributes: '' },
    ]);
    expect((await ask('services/SF300.json?jurisdiction_id=borgo')).status).toBe(404);
  });

  test('says of a request what its public page says, the same in both formats', async () => {
    await writePublicRows(rig.house, [
      publicRow(1, {
        titolo: WILD_TEXT,
        stato: 'conclusa',
        chiusa: '2026-11-20',
        risposta: 'Riparato.\nGrazie.',
      }),
    ]);
    await writePublicPhoto(rig.house, 'p00001');
    const [row] = await list();
    expect(row).toEqual({
      service_request_id: 'p00001',
      status: 'closed',
      status_notes: 'Riparato.\nGrazie.',
      service_name: 'Illuminazione e lampade votive',
      service_code: 'SF510',
      description: `${WILD_TEXT}: Non si accende.`,
      agency_responsible: 'Comune di Borgo',
      service_notice: null,
      requested_datetime: '2026-11-19T00:00:00+01:00',
      updated_datetime: '2026-11-20T00:00:00+01:00',
      expected_datetime: null,
      address: 'Via dei Tigli',
      address_id: null,
      zipcode: null,
      lat: 42.5123,
      long: 12.4988,
      media_url: 'http://borgo.example:4321/api/v1/portale/segnalazioni/p00001/foto/1',
    });
    const asText = Object.entries(row as RequestRow).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]);
    const expected = {
      ...Object.fromEntries(asText),
      description: `${WILD_TEXT}: Non si accende.`.replace('\u202e', ''),
    };
    expect(await elementsOf('requests.xml?jurisdiction_id=borgo', 'request')).toEqual([expected]);
    expect(await elementsOf('requests/p00001.xml?jurisdiction_id=borgo', 'request')).toEqual([expected]);
  });

  test('never says more of a report than type, area and day before it is released, and nothing of a hidden one', async () => {
    await writePublicRows(rig.house, [...MIXED_ROWS, unreleasedRow(5, { area: 'centro' })]);
    const queries = ['', 'status=open', 'status=closed', 'service_request_id=p00001,p00002,p00003,p00004'];
    const places = ['bbox=11,43,12,44', 'lat=43.77&long=11.25&radius=1000'];
    for (const query of [...queries, ...places])
      for (const format of ['json', 'xml'])
        expect((await ask(`requests.${format}?jurisdiction_id=borgo&${query}`)).text, query).not.toMatch(SECRET_WORDS);
    expect(await idsOf('status=closed')).toEqual([]);
    expect(await idsOf('status=open')).toEqual(['p00005', 'p00002', 'p00001']);
    for (const query of places) expect(await idsOf(query)).toEqual([]);
    expect(await idsOf('service_request_id=p00001,p00002,p00003,p00004')).toEqual(['p00002', 'p00001']);
    const [waiting] = await list('service_request_id=p00005');
    expect(waiting).toMatchObject({
      status: 'open',
      description: null,
      status_notes: null,
      lat: null,
      address: 'Zona centro',
    });
    expect(waiting).toMatchObject({ updated_datetime: '2026-11-19T00:00:00+01:00', media_url: null });
    for (const id of ['p00003', 'p00004', 'nessuna'])
      expect((await ask(`requests/${id}.json?jurisdiction_id=borgo`)).status).toBe(404);
    expect((await ask('requests/p00002.json?jurisdiction_id=borgo')).text).not.toMatch(SECRET_WORDS);
  });

  test('finds requests by period, of 90 days at most', async () => {
    await writePublicRows(rig.house, [
      publicRow(1, { giorno: '2026-08-21' }),
      publicRow(2, { giorno: '2026-08-22' }),
      publicRow(3, { giorno: '2026-11-20' }),
      publicRow(4, { giorno: '2026-03-01' }),
    ]);
    expect(await idsOf()).toEqual(['p00003', 'p00002']);
    expect(await idsOf('start_date=2026-02-28T00:00:00Z')).toEqual(['p00004']);
    expect(await idsOf('end_date=2026-08-21T12:00:00Z')).toEqual(['p00001']);
    expect(await idsOf('start_date=2026-08-21&end_date=2026-08-22')).toEqual(['p00002', 'p00001']);
    // Half past midnight in Rome; the plus sign as a client that does not encode it sends it.
    expect(await idsOf('start_date=2026-08-21T22:30:00Z&end_date=2026-08-23T00:00:00%2B02:00')).toEqual(['p00002']);
    expect(await idsOf('start_date=2026-08-22T00:30:00+02:00&end_date=2026-08-23T00:00:00Z')).toEqual(['p00002']);
    expect(await idsOf('start_date=&end_date=&status=&bbox=')).toEqual(['p00003', 'p00002']);
    expect(await idsOf('start_date=2026-08-20T22:30:00Z&end_date=2026-11-18T22:30:00Z')).toEqual(['p00002', 'p00001']);
  });

  test('finds requests by type, state and place, and pages them', async () => {
    await writePublicRows(rig.house, [
      publicRow(1, { codice: 'SF410', lat: 42.5, lon: 12.5 }),
      publicRow(2, { stato: 'conclusa', chiusa: '2026-11-20', lat: 42.6, lon: 12.5 }),
      publicRow(3, { stato: 'in_lavorazione', lat: null, lon: null }),
    ]);
    expect(await idsOf('service_code=SF410')).toEqual(['p00001']);
    expect(await idsOf('service_code=SF410,SF510')).toEqual(['p00003', 'p00002', 'p00001']);
    expect(await idsOf('service_code=SF410&service_code=SF999')).toEqual(['p00001']);
    expect(await idsOf('status=closed')).toEqual(['p00002']);
    expect(await idsOf('status=open')).toEqual(['p00003', 'p00001']);
    expect(await idsOf('status=open,closed')).toEqual(['p00003', 'p00002', 'p00001']);
    expect(await idsOf('bbox=12.4,42.4,12.6,42.55')).toEqual(['p00001']);
    expect(await idsOf('bbox=12.4,42.4,12.6,42.65&status=closed')).toEqual(['p00002']);
    // A tenth of a degree is some 11 km.
    expect(await idsOf('lat=42.5&long=12.5&radius=11000')).toEqual(['p00001']);
    expect(await idsOf('lat=42.5&long=12.5&radius=11200')).toEqual(['p00002', 'p00001']);
    expect(await idsOf('page_size=2')).toEqual(['p00003', 'p00002']);
    expect(await idsOf('page_size=2&page=2')).toEqual(['p00001']);
    expect(await idsOf('page=3')).toEqual([]);
  });

  test.each([
    ['bbox=1,2,3', 'bbox'],
    ['bbox=1,2,3,x', 'bbox'],
    ['bbox=12,43,13,42', 'bbox'],
    ['bbox=13,42,12,43', 'bbox'],
    ['bbox=12,42,13,91', 'bbox'],
    ['bbox=NaN,42,13,43', 'bbox'],
    ['lat=42&long=12', 'radius'],
    ['radius=10', 'radius'],
    ['lat=42&long=12&radius=0', 'radius'],
    ['lat=42&long=12&radius=1e9', 'radius'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['page=100000', 'page'],
    ['page_size=101', 'page_size'],
    ['page_size=-1', 'page_size'],
    ['start_date=ieri', 'start_date'],
    ['start_date=2026-02-30T00:00:00Z', 'start_date'],
    ['start_date=2026-02-28T00:00:00', 'start_date'],
    ['start_date=2026-06-01T00:00:00Z&end_date=2026-10-01T00:00:00Z', '90 giorni'],
    ['start_date=2026-06-02T00:00:00Z&end_date=2026-06-01T00:00:00Z', 'start_date'],
    ['status=aperta', 'status'],
    [`service_request_id=${Array.from({ length: 101 }, (_, n) => n)}`, '100'],
  ])('refuses %s in the form of the standard', async (query, word) => {
    const { status, text } = await ask(`requests.json?jurisdiction_id=borgo&${query}`);
    expect([status, JSON.parse(text)]).toEqual([400, [{ code: 400, description: expect.stringContaining(word) }]]);
    expect(await elementsOf(`requests.xml?jurisdiction_id=borgo&${query}`, 'error')).toEqual([
      { code: '400', description: JSON.parse(text)[0].description },
    ]);
  });

  test('heeds nothing else where requests are asked for by their ids', async () => {
    await writePublicRows(rig.house, [publicRow(1, { giorno: '2020-01-01' })]);
    expect(await idsOf('service_request_id=p00001&status=closed&page=x&start_date=mai')).toEqual(['p00001']);
  });

  test('says several faults at once', async () => {
    expect(await asJson('requests.json?jurisdiction_id=borgo&page=x&status=y')).toHaveLength(2);
  });

  test('has two formats, takes reports at one address alone, and may be read from everywhere, errors too', async () => {
    for (const path of [
      'requests.csv',
      'requests',
      'services/SF510',
      '',
      'discovery.json/x',
      'altro.json',
      'discovery/x.xml',
    ]) {
      const answer = await ask(`${path}?jurisdiction_id=borgo`);
      expect([answer.status, answer.headers.get('access-control-allow-origin')], path).toEqual([404, '*']);
      expect(answer.text, path).toMatch(/404/);
    }
    for (const path of ['services.json', 'requests/p00001.json', 'tokens/p00001.json'])
      expect((await ask(path, { method: 'POST' })).status, path).toBe(405);
    const other = await ask('requests.xml', { method: 'DELETE' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const { headers } = await ask('services.xml?jurisdiction_id=borgo');
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('spares what the client has already', async () => {
    await writePublicRows(rig.house, [publicRow(1)]);
    const path = 'requests.json?jurisdiction_id=borgo';
    const tag = (await ask(path)).headers.get('etag') ?? '';
    const again = () => ask(path, { headers: { 'if-none-match': tag } });
    expect([(await again()).status, (await again()).text]).toEqual([304, '']);
    await rig.house.db.updateTable('segnalazioni_pubbliche').set({ visibile: 0 }).execute();
    expect((await again()).status).toBe(200);
  });

  test('answers a failure of the store in the form of the standard, and reports it', async () => {
    const url = new URL('http://127.0.0.1/open311/v2/requests.json?jurisdiction_id=borgo');
    const db = new Proxy(rig.house.db, {
      get: (of, name) => {
        if (name === 'selectFrom') throw new Error('rotto');
        return Reflect.get(of, name);
      },
    });
    const locals = { ctx: ctxOf({ ...rig.house, db }) };
    const response = await answerOpen311({ request: new Request(url), url, locals });
    expect([response.status, (await response.json())[0].code]).toEqual([500, 500]);
    expect(rig.reports).toHaveLength(1);
  });
});
