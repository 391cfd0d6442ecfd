import type { House } from '../context.ts';
import type { Db } from '../store/open.server.ts';

type Job = { work(tx: Db): Promise<unknown>; resolve(result: never): void; reject(error: unknown): void };

/** Jobs of one transaction: while it lasts nobody else reads or writes, so it must stay short. */
const MOST = 20;
const queues = new WeakMap<Db, Job[]>();

/**
 * Does the work in a transaction. SQLite has one writer at a time and syncs the file at each commit: what comes while another is
 * at it is committed together. PostgreSQL does the like by itself, over its connections.
 * @param work short, without network, and such that it can be done again: when one of those together fails, each is done on its own
 * @throws what the work throws; nothing of it is written then
 */
export function together<T>({ db, dialect }: Pick<House, 'db' | 'dialect'>, work: (tx: Db) => Promise<T>): Promise<T> {
  if (dialect === 'postgres') return db.transaction().execute(work);
  return new Promise<T>((resolve, reject) => {
    const job = { work, resolve, reject };
    const queue = queues.get(db);
    if (queue) return void queue.push(job);
    const fresh = [job];
    queues.set(db, fresh);
    void drain(db, fresh);
  });
}

/** Never rejects: every failure goes to the one whose work it was. */
async function drain(db: Db, queue: Job[]): Promise<void> {
  for (let jobs = queue.splice(0, MOST); jobs.length > 0; jobs = queue.splice(0, MOST)) {
    if (!(await allAtOnce(db, jobs))) for (const job of jobs) await alone(db, job);
  }
  queues.delete(db);
}

/** @returns false when one of them failed, and so nothing was written */
async function allAtOnce(db: Db, jobs: readonly Job[]): Promise<boolean> {
  if (jobs.length === 1) return false;
  try {
    const results = await db.transaction().execute(async (tx) => {
      const done: unknown[] = [];
      for (const { work } of jobs) done.push(await work(tx));
      return done;
    });
    for (const [i, { resolve }] of jobs.entries()) resolve(results[i] as never);
    return true;
  } catch {
    // Whose fault it was comes out when each is done alone.
    return false;
  }
}

function alone(db: Db, { work, resolve, reject }: Job): Promise<void> {
  return db
    .transaction()
    .execute(work)
    .then(resolve as (result: unknown) => void, reject);
}
