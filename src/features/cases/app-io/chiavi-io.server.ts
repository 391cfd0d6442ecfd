/** The keys by which an ente writes in App IO: sealed in the store, opened for a call alone. */
import type { PortalHouse } from '../../../context.ts';
import { openText, resealText, type SealUse, sealText } from '../../../platform/seal.server.ts';
import type { PortalSigner } from '../../../platform/signer.server.ts';
import type { ChiaveIo } from '../../../store/tables.ts';
import { changeChiave, listAllChiavi } from './app-io.db.ts';

/** So many last characters say which key it is. */
const TAIL_CHARACTERS = 4;

const sealOf = ({ ente, servizio }: Pick<ChiaveIo, 'ente' | 'servizio'>): SealUse => ({
  purpose: 'chiave-io',
  about: `${ente} ${servizio}`,
});

/** @returns what the store keeps of a key */
export const sealIoKey = (
  signer: PortalSigner,
  of: Pick<ChiaveIo, 'ente' | 'servizio'>,
  key: string,
): Pick<ChiaveIo, 'chiave' | 'finale'> => ({
  chiave: sealText(signer, sealOf(of), key),
  finale: key.slice(-TAIL_CHARACTERS),
});

/** @returns undefined when there is none, or PORTAL_SECRET is no longer the one it was sealed with */
export const openIoKey = (signer: PortalSigner, row: ChiaveIo): string | undefined =>
  row.chiave === null ? undefined : openText(signer, sealOf(row), row.chiave)?.text;

/** Seals keys anew that an earlier secret has sealed, so that it can be removed from PORTAL_SECRET. */
export async function resealIoKeys({ db, signer }: Pick<PortalHouse, 'db' | 'signer'>): Promise<void> {
  for (const row of await listAllChiavi(db)) {
    const resealed = row.chiave === null ? undefined : resealText(signer, sealOf(row), row.chiave);
    if (resealed) await changeChiave(db, row, { chiave: resealed });
  }
}
