import { expect, test } from 'vitest';
import { offertaMezziSchema } from './offerta.ts';

test('a price per m² is a whole tariff, and the rest follows the law', () => {
  expect(offertaMezziSchema.parse({ al_mq_cent: 4000 })).toEqual({
    al_mq_cent: 4000,
    arrotondamento: 'mezzo',
    bifacciale_percento: 200,
    polifacciale_percento: 300,
    luminoso_percento: 0,
  });
});

const wrongOfferte: [string, Record<string, unknown>][] = [
  ['no price', {}],
  ['euro with cents', { al_mq_cent: 40.5 }],
  ['a price that no body asks', { al_mq_cent: 100_001 }],
  ['a rule nobody knows', { al_mq_cent: 1, arrotondamento: 'due' }],
  ['a type that does not exist', { al_mq_cent: 1, tipi: [{ tipo: 'Insegna', percento: 100 }] }],
  [
    'a type twice',
    {
      al_mq_cent: 1,
      tipi: [
        { tipo: 'Telo', percento: 100 },
        { tipo: 'Telo', percento: 90 },
      ],
    },
  ],
  [
    'two bands that begin together',
    {
      al_mq_cent: 1,
      fasce: [
        { da_cm2: 1, percento: 100 },
        { da_cm2: 1, percento: 90 },
      ],
    },
  ],
  ['a category of vehicles that does not exist', { al_mq_cent: 1, veicoli: [{ categoria: 'moto', annuo_cent: 1 }] }],
  ['a field nobody knows', { al_mq_cent: 1, sconto: 10 }],
];
test.each(wrongOfferte)('%s is refused', (_, offerta) =>
  expect(offertaMezziSchema.safeParse(offerta).success).toBe(false),
);
