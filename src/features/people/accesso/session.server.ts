/** Starts, reads, extends and ends logins, and writes their cookie. */
import { randomBytes } from 'node:crypto';
import type { AstroCookies } from 'astro';
import type { LoggedInUser, LoginSession, PortalHouse } from '../../../context.ts';
import { hostName, setCookie } from '../../../platform/cookie.ts';
import type { IdentifiedPerson } from '../../../platform/identity.ts';
import { isHttps } from '../../../platform/origin.ts';
import { randomId, sha256Of } from '../../../platform/signer.server.ts';
import { formerOwner, personMark } from '../../../platform/visitor.server.ts';
import type { PortalSettings } from '../../../settings.ts';
import type { Utente } from '../../../store/tables.ts';
import { ownBozzaLife } from '../../cases/bozza/bozza.server.ts';
import { KEPT_COOKIE } from '../../cases/bozza/kept-mark.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { takeEsterneAtLogin } from '../../cases/pratica/esterna.server.ts';
import { riservatiOf } from '../../cases/pratica/riservati.server.ts';
import { placesOf, settlePlaces } from '../../cases/ufficio/ufficio.server.ts';
import { entiOf, toUser, type UtenteIdentity } from '../../cases/utente/utente.ts';
import { findAccesso, markAzione, moveToAccount, removeAccesso, writeAccesso, writeUtente } from './accesso.db.ts';

const MINUTE = 60_000;
/** Without activity a citizen's login ends after 30 minutes, an operator's after 15 or what their ente says; both end after 8 hours (product rule). */
const IDLE_MINUTES = { cittadino: 30, operatore: 15 };
const MAX_LIFE = 8 * 60 * MINUTE;
/** How often the last action is written at most, so that not every page is a write. */
const WRITE_INTERVAL = MINUTE;

/** Where the login is a back end's: says that this browser had one, and nothing else, so that a page can say that it has ended. */
export const LOGIN_SEEN_COOKIE = 'accesso-visto';

/** The key of the lists that a browser keeps, which its own script makes. */
export const LIST_KEY_COOKIE = 'chiave-elenchi';

/** @param secure the portal is behind https */
export const accessoCookieName = (secure: boolean) => hostName('accesso', secure);

export const accessoCookie = (value: string, secure: boolean) =>
  setCookie({ name: accessoCookieName(secure), value, secure, seconds: value ? undefined : 0 });

/** Removes the key of the lists in the browser, which belong to the person who was logged in (platform/vault). */
export const clearedListKey = (secure: boolean) =>
  setCookie({ name: LIST_KEY_COOKIE, value: '', secure, seconds: 0, forScripts: true });

/** Of a logout: nothing of anybody stays in the browser. */
export const CLEARED_STORAGE = '"storage"';

/**
 * Removes what a login that has expired left in the browser. What could not be sent without a connection stays for its person's next
 * login: it is sealed, and the key of the lists beside it goes.
 */
export function clearEndedLogin(
  answer: Headers,
  cookies: Pick<AstroCookies, 'has'>,
  settings: Pick<PortalSettings, 'publicUrl'>,
): void {
  if (cookies.has(KEPT_COOKIE)) answer.append('set-cookie', clearedListKey(isHttps(settings)));
  else answer.set('clear-site-data', CLEARED_STORAGE);
}

/**
 * Starts a login, always with a new id. What the visitor began as a guest moves to the account.
 * @param visitor hash of the visitor cookie, null when there is none
 * @returns the value of the cookie: 256 random bits; the store holds its hash
 */
export async function beginSession(
  house: PortalHouse,
  person: IdentifiedPerson,
  visitor: string | null,
): Promise<{ cookie: string; user: LoggedInUser }> {
  const cookie = randomBytes(32).toString('base64url');
  const now = house.now();
  const utente = await house.db.transaction().execute(async (tx) => {
    const written = await writeUtente(tx, newUtente(person, now));
    await writeAccesso(tx, {
      hash: sha256Of(cookie),
      utente: written.id,
      creato: now,
      ultimo: now,
      scade: now + MAX_LIFE,
      id_token: person.idToken,
    });
    if (written.ruolo === 'operatore') await settlePlaces(tx, written, person);
    if (written.ruolo === 'cittadino') await takeEsterneAtLogin(tx, written);
    // Operators have no drafts of their own.
    if (visitor && written.ruolo === 'cittadino') {
      const { id, codice_fiscale } = written;
      const move = { account: `u:${id}`, codice_fiscale, now, draftLife: ownBozzaLife(house) };
      for (const owner of ownersBefore(house, visitor, written)) await moveToAccount(tx, { ...move, visitor: owner });
    }
    return written;
  });
  return { cookie, user: await readUser(house, utente) };
}

/**
 * The owners in this browser whose drafts move to the account: the guest, and this person on pages that outlived their login.
 * @param visitor hash of the visitor cookie
 */
export const ownersBefore = ({ signer }: PortalHouse, visitor: string, user: { id: string }): readonly string[] => [
  visitor,
  formerOwner(visitor, personMark(signer, user)),
];

/**
 * Finds the person who is logged in by this cookie.
 * @param isAction restarts the time without activity. A request by a script is no action (product rule).
 */
export async function readAccesso(
  house: PortalHouse,
  cookie: string | undefined,
  isAction: boolean,
): Promise<{ user: LoggedInUser; session: LoginSession } | null> {
  if (!cookie || !/^[\w-]{43}$/.test(cookie)) return null;
  const now = house.now();
  const row = await findAccesso(house.db, sha256Of(cookie));
  if (!row) return null;
  const idleLimit = (await idleMinutes(house, row)) * MINUTE;
  if (now >= row.scade || now >= row.ultimo + idleLimit) {
    await removeAccesso(house.db, row.hash);
    return null;
  }
  const lastAction = isAction && now - row.ultimo >= WRITE_INTERVAL ? now : row.ultimo;
  if (lastAction !== row.ultimo) await markAzione(house.db, row.hash, lastAction);
  const first = row.creato === row.ultimo_accesso;
  const session = { id: row.hash, idle: Math.min(lastAction + idleLimit, row.scade), limit: row.scade, first };
  return { user: await readUser(house, row), session };
}

/** Of the enti that an operator works for, the shortest time counts. */
async function idleMinutes(house: PortalHouse, row: UtenteIdentity): Promise<number> {
  if (row.ruolo === 'cittadino') return IDLE_MINUTES.cittadino;
  const own = entiOf(row);
  const minutes = (await enti(house))
    .filter(({ id }) => own.includes(id))
    .map(({ inattivita_minuti }) => inattivita_minuti ?? IDLE_MINUTES.operatore);
  return minutes.length > 0 ? Math.min(...minutes) : IDLE_MINUTES.operatore;
}

/** A citizen has no places, and costs no query. */
async function readUser(house: PortalHouse, row: UtenteIdentity): Promise<LoggedInUser> {
  if (row.ruolo === 'cittadino') return toUser(row);
  const own = entiOf(row);
  const places = await placesOf(house.db, { id: row.id, enti: own });
  return toUser(row, { ...places, riservati: await riservatiOf(house, { ...places, enti: own }) });
}

/** Ends a login. @returns what its provider needs for its own logout; null when there was none */
export async function endSession(house: PortalHouse, session: LoginSession): Promise<string | null> {
  return (await removeAccesso(house.db, session.id))?.id_token ?? null;
}

/** A tax code, which every way of logging in tells alike; else the identifier of another country. */
function citizenKey(codice_fiscale: string, identificativo: string | undefined): string {
  if (codice_fiscale) return `cf:${codice_fiscale}`;
  if (identificativo) return `eidas:${identificativo}`;
  throw new Error('a citizen without tax code and identifier');
}

/** A citizen has one account, whichever identity card they use; an operator is identified by their provider. */
function newUtente(person: IdentifiedPerson, now: number): Utente {
  const { provider, issuer, subject, nome, cognome, codice_fiscale, identificativo, email, telefono } = person;
  const { data_nascita = null } = person;
  const isCittadino = provider === 'cittadini';
  return {
    id: randomId(),
    identita: isCittadino ? citizenKey(codice_fiscale, identificativo) : `op:${issuer}|${subject}`,
    ruolo: isCittadino ? 'cittadino' : 'operatore',
    nome,
    cognome,
    codice_fiscale,
    data_nascita,
    email,
    // The identity provider has confirmed this address; later changes need a code.
    email_comunicazione: email,
    telefono_comunicazione: telefono,
    residenza_json: '{}',
    enti_json: JSON.stringify(isCittadino ? [] : person.enti),
    uffici_da_accesso: !isCittadino && person.uffici ? 1 : 0,
    amministra_da_accesso: !isCittadino && person.amministra ? 1 : 0,
    calendario: null,
    promemoria_json: null,
    creato: now,
    ultimo_accesso: now,
  };
}
