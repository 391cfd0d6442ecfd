import { describe, expect, test } from 'vitest';
import { TRIBUTI } from '../../../../tests/calendari.ts';
import { offerHours, planOffers, type WaitingPerson } from './waiting-list.ts';

const HOUR = 3600_000;
const at = (day: string, time: string, offset = '+01:00') => Date.parse(`${day}T${time}:00${offset}`);
const FRIDAY = at('2026-11-20', '10:00');
const tuesday = (time: string) => at('2026-11-24', time);
const MINUTE = 60_000;

describe('an offer', () => {
  test.each([
    ['in the day leaves at once, and is held for an hour', at('2026-11-20', '10:00'), at('2026-11-20', '10:00')],
    ['just before eight in the evening, too', at('2026-11-20', '19:59'), at('2026-11-20', '19:59')],
    ['from eight in the evening on leaves in the morning', at('2026-11-20', '20:00'), at('2026-11-21', '08:00')],
    ['before eight in the morning leaves at eight', at('2026-11-21', '07:59'), at('2026-11-21', '08:00')],
    [
      'leaves at eight by the clock when it is put forward',
      at('2027-03-27', '21:00'),
      at('2027-03-28', '08:00', '+02:00'),
    ],
    ['and when it is put back', at('2026-10-24', '21:00', '+02:00'), at('2026-10-25', '08:00')],
  ])('%s', (_what, now, leaves) => {
    expect(offerHours(now)).toEqual({ leaves, lapses: leaves + HOUR });
  });
});

describe('the times of a calendar that have become free', () => {
  const person = (id: string, over: Partial<WaitingPerson> = {}): WaitingPerson => ({
    id,
    inizio: at('2026-12-01', '15:00'),
    minuti: 20,
    deadline: at('2026-11-30', '15:00'),
    known: [],
    ...over,
  });
  const booked = (time: string) => ({
    postazione: 1,
    inizio: tuesday(time),
    fine: tuesday(time) + 20 * MINUTE,
    isBooked: true,
  });
  const ALL = ['15:00', '15:20', '15:40', '16:00', '16:20', '16:40'];
  const without = (...free: string[]) => ALL.filter((time) => !free.includes(time)).map(booked);
  const plan = (taken: ReturnType<typeof booked>[], waiting: WaitingPerson[], answering: string[] = [], now = FRIDAY) =>
    planOffers({ calendario: TRIBUTI, closed: {}, taken }, { waiting, answering: new Set(answering), now });
  const offered = (made: ReturnType<typeof plan>) => made.offers.map(({ person: p, time }) => [p.id, time.inizio]);

  test('go one to each, in the order of the list', () => {
    const made = plan(without('15:20', '16:00'), [person('anna'), person('bruno'), person('carla')]);
    expect(offered(made)).toEqual([
      ['anna', tuesday('15:20')],
      ['bruno', tuesday('16:00')],
    ]);
  });

  test('are known from then on: of a whole morning somebody hears once', () => {
    const made = plan(without('15:20', '16:00'), [person('anna')]);
    expect(made.known.get('anna')).toEqual([tuesday('15:20'), tuesday('16:00')]);
    expect(plan(without('15:20', '16:00'), [person('anna', { known: made.known.get('anna') ?? [] })])).toEqual({
      offers: [],
      known: new Map(),
    });
  });

  test('are new again once an appointment took them meanwhile; a hold does not make them new', () => {
    const known = [tuesday('15:20')];
    expect(plan(without(), [person('anna', { known })]).known).toEqual(new Map([['anna', []]]));
    const held = { ...booked('15:20'), isBooked: false };
    expect(plan([...without('15:20'), held], [person('anna', { known })]).known).toEqual(new Map());
  });

  test('are not offered to who has an answer to give, comes earlier, or may not move any more', () => {
    const taken = without('15:20');
    expect(offered(plan(taken, [person('anna'), person('bruno')], ['anna']))).toEqual([['bruno', tuesday('15:20')]]);
    expect(offered(plan(taken, [person('anna', { inizio: tuesday('15:20') })]))).toEqual([]);
    expect(offered(plan(taken, [person('anna', { deadline: FRIDAY + HOUR - 1 })]))).toEqual([]);
    expect(offered(plan(taken, [person('anna', { deadline: FRIDAY + HOUR })]))).toHaveLength(1);
  });

  test('leave the notice of the office intact when the hour is over', () => {
    // The office asks for 24 hours.
    const taken = without('15:20');
    const monday = (time: string) => at('2026-11-23', time);
    expect(offered(plan(taken, [person('anna')], [], monday('14:20')))).toHaveLength(1);
    expect(offered(plan(taken, [person('anna')], [], monday('14:21')))).toEqual([]);
    // At night the hour is that of the next morning.
    expect(offered(plan(taken, [person('anna')], [], at('2026-11-22', '21:00')))).toHaveLength(1);
    expect(offered(plan(taken, [person('anna')], [], monday('20:00')))).toEqual([]);
  });
});
