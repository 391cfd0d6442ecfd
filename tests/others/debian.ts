/** Brings programs that Debian packages, beside the project and without installing them. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const UNPACK = fileURLToPath(new URL('../../.ci/debian', import.meta.url));

/** @property place where the packages' files are @property env in which their programs find each other and their libraries */
export type DebianPrograms = { place: string; env: NodeJS.ProcessEnv };

/** @throws Error with what is missing */
export function unpackDebian(folder: string, ...packages: string[]): DebianPrograms {
  const { status, stdout, stderr } = spawnSync(UNPACK, [folder, ...packages], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const place = stdout.trim();
  const before = (own: string[], others = '') => [...own, others].filter(Boolean).join(delimiter);
  const within = (...patterns: string[]) =>
    patterns.flatMap((pattern) => globSync(pattern, { cwd: place })).map((path) => join(place, path));
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return {
    place,
    env: {
      ...process.env,
      PATH: before(within('usr/bin', 'usr/sbin', 'bin'), PATH),
      LD_LIBRARY_PATH: before(within('usr/lib/*-linux-gnu', 'lib/*-linux-gnu'), LD_LIBRARY_PATH),
      PERL5LIB: before(within('usr/share/perl5', 'usr/lib/*/perl5/5.*', 'usr/lib/*/perl-base')),
    },
  };
}

/** Runs a program to its end. @returns what it said, on both of its outputs, and its exit code */
export function runProgram(
  { env }: DebianPrograms,
  program: string,
  args: readonly string[],
  input?: string,
): { said: string; code: number } {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { said: stdout + stderr, code: status ?? 1 };
}
