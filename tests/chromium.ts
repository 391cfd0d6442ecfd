import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where distributions put it. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A Chromium to test with: the one named in CHROMIUM_PATH, else the one that comes as a package (no window, a quarter less work
 * than one that could have some), else one that is installed. What is found is kept in CHROMIUM_PATH for the processes started
 * from here.
 */
export async function chromiumPath(): Promise<string> {
  const packed = process.platform === 'linux' && process.arch === 'x64';
  const found = process.env.CHROMIUM_PATH || (packed ? await unpacked() : INSTALLED.find((path) => existsSync(path)));
  if (!found) throw new Error('Nessun Chromium: installalo, o indicalo in CHROMIUM_PATH');
  process.env.CHROMIUM_PATH = found;
  return found;
}

/**
 * The package unpacks into TMPDIR, with the libraries that a bare machine lacks, and takes whatever `chromium` it finds there: it
 * gets a folder that goes when it does. The fonts it brings it looks for in /tmp, where they are not: without any, no text has a size.
 */
async function unpacked(): Promise<string> {
  const folder = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));
  const fonts = join(folder, 'fontconfig');
  mkdirSync(fonts, { recursive: true });
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`);
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?>\n<fontconfig>${dirs.join('')}<cachedir>${join(fonts, 'cache')}</cachedir></fontconfig>\n`,
  );
  process.env.FONTCONFIG_PATH = fonts;
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // Makes it unpack those libraries, and look for them.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
