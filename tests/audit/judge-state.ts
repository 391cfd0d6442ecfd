/** Judges one state of a page by all judges that look at it in a browser, and keeps it as markup and pictures. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AuditFinding, JudgedState, JudgeName } from './findings.ts';
import { isFault } from './not-faults.ts';
import { OF_ASTRO } from './nu.ts';
import {
  actAsScripts,
  coversWindow,
  cutsText,
  hidesControls,
  keepsMoving,
  linesShown,
  lookAtFocus,
  scrollsSideways,
} from './page-judges.ts';
import { readingEaseOf } from './reading-ease.ts';

declare global {
  interface Window {
    ace: {
      Checker: new () => {
        rulesets: IbmRuleset[];
        check(doc: Document, policies: string[]): Promise<{ results: IbmResult[] }>;
      };
    };
  }
}
type IbmRuleset = { id: string; checkpoints: { num: string; rules: { id: string; level: string }[] }[] };
type IbmResult = { ruleId: string; value: [string, string]; path: { dom: string }; message: string };

const requireFrom = createRequire(import.meta.url);
const ibmSource = () => readFileSync(requireFrom.resolve('accessibility-checker-engine'), 'utf8');
/** WCAG 1.4.12: what a reader may set, and nothing may get lost by. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
/** What is on its way to its place is judged there. */
const AT_ONCE = '*, *::before, *::after { transition: none !important; animation-duration: 0s !important }';
const MAX_STOPS = 250;
/** For which criteria the IBM checker has rules that fail, as it says itself. */
export const IBM_CRITERIA_FILE = 'ibm-criteria.json';

const PHONE = { width: 360, height: 800 };
const DESK = { width: 1280, height: 900 };
/** 1280 by 1024 px at 400 %. */
const ENLARGED = { width: 320, height: 256 };

/** @property copy of the page as it is, without its scripts @property folder of the audit */
type JudgedCopy = { copy: Page; folder: string };

/**
 * @param judged.found what was found on the page itself
 * @returns everything that was found, also as a file beside the state's markup and pictures
 */
export async function judgeState(
  { copy, folder }: JudgedCopy,
  of: Pick<JudgedState, 'journey' | 'state' | 'way' | 'url' | 'title'>,
  found: readonly AuditFinding[],
): Promise<JudgedState> {
  const path = (end: string) => statePath(of) + end;
  mkdirSync(join(folder, 'states', of.journey), { recursive: true });
  const html = path('.html');
  writeFileSync(join(folder, html), (await copy.content()).replace(OF_ASTRO, ''));
  const pictures: string[] = [];
  const findings = [...found];
  const note = async (
    judge: JudgeName,
    criteria: string[],
    look: () => { rule: string; element: string; words: string }[],
  ) => findings.push(...(await copy.evaluate(look)).map((one) => ({ judge, criteria, ...one })));

  for (const size of [PHONE, DESK]) {
    await copy.setViewportSize(size);
    const picture = path(`-${size.width}.jpg`);
    await copy.screenshot({ path: join(folder, picture), fullPage: true, type: 'jpeg', quality: 70 });
    pictures.push(picture);
  }
  findings.push(...(await judgeByIbm(copy, folder)));
  const reading = readingEaseOf(await copy.evaluate(linesShown));

  await copy.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await note('forced-colors', ['1.4.11'], hidesControls);
  await note('reduced-motion', ['2.2.2'], keepsMoving);
  await copy.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });

  await copy.addStyleTag({ content: AT_ONCE });
  await copy.evaluate(actAsScripts);
  const { stops, unseen } = await followTab(copy);
  findings.push(...unseen);

  await copy.setViewportSize(ENLARGED);
  await note('reflow', ['1.4.10'], scrollsSideways);
  await note('reflow', ['1.4.10'], coversWindow);

  await copy.setViewportSize(DESK);
  await copy.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await note('text', ['1.4.4'], cutsText);
  await note('text', ['1.4.4'], scrollsSideways);
  await copy.evaluate(() => document.documentElement.style.removeProperty('font-size'));

  await copy.setViewportSize(PHONE);
  await copy.addStyleTag({ content: SPACING });
  await note('spacing', ['1.4.12'], cutsText);
  await note('spacing', ['1.4.12'], scrollsSideways);

  const state: JudgedState = {
    ...of,
    html,
    pictures,
    reading,
    stops,
    findings: findings.filter(isFault),
  };
  keepState(state, folder);
  return state;
}

/** Where the report finds it. @param folder of the audit */
export function keepState(state: JudgedState, folder: string): void {
  mkdirSync(join(folder, 'states', state.journey), { recursive: true });
  writeFileSync(join(folder, `${statePath(state)}.json`), JSON.stringify(state, undefined, 1));
}

/** Of the files of a state, without their endings, in the folder of the audit. */
export const statePath = ({ journey, state, way }: Pick<JudgedState, 'journey' | 'state' | 'way'>): string =>
  `states/${journey}/${`${state}-${way}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;

async function judgeByIbm(copy: Page, folder: string): Promise<AuditFinding[]> {
  await copy.evaluate(ibmSource());
  const { results, criteria } = await copy.evaluate(async () => {
    const elementAt = (path: string) => {
      const { singleNodeValue } = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE);
      return singleNodeValue instanceof Element ? singleNodeValue : undefined;
    };
    const checker = new window.ace.Checker();
    const { results: all } = await checker.check(document, ['WCAG_2_2']);
    const checkpoints = checker.rulesets.find(({ id }) => id === 'WCAG_2_2')?.checkpoints ?? [];
    const judged = checkpoints.filter(({ rules }) => rules.some(({ level }) => level === 'VIOLATION'));
    return {
      criteria: judged.map(({ num }) => num),
      results: all
        .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
        // What is in a closed part of the page is judged in the state in which it is open.
        .filter(({ path }) => elementAt(path.dom)?.checkVisibility() ?? true)
        .map(({ ruleId, path, message }) => ({
          rule: ruleId,
          criteria: judged.filter(({ rules }) => rules.some(({ id }) => id === ruleId)).map(({ num }) => num),
          element: path.dom,
          words: message,
        })),
    };
  });
  writeFileSync(join(folder, IBM_CRITERIA_FILE), JSON.stringify(criteria));
  return results.map((one) => ({ judge: 'ibm', ...one }));
}

/** Presses Tab from the top to the end of the page. */
async function followTab(copy: Page): Promise<{ stops: string[]; unseen: AuditFinding[] }> {
  const stops: string[] = [];
  const unseen: AuditFinding[] = [];
  await copy.evaluate(() => {
    window.scrollTo(0, 0);
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  while (stops.length < MAX_STOPS) {
    await copy.keyboard.press('Tab');
    const stop = await copy.evaluate(lookAtFocus);
    if (stop.name === undefined) break;
    stops.push(stop.name);
    const note = (rule: string, criterion: string, words: string) =>
      unseen.push({ judge: 'keyboard', rule, criteria: [criterion], element: stop.name ?? '', words });
    if (!stop.isVisible) note('out-of-sight', '2.4.7', 'The Tab key stops at something that cannot be seen.');
    if (!stop.isMarked) note('unmarked', '2.4.7', 'It looks the same with and without the focus.');
    if (stop.isCovered) note('covered', '2.4.11', 'It has the focus under something that covers it.');
  }
  return { stops, unseen };
}
