/** The key that an ente shares with the system that registers its cases: sealed in the store, opened for a call alone. */
import type { PortalHouse } from '../../../context.ts';
import { openText, resealText, type SealUse, sealText } from '../../../platform/seal.server.ts';
import type { PortalSigner } from '../../../platform/signer.server.ts';
import type { SistemaProtocollo } from '../../../store/tables.ts';
import { listSistemi, replaceSealedKey } from './protocolli.db.ts';

/** So many last characters say which key it is. */
const TAIL_CHARACTERS = 4;

const sealOf = (ente: string): SealUse => ({ purpose: 'chiave-protocollo', about: ente });

/** @returns what the store keeps of a key */
export const sealProtocolKey = (
  signer: PortalSigner,
  ente: string,
  key: string,
): Pick<SistemaProtocollo, 'chiave' | 'finale'> => ({
  chiave: sealText(signer, sealOf(ente), key),
  finale: key.slice(-TAIL_CHARACTERS),
});

/** @returns the key; undefined when there is none, or PORTAL_SECRET is no longer the one it was sealed with */
export function openProtocolKey(
  signer: PortalSigner,
  { ente, chiave }: Pick<SistemaProtocollo, 'ente' | 'chiave'>,
): string | undefined {
  return chiave === null ? undefined : openText(signer, sealOf(ente), chiave)?.text;
}

/** Seals keys anew that an earlier secret has sealed, so that it can be removed from PORTAL_SECRET. */
export async function resealProtocolKeys({ db, signer }: Pick<PortalHouse, 'db' | 'signer'>): Promise<void> {
  for (const row of await listSistemi(db)) {
    const resealed = row.chiave === null ? undefined : resealText(signer, sealOf(row.ente), row.chiave);
    if (resealed) await replaceSealedKey(db, row, resealed);
  }
}
