/** The key of an ente at pagoPA: sealed in the store, opened for a call alone. */
import type { PortalHouse } from '../../../context.ts';
import { openText, resealText, type SealUse, sealText } from '../../../platform/seal.server.ts';
import type { PortalSigner } from '../../../platform/signer.server.ts';
import type { Convenzione } from '../../../store/tables.ts';
import { findConvenzioneOf, listConvenzioni, replaceChiave } from './convenzioni.db.ts';

/** So many last characters say which key it is. */
const TAIL_CHARACTERS = 4;

const sealOf = (ente: string): SealUse => ({ purpose: 'chiave-pagopa', about: ente });

/** @returns what the store keeps of a key */
export const sealChiave = (
  signer: PortalSigner,
  ente: string,
  key: string,
): Pick<Convenzione, 'chiave' | 'finale'> => ({
  chiave: sealText(signer, sealOf(ente), key),
  finale: key.slice(-TAIL_CHARACTERS),
});

/** @returns the key; undefined when there is none, or PORTAL_SECRET is no longer the one it was sealed with */
export function openChiave(
  signer: PortalSigner,
  { ente, chiave }: Pick<Convenzione, 'ente' | 'chiave'>,
): string | undefined {
  return chiave === null ? undefined : openText(signer, sealOf(ente), chiave)?.text;
}

/** What counts for an ente at pagoPA before the settings of the server. @returns undefined when its administrator has written nothing */
export async function findStoredEnte({ db, signer }: Pick<PortalHouse, 'db' | 'signer'>, dominioEC: string) {
  const row = await findConvenzioneOf(db, dominioEC);
  if (!row) return undefined;
  const { segregazione, iban } = row;
  if (row.finale === null) return { segregazione, iban };
  const key = openChiave(signer, row);
  return key === undefined ? { segregazione, iban, isKeyLost: true as const } : { segregazione, iban, key };
}

/** Seals keys anew that an earlier secret has sealed, so that it can be removed from PORTAL_SECRET. */
export async function resealChiavi({ db, signer }: Pick<PortalHouse, 'db' | 'signer'>): Promise<void> {
  for (const row of await listConvenzioni(db)) {
    const resealed = row.chiave === null ? undefined : resealText(signer, sealOf(row.ente), row.chiave);
    if (resealed) await replaceChiave(db, row, resealed);
  }
}
