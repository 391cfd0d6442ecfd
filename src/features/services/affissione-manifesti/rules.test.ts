import { expect, test } from 'vitest';
import {
  estimateStima,
  findChoiceErrors,
  firstDayOf,
  type ManifestoChoice,
  type Stima,
  stimaBreakdown,
} from './rules.ts';

const offerta = {
  prezzi: [
    { formato: '70x100', categoria: 'commerciale', al_giorno_cent: 40 },
    { formato: '70x100', categoria: 'istituzionale', al_giorno_cent: 0 },
    { formato: '600x300', categoria: 'culturale', al_giorno_cent: 333 },
  ] as const satisfies Parameters<typeof estimateStima>[0]['prezzi'],
  urgenza_percento: 10,
  urgenza_minimo_cent: 2582,
  giorni_lavorativi: 2,
};
const tariffa = { ...offerta, prezzi: [...offerta.prezzi] };
/** A Friday. */
const TODAY = '2026-11-20';
const choiceWith = (over: Partial<ManifestoChoice> = {}): ManifestoChoice => ({
  categoria: 'commerciale',
  formato: '70x100',
  quantita: '20',
  dal: '2026-11-24',
  al: '2026-11-30',
  urgente: false,
  ...over,
});

test.each<[string, Partial<ManifestoChoice>, number | undefined, number]>([
  ['sheets × days × price, both days counted', {}, 5600, 0],
  ['one sheet for one day', { quantita: 1, al: '2026-11-24' }, 40, 0],
  ['urgent: at least the minimum', { urgente: true }, 5600 + 2582, 2582],
  ['urgent and large: the per cent', { urgente: true, quantita: '500' }, 140_000 + 14_000, 14_000],
  ['a category that does not exist', { categoria: 'altra' }, undefined, 0],
  ['free of charge by the tariff', { categoria: 'istituzionale' }, 0, 0],
  ['urgent, where posting is free', { categoria: 'istituzionale', urgente: true }, 2582, 2582],
  ['over 29 February', { dal: '2028-02-28', al: '2028-03-01' }, 20 * 3 * 40, 0],
  ['over the change of the clocks', { dal: '2026-10-24', al: '2026-10-26' }, 20 * 3 * 40, 0],
  ['sixty days', { al: '2027-01-22' }, 20 * 60 * 40, 0],
  ['sixty-one', { al: '2027-01-23' }, undefined, 0],
  ['a size that is not in the tariff', { formato: '600x300' }, undefined, 0],
  ['no sheets', { quantita: '' }, undefined, 0],
  ['too many', { quantita: '501' }, undefined, 0],
  ['half a sheet', { quantita: 1.5 }, undefined, 0],
  ['days the wrong way round', { al: '2026-11-23' }, undefined, 0],
  ['a day that does not exist', { dal: '2027-02-29' }, undefined, 0],
  ['nothing yet', { dal: undefined, al: undefined, quantita: undefined }, undefined, 0],
])('the estimate is right for: %s', (_case, over, importo, urgency) => {
  const stima = estimateStima(tariffa, choiceWith(over));
  expect([stima?.importo_cent, stima?.urgenza_cent ?? 0]).toEqual([importo, urgency]);
});

test('the per cent of the urgency is rounded half up to the cent', () => {
  const tariffaWith = { ...tariffa, urgenza_minimo_cent: 0, urgenza_percento: 5 };
  const stima = estimateStima(
    tariffaWith,
    choiceWith({ quantita: 1, dal: '2026-12-01', al: '2026-12-05', urgente: true }),
  );
  expect(stima).toMatchObject({ affissione_cent: 200, urgenza_cent: 10 });
  const mezzo = estimateStima(
    tariffaWith,
    choiceWith({ categoria: 'culturale', formato: '600x300', quantita: 1, urgente: true, al: '2026-12-03' }),
  );
  // 3330 × 5 % = 166,5
  expect(mezzo).toMatchObject({ affissione_cent: 3330, urgenza_cent: 167 });
});

test('an estimate is explained in words', () => {
  const stima = estimateStima(tariffa, choiceWith({ urgente: true })) as Stima;
  expect(stimaBreakdown(stima, 20)).toBe('20 manifesti × 7 giorni × 0,40\u00a0€, più 25,82\u00a0€ per l’urgenza');
  expect(stimaBreakdown({ ...stima, giorni: 1, urgenza_cent: 0 }, 1)).toBe('1 manifesto × 1 giorno × 0,40\u00a0€');
});

test.each([
  ['Friday, two working days', TODAY, { giorni_lavorativi: 2 }, '2026-11-24'],
  ['before Easter', '2026-04-03', { giorni_lavorativi: 2 }, '2026-04-08'],
  ['before 15 August, a Saturday', '2026-08-13', { giorni_lavorativi: 2 }, '2026-08-17'],
  ['before the patron saint', '2026-06-22', { giorni_lavorativi: 2, patrono: '06-24' }, '2026-06-25'],
  ['an ente that needs four', TODAY, { giorni_lavorativi: 4 }, '2026-11-26'],
  ['an ente that needs none', TODAY, { giorni_lavorativi: 0 }, TODAY],
])('the first day is right for: %s', (_case, today, leadTime, expected) => {
  expect(firstDayOf(today, leadTime)).toBe(expected);
});

test.each<[string, Partial<ManifestoChoice>, string[], RegExp?]>([
  ['all is well', {}, []],
  ['the first day that may be', { dal: '2026-11-24' }, []],
  ['too early', { dal: '2026-11-23' }, ['dal'], /dal 24\/11\/2026 in poi, oppure chiedi l’affissione urgente/],
  ['today', { dal: TODAY }, ['dal']],
  ['urgent: today', { dal: TODAY, urgente: true }, []],
  ['funeral: today', { dal: TODAY, categoria: 'funebre', formato: undefined }, []],
  ['in the past', { dal: '2026-11-19', urgente: true }, ['dal'], /passato/],
  ['a funeral in the past', { dal: '2026-11-19', categoria: 'funebre', formato: undefined }, ['dal'], /passato/],
  ['one day', { al: '2026-11-24' }, []],
  ['the wrong way round', { al: '2026-11-23' }, ['al'], /prima del primo/],
  ['sixty days', { al: '2027-01-22' }, []],
  ['sixty-one days', { al: '2027-01-23' }, ['al'], /fino al 22\/01\/2027/],
  ['not in the tariff', { formato: '600x300' }, ['formato'], /scegline un altro/],
  ['all at once', { formato: '600x300', dal: '2026-11-21', al: '2026-11-20' }, ['formato', 'dal', 'al']],
  ['days that are none are told by their field', { dal: '2027-02-29', al: '' }, []],
])('days, formats and sizes are checked: %s', (_case, over, campi, parole = /./) => {
  const errors = findChoiceErrors(tariffa, choiceWith(over), TODAY);
  expect(Object.keys(errors)).toEqual(campi);
  if (campi[0]) expect(errors[campi[0]]?.[0]).toMatch(parole);
});
