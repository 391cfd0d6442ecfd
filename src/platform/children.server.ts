/** Runs native libraries in child processes: there is no other way to stop their work, or to get their memory back. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isStarved, JobStarved, processorTime } from './starved.server.ts';

/** A process ended at its limit of time or memory: its job was too large, perhaps on purpose. */
export class ChildEnded extends Error {
  override name = 'ChildEnded';
}

/**
 * Does a job in a process of its own.
 * @throws ChildEnded at the limits, or when the process ends in the middle of it; JobStarved when the machine is too busy
 */
export type ChildPool<Job, Answer> = (job: Job) => Promise<Answer>;

/**
 * Each process does one job after the other and is kept for the next; a killed one is replaced at once. There are as many as jobs
 * at a time, a number that the caller limits. They get nothing of the portal's environment, and end with the portal.
 * @param file answers jobs by `answerJobs` (`child.server.ts`)
 * @param ms longest time of a job; a process that reaches it is killed. As long again may pass until a new process can begin
 * @param megabytes most memory of a process; it ends itself above
 */
export function createChildPool<Job extends object, Answer>(
  file: URL,
  { ms, megabytes }: { ms: number; megabytes: number },
): ChildPool<Job, Answer> {
  const alive = new Set<ChildProcess>();
  const idle = new Set<ChildProcess>();
  const ready = new WeakMap<ChildProcess, Promise<unknown>>();
  process.on('exit', () => {
    for (const child of alive) child.kill('SIGKILL');
  });

  function start(): ChildProcess {
    const child = fork(fileURLToPath(file), [String(megabytes)], {
      env: {},
      // What one job leaves behind is collected during the next: with V8's default a process grows to twice the size.
      execArgv: ['--max-semi-space-size=2'],
      // Sends bytes as bytes, not as JSON.
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    alive.add(child);
    // Its first message says that it has loaded what it works with.
    ready.set(child, new Promise((loaded) => child.once('message', loaded)));
    const gone = () => {
      alive.delete(child);
      idle.delete(child);
    };
    // The job rejects with this error, below. Without a job nothing waits for this process.
    child.on('exit', gone).on('error', gone);
    return child;
  }

  /** An idle process does not keep the portal's alive. */
  function rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    idle.add(child);
  }

  return (job) =>
    new Promise((resolve, reject) => {
      const [child = start()] = idle;
      idle.delete(child);
      child.ref();
      child.channel?.ref();
      let before: number | undefined;
      let ended = false;
      const end = () => {
        ended = true;
        clearTimeout(late);
        child.off('message', answered).off('error', failed).off('exit', exited);
      };
      let late = setTimeout(() => {
        end();
        // It is left to load for a later job.
        rest(child);
        reject(new JobStarved(`a process was not ready after ${ms} ms`));
      }, ms);
      const isLate = () => {
        end();
        const used = before === undefined ? undefined : (processorTime(child.pid) ?? before) - before;
        child.kill('SIGKILL');
        rest(start());
        reject(isStarved(ms, used) ? new JobStarved(`${used} of ${ms} ms`) : new ChildEnded(`after ${ms} ms`));
      };
      const answered = (answer: unknown) => {
        end();
        rest(child);
        resolve(answer as Answer);
      };
      const failed = (error: Error) => {
        end();
        child.kill('SIGKILL');
        reject(error);
      };
      const exited = (code: number | null, signal: NodeJS.Signals | null) => {
        end();
        rest(start());
        reject(new ChildEnded(`with ${signal ?? code}`));
      };
      child.on('error', failed).on('exit', exited);
      void ready.get(child)?.then(() => {
        if (ended) return;
        clearTimeout(late);
        late = setTimeout(isLate, ms);
        before = processorTime(child.pid);
        child.on('message', answered);
        child.send(job);
      });
    });
}
