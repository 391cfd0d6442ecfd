/** The two buttons of the one-time code on a form without JavaScript. */
import type { AstroGlobal } from 'astro';
import { callWithFields } from '../../../call.server.ts';
import { BOT_FIELD } from '../../../platform/bot-check/bot-check.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, type SendResult } from '../../../platform/page.server.ts';
import { CODICE_AWAY, CODICE_MISSING } from './codice.ts';

type PageAstro = Pick<AstroGlobal, 'locals'>;
type TypedFields = Record<string, string | undefined>;

/** Sends a code. The API has fixed words for a mail that could not leave; the citizen reads what to do instead. */
export async function requestCodice(
  astro: PageAstro,
  path: string,
  { email, [BOT_FIELD]: botToken }: TypedFields,
): Promise<SendResult<unknown>> {
  const sent = await attemptSend(astro, path, () =>
    callWithFields('codiceEmail', { email, [BOT_FIELD]: botToken }, astro.locals.ctx),
  );
  if (sent.ok) return sent;
  const { code, retryAfter } = sent.error;
  if (code === 'unavailable') return { ok: false, error: new PortalError(code, { message: CODICE_AWAY, retryAfter }) };
  if (code !== 'send_failed') return sent;
  const message = 'Non siamo riusciti a inviare il codice. Controlla l’indirizzo e riprova tra poco.';
  return { ok: false, error: new PortalError(code, { message }) };
}

export function verifyCodice(
  astro: PageAstro,
  path: string,
  { email, otp, [BOT_FIELD]: botToken }: TypedFields,
): Promise<SendResult<unknown>> {
  // A code copied from a mail has a blank, "123 456". An empty one would ask for another code.
  const digits = otp?.replace(/\s/g, '');
  return attemptSend(astro, path, () => {
    if (!digits) throw new PortalError('invalid', { fields: { otp: [CODICE_MISSING] } });
    return callWithFields('codiceEmail', { email, otp: digits, [BOT_FIELD]: botToken }, astro.locals.ctx);
  });
}
