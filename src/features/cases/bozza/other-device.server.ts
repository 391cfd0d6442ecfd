/** The calls by which a guest's draft goes on on another device. What an address alone tells is nothing: its code comes first. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { comparableEmail } from '../../../platform/atoms/email.ts';
import { PortalError } from '../../../platform/errors.ts';
import { findKeyFate, handOnKey } from '../../../platform/once.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { StoreTables } from '../../../store/tables.ts';
import { guestNetwork, requireFileRoom } from '../allegati/allegati.server.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import { closeBozza, computeExpiry, readBozza, requireRoomFor, requireStillHere } from './bozza.server.ts';
import { parseValues } from './bozza-values.ts';
import type { otherDeviceOperations } from './other-device.contract.ts';
import { findTravelling, leaveFor, listTravelling, moveBozza, weighFiles } from './other-device.db.ts';

type BozzaRow = StoreTables['bozze'];

/** Reason of the refusal while a draft of the same form is on this device. */
export const BOZZA_HERE = 'BOZZA_QUI';

export const otherDeviceHandlers: OperationHandlers<typeof otherDeviceOperations> = {
  lasciaBozza: async ({ percorso, email }, ctx) => {
    requireNoOffice(ctx);
    if (ctx.user)
      throw new PortalError('conflict', {
        message: 'Hai effettuato l’accesso: ritrovi la richiesta su ogni dispositivo, nella tua area riservata.',
      });
    await requireConfirmed(ctx, email);
    const bozza = await readBozza(ctx, percorso);
    const draft = { proprietario: ownerOf(ctx), percorso };
    if (!bozza || !(await leaveFor(ctx.db, draft, comparableEmail(email)))) throw goneBozza();
    const there = await findTravelling(ctx.db, { chiave: bozza.chiave, now: ctx.now });
    return { scade: isoInstant(there?.scade ?? ctx.now) };
  },
  bozzeAltrove: async ({ email }, ctx) => {
    await requireConfirmed(ctx, email);
    const rows = await listTravelling(ctx.db, { email: comparableEmail(email), now: ctx.now });
    return rows.map(({ aggiornata, scade, file, ...row }) => ({
      ...row,
      aggiornata: isoInstant(aggiornata),
      scade: isoInstant(scade),
      file: Number(file ?? 0),
    }));
  },
  riprendiBozza: async ({ email, chiave, sostituisci }, ctx) => {
    await requireConfirmed(ctx, email);
    return ctx.db.transaction().execute(async (db) => {
      const found = await findTravelling(db, { chiave, now: ctx.now });
      if (!found || found.email !== comparableEmail(email)) throw goneBozza();
      await bringHere({ ...ctx, db }, found, sostituisci);
      return { percorso: found.percorso, passo: found.passo };
    });
  },
  riportaBozza: async ({ chiave }, ctx) => {
    if (ownerOf(ctx) === '') throw new PortalError('token');
    return ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const found = await findTravelling(db, { chiave, now: ctx.now });
      const { sent, handedOn } = await findKeyFate(inside, chiave);
      const isOwn = found?.proprietario === ownerOf(ctx);
      if (!isOwn) {
        // In words: sent, or in somebody's account.
        if (sent || found?.email === null) await requireStillHere(inside, chiave);
        if (!found || handedOn === null) throw goneBozza();
        await bringHere(inside, found, false);
      }
      return { aggiornata: isoInstant(found.aggiornata) };
    });
  },
};

const goneBozza = () =>
  new PortalError('not_found', {
    message: 'Questa richiesta non c’è più: è stata inviata o eliminata, oppure è scaduta.',
  });

/** @throws PortalError `forbidden` for an office, which confirms no address */
function requireNoOffice(ctx: CallContext): void {
  if (ctx.perConto || ctx.user?.ruolo === 'operatore') throw new PortalError('forbidden');
}

/** @throws PortalError as {@link requireNoOffice} does, `invalid` on `otp` without the code of this address */
async function requireConfirmed(ctx: CallContext, email: string): Promise<void> {
  requireNoOffice(ctx);
  if (ownerOf(ctx) === '') throw new PortalError('token');
  if (await isEmailConfirmed(ctx, email)) return;
  throw new PortalError('invalid', {
    fields: { otp: ['Conferma il tuo indirizzo e-mail con il codice che ti mandiamo.'] },
  });
}

/**
 * Makes a draft the caller's, in a transaction (`ctx.db`). A guest's keeps its address and its last day; an account keeps it as its own.
 * @param replaces a draft of the same form that is here
 * @throws PortalError `conflict`, `too_many`, `not_found` when it has gone meanwhile
 */
async function bringHere(ctx: CallContext, found: BozzaRow, replaces: boolean): Promise<void> {
  const owner = ownerOf(ctx);
  if (found.proprietario === owner) return;
  const { percorso, chiave } = found;
  requireOwnTaxCode(ctx, found);
  if (!replaces && (await readBozza(ctx, percorso)))
    throw new PortalError('conflict', {
      message: 'Su questo dispositivo hai già iniziato una richiesta con lo stesso modulo.',
      reason: BOZZA_HERE,
    });
  await closeBozza(ctx, percorso);
  const rete = guestNetwork(ctx);
  await requireRoomFor(ctx, found);
  // What comes from the same network is counted there already.
  if (rete !== found.rete) await requireFileRoom(ctx, await weighFiles(ctx.db, found), percorso);
  const expires = ctx.user ? computeExpiry(ctx, false) : found.scade;
  const as = { proprietario: owner, rete, scade: expires, email: ctx.user ? null : found.email };
  if (!(await moveBozza(ctx.db, found, as))) throw goneBozza();
  await handOnKey(ctx.db, { key: chiave, from: found.proprietario, to: owner, now: ctx.now });
}

/** A draft with another person's tax code stays a guest's, as at a login. */
function requireOwnTaxCode({ user }: CallContext, { valori_json }: BozzaRow): void {
  const written = (parseValues(valori_json).codice_fiscale ?? '').replace(/\s/g, '').toUpperCase();
  if (user && written && written !== user.codice_fiscale)
    throw new PortalError('conflict', {
      message:
        'Nella richiesta c’è il codice fiscale di un’altra persona: per riprenderla esci dalla tua area riservata.',
    });
}
