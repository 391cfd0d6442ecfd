/** The weeks of a month, as a calendar on a wall shows them. Pure. */
import { addDays, daysSinceMonday, shiftMonth } from '../../../platform/atoms/date.ts';

/** @param month `YYYY-MM` @returns weeks from Monday to Sunday; null where a day is another month's */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1);
  const weeks: (string | null)[][] = [];
  for (let monday = addDays(first, -daysSinceMonday(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((day) => (day.startsWith(month) ? day : null)),
    );
  return weeks;
}
