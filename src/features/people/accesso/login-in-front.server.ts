/** Asks an existing back end behind the portal which person is logged in, with the cookies of this browser. */
import { callOperation } from '../../../call.server.ts';
import { type CallContext, type LoggedInUser, ownerOf, type PortalHouse } from '../../../context.ts';
import { NO_NOME, namesOf } from '../../../platform/atoms/nome.ts';
import type { BackEndSettings } from '../../../platform/back-end/back-end-settings.ts';
import { setCookie } from '../../../platform/cookie.ts';
import { PortalError } from '../../../platform/errors.ts';
import { ownBozzaLife } from '../../cases/bozza/bozza.server.ts';
import type { UtenteView } from '../../cases/utente/utente.contract.ts';
import { hasDrafts, moveToAccount } from './accesso.db.ts';
import { LOGIN_SEEN_COOKIE, ownersBefore } from './session.server.ts';

/** The Set-Cookie line once the login has ended. */
export const forgottenLogin = (secure: boolean): string =>
  setCookie({ name: LOGIN_SEEN_COOKIE, value: '', secure, seconds: 0 });

/**
 * @returns null for a guest: a browser without cookies of the back end, or one that it answers with 401
 * @throws PortalError `unavailable` when the back end cannot tell
 */
export async function readLoginInFront(ctx: CallContext): Promise<LoggedInUser | null> {
  if (!ctx.browser?.jar.header) return null;
  try {
    return userOf(await callOperation('utente', {}, ctx));
  } catch (error) {
    if (error instanceof PortalError && error.code === 'anonymous') return null;
    throw error;
  }
}

function userOf(utente: UtenteView): LoggedInUser {
  const { Id: id, Ruolo: ruolo, CodiceFiscale: codice_fiscale } = utente;
  return {
    id,
    ruolo,
    codice_fiscale,
    ...(namesOf({ nome: utente.Nome, cognome: utente.Cognome }) ?? { nome: NO_NOME, cognome: '' }),
    email: utente.PersonEmail,
    contatti: { email: utente.Email_Comunicazione__c, telefono: utente.Telefono_Comunicazione__c },
    enti: utente.Enti,
    amministra: utente.Amministra ?? [],
    incassi: utente.Amministra ?? [],
    riservati: [],
    uffici: utente.Uffici ?? [],
  };
}

/**
 * The login happens elsewhere: what the visitor began moves to the account at the first page after it, as {@link moveToAccount}
 * does at a login here. The login may have ended and begun again unnoticed: every page looks.
 */
export async function adoptGuest({ house, user, visitor, now }: CallContext): Promise<void> {
  if (user?.ruolo !== 'cittadino' || !visitor) return;
  const owners = ownersBefore(house, visitor, user);
  if (!(await hasDrafts(house.db, owners))) return;
  const account = ownerOf({ user, visitor } as CallContext);
  const { codice_fiscale } = user;
  const move = { account, codice_fiscale, now, draftLife: ownBozzaLife(house) };
  await house.db.transaction().execute(async (tx) => {
    for (const owner of owners) await moveToAccount(tx, { ...move, visitor: owner });
  });
}

/**
 * Where the button for a login, or for its end, leads.
 * @param backTo path of the portal @returns undefined when the setting is missing
 */
export function loginAddress(
  { settings }: Pick<PortalHouse, 'settings'>,
  which: keyof Pick<BackEndSettings, 'loginUrl' | 'logoutUrl'>,
  backTo: string,
): string | undefined {
  const address = settings.backEnd?.[which];
  if (address === undefined) return undefined;
  const back = encodeURIComponent(settings.publicUrl + backTo);
  if (address.includes('{ritorno}')) return address.replaceAll('{ritorno}', back);
  return `${address}${address.includes('?') ? '&' : '?'}ritorno=${back}`;
}
