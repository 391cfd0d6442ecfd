/** Stores the mails that the sandbox keeps instead of sending, and reads them for its mailbox pages. */
import type { SandboxMailStore } from '../adapters/mail/sandbox.server.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Db } from '../store/open.server.ts';
import type { MailSandbox } from './posta.ts';

/** The sandbox mailbox keeps so many mails; older ones go. */
const TENUTE = 500;

export function storeOfSandboxMail(db: Db): SandboxMailStore {
  let put = 0;
  return {
    put: async (mail) => {
      const { at, to, subject } = mail;
      await db
        .insertInto('posta_sandbox')
        .values({ id: randomId(), quando: at, a: to, oggetto: subject, messaggio_json: JSON.stringify(mail) })
        .execute();
      if (++put % 100 === 0) await togliVecchie(db);
    },
  };
}

async function togliVecchie(db: Db): Promise<void> {
  const limite = await db
    .selectFrom('posta_sandbox')
    .select('quando')
    .orderBy('quando', 'desc')
    .offset(TENUTE)
    .limit(1)
    .executeTakeFirst();
  if (limite) await db.deleteFrom('posta_sandbox').where('quando', '<=', limite.quando).execute();
}

export async function leggiPosta(db: Db, limite = 50): Promise<MailSandbox[]> {
  const rows = await db.selectFrom('posta_sandbox').selectAll().orderBy('quando', 'desc').limit(limite).execute();
  return rows.map((row) => ({ ...(JSON.parse(row.messaggio_json) as MailSandbox), id: row.id, at: row.quando }));
}

export async function leggiMail(db: Db, id: string): Promise<MailSandbox | undefined> {
  const row = await db.selectFrom('posta_sandbox').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...(JSON.parse(row.messaggio_json) as MailSandbox), id: row.id, at: row.quando };
}
