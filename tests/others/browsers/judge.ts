/** Plays the walk in one browser, with its scripts and without. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OtherFinding, OtherJudgement } from '../runs.ts';
import type { BrowserOptions, OtherBrowser } from './browser.ts';
import { Screen } from './screen.ts';
import { openPlace, walk } from './walk.ts';

const PICTURES = fileURLToPath(new URL('../../../audit/browsers', import.meta.url));

/** @param name of the folder of its pictures */
export async function judgeBrowser(
  name: string,
  open: (options: BrowserOptions) => Promise<OtherBrowser>,
): Promise<OtherJudgement> {
  const place = await openPlace();
  const findings: OtherFinding[] = [];
  let [version, judged] = ['', 0];
  try {
    for (const scripts of [true, false]) {
      const folder = join(PICTURES, scripts ? name : `${name}-without-scripts`);
      const browser = await open({ scripts });
      const screen = new Screen(browser, { base: place.house.base, folder, scripts });
      try {
        await walk(screen, place);
        await screen.hear();
      } catch (cause) {
        screen.note(cause instanceof Error ? cause.message : String(cause));
      } finally {
        await browser.end();
      }
      version = browser.version;
      judged += screen.judged;
      findings.push(...screen.findings);
    }
  } finally {
    await place.end();
  }
  return { version, judged, findings };
}
