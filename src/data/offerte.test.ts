import { expect, test } from 'vitest';
import { onBoth } from '../../tests/rig.ts';
import { offerta, offerte } from '../features/cases/offerta/offerta.server.ts';
import { schemaOffertaLampade } from '../features/services/allacciamento-lampade-votive/offerta.ts';
import { OFFERTE as DEMO } from '../sandbox/demo/offerte.ts';
import { esamina } from './esame.ts';
import { importData } from './import.server.ts';
import { CODICI, schemaOfferta } from './offerta.ts';

const LAMPADE = {
  ...{ ente: 'borgo', codice: 'SF500' },
  cimiteri: [{ codice: 'maggiore', nome: 'Cimitero maggiore' }],
  tipi: [{ codice: 'loculo', nome: 'Loculo' }],
};
const SOSTA = {
  ...{ ente: 'borgo', codice: 'SF300' },
  zone: [{ codice: 'a', nome: 'Zona A' }],
  prezzi: [{ tipo: 'residente', durata: 'annuale', importo_cent: 6000 }],
};
const MANIFESTI = {
  ...{ ente: 'borgo', codice: 'SF120' },
  prezzi: [{ formato: '70x100', categoria: 'funebre', al_giorno_cent: 10 }],
};
const MEZZI = { ente: 'borgo', codice: 'SF100', al_mq_cent: 4000 };
const RATE = { ente: 'borgo', codice: 'SF200' };
const PROROGA = { ente: 'borgo', codice: 'SF210' };

const esame = (riga: unknown) => esamina('offerte', schemaOfferta(), [[0, riga]]);
const sbagli = (riga: unknown) => esame(riga).errori.map((e) => e.percorso.slice(2).join('.'));

test('each service has an offer that passes, with what it presumes filled in', () => {
  expect([LAMPADE, SOSTA, MANIFESTI, MEZZI, RATE, PROROGA].flatMap(sbagli)).toEqual([]);
  expect(esame(SOSTA).buone[0]?.valore.dati).toMatchObject({ max_targhe: 1 });
  expect(esame(MANIFESTI).buone[0]?.valore.dati).toMatchObject({ urgenza_percento: 0, giorni_lavorativi: 2 });
  expect(esame(RATE).buone[0]?.valore.dati).toMatchObject({ tasso_centesimi: 0 });
  expect(esame(PROROGA).buone[0]?.valore.dati).toEqual({ max_giorni: 60 });
});

/** How many municipalities of the demo make an offer of what not all of them do. */
const QUANTI: Readonly<Record<string, number>> = { SF500: 2, SF120: 2, SF100: 1 };

test('the demo has an offer of every kind, and not every municipality makes each', () => {
  expect(DEMO.flatMap(sbagli)).toEqual([]);
  for (const codice of CODICI)
    expect([codice, DEMO.filter((o) => o.codice === codice).length]).toEqual([codice, QUANTI[codice] ?? 3]);
});

const voce = { codice: 'a', nome: 'Zona A' };
const prezzo = { tipo: 'residente', durata: 'annuale', importo_cent: 6000 };
const soglia = { fino_cent: null, min: 2, max: 4 };

test.each([
  ['a service without an offer', { ...LAMPADE, codice: 'SF510' }, ['codice']],
  ['no object', 7, ['']],
  ['no cemetery', { ...LAMPADE, cimiteri: [] }, ['cimiteri']],
  ['a cemetery twice', { ...LAMPADE, cimiteri: [voce, voce] }, ['cimiteri']],
  ['a field nobody knows', { ...LAMPADE, cimitero: 'x', tipi: [{ ...voce, x: 1 }] }, ['tipi.0.x', 'cimitero']],
  ['codes and names', { ...LAMPADE, tipi: [{ codice: 'È', nome: ' ' }] }, ['tipi.0.codice', 'tipi.0.nome']],
  ['a kind that does not exist', { ...SOSTA, prezzi: [{ ...prezzo, tipo: 'turista' }] }, ['prezzi.0.tipo']],
  ['a price in euro', { ...SOSTA, prezzi: [{ ...prezzo, importo_cent: 60.5 }] }, ['prezzi.0.importo_cent']],
  ['a price twice', { ...SOSTA, prezzi: [prezzo, prezzo] }, ['prezzi']],
  ['a price for a zone that is not there', { ...SOSTA, prezzi: [{ ...prezzo, zona: 'b' }] }, ['prezzi']],
  ['four plates', { ...SOSTA, max_targhe: 4 }, ['max_targhe']],
  ['a size of one’s own', { ...MANIFESTI, prezzi: [{ formato: 'A4' }] }, undefined],
  ['thresholds out of order', { ...RATE, soglie: [soglia, { ...soglia, fino_cent: 100 }] }, ['soglie']],
  ['more instalments at least than at most', { ...RATE, soglie: [{ ...soglia, min: 5 }] }, ['soglie.0.max']],
  ['a due date moved by years', { ...PROROGA, max_giorni: 800 }, ['max_giorni']],
])('refused: %s', (_cosa, riga, dove) => {
  const trovati = sbagli(riga);
  if (dove) expect(trovati).toEqual(dove);
  else expect(trovati.length).toBeGreaterThan(0);
});

onBoth('the offers of the bodies', (rig) => {
  test('go in once, change as a whole, and are refused for a body that is not there or twice in a file', async () => {
    const { house } = rig;
    const file = { offerte: [LAMPADE, SOSTA, { ...LAMPADE, ente: 'nessuno' }, LAMPADE] };
    const prima = await importData(house, file);
    expect(prima.sezioni.offerte).toMatchObject({ nuovi: 2, rifiutati: 2 });
    expect(prima.errori.map((e) => e.percorso.join('.'))).toEqual(['offerte.2.ente', 'offerte.3.codice']);
    expect((await importData(house, file)).sezioni.offerte).toMatchObject({ invariati: 2, rifiutati: 2 });

    const cimiteri = [{ codice: 'nuovo', nome: 'Cimitero nuovo' }];
    const poi = await importData(house, { offerte: [{ ...LAMPADE, cimiteri }] });
    expect(poi.sezioni.offerte).toMatchObject({ aggiornati: 1 });
    const di = { ente: 'borgo', codice: 'SF500' as const };
    expect(await offerta(house, schemaOffertaLampade, di)).toEqual({ cimiteri, tipi: LAMPADE.tipi });
    expect(Object.keys(await offerte(house, schemaOffertaLampade, 'SF500'))).toEqual(['borgo']);
  });
});
