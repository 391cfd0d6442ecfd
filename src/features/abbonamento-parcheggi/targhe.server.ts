/** One plate has one subscription at a time in a zone. */
import type { Ctx } from '../../context.ts';
import { dataBreve } from '../../platform/atoms/date.ts';
import { targaInParole } from '../../platform/atoms/targa-scritta.ts';
import { PortalError } from '../../platform/errors.ts';
import { scriviTarghe, targaOccupata } from './parcheggi.db.ts';

type Occupa = { pratica: string; ente: string; zona: string; dal: string; al: string; targhe: readonly string[] };

/**
 * Takes the plates for a case, in the transaction that has opened it: from its number on, the others of this body wait, so that of
 * two sends at once the second finds what the first wrote.
 * @param nomeZona for the words
 * @throws PortalError `conflict` at the plate that is taken
 */
export async function occupaTarghe(ctx: Ctx, cosa: Occupa, nomeZona: string): Promise<void> {
  const { targhe, ...resto } = cosa;
  const presa = await targaOccupata(ctx.db, cosa);
  if (presa) {
    const message = `Per la targa ${targaInParole(presa.targa)} c’è già un abbonamento, chiesto o attivo, per ${nomeZona} dal ${dataBreve(presa.dal)} al ${dataBreve(presa.al)}: scegli altri giorni o un’altra targa.`;
    const fields = { [`targhe.${targhe.indexOf(presa.targa)}`]: [message] };
    throw new PortalError('conflict', { message, fields });
  }
  await scriviTarghe(
    ctx.db,
    targhe.map((targa) => ({ ...resto, targa, valida: 1 })),
  );
}
