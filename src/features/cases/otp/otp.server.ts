/** Sends and verifies one-time codes, with limits against guessing and spam, and spends the proof when a form is sent. */
import { randomInt } from 'node:crypto';
import { type Ctx, owner } from '../../../context.ts';
import { canonicalMailbox } from '../../../platform/atoms/email.ts';
import { PortalError, waitInWords } from '../../../platform/errors.ts';
import { count, demand, giveBack, type Limit, network, reached } from '../../../platform/limit.server.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import { CODICE_INVIATO, CODICE_NON_VALIDO, CODICE_VALIDO, MINUTI, type operations, stessa } from './otp.contract.ts';
import {
  consumaCodice,
  contaTentativo,
  haConfermato,
  provaValida,
  scriviCodice,
  scriviProva,
  togliCodice,
  usaProva,
} from './otp.db.ts';
import { mailCodice } from './otp.mail.ts';

/** A confirmed address serves one send within this time. */
const PROVA_MS = 2 * 3600_000;
const GIORNO_MINUTI = 24 * 60;
/**
 * All codes that the portal sends: many networks and visitors together stay below what a mail server takes for spam. Many times what
 * a city's citizens ask for in an hour.
 */
const TUTTI: Limit = { name: 'codici:portale', who: '', times: 2000, minutes: 60 };

/** Two spellings that mail servers treat alike are one address here. */
function normale(email: string): string {
  return email.toLowerCase();
}

export const handlers: Handlers<typeof operations> = {
  codiceEmail: async ({ email, otp }, ctx) => {
    if (!ctx.visitor) throw new PortalError('token');
    return otp === undefined ? manda(email, ctx) : verifica(email, otp, ctx);
  },
};

/** Sends at once, not by the outbox: the code is never written down in clear. */
async function manda(email: string, ctx: Ctx): Promise<typeof CODICE_INVIATO> {
  const mailbox = canonicalMailbox(email);
  const limits: Limit[] = [
    { name: 'codici:pausa', who: mailbox, times: 1, minutes: 1 },
    { name: 'codici:quarto', who: mailbox, times: 3, minutes: 15 },
    { name: 'codici:giorno', who: mailbox, times: 10, minutes: GIORNO_MINUTI },
    { name: 'codici:visitatore', who: owner(ctx), times: 5, minutes: 60 },
    { name: 'codici:rete', who: network(ctx.address), times: 60, minutes: 60 },
  ];
  await demand(ctx, limits);
  const pieno = await count(ctx, [TUTTI]);
  if (pieno > 0) {
    await giveBack(ctx, limits);
    const message = `Stiamo inviando moltissimi codici. ${waitInWords(pieno)}`;
    throw new PortalError('too_many', { message, retryAfter: pieno });
  }
  const codice = String(randomInt(1_000_000)).padStart(6, '0');
  const chi = { casella: normale(email), proprietario: owner(ctx) };
  await scriviCodice(ctx.db, chi, {
    hash: impronta(ctx, chi, codice),
    creato: ctx.now,
    scade: ctx.now + MINUTI * 60_000,
  });
  const { house } = ctx;
  const ente = await enteDellaPagina(house, ctx.host);
  const host = new URL(house.settings.publicUrl).hostname;
  try {
    await house.mail.send({
      messageId: `<codice.${randomId()}@${host}>`,
      to: email,
      fromName: ente.nome,
      ...mailCodice({ ente, codice, minuti: MINUTI }),
    });
  } catch (error) {
    await togliCodice(ctx.db, chi);
    // Nothing was sent: a second try is not "too many".
    await giveBack(ctx, [...limits, TUTTI]);
    throw new PortalError('send_failed', { message: 'Failed to send OTP', cause: error });
  }
  return CODICE_INVIATO;
}

async function verifica(email: string, codice: string, ctx: Ctx): Promise<typeof CODICE_VALIDO> {
  const wrong: Limit[] = [{ name: 'codici:errati', who: canonicalMailbox(email), times: 50, minutes: GIORNO_MINUTI }];
  const wait = await reached(ctx, wrong);
  if (wait > 0) throw new PortalError('too_many', { retryAfter: wait });
  const chi = { casella: normale(email), proprietario: owner(ctx) };
  const hash = await contaTentativo(ctx.db, chi, ctx.now);
  const good =
    hash !== undefined &&
    ctx.house.signer.verify('otp', testo(chi, codice), hash) &&
    (await consumaCodice(ctx.db, chi, hash));
  if (!good) {
    // Who has no code that lives guesses at nothing: counted, anybody could shut anybody out.
    if (hash !== undefined) await count(ctx, wrong);
    throw new PortalError('invalid', {
      message: CODICE_NON_VALIDO,
      fields: { otp: ['Il codice non è valido o è scaduto. Controllalo, oppure chiedine un altro.'] },
    });
  }
  await scriviProva(ctx.db, owner(ctx), normale(email), { verificata: ctx.now, scade: ctx.now + PROVA_MS });
  return CODICE_VALIDO;
}

const testo = (chi: { casella: string; proprietario: string }, codice: string) =>
  `${chi.casella}\0${chi.proprietario}\0${codice}`;

function impronta(ctx: Ctx, chi: { casella: string; proprietario: string }, codice: string): string {
  return ctx.house.signer.sign('otp', testo(chi, codice));
}

/** The contact address of a citizen who is logged in is confirmed already (product rule); an operator's is nobody's contact. */
const delCittadino = ({ user }: Ctx, email: string) =>
  user?.ruolo === 'cittadino' && stessa(user.contatti.email ?? undefined, email);

/** Is this address confirmed by this visitor, and the proof not yet spent? A citizen's own contact address counts. */
export async function emailConfermata(ctx: Ctx, email: string): Promise<boolean> {
  return delCittadino(ctx, email) || provaValida(ctx.db, owner(ctx), normale(email), ctx.now);
}

/**
 * Spends the proof, inside the transaction of the send that it serves.
 * @throws PortalError `invalid` on `otp` when this visitor has not confirmed this address
 */
export async function spendiConferma(ctx: Ctx, email: string): Promise<void> {
  if (delCittadino(ctx, email)) return;
  if (await usaProva(ctx.db, owner(ctx), normale(email), ctx.now)) return;
  throw new PortalError('invalid', {
    fields: { otp: ['Conferma il tuo indirizzo e-mail con il codice che ti mandiamo.'] },
  });
}

/** Who confirmed an address within the last day may send without a bot-check token. */
export function emailConfermataDiRecente(ctx: Ctx): Promise<boolean> {
  return haConfermato(ctx.db, owner(ctx), ctx.now - GIORNO_MINUTI * 60_000);
}
