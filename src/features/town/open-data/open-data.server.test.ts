import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import {
  MIXED_ROWS,
  publicRow,
  SECRET_WORDS,
  unreleasedRow,
  WILD_TEXT,
  writePublicPhoto,
  writePublicRows,
} from '../../../../tests/public-rows.ts';
import { plansOf, withoutScans } from '../../../../tests/query-plans.ts';
import { callerOf, DAY, HOUR, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { type CallContext, ctxOf } from '../../../context.ts';
import { addDays } from '../../../platform/atoms/date.ts';
import type { FileAnswer } from '../../../platform/contract.ts';
import { readElements } from '../../../platform/xml-read.server.ts';
import { MEDIA_TYPES } from './dcat.ts';
import { openDataOperations } from './open-data.contract.ts';
import { readLastChange } from './open-data.db.ts';
import { openDataHandlers } from './open-data.server.ts';
import { startOfDay } from './open-report.server.ts';

const CALLS = Object.keys(openDataOperations) as (keyof typeof openDataOperations)[];

onOneInTurn('the open data of a municipality', (rig: Rig) => {
  const ask = (name: (typeof CALLS)[number], fields: Record<string, unknown> = {}, headers = {}) =>
    callerOf(rig).call(name, { ente: 'borgo', ...fields }, { headers });
  const readFeed = async (fields = {}) => {
    const [feed] = readElements((await ask('segnalazioniAtom', fields)).bytes.toString(), 'feed');
    return feed as { updated: string; link: Record<string, string>[]; entry: Record<string, string>[] };
  };
  const entriesOf = async (fields = {}) =>
    readElements((await ask('segnalazioniAtom', fields)).bytes.toString(), 'entry');

  test('never say more of a report than type, area and day before it is released, and nothing of a hidden one', async () => {
    await writePublicRows(rig.house, MIXED_ROWS);
    for (const call of CALLS) expect((await ask(call)).bytes.toString(), call).not.toMatch(SECRET_WORDS);
    const { features } = (await ask('segnalazioniGeoJson')).body;
    expect(features[0]).toEqual({
      type: 'Feature',
      id: 'p00002',
      geometry: null,
      properties: {
        ente: 'borgo',
        tipo: 'SF510',
        tipo_nome: 'Illuminazione e lampade votive',
        area: null,
        area_nome: null,
        giorno: '2026-11-19',
        stato: 'in_esame',
        chiusa: null,
        titolo: null,
        luogo: null,
        foto: [],
        descrizione: null,
        risposta: null,
        indirizzo: 'http://borgo.example:4321/segnalazioni/p00002',
        aggiornata: '2026-11-19T00:00:00+01:00',
      },
    });
  });

  test('are a FeatureCollection, with a point where one was released', async () => {
    expect((await ask('segnalazioniGeoJson')).body).toEqual({ type: 'FeatureCollection', features: [] });
    await writePublicRows(rig.house, [publicRow(1, { titolo: WILD_TEXT }), publicRow(2, { lat: null, lon: null })]);
    await writePublicPhoto(rig.house, 'p00001');
    const answer = await ask('segnalazioniGeoJson');
    expect(answer.headers.get('content-type')).toBe('application/geo+json');
    expect(answer.body.type).toBe('FeatureCollection');
    const [without, released] = answer.body.features;
    expect(without.geometry).toBeNull();
    expect(released).toMatchObject({
      type: 'Feature',
      id: 'p00001',
      geometry: { type: 'Point', coordinates: [12.4988, 42.5123] },
      properties: {
        titolo: WILD_TEXT,
        stato: 'ricevuta',
        aggiornata: '2026-11-20T09:00:00.000Z',
        foto: ['http://borgo.example:4321/api/v1/portale/segnalazioni/p00001/foto/1'],
      },
    });
  });

  test('can be had as a sheet whose cells are no formulas', async () => {
    await writePublicRows(rig.house, [publicRow(1, { titolo: '=1+1', descrizione: 'Una "buca";\nprofonda' })]);
    const { bytes } = await ask('segnalazioniCsv');
    const [row] = Papa.parse<Record<string, string>>(bytes.toString().replace('\uFEFF', ''), {
      header: true,
      delimiter: ';',
    }).data;
    expect(row).toMatchObject({
      id: 'p00001',
      titolo: "'=1+1",
      descrizione: 'Una "buca";\nprofonda',
      lat: '42,5123',
      lon: '12,4988',
      giorno: '2026-11-19',
      indirizzo: 'http://borgo.example:4321/segnalazioni/p00001',
      foto: '',
    });
  });

  test('are filtered as the list is, and refuse what the list refuses', async () => {
    await writePublicRows(rig.house, [
      publicRow(1),
      publicRow(2, { codice: 'SF410' }),
      publicRow(3, { area: 'centro' }),
      publicRow(4, { giorno: '2026-10-01' }),
    ]);
    const idsOf = async (fields: object) =>
      (await ask('segnalazioniGeoJson', { ...fields })).body.features.map(({ id }: { id: string }) => id);
    expect(await idsOf({})).toEqual(['p00003', 'p00002', 'p00001', 'p00004']);
    expect(await idsOf({ tipo: 'SF410' })).toEqual(['p00002']);
    expect(await idsOf({ area: 'centro' })).toEqual(['p00003']);
    expect(await idsOf({ dal: '2026-09-01', al: '2026-10-31' })).toEqual(['p00004']);
    expect(await entriesOf({ tipo: 'SF410' })).toHaveLength(1);
    expect(Object.keys((await ask('segnalazioniCsv', { dal: '2026-02-30' })).body.errors)).toEqual(['dal']);
    for (const call of CALLS) expect((await ask(call, { ente: 'nessuno' })).status, call).toBe(404);
  });

  test('may be read by pages of every site, errors too, as no other call', async () => {
    const originOf = async (answer: ReturnType<typeof ask>) =>
      (await answer).headers.get('access-control-allow-origin');
    for (const call of CALLS)
      expect([await originOf(ask(call)), await originOf(ask(call, { ente: 'nessuno' }))], call).toEqual(['*', '*']);
    expect(await originOf(callerOf(rig).call('elencoSegnalazioni', { ente: 'borgo' }))).toBeNull();
  });

  test('are a valid feed of the newest fifty, whose ids stay when a report changes', async () => {
    const empty = await readFeed();
    expect([empty.updated, empty.entry]).toEqual(['2026-11-20T00:00:00+01:00', undefined]);
    await writePublicRows(rig.house, [
      ...Array.from({ length: 51 }, (_, n) => publicRow(n)),
      publicRow(90, { giorno: '2026-11-20', titolo: WILD_TEXT, risposta: 'Fatto.' }),
    ]);
    const first = await ask('segnalazioniAtom');
    expect(first.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = await readFeed();
    expect(feed).toMatchObject({
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      id: 'tag:127.0.0.1,2026:segnalazioni:borgo',
      updated: '2026-11-20T09:00:00.000Z',
      author: { name: 'Comune di Borgo' },
    });
    expect(feed.link.map((link) => [link['@_rel'], link['@_href']])).toEqual([
      ['self', 'http://borgo.example:4321/api/v1/portale/segnalazioni.atom?ente=borgo'],
      ['alternate', 'http://borgo.example:4321/segnalazioni'],
      ['license', 'http://creativecommons.org/licenses/by/4.0/'],
    ]);
    expect(feed.entry).toHaveLength(50);
    expect(feed.entry[0]).toMatchObject({
      id: 'tag:127.0.0.1,2026:segnalazione:p00090',
      title: WILD_TEXT.replace('\u202e', ''),
      published: '2026-11-20T00:00:00+01:00',
      updated: '2026-11-20T09:00:00.000Z',
      link: { '@_href': 'http://borgo.example:4321/segnalazioni/p00090' },
      point: '42.5123 12.4988',
      summary: 'Ricevuta, Via dei Tigli\n\nNon si accende.\n\nRisposta: Fatto.',
    });

    const tag = first.headers.get('etag') ?? '';
    expect((await ask('segnalazioniAtom', {}, { 'if-none-match': tag })).status).toBe(304);
    await rig.house.db
      .updateTable('segnalazioni_pubbliche')
      .set({ titolo: 'Riparato', aggiornata: rig.house.now() + HOUR })
      .where('id', '=', 'p00090')
      .execute();
    expect((await ask('segnalazioniAtom', {}, { 'if-none-match': tag })).status).toBe(200);
    const changed = await readFeed();
    expect([changed.updated, changed.entry[0]?.id]).toEqual(['2026-11-20T10:00:00.000Z', feed.entry[0]?.id]);
  });

  test('are described for catalogues, with formats that are there', async () => {
    await writePublicRows(rig.house, [
      publicRow(1, { giorno: '2026-11-10', aggiornata: rig.house.now() - 3 * DAY }),
      unreleasedRow(2, { giorno: '2026-11-11' }),
    ]);
    const answer = await ask('segnalazioniDcat');
    expect(answer.headers.get('content-type')).toBe('application/ld+json');
    const { '@context': names, '@graph': graph } = answer.body;
    expect(names.dcatapit).toBe('http://dati.gov.it/onto/dcatapit#');
    const ofType = (type: string) =>
      graph.filter((node: { '@type': string[] }) => node['@type'].includes(`dcatapit:${type}`));
    const [dataset] = ofType('Dataset');
    const [agent] = ofType('Agent');
    expect(dataset).toMatchObject({
      'dct:identifier': '80000000000:segnalazioni',
      'dct:modified': { '@type': 'xsd:date', '@value': '2026-11-17' },
      'dcat:theme': { '@id': 'http://publications.europa.eu/resource/authority/data-theme/GOVE' },
      'dct:rightsHolder': { '@id': agent['@id'] },
      'dct:publisher': { '@id': agent['@id'] },
    });
    expect(agent['foaf:name']['@value']).toBe('Comune di Borgo');
    const [catalog, ...others] = ofType('Catalog');
    expect(others).toEqual([]);
    expect([catalog['dct:publisher'], catalog['dcat:dataset']]).toEqual([
      { '@id': agent['@id'] },
      [{ '@id': dataset['@id'] }],
    ]);
    const distributions = ofType('Distribution');
    expect(distributions.map((node: { '@id': string }) => ({ '@id': node['@id'] }))).toEqual(
      dataset['dcat:distribution'],
    );
    expect(distributions).toHaveLength(3);
    for (const node of distributions) {
      const url = new URL(node['dcat:downloadURL']['@id']);
      const { status, headers } = await callerOf(rig).ask('GET', url.pathname + url.search);
      expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([
        200,
        node['dcat:mediaType']['@id'].replace(MEDIA_TYPES, ''),
      ]);
    }
    const tag = answer.headers.get('etag') ?? '';
    expect((await ask('segnalazioniDcat', {}, { 'if-none-match': tag })).status).toBe(304);
  });

  test('are gathered in one catalogue, at one address, with the dataset of each municipality that publishes', async () => {
    const { body, headers } = await callerOf(rig).call('segnalazioniDcat');
    expect(headers.get('content-type')).toBe('application/ld+json');
    const graph = body['@graph'] as { '@id': string; '@type': string[]; [name: string]: unknown }[];
    const ofType = (type: string) => graph.filter((node) => node['@type'].includes(`dcatapit:${type}`));
    const [catalog] = ofType('Catalog');
    expect(ofType('Dataset').map((node) => ({ '@id': node['@id'] }))).toEqual(catalog?.['dcat:dataset']);
    expect(ofType('Dataset').map((node) => node['dct:identifier'])).toContain('80000000000:segnalazioni');
    expect(graph.map((node) => node['@id'])).toEqual([...new Set(graph.map((node) => node['@id']))]);
    expect(ofType('Agent').map((node) => ({ '@id': node['@id'] }))).toContainEqual(catalog?.['dct:publisher']);
    expect(ofType('Agent').filter((node) => !node['dct:identifier'])).toEqual([]);
  });

  test('are sent a part at a time, each report once, without reading what was sent before', async () => {
    const count = 1203;
    await writePublicRows(
      rig.house,
      Array.from({ length: count }, (_, n) => publicRow(n, { giorno: addDays('2026-01-01', n % 40) })),
    );
    const download = openDataHandlers.segnalazioniGeoJson as (
      filter: { ente: string; tipo?: string },
      ctx: CallContext,
    ) => Promise<FileAnswer>;
    const partsOf = async (filter: { ente: string; tipo?: string }) => {
      const parts: string[] = [];
      const { bytes } = await download(filter, ctxOf(rig.house));
      for await (const part of bytes as AsyncIterable<Uint8Array>) parts.push(Buffer.from(part).toString());
      return parts;
    };
    const read = (filter: { ente: string; tipo?: string }) =>
      rig.house.dialect === 'sqlite' ? withoutScans(rig.place.dataDir, () => partsOf(filter)) : partsOf(filter);
    for (const filter of [{ ente: 'borgo' }, { ente: 'borgo', tipo: 'SF510' }]) {
      const parts = await read(filter);
      const { features } = JSON.parse(parts.join(''));
      expect(new Set(features.map(({ id }: { id: string }) => id)).size).toBe(count);
      const order = features.map(({ id, properties }: { id: string; properties: { giorno: string } }) => [
        properties.giorno + id,
      ]);
      expect(order).toEqual(order.toSorted().toReversed());
      for (const part of parts) expect(part.split('"Feature"').length - 1).toBeLessThanOrEqual(500);
    }
    // Others have their turn between the parts.
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    const seen = new Set<number>();
    const { bytes } = await download({ ente: 'borgo' }, ctxOf(rig.house));
    for await (const _part of bytes as AsyncIterable<Uint8Array>) seen.add(turns);
    clearInterval(others);
    expect(seen.size).toBeGreaterThan(1);
    if (rig.house.dialect !== 'sqlite') return;
    const plans = await plansOf(rig.place.dataDir, async () => {
      await partsOf({ ente: 'borgo' });
      await readLastChange(rig.house.db, 'borgo');
    });
    expect(plans.join('\n')).toMatch(/_elenco \(ente=\? AND \(giorno,id\)<\(\?,\?\)\)/);
    expect(plans.join('\n')).toMatch(/_cambiate \(ente=\?\)/);
    expect(plans.join('\n')).not.toContain('ORDER BY');
  });
});

describe('the start of a day', () => {
  test.each([
    ['2026-11-20', '2026-11-20T00:00:00+01:00'],
    ['2026-07-01', '2026-07-01T00:00:00+02:00'],
    // On these days the clocks change after midnight.
    ['2026-03-29', '2026-03-29T00:00:00+01:00'],
    ['2026-10-25', '2026-10-25T00:00:00+02:00'],
  ])('has the offset that Rome has then: %s', (day, instant) => {
    expect(startOfDay(day)).toBe(instant);
  });
});
