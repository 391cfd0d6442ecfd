/** Stores the mails that the sandbox keeps instead of sending, and reads them for its mailbox pages. */
import type { SandboxMailStore } from '../adapters/mail/sandbox.server.ts';
import { randomId } from '../platform/signer.server.ts';
import type { StoreDb } from '../store/tables.ts';
import { type SandboxMail, storedMail, withPicturesInside } from './mailbox.ts';

/** How many mails the sandbox mailbox keeps; older ones are deleted. */
const MAX_MAILS = 500;

export function storeOfSandboxMail(db: StoreDb): SandboxMailStore {
  let put = 0;
  return {
    put: async (mail) => {
      const { at, to, subject } = mail;
      const kept = withPicturesInside(mail);
      await db
        .insertInto('posta_sandbox')
        .values({ id: randomId(), quando: at, a: to, oggetto: subject, messaggio_json: JSON.stringify(kept) })
        .execute();
      if (++put % 100 === 0) await removeOldMails(db);
    },
  };
}

async function removeOldMails(db: StoreDb): Promise<void> {
  const cutoff = await db
    .selectFrom('posta_sandbox')
    .select('quando')
    .orderBy('quando', 'desc')
    .offset(MAX_MAILS)
    .limit(1)
    .executeTakeFirst();
  if (cutoff) await db.deleteFrom('posta_sandbox').where('quando', '<=', cutoff.quando).execute();
}

export async function listMails(db: StoreDb, limit = 50): Promise<SandboxMail[]> {
  const rows = await db.selectFrom('posta_sandbox').selectAll().orderBy('quando', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...storedMail.parse(JSON.parse(row.messaggio_json)), id: row.id, at: row.quando }));
}

export async function readMail(db: StoreDb, id: string): Promise<SandboxMail | undefined> {
  const row = await db.selectFrom('posta_sandbox').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...storedMail.parse(JSON.parse(row.messaggio_json)), id: row.id, at: row.quando };
}
