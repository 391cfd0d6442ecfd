/** A login from its beginning to its end: ids, cookie, how long it lasts. */
import { randomBytes } from 'node:crypto';
import type { House, Session, User } from '../../../context.ts';
import { hostName, setCookie } from '../../../platform/cookie.ts';
import type { Person } from '../../../platform/identity.ts';
import { randomId, sha256 } from '../../../platform/signer.server.ts';
import type { Utente } from '../../../store/tables.ts';
import { DURATA } from '../../cases/bozza/bozza.server.ts';
import { utenteDi } from '../../cases/utente/utente.ts';
import { portaNelConto, scriviAccesso, scriviUtente, segnaAzione, togliAccesso, trovaAccesso } from './accesso.db.ts';

const MINUTO = 60_000;
/** Without action a citizen's login ends after 30 minutes, an operator's after 15; both after 8 hours at most (product rule). */
const FERMO = { cittadino: 30 * MINUTO, operatore: 15 * MINUTO };
const AL_PIU = 8 * 60 * MINUTO;
/** The last action is written at most so often: not every page is a write. */
const ESATTEZZA = MINUTO;

/** @param secure the portal is behind https */
export const nomeCookie = (secure: boolean) => hostName('accesso', secure);

export const cookieAccesso = (value: string, secure: boolean) =>
  setCookie({ name: nomeCookie(secure), value, secure, seconds: value ? undefined : 0 });

/** Takes the key of the lists in the browser away: they belong to who was logged in (platform/vault). */
export const chiaveElenchiTolta = (secure: boolean) =>
  setCookie({ name: 'chiave-elenchi', value: '', secure, seconds: 0, forScripts: true });

/**
 * Begins a login: a new id each time, never one that came from outside. What the visitor had begun becomes theirs.
 * @param visitor hash of the visitor cookie, null when there is none
 * @returns the value of the cookie: 256 random bits; the store holds its hash
 */
export async function entra(
  house: House,
  person: Person,
  visitor: string | null,
): Promise<{ cookie: string; user: User }> {
  const cookie = randomBytes(32).toString('base64url');
  const now = house.now();
  const utente = await house.db.transaction().execute(async (tx) => {
    const scritto = await scriviUtente(tx, nuovo(person, now));
    await scriviAccesso(tx, {
      hash: sha256(cookie),
      utente: scritto.id,
      creato: now,
      ultimo: now,
      scade: now + AL_PIU,
      id_token: person.idToken,
    });
    // An operator files nothing of their own here.
    if (visitor && scritto.ruolo === 'cittadino') {
      const { id, codice_fiscale } = scritto;
      await portaNelConto(tx, { visitatore: visitor, conto: `u:${id}`, codice_fiscale, now, durata: DURATA.cittadino });
    }
    return scritto;
  });
  return { cookie, user: utenteDi(utente) };
}

/**
 * Who is logged in by this cookie.
 * @param azione a person did something: the time without action begins anew. What a script asks is no action (product rule).
 */
export async function leggiAccesso(
  house: House,
  cookie: string | undefined,
  azione: boolean,
): Promise<{ user: User; session: Session } | null> {
  if (!cookie || !/^[\w-]{43}$/.test(cookie)) return null;
  const now = house.now();
  const riga = await trovaAccesso(house.db, sha256(cookie));
  if (!riga) return null;
  const fermo = FERMO[riga.ruolo];
  if (now >= riga.scade || now >= riga.ultimo + fermo) {
    await togliAccesso(house.db, riga.hash);
    return null;
  }
  const ultimo = azione && now - riga.ultimo >= ESATTEZZA ? now : riga.ultimo;
  if (ultimo !== riga.ultimo) await segnaAzione(house.db, riga.hash, ultimo);
  const first = riga.creato === riga.ultimo_accesso;
  const session = { id: riga.hash, idle: Math.min(ultimo + fermo, riga.scade), limit: riga.scade, first };
  return { user: utenteDi(riga), session };
}

/** Ends a login. @returns what its provider needs for its own logout; null when there was none */
export async function esci(house: House, session: Session): Promise<string | null> {
  return (await togliAccesso(house.db, session.id))?.id_token ?? null;
}

/** One citizen is one account, by whichever card they come; an operator is whom their provider says. */
function nuovo(person: Person, now: number): Utente {
  const { provider, issuer, subject, nome, cognome, codice_fiscale, email, telefono } = person;
  const cittadino = provider === 'cittadini';
  return {
    id: randomId(),
    identita: cittadino ? `cf:${codice_fiscale}` : `op:${issuer}|${subject}`,
    ruolo: cittadino ? 'cittadino' : 'operatore',
    ...{ nome, cognome, codice_fiscale, email },
    // The identity provider has confirmed it; later changes need a code.
    email_comunicazione: email,
    telefono_comunicazione: telefono,
    residenza_json: '{}',
    enti_json: JSON.stringify(cittadino ? [] : person.enti),
    creato: now,
    ultimo_accesso: now,
  };
}
