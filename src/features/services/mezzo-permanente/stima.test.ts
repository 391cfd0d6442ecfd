import { describe, expect, test } from 'vitest';
import type { Automezzo, FixedMezzo } from './mezzo.ts';
import { squareMetres, stimaOf, stimaText, type TariffaMezzi, taxedSuperficie } from './stima.ts';

const TARIFFA: TariffaMezzi = {
  al_mq_cent: 4000,
  arrotondamento: 'mezzo',
  bifacciale_percento: 200,
  polifacciale_percento: 300,
  luminoso_percento: 50,
};
const CARTELLO: FixedMezzo = {
  Tipologia_impianto_publicitario__c: 'Cartello',
  indirizzo: 'Via Roma 1',
  quantita: 1,
  testo: 'Bar Sport',
  facce: 'Monofacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 100,
  altezza_cm: 100,
};
const FURGONE: Automezzo = {
  Tipologia_impianto_publicitario__c: 'Automezzo',
  targa: 'AB123CD',
  categoria_veicolo: 'sotto_30q',
  facce: 'Bifacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 200,
  altezza_cm: 100,
};
const tariffa = (over: Partial<TariffaMezzi>): TariffaMezzi => ({ ...TARIFFA, ...over });
const cartello = (over: Partial<FixedMezzo>): FixedMezzo => ({ ...CARTELLO, ...over });

describe('the surface that is charged', () => {
  const sizes: [
    nome: string,
    larghezza_cm: number,
    altezza_cm: number,
    mezzo: number,
    metro: number,
    nessuno: number,
  ][] = [
    ['299 cm² is exempt', 299, 1, 0, 0, 0],
    ['300 cm² counts as one m²', 300, 1, 10_000, 10_000, 300],
    ['0.99 m² counts as one', 99, 100, 10_000, 10_000, 9_900],
    ['exactly 1 m² is one', 100, 100, 10_000, 10_000, 10_000],
    ['1.01 m² is one and a half, or two', 101, 100, 15_000, 20_000, 10_100],
    ['1.5 m² is one and a half, or two', 150, 100, 15_000, 20_000, 15_000],
    ['one cm² more is two', 15_001, 1, 20_000, 20_000, 15_001],
    ['2,500 m² stay what they are', 5000, 5000, 25_000_000, 25_000_000, 25_000_000],
  ];
  test.each(sizes)('%s', (_, larghezza_cm, altezza_cm, mezzo, metro, none) => {
    const lati = { larghezza_cm, altezza_cm };
    expect(taxedSuperficie({ arrotondamento: 'mezzo' }, lati)).toBe(mezzo);
    expect(taxedSuperficie({ arrotondamento: 'metro' }, lati)).toBe(metro);
    expect(taxedSuperficie({ arrotondamento: 'nessuno' }, lati)).toBe(none);
  });
});

describe('the estimate of a year', () => {
  const stimaCases: [name: string, cent: number, tariffa: TariffaMezzi, mezzo: FixedMezzo | Automezzo][] = [
    ['one m² of one face', 4000, TARIFFA, CARTELLO],
    [
      'below 300 cm² nothing, whatever else it has',
      0,
      TARIFFA,
      cartello({ larghezza_cm: 13, altezza_cm: 23, quantita: 500 }),
    ],
    ['1.01 m² as one and a half', 6000, TARIFFA, cartello({ larghezza_cm: 101 })],
    ['two faces', 8000, TARIFFA, cartello({ facce: 'Bifacciale' })],
    [
      'more faces, as the ente charges them',
      13_200,
      tariffa({ polifacciale_percento: 330 }),
      cartello({ facce: 'Polifacciale' }),
    ],
    ['light', 6000, TARIFFA, cartello({ illuminazione: 'Luminoso' })],
    [
      'light on two faces of three pieces',
      36_000,
      TARIFFA,
      cartello({ illuminazione: 'Luminoso', facce: 'Bifacciale', quantita: 3 }),
    ],
    ['a dearer type', 6000, tariffa({ tipi: [{ tipo: 'Cartello', percento: 150 }] }), CARTELLO],
    ['a type that is free', 0, tariffa({ tipi: [{ tipo: 'Cartello', percento: 0 }] }), CARTELLO],
    ['another type’s price is not its own', 4000, tariffa({ tipi: [{ tipo: 'Telo', percento: 150 }] }), CARTELLO],
    ['just below the first band', 20_000, bandTariffa(), cartello({ larghezza_cm: 500 })],
    ['the first band, from its first half m²', 33_000, bandTariffa(), cartello({ larghezza_cm: 501 })],
    ['the highest band that is reached, in any order', 72_000, bandTariffa(), cartello({ larghezza_cm: 900 })],
    ['a year and more is a year', 4000, TARIFFA, cartello({ dal: '2026-01-01', al: '2027-06-30' })],
    ['365 days are a year', 4000, TARIFFA, cartello({ dal: '2027-01-01', al: '2027-12-31' })],
    ['364 days are not', 3989, TARIFFA, cartello({ dal: '2027-01-02', al: '2027-12-31' })],
    ['one day: 10.958… cents are 11', 11, TARIFFA, cartello({ dal: '2027-01-02', al: '2027-01-02' })],
    ['without an end all year', 4000, TARIFFA, cartello({ dal: '2026-12-31' })],
    ['half a cent is one', 13, tariffa({ al_mq_cent: 25, arrotondamento: 'nessuno' }), cartello({ altezza_cm: 50 })],
    [
      'rounded once, not by piece: 3 × 12.5',
      38,
      tariffa({ al_mq_cent: 25, arrotondamento: 'nessuno' }),
      cartello({ altezza_cm: 50, quantita: 3 }),
    ],
    ['the dearest that can be written, to the cent', 375_000_000_000_000, cara(), grande()],
    ['a vehicle by its surface, when no flat amount is told', 16_000, TARIFFA, FURGONE],
    ['a vehicle by its category, whatever its surface and sides', 4958, veicoli(), FURGONE],
    [
      'a vehicle of a category without an amount by its surface',
      16_000,
      veicoli(),
      { ...FURGONE, categoria_veicolo: 'altra' },
    ],
    ['light on a vehicle with a flat amount', 7437, veicoli(), { ...FURGONE, illuminazione: 'Luminoso' }],
    ['a vehicle with less than 300 cm²', 0, veicoli(), { ...FURGONE, larghezza_cm: 10, altezza_cm: 29 }],
  ];
  test.each(stimaCases)('%s', (_, cent, withTariffa, mezzo) => expect(stimaOf(withTariffa, mezzo)).toBe(cent));
});

test('the parts of an estimate are listed in words', () => {
  expect(stimaText(TARIFFA, CARTELLO)).toBe('1 m² × 40,00\u00a0€');
  const whole = cartello({ larghezza_cm: 230, facce: 'Bifacciale', illuminazione: 'Luminoso', quantita: 3 });
  expect(stimaText(TARIFFA, whole)).toBe('2,5 m² × 40,00\u00a0€ × 200% (due facce) × 150% (luminoso) × 3 pezzi');
  expect(stimaText(bandTariffa(), cartello({ larghezza_cm: 900, dal: '2027-01-01', al: '2027-01-31' }))).toBe(
    '9 m² × 40,00\u00a0€ × 200% (da 8,5 m² in su) × 31/365 (giorni)',
  );
  expect(stimaText(veicoli(), FURGONE)).toBe('49,58\u00a0€ (portata sotto i 30 quintali)');
  expect(stimaText(TARIFFA, cartello({ larghezza_cm: 2 }))).toBe('Sotto i 300 cm² non si paga.');
});

test('square metres are written in the Italian way', () => {
  expect(squareMetres(10_100)).toBe('1,01 m²');
  expect(squareMetres(300)).toBe('0,03 m²');
  expect(squareMetres(25_000_000)).toBe('2.500 m²');
});

function bandTariffa(): TariffaMezzi {
  return tariffa({
    fasce: [
      { da_cm2: 85_000, percento: 200 },
      { da_cm2: 55_000, percento: 150 },
    ],
  });
}

function veicoli(): TariffaMezzi {
  return tariffa({
    veicoli: [
      { categoria: 'sopra_30q', annuo_cent: 7437 },
      { categoria: 'sotto_30q', annuo_cent: 4958 },
    ],
  });
}

function cara(): TariffaMezzi {
  return {
    al_mq_cent: 100_000,
    arrotondamento: 'nessuno',
    bifacciale_percento: 1000,
    polifacciale_percento: 1000,
    luminoso_percento: 200,
    tipi: [{ tipo: 'Cartello', percento: 1000 }],
    fasce: [{ da_cm2: 1, percento: 1000 }],
  };
}

function grande(): FixedMezzo {
  const lati = { larghezza_cm: 5000, altezza_cm: 5000 };
  return cartello({ ...lati, facce: 'Polifacciale', illuminazione: 'Luminoso', quantita: 500 });
}
