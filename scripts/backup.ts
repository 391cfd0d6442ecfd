/**
 * `node scripts/backup.ts FILE`: copies the SQLite store of DATA_DIR into FILE while the portal runs. The copy is one moment of
 * the store, is checked, is marked as a copy, is readable by its owner only, and gets its name only when it is complete.
 * PostgreSQL has its own tools.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { COPY_KEY } from '../src/features/cases/pratica/numero-restore.server.ts';
import { readSettings } from '../src/settings.ts';

/**
 * @param source file of the store
 * @param target must not exist yet
 * @throws Error when there is no store, the target exists or the copy is incomplete
 */
export async function copyStore(source: string, target: string): Promise<void> {
  if (!existsSync(source)) throw new Error(`Non c’è un archivio in ${source}.`);
  if (existsSync(target)) throw new Error(`${target} esiste già: scegli un altro nome.`);
  const unfinished = `${target}.parziale`;
  rmSync(unfinished, { force: true });
  // Personal data: readable by its owner only from the first byte, whatever the umask.
  closeSync(openSync(unfinished, 'wx', 0o600));
  const store = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    // All pages in one step: a writer beside the backup cannot make it start again.
    await backup(store, unfinished, { rate: 2 ** 31 - 1 });
  } finally {
    store.close();
  }
  const copy = new DatabaseSync(unfinished);
  // One file, which can be moved by itself.
  copy.exec('pragma journal_mode = delete');
  const { integrity_check: verdict } = copy.prepare('pragma integrity_check').get() as { integrity_check: string };
  // When it is restored, numbers given after this moment must not be given again.
  if (verdict === 'ok')
    copy
      .prepare('insert or replace into portale (chiave, valore) values (?, ?)')
      .run(COPY_KEY, new Date().toISOString());
  copy.close();
  if (verdict !== 'ok') throw new Error(`La copia non è integra: ${verdict}`);
  const file = openSync(unfinished, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(unfinished, target);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [target] = process.argv.slice(2);
  const { dataDir, databaseUrl } = readSettings(process.env);
  try {
    if (!target) throw new Error('Uso: node scripts/backup.ts FILE');
    if (databaseUrl) throw new Error('L’archivio è su PostgreSQL: usa pg_dump (docs/deploy.md).');
    await copyStore(join(dataDir, 'portale.sqlite'), target);
    console.log(`Copia integra: ${target}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
