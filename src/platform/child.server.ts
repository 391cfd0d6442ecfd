/** The loop of a process of `children.server.ts`. */

/** How often a process looks at its memory while it works, in ms. */
const LOOK_MS = 20;

/**
 * Answers one job after the other. The process kills itself when it takes more memory than it may, and when its host is gone: a
 * native library at work would block any other way of ending.
 */
export function answerJobs<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  const most = Number(process.argv[2]) * 1024 * 1024;
  const die = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', die);
  // A signal to the whole group reaches this process, too; the host is left to finish the jobs it has begun.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  process.on('message', async (job: Job) => {
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > most) die();
    }, LOOK_MS);
    const answer = await work(job);
    clearInterval(watch);
    process.send?.(answer);
  });
  // Its host waits with the first job until what the work needs is loaded.
  process.send?.({ ready: true });
}
