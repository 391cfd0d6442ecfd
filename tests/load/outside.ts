/** Installs what a run compares the portal with, or judges it by, outside of the project: it is none of its dependencies. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param packages with their versions
 * @returns the folder that has them in `node_modules`; a later run finds them there
 */
export function installOutside(...packages: string[]): string {
  const folder = join(tmpdir(), `portale-${packages.join('-').replaceAll(/[^\w.-]/g, '-')}`);
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  installInto(folder, ...packages);
  return folder;
}

/** Installs packages into a folder, without a word in its `package.json` and without their scripts. */
export function installInto(folder: string, ...packages: string[]): void {
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, ...packages], { stdio: 'inherit' });
}
