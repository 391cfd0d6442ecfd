/** Runs work that may take too long or too much memory, such as reading an uploaded file, in threads with limits. */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { isStarved, JobStarved } from './starved.server.ts';

/** A thread ended at its limit of time or memory: its job was too large, perhaps on purpose. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/** Does a job in a thread. @throws ThreadEnded at the limits, JobStarved when the machine is too busy, and the errors of the job itself */
export type ThreadPool<Job, Answer> = (job: Job) => Promise<Answer>;

/** How long a thread at its limit may take to say how much it has worked, in ms. */
const PATIENCE_MS = 500;

/** @returns processor time of a thread in ms, asked while it works; 0 when it does not run yet */
const processorTimeOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  );

/**
 * Threads for work that must not block the event loop. Each does one job after the other and is kept for the next. There are as
 * many as jobs at a time, a number that the caller limits.
 * @param file answers each message of its `parentPort` with one message
 * @param ms longest time of a job, the start of its thread included
 * @param megabytes limit of a thread's own heap, without buffers
 */
export function createThreadPool<Job, Answer>(
  file: URL,
  { ms, megabytes }: { ms: number; megabytes: number },
): ThreadPool<Job, Answer> {
  const idle = new Set<Worker>();

  function start(): Worker {
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    });
    worker.on('exit', () => idle.delete(worker));
    // During a job it rejects with this error, below. After the job the thread ends and is not used again.
    worker.on('error', () => undefined);
    return worker;
  }

  return (job) =>
    new Promise((resolve, reject) => {
      const [worker = start()] = idle;
      idle.delete(worker);
      worker.ref();
      const before = processorTimeOf(worker);
      const end = () => {
        clearTimeout(late);
        worker.off('message', answered).off('error', failed).off('exit', exited);
        // A thread without work does not keep the process alive.
        worker.unref();
      };
      const late = setTimeout(() => {
        end();
        // A native library at work may not even answer this.
        const now = Promise.race([processorTimeOf(worker), pause(PATIENCE_MS, Number.POSITIVE_INFINITY)]);
        void Promise.all([before, now]).then(([from, to]) => {
          void worker.terminate();
          reject(
            isStarved(ms, to - from) ? new JobStarved(`${to - from} of ${ms} ms`) : new ThreadEnded(`after ${ms} ms`),
          );
        });
      }, ms);
      const answered = (answer: Answer) => {
        end();
        idle.add(worker);
        resolve(answer);
      };
      const failed = (error: NodeJS.ErrnoException) => {
        end();
        const isLimit = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(isLimit ? new ThreadEnded('out of memory', { cause: error }) : error);
      };
      const exited = () => {
        end();
        reject(new ThreadEnded('by itself'));
      };
      worker.on('message', answered).on('error', failed).on('exit', exited);
      worker.postMessage(job);
    });
}
