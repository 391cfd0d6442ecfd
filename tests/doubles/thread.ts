/** A worker thread that runs the jobs a test gives it: it fails, exits, hangs, waits, grows or answers. */
import { parentPort, threadId } from 'node:worker_threads';

parentPort?.on('message', (job: string) => {
  if (job === 'fail') throw new RangeError('failed');
  if (job === 'exit') process.exit(0);
  const kept: string[][] = [];
  while (job === 'hang' || job === 'grow') if (job === 'grow') kept.push(Array.from({ length: 10_000 }, String));
  if (job !== 'wait') parentPort?.postMessage(threadId);
});
