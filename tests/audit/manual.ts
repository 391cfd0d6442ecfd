/** What people have looked at themselves, because no program can: for each criterion what was done, when, and what came of it. */
import * as z from 'zod/mini';

/** The grounds of the model of declaration: Commission Implementing Decision (EU) 2018/1523. */
const GROUNDS = ['inosservanza della legge 4/2004', 'onere sproporzionato', 'fuori dall’ambito della legge'] as const;

/** @property clause of EN 301 549, when it is another than the criterion's */
const missingContent = z.object({
  clause: z.optional(z.string()),
  ground: z.enum(GROUNDS),
  what: z.string(),
  why: z.string(),
  until: z.string(),
});

const manualCheck = z.object({
  criterion: z.string(),
  date: z.iso.date(),
  /** What was done, so that it can be done again */
  done: z.string(),
  outcome: z.enum(['supports', 'partly', 'not', 'not applicable']),
  /** What is not accessible, in Italian, for the declaration */
  missing: z.optional(missingContent),
});
export type ManualCheck = z.infer<typeof manualCheck>;

export const manualChecks = z.array(manualCheck);
