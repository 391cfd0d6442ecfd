import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isWithin } from '../platform/border.ts';
import { ENTI } from '../sandbox/demo/enti.ts';
import { contrastOf } from '../ui/theme.ts';
import { enteSchema } from './ente.ts';
import { type ImageShelf, MAX_IMAGE } from './image.ts';
import { checkRows } from './row-check.ts';

const GOOD = {
  id: 'esempio',
  nome: 'Comune di Esempio',
  motto: 'Un comune da vivere',
  regione: 'Regione di esempio',
  codice_fiscale: '80000015554',
  colore: '#007a52',
  contatti: { indirizzo: 'Piazza 1, 00000 Esempio', email: 'urp@comune.esempio.it' },
};
const TILE_MAP = {
  tasselli: 'https://t.esempio.it/{z}/{x}/{y}.png',
  attribuzione: 'Mappa',
  lat: 42,
  lon: 12,
  zoom: 14,
};

/** @returns the paths of the errors of one record */
function wrong(over: Record<string, unknown>, sandbox = false): string[] {
  return checkRows('enti', enteSchema(sandbox), [[0, { ...GOOD, ...over }]]).errors.map((e) =>
    e.path.slice(2).join('.'),
  );
}

test('a short record is completed with defaults', () => {
  expect(z.parse(enteSchema(false), GOOD)).toEqual({
    ...GOOD,
    host: null,
    url: {},
    caselle: {},
    categorie: [],
    giorni: {},
  });
});

test('the output of a record is the same when it is checked again', () => {
  for (const ente of ENTI) expect(z.parse(enteSchema(true), ente)).toEqual(ente);
});

test('a misspelt field is named, wherever it is', () => {
  expect(
    wrong({ colour: '#000000', contatti: { ...GOOD.contatti, mail: 'x' }, url: { privcy: 'https://a.it' } }).sort(),
  ).toEqual(['colour', 'contatti.mail', 'url.privcy']);
});

test('each field is checked for its form', () => {
  for (const id of ['', 'A', 'a', 'com une', 'è-qui', 'a'.repeat(41), 7, null]) expect(wrong({ id })).toEqual(['id']);
  for (const codice_fiscale of ['80000015555', '8000001555', 'RSSMRA80A01H501U', '00000000000', '']) {
    expect(wrong({ codice_fiscale })).toEqual(['codice_fiscale']);
  }
  for (const host of [
    'https://a.it',
    'a.it:80',
    'a.it/',
    'a b.it',
    '-a.it',
    '10.0.0.1',
    'a',
    '',
    'città.it',
    'a..it',
  ]) {
    expect(wrong({ host })).toEqual(['host']);
  }
  for (const colore of ['red', '#fff', '#12345g', '', undefined]) {
    expect(wrong({ colore })).toEqual(['colore']);
  }
  for (const email of ['urp', 'a@b', 'a@b.it, c@d.it', '']) {
    expect(wrong({ contatti: { ...GOOD.contatti, email } })).toEqual(['contatti.email']);
  }
  expect(wrong({ contatti: { ...GOOD.contatti, telefono: 'chiamaci' } })).toEqual(['contatti.telefono']);
  for (const n of [0, 366, 1.5, '30']) expect(wrong({ giorni: { SF510: n } })).toEqual(['giorni.SF510']);
});

test('the test ente of pagoPA is an ente', () => {
  expect(wrong({ codice_fiscale: '77777777777' })).toEqual([]);
});

test('a colour just dark enough is kept, and one just too light for white text is darkened', () => {
  const stored = (colore: string) => enteSchema(false).safeParse({ ...GOOD, colore }).data?.colore;
  expect(contrastOf('#767676', '#ffffff')).toBeGreaterThan(4.5);
  expect(stored('#767676')).toBe('#767676');
  expect(contrastOf('#777777', '#ffffff')).toBeLessThan(4.5);
  expect(stored('#777777')).toBe('#727272');
});

test('only existing service codes are accepted', () => {
  expect(wrong({ categorie: ['SF510', 'SF999'], caselle: { '*': 'a@b.it' } })).toEqual(['categorie.1']);
  expect(wrong({ categorie: ['SF510', 'SF510'], caselle: { '*': 'a@b.it' } })).toEqual(['categorie']);
  expect(wrong({ caselle: { SF999: 'a@b.it' } })).toEqual(['caselle.SF999']);
  expect(wrong({ giorni: { '*': 30 } })).toEqual(['giorni.*']);
  expect(wrong({ url: { prenotazione_per: { sf510: 'https://a.it' } } })).toEqual(['url.prenotazione_per.sf510']);
});

test('an ente that answers for services has a mailbox for all of them', () => {
  expect(wrong({ categorie: ['SF510'] })).toEqual(['caselle.*']);
  expect(wrong({ categorie: ['SF510'], caselle: { SF510: 'a@b.it' } })).toEqual(['caselle.*']);
  expect(wrong({ categorie: ['SF510'], caselle: { '*': 'a@b.it' } })).toEqual([]);
});

test('a missing mailbox is reported together with all other errors', () => {
  expect(wrong({ nome: '', categorie: ['SF510', 'XX'], contatti: undefined }).sort()).toEqual([
    'caselle.*',
    'categorie.1',
    'contatti',
    'nome',
  ]);
});

test('the portal itself needs no tax code and accepts no cases', () => {
  expect(wrong({ id: 'portale', codice_fiscale: undefined })).toEqual([]);
  expect(wrong({ codice_fiscale: undefined })).toEqual(['codice_fiscale']);
  expect(wrong({ id: 'portale', categorie: ['SF510'], caselle: { '*': 'a@b.it' } })).toEqual(['categorie']);
});

test('a web address is https, with a host and nothing hidden in it', () => {
  for (const siteUrl of [
    'http://comune.it',
    'javascript:alert(1)',
    'https://',
    'https://utente:segreto@comune.it',
    'https://comune.it/a b',
    'https://comune.it;img-src.it',
    'https:\\\\comune.it',
    'www.comune.it',
    '//comune.it',
    '',
    `https://comune.it/${'a'.repeat(500)}`,
  ]) {
    expect([siteUrl, wrong({ url: { sito: siteUrl } }, true)]).toEqual([siteUrl, ['url.sito']]);
  }
  expect(wrong({ url: { sito: 'https://www.comune.it/città?a=1#b' } })).toEqual([]);
});

test('http is accepted for this machine and invented names, in a sandbox', () => {
  for (const siteUrl of ['http://localhost:9000/', 'http://127.0.0.1/x', 'http://[::1]:80/', 'http://a.b.example/']) {
    expect([siteUrl, wrong({ url: { sito: siteUrl } }, true)]).toEqual([siteUrl, []]);
    expect([siteUrl, wrong({ url: { sito: siteUrl } }, false)]).toEqual([siteUrl, ['url.sito']]);
  }
});

test('a map has its tiles on https with z, x and y, and a place on earth', () => {
  const wrongMap = (over: object) => wrong({ mappa: { ...TILE_MAP, ...over } });

  expect(wrongMap({})).toEqual([]);
  for (const tiles of [
    'https://t.esempio.it/{z}/{x}.png',
    'https://t.esempio.it/{z}/{x}/{y}/{x}.png',
    'https://{s}.esempio.it/{z}/{x}/{y}.png',
    'http://t.esempio.it/{z}/{x}/{y}.png',
    'https://{z}.{x}.{y}/',
  ]) {
    expect([tiles, wrongMap({ tasselli: tiles })]).toEqual([tiles, ['mappa.tasselli']]);
  }
  const ownTiles = { mappa: { ...TILE_MAP, tasselli: '/sandbox/mappa/{z}/{x}/{y}.png' } };
  expect([wrong(ownTiles), wrong(ownTiles, true)]).toEqual([['mappa.tasselli'], []]);
  expect(wrongMap({ lat: 91 })).toEqual(['mappa.lat']);
  expect(wrongMap({ lon: -180.5 })).toEqual(['mappa.lon']);
  expect(wrongMap({ zoom: 20 })).toEqual(['mappa.zoom']);
  expect(wrongMap({ attribuzione: '<b>Mappa</b>' })).toEqual(['mappa.attribuzione']);
});

/** A square around the centre of {@link TILE_MAP}. */
const BORDER = {
  type: 'Polygon',
  coordinates: [
    [
      [11.9, 41.9],
      [12.1, 41.9],
      [12.1, 42.1],
      [11.9, 42.1],
      [11.9, 41.9],
    ],
  ],
};

test('a border is a GeoJSON polygon or several, and keeps what the portal needs of it', () => {
  const parsed = (confine: object) => z.parse(enteSchema(false), { ...GOOD, mappa: TILE_MAP, confine }).confine;
  const several = { type: 'MultiPolygon', coordinates: [BORDER.coordinates] };
  expect(parsed(BORDER)).toEqual(BORDER);
  expect(parsed(several)).toEqual(several);
  const [[first, ...others] = []] = BORDER.coordinates;
  const long = [[...(first ?? []).map((degrees) => degrees + 1e-12), 310], ...others.slice(0, -1)];
  const ring = [...long, long[0]];
  expect(parsed({ type: 'Polygon', coordinates: [ring], crs: {}, bbox: [] })).toEqual(BORDER);
});

test.each<[string, unknown]>([
  ['a text', 'POLYGON((0 0))'],
  ['null', null],
  ['a whole feature', { type: 'Feature', geometry: BORDER }],
  ['a line', { type: 'LineString', coordinates: BORDER.coordinates[0] }],
  ['no coordinates', { type: 'Polygon' }],
  ['no ring', { type: 'Polygon', coordinates: [] }],
  ['several polygons without any', { type: 'MultiPolygon', coordinates: [[]] }],
  ['polygons nested as one', { type: 'MultiPolygon', coordinates: BORDER.coordinates }],
  ['a ring of three corners', { type: 'Polygon', coordinates: [BORDER.coordinates[0]?.slice(0, 3)] }],
  ['a ring that stays open', { type: 'Polygon', coordinates: [BORDER.coordinates[0]?.slice(0, 4)] }],
  ['corners as texts', { type: 'Polygon', coordinates: [BORDER.coordinates[0]?.map((p) => p.map(String))] }],
  [
    'metres of a projection',
    { type: 'Polygon', coordinates: [BORDER.coordinates[0]?.map((p) => p.map((n) => n * 1e5))] },
  ],
  ['latitude before longitude', { type: 'Polygon', coordinates: [BORDER.coordinates[0]?.map((p) => p.toReversed())] }],
  ['more corners than it needs', { type: 'Polygon', coordinates: [Array(5001).fill([12, 42])] }],
])('%s is refused as a border', (_, confine) => {
  expect(wrong({ mappa: TILE_MAP, confine })).toEqual(['confine']);
});

/** Latitude and longitude exchanged. */
const turned = ({ type, coordinates }: typeof BORDER) => ({
  type,
  coordinates: coordinates.map((ring) => ring.map((position) => position.toReversed())),
});

test('areas keep their order, and may have a border or none', () => {
  const aree = [
    { id: 'centro', nome: 'Centro', confine: BORDER },
    { id: 'case-sparse', nome: 'Case sparse' },
  ];
  expect(z.parse(enteSchema(false), { ...GOOD, mappa: TILE_MAP, aree }).aree).toEqual(aree);
});

test.each<[string, unknown, string]>([
  ['without a name', [{ id: 'centro' }], 'aree.0.nome'],
  ['with an id twice', [1, 2].map((n) => ({ id: 'centro', nome: `Centro ${n}` })), 'aree'],
  ['with a border that is none', [{ id: 'centro', nome: 'Centro', confine: { type: 'Point' } }], 'aree.0.confine'],
  ['far from the map', [{ id: 'centro', nome: 'Centro', confine: turned(BORDER) }], 'aree'],
  ['of which there are too many', Array.from({ length: 61 }, (_, n) => ({ id: `zona-${n}`, nome: 'Zona' })), 'aree'],
  [
    'with more corners than they need',
    ['a', 'b', 'c'].map((id) => ({
      id: `zona-${id}`,
      nome: 'Zona',
      confine: { type: 'Polygon', coordinates: [Array(4_000).fill([12, 42])] },
    })),
    'aree',
  ],
])('areas %s are refused', (_, aree, path) => {
  expect(wrong({ mappa: TILE_MAP, aree })).toEqual([path]);
});

test('every error is in Italian', () => {
  const rows = [
    3,
    null,
    [],
    'x',
    {},
    { ...GOOD, url: 3, caselle: [], categorie: 'SF510', giorni: null, mappa: 1, confine: 1, aree: [1], x: 1 },
  ];

  for (const { text } of checkRows('enti', enteSchema(false), rows.entries()).errors) {
    expect(text).not.toMatch(/invalid|expected/i);
    expect(text).toMatch(/[.]$/);
  }
});

test('the enti of the demo differ in what a visitor can see and try', () => {
  const [portale, ...municipalities] = ENTI;

  expect(portale?.id).toBe('portale');
  expect(municipalities).toHaveLength(3);
  for (const field of ['nome', 'motto', 'colore', 'host', 'codice_fiscale'] as const) {
    expect(new Set(ENTI.map((e) => e[field])).size).toBe(4);
  }
  for (const ente of municipalities) expect(ente.host).toBe(`${ente.id}.localhost`);
  expect(municipalities.filter((e) => !e.categorie.includes('SF420'))).toHaveLength(1);
  for (const { mappa, confine } of municipalities) expect(confine && mappa && isWithin(confine, mappa)).toBe(true);
  expect(new Set(municipalities.map(({ mappa }) => `${mappa?.lat} ${mappa?.lon}`)).size).toBe(3);
  expect(municipalities.filter((e) => e.url.privacy && e.url.accessibilita)).toHaveLength(1);
});

test('no mail of the demo can reach a real mailbox', () => {
  const addresses = ENTI.flatMap((e) => [e.contatti.email, e.contatti.pec ?? [], ...Object.values(e.caselle)].flat());

  expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([]);
});

test('a crest is taken as base64 or from a file, cleaned, and its bytes are kept beside the record', () => {
  const svg = '<svg viewBox="0 0 24 48"><script>x</script><path d="M0"/></svg>';
  const images: ImageShelf = {
    bytes: new Map(),
    readFile: (name) => (name === 'loghi/a.svg' ? Buffer.from(svg) : undefined),
  };
  const parse = (stemma: string) => z.parse(enteSchema(false, images), { ...GOOD, stemma }).stemma;
  const inside = parse(Buffer.from(svg).toString('base64'));
  expect(inside).toMatchObject({ tipo: 'svg', larghezza: 24, altezza: 48 });
  expect(parse('loghi/a.svg')).toEqual(inside);
  expect([...images.bytes.keys()]).toEqual([inside?.impronta]);
  expect(images.bytes.get(inside?.impronta ?? '')?.toString()).not.toContain('script');
});

test('a picture that is too large, damaged, of another kind or not there is refused', () => {
  const big = Buffer.from(`<svg viewBox="0 0 1 1">${' '.repeat(MAX_IMAGE)}</svg>`).toString('base64');
  const png = Buffer.from('\x89PNG\r\n\x1a\nnonsense', 'latin1').toString('base64');
  for (const stemma of [big, png, Buffer.from('GIF89a').toString('base64'), 'a.svg', '../a.svg', '/etc/a.png', '', 7])
    expect(wrong({ stemma })).toEqual(['stemma']);
  expect(wrong({ piede: { loghi: [{ immagine: png, alternativo: 'x' }] } })).toEqual(['piede.loghi.0.immagine']);
  expect(wrong({ piede: { loghi: [{ immagine: png, alternativo: '' }] } }).sort()).toEqual([
    'piede.loghi.0.alternativo',
    'piede.loghi.0.immagine',
  ]);
});

test('notices have a text and days in order, links a text and an address', () => {
  expect(wrong({ annunci: [{ testo: 'Chiuso', dal: '2026-12-24', al: '2026-12-24' }] })).toEqual([]);
  expect(wrong({ annunci: [{ testo: 'Chiuso', dal: '2026-12-24', al: '2026-12-23' }] })).toEqual(['annunci.0.al']);
  expect(wrong({ annunci: [{ testo: '' }] })).toEqual(['annunci.0.testo']);
  expect(wrong({ annunci: Array.from({ length: 6 }, () => ({ testo: 'x' })) })).toEqual(['annunci']);
  expect(wrong({ piede: { collegamenti: [{ testo: 'Albo', url: 'javascript:x' }] } })).toEqual([
    'piede.collegamenti.0.url',
  ]);
});
