/** Decides who may open a case, as citizen or as operator, records who of the ente did, and makes and checks the keys mailed to it. */

import type { CallContext } from '../../../context.ts';
import { networkOf } from '../../../platform/address.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { canonicalMailbox, comparableEmail } from '../../../platform/atoms/email.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import { countAttempts, isLimitReached } from '../../../platform/limit.server.ts';
import { isSameSecret, randomId, sha256Of } from '../../../platform/signer.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { type ReadPratica, writeConsultazione } from './consultazioni.db.ts';
import { findChiave, findFromEitherSide, findToChange, listValidChiavi, writeChiave } from './pratica.db.ts';
import { requireOffice } from './riservati.server.ts';
import { CASELLA_AUTHOR, type PraticaSide, REOPEN_DAYS } from './stati.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long an operator key opens its case (product rule). */
const CHIAVE_MS = 30 * DAY_MS;

/** @property id either the citizen's, which opens together with the e-mail, or that of the ente's side, which needs a login or a key */
export type AskedPratica = { id: string; email: string; vista?: PraticaSide | undefined };
/** @property operatoreName the operator's name in the timeline */
export type Accesso = { pratica: Pratica; side: PraticaSide; login: boolean; operatoreName: string | null };

/**
 * Decides which side may see a case: the citizen who knows the pair (e-mail, id), or the operator with a key or a login of that ente.
 * A browser is on one side only: one with a login or key of the ente is refused the citizen's side, unless it has the login of the
 * citizen who owns the case.
 * @throws PortalError `not_found`, the same whatever was wrong; `forbidden` for a right pair in a browser of the ente, and for an operator
 * of another office who has given no reason
 */
export async function findVisiblePratica(
  ctx: CallContext,
  asked: AskedPratica,
  purpose: 'read' | 'change' = 'read',
): Promise<Accesso> {
  const found = await findFromEitherSide(ctx.db, asked.id);
  const pratica = found && purpose === 'change' ? await findToChange(ctx, found.id) : found;
  const accesso = pratica && (await readAccesso(ctx, pratica, asked));
  if (accesso) return accesso;
  throw praticaNotFound();
}

/**
 * Records that the caller reads a case for its ente, once an hour. The reader gets the case even when this cannot be written; that is
 * reported.
 */
export async function recordConsultazione(
  ctx: CallContext,
  { pratica, side, login }: Pick<Accesso, 'side' | 'login'> & { pratica: ReadPratica },
): Promise<void> {
  if (side !== 'operatore') return;
  // A citizen's login may be open in the browser of somebody who has the key of a mailbox.
  const reader = login ? ctx.user : null;
  await recordReading(ctx, pratica, {
    chi: reader?.id ?? '',
    ufficio: ctx.programma?.nome ?? reader?.uffici ?? CASELLA_AUTHOR,
  });
}

/** @param reader as the store names them @property ufficio a name, or the ids of the reader's offices */
export async function recordReading(
  { db, house, now }: CallContext,
  pratica: ReadPratica,
  reader: { chi: string; ufficio: string | readonly string[] },
): Promise<void> {
  const row = { ...reader, quando: now, ora: Math.floor(now / HOUR_MS), giorno: todayInRome(now) };
  try {
    await writeConsultazione(db, pratica, row);
  } catch (error) {
    house.monitoring.report(error, { route: 'consultazioni' });
  }
}

/** A missing case and the case of another person get the same answer, and a wrong guess counts as a miss. */
export function canSeePratica(ctx: CallContext, asked: AskedPratica): Promise<boolean> {
  return countMisses(ctx, asked.email, () => findVisiblePratica(ctx, asked)).then(
    () => true,
    (error) => {
      if (error instanceof PortalError && error.code === 'not_found') return false;
      throw error;
    },
  );
}

async function readAccesso(ctx: CallContext, pratica: Pratica, asked: AskedPratica): Promise<Accesso | null> {
  const { id, vista } = asked;
  const operatore = await accessoOfOperatore(ctx, pratica);
  if (vista === 'operatore') return operatore;
  if (id === pratica.ufficio) return vista === 'cittadino' ? null : operatore;
  const login = ctx.user !== null && ctx.user.id === pratica.utente;
  // The login alone proves who owns a case that has no address.
  if (!isCodiciPair(pratica, asked) && !(login && pratica.email === '' && id === pratica.id)) return null;
  if (operatore && vista === undefined) return operatore;
  if (operatore && !login)
    throw new PortalError('forbidden', { message: operatore.login ? ARE_DIPENDENTE : ARE_UFFICIO });
  return { pratica, side: 'cittadino', login, operatoreName: null };
}

/** A case without an address, taken at the counter or made anonymous, has no such pair: '' is no half of a key. */
const isCodiciPair = (pratica: Pratica, { id, email }: AskedPratica) =>
  id === pratica.id && pratica.email !== '' && isSameSecret(pratica.email.toLowerCase(), comparableEmail(email));

const ARE_DIPENDENTE =
  'Sei entrato come dipendente dell’ente che segue questa pratica: la pagina di chi l’ha inviata non si apre con questo accesso. Aprila dall’area operatori, oppure esci.';
const ARE_UFFICIO =
  'Questo browser ha aperto la pratica dal collegamento dell’ufficio: la pagina di chi l’ha inviata qui non si apre. Usa un altro browser, o una finestra anonima.';

const praticaNotFound = () =>
  new PortalError('not_found', {
    message: 'Non abbiamo trovato questa pratica. Controlla il collegamento che hai ricevuto per e-mail.',
  });

/**
 * The case named by the citizen's pair or by the id of the ente's side, without a check that the caller may see it: for what is sent to
 * the ente's mailbox and reveals nothing to the caller.
 * @throws PortalError `not_found`
 */
export async function findNamedPratica(ctx: CallContext, asked: Omit<AskedPratica, 'vista'>): Promise<Pratica> {
  const pratica = await findFromEitherSide(ctx.db, asked.id);
  if (!pratica || !(asked.id === pratica.ufficio || isCodiciPair(pratica, asked))) throw praticaNotFound();
  return pratica;
}

async function accessoOfOperatore(ctx: CallContext, pratica: Pratica): Promise<Accesso | null> {
  if (ctx.user?.ruolo === 'operatore' && ctx.user.enti.includes(pratica.ente)) {
    await requireOffice(ctx, pratica);
    return { pratica, side: 'operatore', login: true, operatoreName: fullName(ctx.user) };
  }
  for (const chiave of ctx.operatorKeys) {
    if ((await findPraticaByChiave(ctx, chiave)) === pratica.id && !areChiaviVoid(ctx, pratica)) {
      return { pratica, side: 'operatore', login: false, operatoreName: CASELLA_AUTHOR };
    }
  }
  return null;
}

/** All keys of a case are void 21 days after it was closed, even when their own date is later. */
export function areChiaviVoid(ctx: CallContext, pratica: Pick<Pratica, 'chiusa_il'>): boolean {
  return pratica.chiusa_il !== null && ctx.now - pratica.chiusa_il > REOPEN_DAYS * DAY_MS;
}

/** @returns the id of the case that a key opens today, or null */
async function findPraticaByChiave(ctx: CallContext, chiave: string): Promise<string | null> {
  const row = await findChiave(ctx.db, sha256Of(chiave));
  return row && row.scade > ctx.now ? row.pratica : null;
}

/** @returns whether this key opened this case at some time: the holder of an expired key is told so */
export async function wasChiaveOf(ctx: CallContext, chiave: string, pratica: string): Promise<boolean> {
  return (await findChiave(ctx.db, sha256Of(chiave)))?.pratica === pratica;
}

/** @returns whether this browser holds a key that opens any case today */
export async function hasChiave(ctx: CallContext): Promise<boolean> {
  for (const chiave of ctx.operatorKeys) if (await findPraticaByChiave(ctx, chiave)) return true;
  return false;
}

/**
 * The key for a mail to the ente's mailbox: a valid one, else a new one. Its words are derived from its random id and PORTAL_SECRET, so
 * that the store and the outbox hold only its hash.
 */
export async function readChiaveOperatore(ctx: CallContext, pratica: string): Promise<{ id: string; scade: number }> {
  const [usable] = await listValidChiavi(ctx.db, pratica, ctx.now + 7 * DAY_MS);
  return usable ?? newChiave(ctx, pratica);
}

/** Makes the first key of a case, or a further one. */
export async function newChiave(ctx: CallContext, pratica: string): Promise<{ id: string; scade: number }> {
  const id = randomId();
  const row = {
    id,
    pratica,
    hash: sha256Of(ctx.house.signer.sign('operatore', id)),
    creata: ctx.now,
    scade: ctx.now + CHIAVE_MS,
  };
  await writeChiave(ctx.db, row);
  return row;
}

/** @returns the words of a key by its id, under whichever secret it was made */
export async function findChiaveWords(ctx: CallContext, id: string, hash: string): Promise<string | undefined> {
  return ctx.house.signer.signatures('operatore', id).find((words) => sha256Of(words) === hash);
}

/**
 * Runs a call and counts wrong pairs, so that nobody can guess ids and addresses.
 * @throws PortalError what `work` throws; `too_many` after 20 misses in 15 minutes per network or per e-mail address that was tried
 */
export async function countMisses<T>(ctx: CallContext, email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'not_found') throw error;
    const limits = [
      { name: 'pratica:rete', who: networkOf(ctx.address), times: 20, minutes: 15 },
      { name: 'pratica:email', who: canonicalMailbox(email), times: 20, minutes: 15 },
    ];
    const wait = (await isLimitReached(ctx, limits)) || (await countAttempts(ctx, limits, ctx.house.db));
    if (wait > 0) throw new PortalError('too_many', { retryAfter: wait });
    throw error;
  }
}
