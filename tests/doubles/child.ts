/** A child process that runs the jobs a test gives it: it fails, exits, hangs, grows or answers. */
import { answerJobs } from '../../src/platform/child.server.ts';

const kept: Buffer[] = [];

answerJobs<{ do: string; bytes?: Uint8Array }, { pid: number; seen: unknown }>(async ({ do: what, bytes }) => {
  if (what === 'fail') throw new RangeError('failed');
  if (what === 'exit') process.exit(0);
  // Blocks the process the way a native library can.
  while (what === 'hang') Math.random();
  while (what === 'grow') {
    kept.push(Buffer.alloc(16 << 20, 1));
    await new Promise((then) => setImmediate(then));
  }
  return { pid: process.pid, seen: what === 'env' ? Object.keys(process.env) : bytes };
});
