/** Gives the name and tax code of the login, so that a citizen cannot send in the name of another person. Pure. */
import type { CallContext, LoggedInUser } from '../../../context.ts';

type SenderContext = Pick<CallContext, 'user' | 'perConto'>;

/** A person of whom nothing is known. */
export const UNKNOWN_SENDER: SenderContext = { user: null, perConto: null };

/** The person in whose name a form is sent: the one at the counter for whom an operator fills it in, else the one who is logged in. */
export const senderOf = ({ user, perConto }: SenderContext): LoggedInUser | null =>
  perConto && user
    ? {
        ...user,
        ruolo: 'cittadino',
        nome: perConto.nome,
        cognome: perConto.cognome,
        codice_fiscale: perConto.codice_fiscale,
        email: null,
        contatti: { email: perConto.email, telefono: perConto.telefono },
      }
    : user;

/**
 * A logged-in citizen's name and tax code come from their identity, whatever was typed or sent (once-only, a product rule). So do
 * those of a person at the counter.
 * @returns an empty object for a guest or an operator; without a tax code that the login did not tell
 */
export function identita(ctx: SenderContext): { nome?: string; cognome?: string; codice_fiscale?: string } {
  const sender = senderOf(ctx);
  if (sender?.ruolo !== 'cittadino') return {};
  const { nome, cognome, codice_fiscale } = sender;
  return { nome, cognome, ...(codice_fiscale && { codice_fiscale }) };
}

export const lacksTaxCode = (user: LoggedInUser | null): boolean => user?.ruolo === 'cittadino' && !user.codice_fiscale;

/**
 * What a form has to know of the login of a citizen, whose name and tax code are read-only.
 * @property noTaxCode the login told none, as with eIDAS: they may have one, and type it
 * @property counter an operator fills it in for a person at the counter, who may have no e-mail
 */
export type FormLogin = { noTaxCode: boolean; counter?: true };

export const IDENTITA_HINT = 'Nome e codice fiscale vengono dalla tua identità digitale: qui non si cambiano.';
export const COUNTER_HINT = 'Nome e codice fiscale sono quelli che hai controllato sul documento: qui non si cambiano.';

/** @returns undefined for a guest, and for an operator who fills in a form for nobody */
export function formLoginOf(ctx: SenderContext): FormLogin | undefined {
  const sender = senderOf(ctx);
  if (sender?.ruolo !== 'cittadino') return undefined;
  return { noTaxCode: lacksTaxCode(sender), ...(ctx.perConto && { counter: true as const }) };
}

/**
 * An applicant as sent, with name and tax code of the login. The tax code is there, empty or not, unless the login told none. The e-mail
 * of a person at the counter who has none is null.
 */
export function withLogin(sent: Record<string, unknown>, ctx: SenderContext): Record<string, unknown> {
  const { codice_fiscale, ...applicant } = withCounterEmail({ ...sent, ...identita(ctx) }, ctx);
  return lacksTaxCode(senderOf(ctx)) && !codice_fiscale
    ? applicant
    : { ...applicant, codice_fiscale: codice_fiscale ?? '' };
}

export const withCounterEmail = (sent: Record<string, unknown>, { perConto }: SenderContext) =>
  perConto && !sent.email ? { ...sent, email: null } : sent;
