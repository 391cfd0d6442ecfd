/** Appointments that the hours of their calendar do not cover any more. Pure. */
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { OfficeDays } from '../../../platform/atoms/giorni-lavorativi.ts';
import type { Calendario } from './calendario.ts';
import { offeredTimes, type TimeSpan } from './free-times.ts';

/** Hours are looked at in steps of the shortest appointment that there may be. */
const STEP_MINUTES = 5;

/** When a calendar is open on some days, in order: times that follow one another are one. */
export function openTimes(calendario: Calendario, days: { from: string; to: string; closed: OfficeDays }): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const { inizio, fine } of offeredTimes(calendario, STEP_MINUTES, days)) {
    const last = spans.at(-1);
    if (last && inizio <= last.fine) last.fine = Math.max(last.fine, fine);
    else spans.push({ inizio, fine });
  }
  return spans;
}

/** An appointment at a desk that is not there any more is outside, too. */
export function outsideHours<T extends TimeSpan & { postazione: number }>(
  calendario: Calendario,
  closed: OfficeDays,
  appuntamenti: readonly T[],
): T[] {
  const open = new Map<string, TimeSpan[]>();
  return appuntamenti.filter(({ inizio, fine, postazione }) => {
    const day = todayInRome(inizio);
    const spans = open.get(day) ?? openTimes(calendario, { from: day, to: day, closed });
    open.set(day, spans);
    return postazione > calendario.postazioni || !spans.some((span) => span.inizio <= inizio && fine <= span.fine);
  });
}
