/** Ensures that a plate has one subscription at a time in a zone. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { networkOf } from '../../../platform/address.ts';
import { shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import { PortalError } from '../../../platform/errors.ts';
import { requireWithinLimits } from '../../../platform/limit.server.ts';
import { protocollo } from '../../cases/pratica/pratica-names.ts';
import { findTakenTarga, writeTarghe } from './parcheggi.db.ts';

type TargheClaim = { pratica: string; ente: string; zona: string; dal: string; al: string; targhe: readonly string[] };

const HOUR_MINUTES = 60;

/**
 * A refusal reveals where a car is parked, so every send counts as an attempt. It is counted before the plates are looked up and
 * outside the transaction, which a refusal would roll back.
 * @throws PortalError `too_many`
 */
export const countTentativo = (ctx: CallContext): Promise<void> =>
  requireWithinLimits(ctx, [
    { name: 'targhe:chi', who: ownerOf(ctx), times: 10, minutes: HOUR_MINUTES },
    { name: 'targhe:rete', who: networkOf(ctx.address), times: 60, minutes: HOUR_MINUTES },
  ]);

/**
 * Takes the plates for a case, in the transaction that opened it. Other sends to this ente wait from the moment the case has its
 * number, so of two simultaneous sends the second finds what the first wrote.
 * @param zonaName for the words
 * @throws PortalError `conflict` at the plate that is taken; only the owner of the other subscription is told its number
 */
export async function claimTarghe(ctx: CallContext, claim: TargheClaim, zonaName: string): Promise<void> {
  const { targhe, ...rest } = claim;
  const taken = await findTakenTarga(ctx.db, claim);
  if (taken) {
    const targa = targaInWords(taken.targa);
    const isOwn = taken.utente !== null && taken.utente === ctx.user?.id;
    const giorni = `${withArticle('dal', shortDate(taken.dal))} ${withArticle('al', shortDate(taken.al))}`;
    const message = isOwn
      ? `Per la targa ${targa} hai già un abbonamento, chiesto o attivo (${protocollo(taken)}), per ${zonaName} ${giorni}: scegli altri giorni o un’altra targa.`
      : `Per la targa ${targa} non si può chiedere un abbonamento in questa zona per questi giorni: scegli altri giorni o un’altra targa.`;
    const fields = { [`targhe.${targhe.indexOf(taken.targa)}`]: [message] };
    throw new PortalError('conflict', { message, fields });
  }
  await writeTarghe(
    ctx.db,
    targhe.map((targa) => ({ ...rest, targa, valida: 1 })),
  );
}
