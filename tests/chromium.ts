import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where distributions put it. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A Chromium to test with: the one named in CHROMIUM_PATH, one that is installed, else the one that comes as a package, unpacked
 * with its own libraries into a folder of its version. What is found is kept in CHROMIUM_PATH for the processes started from here.
 */
export async function chromiumPath(): Promise<string> {
  const found = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path)) || (await unpacked());
  process.env.CHROMIUM_PATH = found;
  return found;
}

/** The package unpacks into TMPDIR and takes whatever `chromium` it finds there: it gets a folder that goes when it does. */
async function unpacked(): Promise<string> {
  const folder = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // Makes it unpack the libraries that a bare machine lacks, and look for them.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
