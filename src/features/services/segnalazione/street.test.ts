import { expect, test } from 'vitest';
import { streetAlone } from './street.ts';

test.each([
  ['Via Roma', 'Via Roma'],
  ['  viale della Libertà ', 'viale della Libertà'],
  ['Via 25 Aprile', 'Via 25 Aprile'],
  ['Corso Garibaldi, Casale', 'Corso Garibaldi'],
  ['Lungomare Colombo', 'Lungomare Colombo'],
])('a street alone leads nowhere: %s', (address, street) => {
  expect(streetAlone(address)).toBe(street);
});

test.each([
  'Via Roma 12',
  'Via Roma, 12/A',
  'Via Roma 12 bis',
  'Via 25 Aprile 3, Casale',
  'Via Roma angolo Via Verdi',
  'Via Roma davanti alla scuola',
  'Strada provinciale km 3',
  'Piazza Garibaldi',
  'Parco della Rimembranza',
  'Via',
  '',
])('a place that can be found: %s', (address) => {
  expect(streetAlone(address)).toBeUndefined();
});
