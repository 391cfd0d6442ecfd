/** What a judge says of a page in one state, of a mail or of a PDF. */
import * as z from 'zod/mini';

/**
 * Each judge, as the report names it. @property criteria of WCAG that it judges; undefined: as its program says
 */
export const AUDIT_JUDGES = {
  axe: { name: 'axe-core: WCAG 2.0 to 2.2, A and AA, and best practices' },
  ibm: { name: 'IBM Equal Access Checker: WCAG 2.2, A and AA' },
  nu: { name: 'Nu Html Checker: no error of HTML', criteria: ['4.1.2'] },
  reflow: { name: 'No scrolling sideways at 320 px, which is 400 % of 1280 px', criteria: ['1.4.10'] },
  text: { name: 'Nothing is cut off with text at 200 %', criteria: ['1.4.4'] },
  spacing: { name: 'Nothing is cut off with wider spacing of text', criteria: ['1.4.12'] },
  keyboard: {
    name: 'Each stop of the Tab key can be seen, with a visible focus, and none is a trap',
    criteria: ['2.1.2', '2.4.7', '2.4.11'],
  },
  focus: { name: 'After an action the focus is not lost', criteria: ['2.4.3'] },
  'forced-colors': { name: 'Each control can be seen in forced colours', criteria: ['1.4.11'] },
  'reduced-motion': { name: 'Nothing moves for ever where less motion is asked for', criteria: ['2.2.2'] },
  pdf: { name: 'PDF/UA-1, as far as our own check tells', criteria: ['1.1.1', '1.3.1', '2.4.2', '3.1.1'] },
} as const;
export type JudgeName = keyof typeof AUDIT_JUDGES;

/**
 * @property rule of the judge @property criteria of WCAG that it belongs to, "1.4.10"; none: advice beyond WCAG
 * @property element a selector, or what is nearest to one
 */
const findingSchema = z.object({
  judge: z.enum(Object.keys(AUDIT_JUDGES) as [JudgeName, ...JudgeName[]]),
  rule: z.string(),
  criteria: z.array(z.string()),
  element: z.string(),
  words: z.string(),
});
export type AuditFinding = z.infer<typeof findingSchema>;

/**
 * One state of a page, with what was kept of it, as paths in the folder of the audit.
 * @property reading Gulpease index of the text of its main part, null without enough of it @property stops of the Tab key, in order
 */
export const judgedStateSchema = z.object({
  journey: z.string(),
  state: z.string(),
  way: z.enum(['scripts', 'plain']),
  url: z.string(),
  title: z.string(),
  html: z.string(),
  pictures: z.array(z.string()),
  reading: z.nullable(z.number()),
  stops: z.array(z.string()),
  findings: z.array(findingSchema),
});
export type JudgedState = z.infer<typeof judgedStateSchema>;
