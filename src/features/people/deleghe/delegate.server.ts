/** The citizen who gives or receives delegations: by their tax code, which not every login tells. */
import type { CallContext, LoggedInUser } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { PosizioneHolder } from '../../cases/posizione/link.ts';

const NEEDS_TAX_CODE =
  'Le deleghe si danno e si ricevono con il codice fiscale, che il tuo accesso non ci comunica. Chiedi all’ufficio tributi.';

export function requireCittadino({ user }: CallContext): LoggedInUser {
  if (!user) throw new PortalError('anonymous');
  return user;
}

/** @throws PortalError `forbidden`: all whose login told no tax code would share what is given to the empty one */
export function requireTaxCode(ctx: CallContext): LoggedInUser {
  const user = requireCittadino(ctx);
  if (!user.codice_fiscale) throw new PortalError('forbidden', { message: NEEDS_TAX_CODE });
  return user;
}

/** @throws PortalError as `requireTaxCode` does */
export const holderOf = (ctx: CallContext): PosizioneHolder => ({
  codice_fiscale: requireTaxCode(ctx).codice_fiscale,
  today: todayInRome(ctx.now),
});
