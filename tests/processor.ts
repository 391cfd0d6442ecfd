/** Processor time, as Linux counts it: a test's own, and that of the browsers, portals and databases that it started. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux tells programs of hundredths of a second, whatever it counts itself. */
const TICK_MS = 10;

/**
 * @returns processor time of a process, of those that it started, and of those that they started, in ms. Of one that has ended, from
 * when its parent has heard of it. 0 where there is no /proc.
 */
export function processorMs(pid = process.pid): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const childrenOf = new Map<number, ProcessTicks[]>();
  let own: ProcessTicks | undefined;
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) && ticksOf(Number(name));
    if (!found) continue;
    childrenOf.set(found.parent, [...(childrenOf.get(found.parent) ?? []), found]);
    if (found.pid === pid) own = found;
  }
  const ticks = (one: ProcessTicks): number =>
    (childrenOf.get(one.pid) ?? []).reduce((sum, child) => sum + ticks(child), one.ticks);
  return own ? ticks(own) * TICK_MS : 0;
}

type ProcessTicks = { pid: number; parent: number; ticks: number };

function ticksOf(pid: number): ProcessTicks | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // it has ended since the folder was read
  }
  // After the name, which may hold spaces: state, parent; from the twelfth on the time in user mode, in the kernel, and both of children.
  const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid, parent: Number(parent), ticks: rest.slice(9, 13).reduce((sum, n) => sum + Number(n), 0) };
}

/** What the cores of the machine have done since it was started, in ms. */
export type CoreTimes = { busy: number; idle: number }[];

/** @returns one per core; none where there is no /proc */
export function coreTimes(): CoreTimes {
  if (!existsSync('/proc/stat')) return [];
  return readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .filter((line) => /^cpu\d/.test(line))
    .map((line) => {
      const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0] = line
        .split(/\s+/)
        .slice(1)
        .map(Number);
      return { busy: (user + nice + system + irq + soft) * TICK_MS, idle: (idle + wait) * TICK_MS };
    });
}
