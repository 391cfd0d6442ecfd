/** The PostgreSQL connections of the store, with time-outs, so that an outage is answered at once and in words. */
import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { ClientBase, PoolClient } from 'pg';
import { systemFault, systemWell } from '../platform/monitoring/faults.server.ts';
import { outsideRequests } from '../platform/monitoring/request.server.ts';
import { storeAway } from './away.server.ts';

export const MAX_CONNECTIONS = 10;
/** A firewall drops a connection that is silent for minutes: the first keep-alive is sent after this time, in ms. */
const KEEP_ALIVE = 10_000;

/** Connections that are open, those of them that do nothing, and callers that wait for one. */
export type StorePool = { total: number; idle: number; waiting: number };

/**
 * States in which PostgreSQL does no work for us now, but may soon: it stops, starts, has no disk, memory or connection left, has
 * exceeded a time limit, or has just become a replica. Class 08 is the connection itself.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY_CODES = /^(08...|57P0[1235]|57014|53[123]00|25P03|25006)$/;
/** Another transaction held a row or a lock for too long (55P03), or two waited for each other (40P01): nothing was written. */
const LOCKED_CODES = /^(55P03|40P01)$/;
/** Statements that show, where a row was written, that the server does its whole work. */
const WRITE_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE']);
/** After this state the server behind the connection is another: a read-only replica. */
const REPLICA_CODE = '25006';

/**
 * Connections to PostgreSQL that end when no answer comes. A broken connection never ends the process: its query and transaction
 * fail, and the connection is discarded.
 *
 * The time limits are set by `set` and not as start-up parameters, which PgBouncer refuses.
 * @param answer how long PostgreSQL may take to answer, in ms; 0: without a limit (migrations, commands)
 * @param how.look nothing can be written
 * @returns the pool that Kysely needs, and how many connections it has; `connect` and `query` throw PortalError `unavailable`
 * when the database cannot be reached
 */
export async function openPool(
  url: string,
  answer: number,
  { look = false }: { look?: boolean } = {},
): Promise<PostgresPool & { counts(): StorePool }> {
  const { default: pg } = await import('pg');
  // PostgreSQL returns bigint as text; our instants fit a double.
  pg.types.setTypeParser(20, Number);
  const times = {
    statement_timeout: answer,
    lock_timeout: (answer * 2) / 3,
    idle_in_transaction_session_timeout: answer,
  };
  const settings = Object.entries(times).map(([name, ms]) => `set ${name} = ${Math.round(ms)}`);
  if (look) settings.push('set default_transaction_read_only = on');
  const lost = new WeakSet<ClientBase>();
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: answer / 2 || 10_000,
    // Shorter than the silence after which a connection counts as dead, so that an idle one is closed before.
    idleTimeoutMillis: answer / 2 || 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    stream: () => mortalSocket(answer * 1.2),
    onConnect: async (client) => {
      // For the whole life of the connection: without a listener, one that breaks inside a transaction would end the process.
      client.on('error', (error) => {
        lost.add(client);
        // The socket belongs to the request that opened it, which ended long ago.
        outsideRequests(() => systemFault('postgres', error));
      });
      // A pooler's connection to the server is another client's next, which would have no limit either, or could not write.
      if ((answer > 0 && !look) || !(await isPooled(client))) await client.query(settings.join(';'));
    },
  });

  // Before the first connection the caller reports the cause.
  let met = false;
  const views = new WeakMap<PoolClient, PostgresPoolClient>();
  pool.on('connect', () => {
    met = true;
  });
  // The connection's own listener reports it; without one here an idle connection that breaks would end the process.
  pool.on('error', () => undefined);

  const watched = (client: PoolClient): PostgresPoolClient => ({
    query: (async (text: string, values?: unknown[]) => {
      try {
        const result = await client.query(text, values);
        if (result.rowCount && WRITE_COMMANDS.has(result.command)) systemWell('postgres');
        return result;
      } catch (error) {
        const { code } = error as { code?: unknown };
        if (LOCKED_CODES.test(String(code))) throw storeAway(error, 'postgres');
        if (!lost.has(client) && !AWAY_CODES.test(String(code))) throw error;
        if (code === REPLICA_CODE) lost.add(client);
        throw storeAway(error, 'postgres');
      }
    }) as unknown as PostgresPoolClient['query'], // The other signature reads cursors, which are not used here.
    release: (destroy) => client.release(destroy || lost.has(client)),
  });

  return {
    options: pool.options,
    connect: async () => {
      try {
        const client = await pool.connect();
        const known = views.get(client) ?? watched(client);
        views.set(client, known);
        return known;
      } catch (error) {
        throw storeAway(error, met ? 'postgres' : null);
      }
    },
    end: () => pool.end(),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Whether a pooler such as PgBouncer is between: it gives each client a number of its own, in place of its process at the server. */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as ClientBase & { processID: number | null }).processID;
}

/** A socket that ends after a time without reading or writing. @param silence ms; 0: never */
function mortalSocket(silence: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silence, () => socket.destroy(new Error(`nessuna risposta in ${Math.round(silence / 1000)} s`)));
  return socket;
}
