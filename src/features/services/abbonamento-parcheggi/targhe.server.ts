/** One plate has one subscription at a time in a zone. */
import { type Ctx, owner } from '../../../context.ts';
import { conArticolo, dataBreve } from '../../../platform/atoms/date.ts';
import { targaInParole } from '../../../platform/atoms/targa-scritta.ts';
import { PortalError } from '../../../platform/errors.ts';
import { demand, network } from '../../../platform/limit.server.ts';
import { protocollo } from '../../cases/pratica/pratica.server.ts';
import { scriviTarghe, targaOccupata } from './parcheggi.db.ts';

type Occupa = { pratica: string; ente: string; zona: string; dal: string; al: string; targhe: readonly string[] };

const ORA = 60;

/**
 * That a plate is taken tells where a car is parked: each send is a try, counted before the plates are looked at, outside the
 * transaction that a refusal undoes.
 * @throws PortalError `too_many`
 */
export const contaTentativo = (ctx: Ctx): Promise<void> =>
  demand(ctx, [
    { name: 'targhe:chi', who: owner(ctx), times: 10, minutes: ORA },
    { name: 'targhe:rete', who: network(ctx.address), times: 60, minutes: ORA },
  ]);

/**
 * Takes the plates for a case, in the transaction that has opened it: from its number on, the others of this body wait, so that of
 * two sends at once the second finds what the first wrote.
 * @param nomeZona for the words
 * @throws PortalError `conflict` at the plate that is taken; whose subscription it is in the way of reads which, nobody else
 */
export async function occupaTarghe(ctx: Ctx, cosa: Occupa, nomeZona: string): Promise<void> {
  const { targhe, ...resto } = cosa;
  const presa = await targaOccupata(ctx.db, cosa);
  if (presa) {
    const targa = targaInParole(presa.targa);
    const sua = presa.utente !== null && presa.utente === ctx.user?.id;
    const giorni = `${conArticolo('dal', dataBreve(presa.dal))} ${conArticolo('al', dataBreve(presa.al))}`;
    const message = sua
      ? `Per la targa ${targa} hai già un abbonamento, chiesto o attivo (${protocollo(presa)}), per ${nomeZona} ${giorni}: scegli altri giorni o un’altra targa.`
      : `Per la targa ${targa} non si può chiedere un abbonamento in questa zona per questi giorni: scegli altri giorni o un’altra targa.`;
    const fields = { [`targhe.${targhe.indexOf(presa.targa)}`]: [message] };
    throw new PortalError('conflict', { message, fields });
  }
  await scriviTarghe(
    ctx.db,
    targhe.map((targa) => ({ ...resto, targa, valida: 1 })),
  );
}
