/** Finds the secrets that the portal and the data script sign with, and makes sure that a store is always used with its own. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './open.server.ts';
import type { StoreDb } from './tables.ts';

/**
 * The signing secrets: PORTAL_SECRET, or in sandbox one that is made at the first start and stored beside the store, so that
 * links and codes outlive a restart, and the host and the import use the same one.
 */
export function secretsOf(settings: { secrets: string[]; dataDir: string }): string[] {
  return settings.secrets.length > 0 ? settings.secrets : [sandboxSecret(settings.dataDir)];
}

function sandboxSecret(dataDir: string): string {
  const file = join(dataDir, 'segreto-sandbox');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Row of the table `portale` with what the secrets of the last start sign: nobody learns a secret from it. */
const SECRETS_KEY = 'segreti';

/** What signs with PORTAL_SECRET. @property signatures one per secret, in its order */
type SecretsSigner = { signatures(purpose: string, text: string): string[] };

const fingerprintsOf = (signer: SecretsSigner): string[] => signer.signatures('archivio', 'segreti');

/**
 * Hosts on one store must recognise what the others sign. Accepted are secrets of which the first is known to the last start, or
 * that know the first of the last start: so every host can be restarted by itself while a secret is replaced, in both orders. To
 * share only a retired secret is not enough. A store without a mark takes these.
 * @throws StoreError when the store was last used with others
 */
export async function checkSecrets(db: StoreDb, signer: SecretsSigner): Promise<void> {
  const own = fingerprintsOf(signer);
  await db.transaction().execute(async (tx) => {
    // Two hosts that start at once take turns on this row.
    const row = await tx
      .insertInto('portale')
      .values({ chiave: SECRETS_KEY, valore: own.join(' ') })
      .onConflict((c) => c.column('chiave').doUpdateSet({ chiave: SECRETS_KEY }))
      .returning('valore')
      .executeTakeFirstOrThrow();
    const last = row.valore.split(' ');
    if (!own.includes(last[0] as string) && !last.includes(own[0] as string))
      throw new StoreError(
        'PORTAL_SECRET non è quello con cui questo archivio è in uso: rimetti quello, o scrivilo dopo il nuovo ' +
          '(PORTAL_SECRET=nuovo,precedente); solo se è perduto: npm run data -- secret.',
      );
    await writeFingerprints(tx, own);
  });
}

/** Takes these secrets for the store's own, although nobody knows the earlier one: what that one signed opens nothing any more. */
export const acceptSecrets = (db: StoreDb, signer: SecretsSigner): Promise<void> =>
  writeFingerprints(db, fingerprintsOf(signer));

async function writeFingerprints(db: StoreDb, fingerprints: readonly string[]): Promise<void> {
  const row = { chiave: SECRETS_KEY, valore: fingerprints.join(' ') };
  await db
    .insertInto('portale')
    .values(row)
    .onConflict((c) => c.column('chiave').doUpdateSet(row))
    .execute();
}
