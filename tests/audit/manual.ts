/** What people have looked at themselves, because no program can: for each criterion what was done, when, and what came of it. */
import * as z from 'zod/mini';

const manualCheck = z.object({
  criterion: z.string(),
  date: z.iso.date(),
  /** What was done, so that it can be done again */
  done: z.string(),
  outcome: z.enum(['supports', 'partly', 'not', 'not applicable']),
  /** What is not accessible, why, and until when: in Italian, for the declaration */
  missing: z.optional(z.object({ what: z.string(), why: z.string(), until: z.string() })),
});
export type ManualCheck = z.infer<typeof manualCheck>;

export const manualChecks = z.array(manualCheck);
