import { describe, expect, test } from 'vitest';
import { GIORNI } from '../../../platform/atoms/apertura.ts';
import { wallClockInRome } from '../../../platform/atoms/date.ts';
import type { Calendario } from './calendario.ts';
import { freeDesk, freeTimes, offeredTimes, type TakenTime } from './free-times.ts';

const HOUR = 3600_000;
const calendario = (over: Partial<Calendario> = {}): Calendario => ({
  ente: 'borgo',
  codice: 'anagrafe',
  nome: 'Ufficio anagrafe',
  tipo: 'Anagrafe',
  sportello: 'anagrafe',
  postazioni: 1,
  motivi: [{ codice: 'carta', nome: 'Carta d’identità', minuti: 30, cosa_serve: [], servizi: [] }],
  orari: [{ giorni: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi'], dalle: '09:00', alle: '10:30' }],
  chiusure: [],
  aperture_straordinarie: [],
  preavviso_ore: 0,
  orizzonte_giorni: 60,
  massimo_per_persona: 2,
  limite_modifica_ore: 24,
  ...over,
});

/** What the clock shows when each begins. */
const offered = (of: Partial<Calendario>, from: string, { to = from, minuti = 30, closed = {} } = {}) =>
  offeredTimes(calendario(of), minuti, { from, to, closed }).map(({ inizio }) => wallClockInRome(inizio));

describe('the hours of a calendar offer', () => {
  test('times one after the other, as long as a whole one is left', () => {
    expect(offered({}, '2026-11-23')).toEqual(['2026-11-23 09:00', '2026-11-23 09:30', '2026-11-23 10:00']);
    expect(offered({}, '2026-11-23', { minuti: 40 })).toEqual(['2026-11-23 09:00', '2026-11-23 09:40']);
    expect(offered({}, '2026-11-23', { minuti: 95 })).toEqual([]);
  });

  test('nothing on other days of the week, before the first day or after the last', () => {
    expect(offered({}, '2026-11-28', { to: '2026-11-29' })).toEqual([]);
    const orari = [{ giorni: [...GIORNI], dalle: '09:00', alle: '09:30', dal: '2026-11-24', al: '2026-11-25' }];
    expect(offered({ orari }, '2026-11-23', { to: '2026-11-27' })).toEqual(['2026-11-24 09:00', '2026-11-25 09:00']);
  });

  test.each([
    ['a public holiday', '2026-12-08', {}],
    ['the day of the patron saint', '2026-11-24', { patrono: '11-24' }],
    ['a day on which the municipality is closed', '2026-11-24', { chiusure: [{ dal: '2026-11-24' }] }],
    ['a day within a longer closing', '2026-11-25', { chiusure: [{ dal: '2026-11-24', al: '2026-11-26' }] }],
  ])('nothing on %s, unless it is opened on purpose', (_name, day, closed) => {
    expect(offered({}, day, { closed })).toEqual([]);
    const aperture_straordinarie = [{ giorno: day, dalle: '16:00', alle: '16:30' }];
    expect(offered({ aperture_straordinarie }, day, { closed })).toEqual([`${day} 16:00`]);
  });

  test('nothing while the calendar itself is closed: a day, or some hours of it', () => {
    const day = '2026-11-23';
    expect(offered({ chiusure: [{ dal: day, al: day }] }, day)).toEqual([]);
    const chiusure = [{ dal: day, al: day, dalle: '09:15', alle: '09:45' }];
    expect(offered({ chiusure }, day)).toEqual([`${day} 10:00`]);
    const aperture_straordinarie = [{ giorno: day, dalle: '15:00', alle: '16:00' }];
    expect(offered({ chiusure: [{ dal: day, al: day }], aperture_straordinarie }, day)).toEqual([]);
  });

  test('each time once, where hours overlap', () => {
    const orari = [
      { giorni: ['lunedi' as const], dalle: '09:00', alle: '10:00' },
      { giorni: ['lunedi' as const], dalle: '09:30', alle: '10:30' },
    ];
    expect(offered({ orari }, '2026-11-23')).toHaveLength(3);
  });

  test('the same hours by the clock in summer and in winter', () => {
    const inUtc = (day: string) => offeredTimes(calendario(), 30, { from: day, to: day, closed: {} })[0]?.inizio;
    expect(inUtc('2026-10-23')).toBe(Date.UTC(2026, 9, 23, 7));
    expect(inUtc('2026-10-26')).toBe(Date.UTC(2026, 9, 26, 8));
  });

  test('no time in the hour that the clock skips, nor one during which it moves', () => {
    const orari = [{ giorni: [...GIORNI], dalle: '01:00', alle: '04:00' }];
    // 29 March 2026: after 1:59 comes 3:00.
    expect(offered({ orari }, '2026-03-29')).toEqual(['01:00', '03:00', '03:30'].map((t) => `2026-03-29 ${t}`));
    expect(offered({ orari }, '2026-03-29', { minuti: 60 })).toEqual(['2026-03-29 03:00']);
  });

  test('no time in the hour that the clock shows twice, nor one during which it moves', () => {
    const orari = [{ giorni: [...GIORNI], dalle: '01:00', alle: '04:00' }];
    // 25 October 2026: after 2:59 comes 2:00 again.
    expect(offered({ orari }, '2026-10-25')).toEqual(['01:00', '03:00', '03:30'].map((t) => `2026-10-25 ${t}`));
    for (const { inizio, fine } of offeredTimes(calendario({ orari }), 30, {
      from: '2026-10-25',
      to: '2026-10-25',
      closed: {},
    }))
      expect(fine - inizio).toBe(HOUR / 2);
  });
});

describe('of the times that are offered', () => {
  // Friday, ten in the morning in Rome.
  const now = Date.UTC(2026, 10, 20, 9);
  const monday = (time: string) => Date.parse(`2026-11-23T${time}:00+01:00`);
  const taken = (postazione: number, from: string, to: string): TakenTime => ({
    postazione,
    inizio: monday(from),
    fine: monday(to),
  });
  const free = (of: Partial<Calendario>, some: readonly TakenTime[], { minuti = 30, at = now } = {}) =>
    freeTimes(calendario(of), minuti, { from: '2026-11-23', to: '2026-11-23', closed: {}, taken: some, now: at }).map(
      ({ inizio }) => wallClockInRome(inizio).slice(11),
    );

  test('those are free at which a desk is', () => {
    expect(free({}, [taken(1, '09:00', '09:30')])).toEqual(['09:30', '10:00']);
    expect(free({ postazioni: 2 }, [taken(1, '09:00', '09:30')])).toEqual(['09:00', '09:30', '10:00']);
    expect(free({ postazioni: 2 }, [taken(1, '09:00', '09:30'), taken(2, '09:15', '09:45')])).toEqual([
      '09:30',
      '10:00',
    ]);
  });

  test('a longer or a shorter one takes all that it touches, and nothing at its edges', () => {
    expect(free({}, [taken(1, '09:20', '10:00')])).toEqual(['10:00']);
    expect(free({}, [taken(1, '08:00', '09:00'), taken(1, '10:30', '11:00')])).toEqual(['09:00', '09:30', '10:00']);
    expect(free({}, [taken(1, '08:00', '11:00')])).toEqual([]);
  });

  test('those count that begin after the notice of the office and within its horizon', () => {
    expect(free({ preavviso_ore: 72 }, [])).toEqual(['10:00']);
    expect(free({ orizzonte_giorni: 2 }, [])).toEqual([]);
    expect(free({ orizzonte_giorni: 3 }, [])).toHaveLength(3);
    expect(free({}, [], { at: monday('09:30') })).toEqual(['10:00']);
  });

  test('the first desk that is free is given', () => {
    const time = { inizio: monday('09:00'), fine: monday('09:30') };
    expect(freeDesk({ postazioni: 3 }, [], time)).toBe(1);
    expect(freeDesk({ postazioni: 3 }, [taken(1, '09:00', '09:30'), taken(3, '09:00', '09:30')], time)).toBe(2);
    expect(freeDesk({ postazioni: 1 }, [taken(1, '09:00', '09:30')], time)).toBeUndefined();
    // Of three desks the office has closed one.
    expect(freeDesk({ postazioni: 2 }, [taken(1, '09:00', '09:30'), taken(3, '09:00', '09:30')], time)).toBeUndefined();
  });
});
