import { expect, test } from 'vitest';
import { geocodingContract, TOWN_CENTER } from '../../adapters/geocoding/geocoding.contract-test.ts';
import { townGazetteer } from './gazetteer.ts';
import { houseAt, INVENTED_TOWNS } from './town.ts';

geocodingContract('the invented towns', async () => ({ port: townGazetteer, end: async () => {} }));

const labels = async (text: string, center = TOWN_CENTER) =>
  (await townGazetteer.search(text, { center })).map(({ label }) => label);

test('the beginning of a word is enough, without its accents and apostrophes', async () => {
  expect(await labels('indus')).toEqual(['Via dell’Industria']);
  expect(await labels('VIA DELL INDUSTRIA 3')).toEqual(['Via dell’Industria 3']);
  expect(await labels('municipio')).toContain('Piazza del Municipio');
});

test('a number that the street does not have leads to the street', async () => {
  expect(await labels('via roma 9000')).toEqual(['Via Roma']);
});

test('each town finds its own streets', async () => {
  const at = (ente: string) => {
    const [lat = 0, lon = 0] = INVENTED_TOWNS.find((town) => town.ente === ente)?.center ?? [];
    return { lat, lon };
  };
  expect(await labels('lungomare', at('portolieve'))).toEqual(['Lungomare Levante']);
  expect(await labels('lungomare', at('collelume'))).toEqual([]);
});

test('every house is found at its own point', async () => {
  for (const { streets } of INVENTED_TOWNS) {
    for (const street of streets.slice(0, 4)) {
      const [lat = 0, lon = 0] = houseAt(street, 3) ?? [];
      expect(await townGazetteer.reverse({ lat, lon })).toEqual({ label: `${street.name} 3` });
    }
  }
});
