/** Firefox ESR, without a window. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { freePort } from '../../portal.ts';
import type { BrowserOptions, OtherBrowser } from './browser.ts';
import { judgeBrowser } from './judge.ts';
import { layOver } from './laid-over.ts';
import { marionetteSession } from './session.ts';

/** Marionette sets the others that a browser of tests needs. */
const preferences = ({ port, scripts }: BrowserOptions & { port: number }) => ({
  'marionette.port': port,
  'javascript.enabled': scripts,
  'intl.accept_languages': 'it-IT, it',
  // As on a phone: no bar for scrolling takes from the width.
  'ui.useOverlayScrollbars': 1,
  'datareporting.policy.dataSubmissionEnabled': false,
});

/** The page alone becomes so narrow: no window does. */
const RESIZE = `
  const { style } = gBrowser.selectedBrowser;
  const [width, height] = arguments;
  window.resizeTo(Math.max(width, 500) + 40, height + 200);
  style.flex = 'none';
  for (const edge of ['min', 'max']) Object.assign(style, { [edge + 'Width']: width + 'px', [edge + 'Height']: height + 'px' });
`;

/** Of both of its consoles: what a page's scripts say there, and what the browser itself says of the page. */
const READ_ERRORS = `
  const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage);
  const said = storage.getEvents().filter(({ level }) => level === 'error').map((event) => [event.filename, event.arguments.map(String).join(' ')]);
  const own = Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
    .map((one) => [one.sourceName, one.category + ': ' + one.errorMessage]);
  storage.clearEvents();
  Services.console.reset();
  return [...said, ...own];
`;
const readErrors = z.array(z.tuple([z.string(), z.string()]));

export const judgeInFirefox = () => judgeBrowser('firefox', openFirefox);

async function openFirefox({ scripts }: BrowserOptions): Promise<OtherBrowser> {
  const start = layOver('firefox', 'firefox-esr');
  const home = mkdtempSync(join(tmpdir(), 'portale-firefox-'));
  const port = await freePort();
  const lines = Object.entries(preferences({ port, scripts })).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(home, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', home];
  const program = start('/usr/lib/firefox-esr/firefox-esr', args, { HOME: home, TZ: 'Europe/Rome' });
  await program.says(/Listening on port|Marionette.*INFO|Marionette/);
  const session = await marionetteSession(port);
  return {
    ...session,
    resize: async (width, height) => void (await session.sayToBrowser(RESIZE, [width, height])),
    errors: async () => {
      const all = readErrors.parse(await session.sayToBrowser(READ_ERRORS));
      return all.filter(([source]) => source.startsWith('http')).map(([source, words]) => `${words} (${source})`);
    },
    end: async () => {
      session.hangUp();
      await program.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
