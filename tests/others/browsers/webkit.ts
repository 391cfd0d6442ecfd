/** WebKitGTK, as Debian's packages have it: its small browser, on a screen that nobody sees. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../portal.ts';
import type { BrowserOptions, OtherBrowser } from './browser.ts';
import { judgeBrowser } from './judge.ts';
import { layOver } from './laid-over.ts';
import { driverSession } from './session.ts';

const WINDOW = fileURLToPath(new URL('webkit-window.js', import.meta.url));
/** Tall enough for a whole page on one picture. */
const SCREEN = '1600x8000x24';
const CONSOLE_ERROR = /CONSOLE .*ERROR.*/g;

export const judgeInWebkit = () => judgeBrowser('webkit', openWebkit);

async function openWebkit({ scripts }: BrowserOptions): Promise<OtherBrowser> {
  const start = layOver('webkit', 'webkit2gtk-driver', 'gjs', 'gir1.2-webkit2-4.1', 'xvfb', 'xkb-data', 'locales-all');
  const home = mkdtempSync(join(tmpdir(), 'portale-webkit-'));
  const screen = start('/usr/bin/Xvfb', ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp']);
  const [number = ''] = await screen.says(/^\d+(?=\n)/m);
  const port = await freePort();
  const driver = start('/usr/bin/WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: `:${number}`,
    HOME: home,
    TZ: 'Europe/Rome',
    LANG: 'it_IT.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  });
  // What the browser prints the driver throws away, unless it is an error.
  const binary = join(home, 'browser');
  writeFileSync(binary, `#!/bin/sh\nexec stdbuf -oL gjs -m ${WINDOW} ${scripts} >&2\n`, { mode: 0o755 });
  const address = `http://127.0.0.1:${port}`;
  await isReady(address);
  const session = await driverSession(address, { 'webkitgtk:browserOptions': { binary, args: [] } });
  let read = 0;
  return {
    ...session,
    resize: async (width, height) => void (await session.say('SetWindowRect', { width, height })),
    errors: async () => {
      const said = driver.said();
      const errors = said.slice(read).match(CONSOLE_ERROR) ?? [];
      read = said.length;
      return errors;
    },
    end: async () => {
      await driver.end();
      await screen.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const PATIENCE_MS = 10_000;

/** Waits until the driver answers: it does not say when. */
async function isReady(address: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await fetch(`${address}/status`);
      return;
    } catch (cause) {
      if (Date.now() > end) throw cause;
      // Until the driver listens.
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
