/** Starts programs of Debian's packages that look for their parts in `/usr`, on a machine where they are not installed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { unpackDebian } from '../debian.ts';

/** @property start @property print all that the program says */
export type LaidOver = (program: string, args: readonly string[], env?: Record<string, string>) => StartedProgram;
/** @property says waits until it has said so. @returns what matched */
type StartedProgram = {
  said(): string;
  says(words: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
};

/** Lays the unpacked packages over `/usr`, for this program and what it starts alone. */
const LAY_OVER = 'mount -t overlay overlay -o "lowerdir=$0/usr:/usr" /usr && exec "$@"';
const PATIENCE_MS = 30_000;

/** @param folder of the cache of the project @param packages of Debian's @returns how to start one of their programs */
export function layOver(folder: string, ...packages: string[]): LaidOver {
  const { place } = unpackDebian(folder, ...packages);
  // On a machine that has them all nothing was unpacked.
  const over = existsSync(`${place}/usr`) ? ['unshare', '--map-root-user', '--mount', 'sh', '-c', LAY_OVER, place] : [];
  return (program, args, env = {}) => {
    const [command = program, ...words] = [...over, program, ...args];
    return started(
      spawn(command, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
      program,
    );
  };
}

function started(child: ChildProcess, program: string): StartedProgram {
  let printed = '';
  const looks = new Set<() => void>();
  const read = (chunk: Buffer) => {
    printed += chunk;
    for (const look of looks) look();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return {
    said: () => printed,
    says: (words) =>
      new Promise((done, failed) => {
        const fail = () => failed(new Error(`${program} did not say ${words}:\n${printed.slice(-4000)}`));
        const patience = setTimeout(fail, PATIENCE_MS);
        const look = () => {
          const found = words.exec(printed);
          if (!found) return;
          clearTimeout(patience);
          looks.delete(look);
          done(found);
        };
        looks.add(look);
        child.once('exit', fail);
        look();
      }),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      // With the programs it has started, which are of its group.
      process.kill(-(child.pid ?? 0));
      await gone;
    },
  };
}
