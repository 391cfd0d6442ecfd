/** A sandbox as its first start leaves it, made once for a whole run: to fill one takes a portal longer than all else of its start. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { STORE_FILE } from '../src/store/open.server.ts';
import { portal, SANDBOX_MODEL } from './portal.ts';

/** @returns what removes it */
export default async function makeSandboxModel(): Promise<() => void> {
  // Its mails go nowhere, and the portals that begin with a copy do not know them.
  const house = await portal({ SMTP_URL: 'smtp://127.0.0.1:1' });
  await house.stop();
  const db = new DatabaseSync(join(house.dataDir, STORE_FILE));
  db.exec('delete from posta_in_uscita');
  db.close();
  process.env[SANDBOX_MODEL] = house.dataDir;
  return () => rmSync(house.dataDir, { recursive: true, force: true });
}
