/** Sends and verifies one-time codes, with limits against guessing and spam, and spends the proof when a form is sent. */
import { randomInt } from 'node:crypto';
import { type CallContext, ownerOf } from '../../../context.ts';
import { networkOf } from '../../../platform/address.ts';
import { canonicalMailbox, comparableEmail } from '../../../platform/atoms/email.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { isAway, PortalError, waitInWords } from '../../../platform/errors.ts';
import {
  type AttemptLimit,
  countAttempts,
  giveBack,
  isLimitReached,
  requireWithinLimits,
} from '../../../platform/limit.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import {
  CODICE_INVALID,
  CODICE_MINUTES,
  CODICE_PAUSE_MINUTES,
  CODICE_SENT,
  CODICE_VALID,
  isSameMailbox,
} from './codice.ts';
import type { otpOperations } from './otp.contract.ts';
import {
  consumeCodice,
  countTentativo,
  hasConfirmed,
  hasValidProva,
  removeCodice,
  spendProva,
  writeCodice,
  writeProva,
} from './otp.db.ts';
import { codiceMail } from './otp.mail.ts';

/** The proof of a confirmed address works for one send within this time. */
const PROVA_MS = 2 * 3600_000;
const DAY_MINUTES = 24 * 60;
/**
 * Codes that the whole portal sends: a mail server must not take it for spam, however many networks and visitors ask. The limit is far
 * above what the citizens of a city need in an hour.
 */
const ALL_CODICI: AttemptLimit = { name: 'codici:portale', who: '', times: 2000, minutes: 60 };

export const otpHandlers: OperationHandlers<typeof otpOperations> = {
  codiceEmail: async ({ email, otp }, ctx) => {
    if (!ctx.visitor) throw new PortalError('token');
    return otp === undefined ? sendCodice(email, ctx) : verifyCodice(email, otp, ctx);
  },
};

/** Sends at once and not by the outbox, so that the code is never stored in clear. */
async function sendCodice(email: string, ctx: CallContext): Promise<typeof CODICE_SENT> {
  const mailbox = canonicalMailbox(email);
  const limits: AttemptLimit[] = [
    { name: 'codici:pausa', who: mailbox, times: 1, minutes: CODICE_PAUSE_MINUTES },
    { name: 'codici:quarto', who: mailbox, times: 3, minutes: 15 },
    { name: 'codici:giorno', who: mailbox, times: 10, minutes: DAY_MINUTES },
    { name: 'codici:visitatore', who: ownerOf(ctx), times: 5, minutes: 60 },
    { name: 'codici:rete', who: networkOf(ctx.address), times: 60, minutes: 60 },
  ];
  await requireWithinLimits(ctx, limits);
  const wait = await countAttempts(ctx, [ALL_CODICI]);
  if (wait > 0) {
    await giveBack(ctx, limits);
    const message = `Stiamo inviando moltissimi codici. ${waitInWords(wait)}`;
    throw new PortalError('too_many', { message, retryAfter: wait });
  }
  const codice = String(randomInt(1_000_000)).padStart(6, '0');
  const codiceOwner = { casella: comparableEmail(email), proprietario: ownerOf(ctx) };
  await writeCodice(ctx.db, codiceOwner, {
    hash: hashCodice(ctx, codiceOwner, codice),
    creato: ctx.now,
    scade: ctx.now + CODICE_MINUTES * 60_000,
  });
  const { house } = ctx;
  const ente = await enteOfPage(house, ctx.host);
  const host = new URL(house.settings.publicUrl).hostname;
  try {
    await house.mail.send({
      urgent: true,
      messageId: `<codice.${randomId()}@${host}>`,
      to: email,
      fromName: ente.nome,
      ...codiceMail({ ente, codice, minutes: CODICE_MINUTES }),
    });
  } catch (error) {
    await removeCodice(ctx.db, codiceOwner);
    // Nothing was sent, so a second try must not be "too many".
    await giveBack(ctx, [...limits, ALL_CODICI]);
    // The fixed words of the call; pages and forms have their own.
    const told = { message: 'Failed to send OTP', cause: error };
    throw isAway(error)
      ? new PortalError('unavailable', { ...told, retryAfter: 60 })
      : new PortalError('send_failed', told);
  }
  return CODICE_SENT;
}

async function verifyCodice(email: string, codice: string, ctx: CallContext): Promise<typeof CODICE_VALID> {
  const wrong: AttemptLimit[] = [
    { name: 'codici:errati', who: canonicalMailbox(email), times: 50, minutes: DAY_MINUTES },
  ];
  const wait = await isLimitReached(ctx, wrong);
  if (wait > 0) throw new PortalError('too_many', { retryAfter: wait });
  const codiceOwner = { casella: comparableEmail(email), proprietario: ownerOf(ctx) };
  const hash = await countTentativo(ctx.db, codiceOwner, ctx.now);
  const good =
    hash !== undefined &&
    ctx.house.signer.verify('otp', signedText(codiceOwner, codice), hash) &&
    (await consumeCodice(ctx.db, codiceOwner, hash));
  if (!good) {
    // Without a valid code there is nothing to guess. If it counted, a stranger could lock an address out.
    if (hash !== undefined) await countAttempts(ctx, wrong);
    throw new PortalError('invalid', {
      message: CODICE_INVALID,
      fields: { otp: ['Il codice non è valido o è scaduto. Controllalo, oppure chiedine un altro.'] },
    });
  }
  await writeProva(ctx.db, ownerOf(ctx), comparableEmail(email), { verificata: ctx.now, scade: ctx.now + PROVA_MS });
  return CODICE_VALID;
}

/** Notes that a back end found the code right: this visitor's forms show the address as confirmed. It alone decides about a send. */
export async function noteConfirmedEmail(ctx: CallContext, { email }: ReceivedFields): Promise<void> {
  const times = { verificata: ctx.now, scade: ctx.now + PROVA_MS };
  await writeProva(ctx.db, ownerOf(ctx), comparableEmail(String(email)), times);
}

/** Notes that a back end has taken a form with this address: its next one asks for a code again. */
export async function noteSpentEmail(ctx: CallContext, email: string): Promise<void> {
  await spendProva(ctx.db, ownerOf(ctx), comparableEmail(email), ctx.now);
}

const signedText = (codiceOwner: { casella: string; proprietario: string }, codice: string) =>
  `${codiceOwner.casella}\0${codiceOwner.proprietario}\0${codice}`;

function hashCodice(ctx: CallContext, codiceOwner: { casella: string; proprietario: string }, codice: string): string {
  return ctx.house.signer.sign('otp', signedText(codiceOwner, codice));
}

/** The contact address of a logged-in citizen is confirmed already (product rule). An operator has no such address. */
const isOwnAddress = ({ user }: CallContext, email: string) =>
  user?.ruolo === 'cittadino' && isSameMailbox(user.contatti.email ?? undefined, email);

const EMAIL_MISSING = 'Scrivi l’indirizzo e-mail.';

/**
 * @returns whether this visitor confirmed the address and has not used the proof yet; a citizen's contact address counts as confirmed, and
 * any that an operator types for a person at the counter
 */
export async function isEmailConfirmed(ctx: CallContext, email: string): Promise<boolean> {
  return (
    ctx.perConto !== null ||
    isOwnAddress(ctx, email) ||
    hasValidProva(ctx.db, ownerOf(ctx), comparableEmail(email), ctx.now)
  );
}

/**
 * Uses up the proof, inside the transaction of the send.
 * @param email null: none, which only a person at the counter may have
 * @throws PortalError `invalid` on `otp` when this visitor has not confirmed this address
 */
export async function spendEmailProva(ctx: CallContext, email: string | null): Promise<void> {
  if (ctx.perConto) return;
  if (email === null) throw new PortalError('invalid', { fields: { email: [EMAIL_MISSING] } });
  if (isOwnAddress(ctx, email)) return;
  if (await spendProva(ctx.db, ownerOf(ctx), comparableEmail(email), ctx.now)) return;
  throw new PortalError('invalid', {
    fields: { otp: ['Conferma il tuo indirizzo e-mail con il codice che ti mandiamo.'] },
  });
}

/** A visitor who confirmed an address within the last day may send without a bot-check token. */
export function isEmailConfirmedLately(ctx: CallContext): Promise<boolean> {
  return hasConfirmed(ctx.db, ownerOf(ctx), ctx.now - DAY_MINUTES * 60_000);
}
