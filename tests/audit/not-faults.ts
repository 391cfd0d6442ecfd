/** Findings that are none: a judge's rule, and why what it finds here is right. They stand in the report. */
import type { AuditFinding, JudgeName } from './findings.ts';

type NotFault = { judge: JudgeName; rule: string; why: string };

export const NOT_FAULTS: readonly NotFault[] = [
  {
    judge: 'ibm',
    rule: 'aria_form_label_unique',
    why: 'A form without a name is no landmark (ARIA in HTML), so that it needs none that differs from another.',
  },
  {
    judge: 'ibm',
    rule: 'input_checkboxes_grouped',
    why: 'Boxes of one field stand in several sections, each with its heading: what was chosen is sent together.',
  },
  {
    judge: 'ibm',
    rule: 'label_content_exists',
    why: 'Until scripts run, the label around a file field has no words: the label before it names the field.',
  },
];

export const isFault = ({ judge, rule }: AuditFinding): boolean =>
  !NOT_FAULTS.some((known) => known.judge === judge && known.rule === rule);
