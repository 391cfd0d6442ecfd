/** An import of data, and what became of it, for the tests of the sections of a file. */
import { importData } from '../src/data/import.server.ts';
import type { Rig } from './rig.ts';

/** @returns per section what became of its rows, and what is wrong where */
export async function importOutcomes(rig: Rig, file: object) {
  const { sections, errors } = await importData(rig.house, file);
  const counted = Object.entries(sections).map(([name, counts]) => [
    name,
    Object.entries(counts)
      .filter(([, n]) => n > 0)
      .map(([outcome, n]) => `${outcome} ${n}`)
      .join(', '),
  ]);
  return {
    outcomes: Object.fromEntries(counted) as Record<string, string>,
    errors: errors.map((e) => e.path.join('.')),
    words: errors.map((e) => e.text).join(' '),
  };
}
