import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { offertaManifestiSchema } from './offerta.ts';

const prices = [{ formato: '70x100', categoria: 'funebre', al_giorno_cent: 10 }];

test.each(['06-24', '02-29', '12-31'])('%s may be a patron saint’s day', (patrono) => {
  expect(z.safeParse(offertaManifestiSchema, { prezzi: prices, patrono }).success).toBe(true);
});

test.each(['02-30', '24-06', '6-24', '2026-06-24', '', '13-01'])('%s is not a day of the year', (patrono) => {
  const { error } = z.safeParse(offertaManifestiSchema, { prezzi: prices, patrono });
  expect(error?.issues.map((i) => i.path.join('.'))).toEqual(['patrono']);
});

test('a town without a patron saint’s day is accepted', () => {
  expect(offertaManifestiSchema.parse({ prezzi: prices })).not.toHaveProperty('patrono');
});
