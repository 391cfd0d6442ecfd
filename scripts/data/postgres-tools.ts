/** Runs PostgreSQL's own programs, pg_dump and pg_restore, on the database of the settings. */
import { spawn } from 'node:child_process';
import { isPooled } from '../../src/store/postgres.server.ts';

/** How much of a program's complaints is repeated. */
const MAX_WORDS = 2000;

/**
 * @param databaseUrl its password goes by the environment: command lines can be read by every user of the machine
 * @param options.take true: what the program writes is returned; false: it goes to our stdout
 * @throws Error in words, when the program is missing or fails
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  databaseUrl?: string,
  { take = false }: { take?: boolean } = {},
): Promise<string> {
  if (databaseUrl) await refusePooler(program, databaseUrl);
  const url = databaseUrl ? new URL(databaseUrl) : undefined;
  const password = url?.password;
  if (url) url.password = '';
  const env = { ...process.env, LC_ALL: 'C', ...(password && { PGPASSWORD: decodeURIComponent(password) }) };
  const child = spawn(program, [...words, ...(url ? [`--dbname=${url}`] : [])], {
    env,
    stdio: ['ignore', take ? 'pipe' : 'inherit', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (text) => {
    out += text;
  });
  child.stderr?.on('data', (text) => {
    err = (err + text).slice(0, MAX_WORDS);
  });
  return new Promise((done, fail) => {
    child.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      fail(
        code === 'ENOENT'
          ? new Error(
              `${program} non è su questo host: installa il pacchetto postgresql-client, della versione del server o più recente.`,
            )
          : error,
      );
    });
    child.on('close', (code) => {
      if (code === 0) return done(out);
      // They begin their complaints with their own name.
      fail(new Error(err.trim() || `${program} si è fermato (${code}).`));
    });
  });
}

/** These programs change the settings of their session, which a pooler would then give to a host: it would find no table any more. */
async function refusePooler(program: string, connectionString: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString });
  await client.connect();
  const pooled = await isPooled(client).finally(() => client.end());
  if (!pooled) return;
  throw new Error(
    `DATABASE_URL conduce a un pooler di connessioni (PgBouncer), e ${program} ne guasterebbe le connessioni: ` +
      'indica per questo comando l’indirizzo di PostgreSQL stesso.',
  );
}
