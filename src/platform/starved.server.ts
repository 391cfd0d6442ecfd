/** Tells a job that takes too long from a machine that is too busy. */
import { readFileSync } from 'node:fs';
import { PortalError } from './errors.ts';

/** A job ran out of time while others had the processor, which says nothing about the job: it may well succeed in a minute. */
export class JobStarved extends PortalError {
  constructor(what: string) {
    super('unavailable', { retryAfter: 60, cause: new Error(what) });
    this.name = 'JobStarved';
  }
}

/** @param used processor time of the job, in ms; undefined where the system does not tell: then the job counts as too long */
export const isStarved = (ms: number, used: number | undefined): boolean => used !== undefined && used < ms / 2;

/** Linux tells programs of hundredths of a second, whatever it counts itself. */
const TICK_MS = 10;

/** @returns processor time of a process in ms; undefined where there is no /proc, and of one that has ended */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold spaces: state, and from the twelfth on the time in user mode and in the kernel.
    const [user, kernel] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return ((user ?? 0) + (kernel ?? 0)) * TICK_MS;
  } catch {
    return undefined;
  }
}
