/** Lets people follow public reports, by the address that they confirmed or the words in their mails. */
import type { CallContext } from '../../../context.ts';
import { canonicalMailbox, comparableEmail } from '../../../platform/atoms/email.ts';
import { PortalError } from '../../../platform/errors.ts';
import { requireWithinLimits } from '../../../platform/limit.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { type PortalSigner, randomId, readSignedId, signedId } from '../../../platform/signer.server.ts';
import type { SegnalazionePubblica, SegnalazioneSeguita } from '../../../store/tables.ts';
import { spendEmailProva } from '../otp/otp.server.ts';
import type { seguitaOperations } from './seguita.contract.ts';
import {
  countByReport,
  countUnsolved,
  findReleased,
  findSeguita,
  findSeguitaBy,
  lastTappa,
  markUnsolved,
  moveAll,
  removeSeguita,
  writeSeguita,
} from './seguita.db.ts';
import { canBeFollowed } from './seguita-words.ts';

/** What one mailbox may begin to follow in a day. */
const DAILY_FOLLOWS = { times: 50, minutes: 24 * 60 } as const;

const SIGN_PURPOSE = 'seguita';

/** As the one-time code compares addresses. */

export const seguitaHandlers: OperationHandlers<typeof seguitaOperations> = {
  // In a transaction, so that a report that cannot be followed leaves the proof of the address for another.
  seguiSegnalazione: ({ id, email }, ctx) =>
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const report = await findReleased(db, id, ctx.house.dialect);
      if (!report) throw new PortalError('not_found');
      if (!canBeFollowed(report, ctx.now))
        throw new PortalError('conflict', {
          message: 'Questa segnalazione è chiusa da molto tempo. Se il problema c’è di nuovo, segnalalo.',
        });
      await spendEmailProva(inside, email);
      await requireWithinLimits(inside, [{ name: 'seguite:casella', who: canonicalMailbox(email), ...DAILY_FOLLOWS }]);
      const utente = ctx.user?.ruolo === 'cittadino' ? ctx.user.id : null;
      const seguita = { id: randomId(), segnalazione: id, casella: comparableEmail(email), utente };
      await writeSeguita(db, { ...seguita, creata: ctx.now, non_risolta: null });
      const kept = report.stato === 'conclusa' && (await findSeguitaBy(db, id, seguita.casella));
      if (kept) await markUnsolved(db, kept.id, await lastTappa(db, id));
      return { seguita_da: (await countByReport(db, [id])).get(id) ?? 0 };
    }),

  smettiSeguita: async ({ chiave }, ctx) => {
    const id = idIn(ctx.house.signer, chiave);
    if (!id) throw new PortalError('not_found');
    return { smessa: await removeSeguita(ctx.db, id) };
  },

  nonRisolta: ({ chiave }, ctx) =>
    ctx.db.transaction().execute(async (db) => {
      const seguita = await findByChiave({ ...ctx, db }, chiave);
      const report = seguita && (await findReleased(db, seguita.segnalazione, ctx.house.dialect));
      if (!seguita || !report) throw new PortalError('not_found');
      if (report.stato !== 'conclusa')
        throw new PortalError('conflict', {
          message: 'L’ufficio non ha chiuso questa segnalazione, o l’ha riaperta: ci sta già lavorando.',
        });
      return { contata: await markUnsolved(db, seguita.id, await lastTappa(db, report.id)) };
    }),
};

/** The words in the mails of a follower: anybody with them stops these mails, and no others. They have no end. */
export const chiaveOf = (signer: PortalSigner, id: string): string => signedId(signer, SIGN_PURPOSE, id);

/** @returns undefined for words that the portal did not make */
const idIn = (signer: PortalSigner, chiave: string): string | undefined => readSignedId(signer, SIGN_PURPOSE, chiave);

export const isChiave = (signer: PortalSigner, chiave: string): boolean => idIn(signer, chiave) !== undefined;

/** @returns undefined for wrong words, and when it is not followed any more */
async function findByChiave(
  { db, house }: Pick<CallContext, 'db' | 'house'>,
  chiave: string,
): Promise<SegnalazioneSeguita | undefined> {
  const id = idIn(house.signer, chiave);
  return id === undefined ? undefined : findSeguita(db, id);
}

/** What a follower sees. @property saidUnsolved of this closing */
export type OwnSeguita = { chiave: string; isClosed: boolean; saidUnsolved: boolean };

/** By the words in a mail, or by the confirmed address of a citizen who is logged in. @returns undefined for anybody else */
export async function readOwnSeguita(
  ctx: CallContext,
  { id, stato }: Pick<SegnalazionePubblica, 'id' | 'stato'>,
  chiave: string | null,
): Promise<OwnSeguita | undefined> {
  const email = ctx.user?.ruolo === 'cittadino' ? ctx.user.contatti.email : null;
  const seguita = chiave
    ? await findByChiave(ctx, chiave)
    : email && (await findSeguitaBy(ctx.db, id, comparableEmail(email)));
  if (!seguita || seguita.segnalazione !== id) return undefined;
  const isClosed = stato === 'conclusa';
  const saidUnsolved = isClosed && seguita.non_risolta === (await lastTappa(ctx.db, id));
  return { chiave: chiaveOf(ctx.house.signer, seguita.id), isClosed, saidUnsolved };
}

/** How many follow each of these reports. */
export const countFollowers = ({ db }: Pick<CallContext, 'db'>, segnalazioni: readonly string[]) =>
  countByReport(db, segnalazioni);

/** For the operators alone. @property unsolved how many said that the last closing solved nothing */
export async function readFollowers(
  { db }: Pick<CallContext, 'db'>,
  { id, stato }: Pick<SegnalazionePubblica, 'id' | 'stato'>,
): Promise<{ followers: number; unsolved: number }> {
  return {
    followers: (await countByReport(db, [id])).get(id) ?? 0,
    unsolved: stato === 'conclusa' ? await countUnsolved(db, id, await lastTappa(db, id)) : 0,
  };
}

/**
 * Lets those who follow one public report follow another instead; in a transaction. What they said of its closing goes.
 * @returns how many follow the other now who did not before
 */
export const moveFollowers = (
  { db }: Pick<CallContext, 'db'>,
  { from, to }: { from: string; to: string },
): Promise<number> => moveAll(db, from, to);
