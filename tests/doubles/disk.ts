/** A real disk of a few MB, in a file, that a test fills, makes read-only and repairs. Only root may mount one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @property folder where it is mounted
 * @property fill until nothing more can be written @property free gives the room back
 * @property breakDown as a kernel does that no longer trusts a disk: everything can be read, nothing written, also by those who
 *   have files open
 * @property repair mounts it again; no file may be open @property mountReadOnly the same, for reading only
 */
export type SmallDisk = {
  folder: string;
  fill(): void;
  free(): void;
  breakDown(): void;
  repair(): void;
  mountReadOnly(): void;
  remove(): void;
};

export function smallDisk(megabytes: number): SmallDisk {
  const home = mkdtempSync(join(tmpdir(), 'portale-disco-'));
  const [image, folder] = [join(home, 'disco'), join(home, 'montato')];
  mkdirSync(folder);
  closeSync(openSync(image, 'w'));
  truncateSync(image, megabytes * 1024 ** 2);
  run('mkfs.ext4', '-q', '-F', '-m', '0', '-O', '^has_journal', image);
  const mount = (options: string) =>
    run('mount', '-o', options, ...(options.startsWith('remount') ? [] : [image]), folder);
  const unmount = () => run('umount', folder);
  const filling = join(folder, 'riempimento');
  const disk: SmallDisk = {
    folder,
    fill: () => {
      const file = openSync(filling, 'a');
      for (const size of [1024 ** 2, 4096, 1]) while (isWritten(file, size));
      closeSync(file);
    },
    free: () => rmSync(filling, { force: true }),
    breakDown: () => mount('remount,abort'),
    repair: () => {
      unmount();
      mount('loop,errors=remount-ro');
    },
    mountReadOnly: () => {
      unmount();
      mount('loop,ro');
    },
    remove: () => {
      unmount();
      rmSync(home, { recursive: true });
    },
  };
  try {
    mount('loop,errors=remount-ro');
  } catch (error) {
    rmSync(home, { recursive: true });
    throw error;
  }
  return disk;
}

/** Its complaints are in the error, not on the screen. */
const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' });

function isWritten(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** Whether this machine lets us mount a disk: asked of mount itself, because root in a container may not. */
export function canMount(): boolean {
  if (spawnSync('mkfs.ext4', ['-V']).status !== 0) return false;
  try {
    smallDisk(2).remove();
    return true;
  } catch {
    return false;
  }
}
