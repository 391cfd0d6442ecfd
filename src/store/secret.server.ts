/** Finds the secrets that the portal and the data script sign with. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
