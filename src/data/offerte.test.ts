import { expect, test } from 'vitest';
import { onBoth } from '../../tests/rig.ts';
import { readOfferta, readOfferte } from '../features/cases/offerta/offerta.server.ts';
import { offertaLampadeSchema } from '../features/services/allacciamento-lampade-votive/offerta.ts';
import { OFFERTE as DEMO } from '../sandbox/demo/offerte.ts';
import { importData } from './import.server.ts';
import { CODICI, offertaSchema } from './offerta.ts';
import { checkRows } from './row-check.ts';

const LAMPADE = {
  ente: 'borgo',
  codice: 'SF500',
  cimiteri: [{ codice: 'maggiore', nome: 'Cimitero maggiore' }],
  tipi: [{ codice: 'loculo', nome: 'Loculo' }],
};
const PARCHEGGI = {
  ente: 'borgo',
  codice: 'SF300',
  zone: [{ codice: 'a', nome: 'Zona A' }],
  prezzi: [{ tipo: 'residente', durata: 'annuale', importo_cent: 6000 }],
};
const MANIFESTI = {
  ente: 'borgo',
  codice: 'SF120',
  prezzi: [{ formato: '70x100', categoria: 'funebre', al_giorno_cent: 10 }],
};
const MEZZI = { ente: 'borgo', codice: 'SF100', al_mq_cent: 4000 };
const RATE = { ente: 'borgo', codice: 'SF200' };
const PROROGA = { ente: 'borgo', codice: 'SF210' };

const checkOne = (row: unknown) => checkRows('offerte', offertaSchema(), [[0, row]]);
const wrongPaths = (row: unknown) => checkOne(row).errors.map((e) => e.path.slice(2).join('.'));

test('each service has an offer that passes, with its defaults filled in', () => {
  expect([LAMPADE, PARCHEGGI, MANIFESTI, MEZZI, RATE, PROROGA].flatMap(wrongPaths)).toEqual([]);
  expect(checkOne(PARCHEGGI).good[0]?.value.dati).toMatchObject({ max_targhe: 1 });
  expect(checkOne(MANIFESTI).good[0]?.value.dati).toMatchObject({ urgenza_percento: 0, giorni_lavorativi: 2 });
  expect(checkOne(RATE).good[0]?.value.dati).toMatchObject({
    tasso_centesimi: 0,
    decorrenza_interessi: 'scadenza_o_richiesta',
  });
  expect(checkOne(PROROGA).good[0]?.value.dati).toEqual({ max_giorni: 60 });
});

/** How many municipalities of the demo make an offer that not all of them make. */
const ENTI_COUNT: Readonly<Record<string, number>> = { SF500: 2, SF120: 2, SF100: 1 };

test('the demo has an offer of every kind, and not every municipality makes each', () => {
  expect(DEMO.flatMap(wrongPaths)).toEqual([]);
  for (const codice of CODICI)
    expect([codice, DEMO.filter((o) => o.codice === codice).length]).toEqual([codice, ENTI_COUNT[codice] ?? 3]);
});

const item = { codice: 'a', nome: 'Zona A' };
const price = { tipo: 'residente', durata: 'annuale', importo_cent: 6000 };
const threshold = { fino_cent: null, min: 2, max: 4 };

test.each([
  ['a service without an offer', { ...LAMPADE, codice: 'SF510' }, ['codice']],
  ['no object', 7, ['']],
  ['no cemetery', { ...LAMPADE, cimiteri: [] }, ['cimiteri']],
  ['a cemetery twice', { ...LAMPADE, cimiteri: [item, item] }, ['cimiteri']],
  ['a field nobody knows', { ...LAMPADE, cimitero: 'x', tipi: [{ ...item, x: 1 }] }, ['tipi.0.x', 'cimitero']],
  ['codes and names', { ...LAMPADE, tipi: [{ codice: 'È', nome: ' ' }] }, ['tipi.0.codice', 'tipi.0.nome']],
  ['a kind that does not exist', { ...PARCHEGGI, prezzi: [{ ...price, tipo: 'turista' }] }, ['prezzi.0.tipo']],
  ['a price in euro', { ...PARCHEGGI, prezzi: [{ ...price, importo_cent: 60.5 }] }, ['prezzi.0.importo_cent']],
  ['a price twice', { ...PARCHEGGI, prezzi: [price, price] }, ['prezzi']],
  ['a price for a zone that is not there', { ...PARCHEGGI, prezzi: [{ ...price, zona: 'b' }] }, ['prezzi']],
  ['four plates', { ...PARCHEGGI, max_targhe: 4 }, ['max_targhe']],
  ['a size of one’s own', { ...MANIFESTI, prezzi: [{ formato: 'A4' }] }, undefined],
  ['thresholds out of order', { ...RATE, soglie: [threshold, { ...threshold, fino_cent: 100 }] }, ['soglie']],
  ['more instalments at least than at most', { ...RATE, soglie: [{ ...threshold, min: 5 }] }, ['soglie.0.max']],
  ['interest from a day that is no rule', { ...RATE, decorrenza_interessi: 'ieri' }, ['decorrenza_interessi']],
  [
    'interest on a system that cannot exist',
    { ...RATE, sistemi_con_interessi: ['PAR', 'IMU!'] },
    ['sistemi_con_interessi.1'],
  ],
  ['a due date moved by years', { ...PROROGA, max_giorni: 800 }, ['max_giorni']],
])('an offer is refused: %s', (_what, row, where) => {
  const found = wrongPaths(row);
  if (where) expect(found).toEqual(where);
  else expect(found.length).toBeGreaterThan(0);
});

onBoth('import of offers', (rig) => {
  test('offers are imported once, change as a whole, and are refused for a missing ente or twice in a file', async () => {
    const { house } = rig;
    const file = { offerte: [LAMPADE, PARCHEGGI, { ...LAMPADE, ente: 'nessuno' }, LAMPADE] };
    const first = await importData(house, file);
    expect(first.sections.offerte).toMatchObject({ created: 2, refused: 2 });
    expect(first.errors.map((e) => e.path.join('.'))).toEqual(['offerte.2.ente', 'offerte.3.codice']);
    expect((await importData(house, file)).sections.offerte).toMatchObject({ unchanged: 2, refused: 2 });

    const cimiteri = [{ codice: 'nuovo', nome: 'Cimitero nuovo' }];
    const second = await importData(house, { offerte: [{ ...LAMPADE, cimiteri }] });
    expect(second.sections.offerte).toMatchObject({ updated: 1 });
    const ref = { ente: 'borgo', codice: 'SF500' as const };
    expect(await readOfferta(house, offertaLampadeSchema, ref)).toEqual({ cimiteri, tipi: LAMPADE.tipi });
    expect(Object.keys(await readOfferte(house, offertaLampadeSchema, 'SF500'))).toEqual(['borgo']);
  });
});
