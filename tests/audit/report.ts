/** Draws the report from what the judges found: by criterion, for people and for programs. */
import { portalScreens } from '../../src/routes.ts';
import type { OtherOutcome } from '../others/runs.ts';
import { axeCriteria } from './axe.ts';
import { CRITERIA, type WcagCriterion } from './criteria.ts';
import { AUDIT_JUDGES, type AuditFinding, type JudgedState, type JudgeName } from './findings.ts';
import type { ManualCheck } from './manual.ts';
import { type SpeedTable, speedTables } from './speed.ts';

export type CriterionOutcome = 'supports' | 'partly' | 'not' | 'not applicable' | 'not evaluated';

/** @property judges that have rules for it @property failing states in which something was found */
export type CriterionResult = WcagCriterion & {
  clause: string;
  outcome: CriterionOutcome;
  judges: JudgeName[];
  tests: readonly string[];
  failing: string[];
  manual: ManualCheck[];
};

/**
 * @property missingJudges those that could not run here
 * @property others what programs of others have judged, whenever that was
 * @property speed what the bench has measured last
 */
export type AuditReport = {
  date: string;
  commit: string;
  states: { name: string; screen: string }[];
  pictures: number;
  /** Paths of screens of which no state was visited: some lead elsewhere at once */
  unvisited: string[];
  missingJudges: JudgeName[];
  findings: (AuditFinding & { state: string; html: string })[];
  criteria: CriterionResult[];
  others: readonly OtherOutcome[];
  reading: { median: number; hardest: { state: string; index: number }[] };
  speed: SpeedTable[];
};

export const stateName = ({ journey, state, way }: Pick<JudgedState, 'journey' | 'state' | 'way'>): string =>
  `${journey}: ${state}${way === 'plain' ? ' (without JavaScript)' : ''}`;

export function composeReport(
  states: readonly JudgedState[],
  about: {
    date: string;
    commit: string;
    manual: readonly ManualCheck[];
    ibmCriteria: readonly string[];
    missingJudges: JudgeName[];
    others: readonly OtherOutcome[];
  },
): AuditReport {
  const findings = states.flatMap((state) =>
    state.findings.map((finding) => ({ ...finding, state: stateName(state), html: state.html })),
  );
  const judged = criteriaByJudge(about.ibmCriteria, about.missingJudges);
  const criteria = CRITERIA.map((criterion): CriterionResult => {
    const { id, isNew, tests = [] } = criterion;
    const failing = new Set(findings.filter((f) => f.criteria.includes(id)).map(({ state }) => state));
    const judges = [...judged].filter(([, ids]) => ids.includes(id)).map(([judge]) => judge);
    const manual = about.manual.filter((check) => check.criterion === id);
    return {
      ...criterion,
      clause: isNew ? '' : `9.${id}`,
      outcome: outcomeOf({ failing: failing.size, isJudged: judges.length + tests.length > 0, manual }),
      judges,
      tests,
      failing: [...failing],
      manual,
    };
  });
  return {
    date: about.date,
    commit: about.commit,
    states: states.map((state) => ({ name: stateName(state), screen: screenOf(state) ?? state.url })),
    pictures: states.flatMap(({ pictures }) => pictures).length,
    unvisited: unvisitedScreens(states),
    missingJudges: about.missingJudges,
    findings,
    criteria,
    others: about.others,
    reading: readingOf(states),
    speed: speedTables(),
  };
}

const screenOf = ({ url }: JudgedState): string | undefined => portalScreens.match(url)?.screen.path;

function unvisitedScreens(states: readonly JudgedState[]): string[] {
  const visited = new Set(states.map(screenOf));
  return portalScreens.all.filter(({ path }) => !visited.has(path)).map(({ path }) => path);
}

/** What a person has seen weighs more than that programs found nothing; what programs found weighs more than that. */
function outcomeOf({
  failing,
  isJudged,
  manual,
}: {
  failing: number;
  isJudged: boolean;
  manual: readonly ManualCheck[];
}): CriterionOutcome {
  const outcomes = manual.map(({ outcome }) => outcome);
  if (outcomes.includes('not')) return 'not';
  if (failing > 0 || outcomes.includes('partly')) return 'partly';
  if (outcomes.includes('supports')) return 'supports';
  if (outcomes.includes('not applicable')) return 'not applicable';
  return isJudged ? 'supports' : 'not evaluated';
}

function criteriaByJudge(
  ibmCriteria: readonly string[],
  missing: readonly JudgeName[],
): ReadonlyMap<JudgeName, readonly string[]> {
  const all = (Object.entries(AUDIT_JUDGES) as [JudgeName, { criteria?: readonly string[] }][]).map(
    ([judge, { criteria }]): [JudgeName, readonly string[]] => [
      judge,
      criteria ?? (judge === 'axe' ? axeCriteria() : ibmCriteria),
    ],
  );
  return new Map(all.filter(([judge]) => !missing.includes(judge)));
}

const HARDEST = 10;

function readingOf(states: readonly JudgedState[]): AuditReport['reading'] {
  const read = states
    .flatMap((state) => (state.reading === null ? [] : [{ state: stateName(state), index: state.reading }]))
    .toSorted((a, b) => a.index - b.index);
  return { median: read[Math.floor(read.length / 2)]?.index ?? 0, hardest: read.slice(0, HARDEST) };
}
