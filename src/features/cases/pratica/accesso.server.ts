/** Decides who may open a case, as citizen or operator, and makes and checks the keys that are mailed to an ente. */
import type { Ctx } from '../../../context.ts';
import { canonicalMailbox } from '../../../platform/atoms/email.ts';
import { PortalError } from '../../../platform/errors.ts';
import { count, network, reached } from '../../../platform/limit.server.ts';
import { equal, randomId, sha256 } from '../../../platform/signer.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { chiaviBuone, scriviChiave, trovaChiave, trovaDaUnLato, trovaPerCambiare } from './pratica.db.ts';
import { GIORNI_RIAPERTURA, type Parte } from './stati.ts';

const GIORNO = 24 * 3600_000;
/** An operator key opens its case for so long (product rule). */
const CHIAVE_MS = 30 * GIORNO;

/** @property id the citizen's, which opens with the e-mail, or that of the body's side, which opens by login or key alone */
export type Chiesta = { id: string; email: string; vista?: Parte | undefined };
/** @property chi what the timeline says of an operator */
export type Accesso = { pratica: Pratica; parte: Parte; login: boolean; chi: string | null };

/**
 * Who may see a case: the citizen who knows the pair (e-mail, id), the operator by key or by login of that body. Nobody stands on
 * both sides: a browser that is the body's is refused the citizen's, unless the citizen has logged in there and the case is theirs.
 * @throws PortalError `not_found`, the same whatever was wrong; `forbidden` for a right pair in a browser of the body
 */
export async function praticaVista(
  ctx: Ctx,
  chiesta: Chiesta,
  per: 'leggere' | 'cambiare' = 'leggere',
): Promise<Accesso> {
  const trovata = await trovaDaUnLato(ctx.db, chiesta.id);
  const pratica = trovata && per === 'cambiare' ? await trovaPerCambiare(ctx, trovata.id) : trovata;
  const accesso = pratica && (await accessoA(ctx, pratica, chiesta));
  if (accesso) return accesso;
  throw nonTrovata();
}

/** The same answer for a case that is not there as for one of somebody else: a guess costs, and tells nothing. */
export function seesCase(ctx: Ctx, chiesta: Chiesta): Promise<boolean> {
  return contandoGliErrori(ctx, chiesta.email, () => praticaVista(ctx, chiesta)).then(
    () => true,
    (error) => {
      if (error instanceof PortalError && error.code === 'not_found') return false;
      throw error;
    },
  );
}

async function accessoA(ctx: Ctx, pratica: Pratica, chiesta: Chiesta): Promise<Accesso | null> {
  const { id, vista } = chiesta;
  const operatore = await comeOperatore(ctx, pratica);
  if (vista === 'operatore') return operatore;
  if (id === pratica.ufficio) return vista === 'cittadino' ? null : operatore;
  if (!isCoppia(pratica, chiesta)) return null;
  const login = ctx.user !== null && ctx.user.id === pratica.utente;
  if (operatore && vista === undefined) return operatore;
  if (operatore && !login)
    throw new PortalError('forbidden', { message: operatore.login ? SEI_DIPENDENTE : SEI_UFFICIO });
  return { pratica, parte: 'cittadino', login, chi: null };
}

const isCoppia = (pratica: Pratica, { id, email }: Chiesta) =>
  id === pratica.id && equal(pratica.email.toLowerCase(), email.toLowerCase());

const SEI_DIPENDENTE =
  'Sei entrato come dipendente dell’ente che segue questa pratica: la pagina di chi l’ha inviata non si apre con questo accesso. Aprila dall’area operatori, oppure esci.';
const SEI_UFFICIO =
  'Questo browser ha aperto la pratica dal collegamento dell’ufficio: la pagina di chi l’ha inviata qui non si apre. Usa un altro browser, o una finestra anonima.';

const nonTrovata = () =>
  new PortalError('not_found', {
    message: 'Non abbiamo trovato questa pratica. Controlla il collegamento che hai ricevuto per e-mail.',
  });

/**
 * The case that somebody names, by the citizen's pair or by the id of the body's side, whatever they may see of it: for what goes
 * to the body's mailbox and tells nothing here.
 * @throws PortalError `not_found`
 */
export async function praticaNominata(ctx: Ctx, chiesta: Omit<Chiesta, 'vista'>): Promise<Pratica> {
  const pratica = await trovaDaUnLato(ctx.db, chiesta.id);
  if (!pratica || !(chiesta.id === pratica.ufficio || isCoppia(pratica, chiesta))) throw nonTrovata();
  return pratica;
}

async function comeOperatore(ctx: Ctx, pratica: Pratica): Promise<Accesso | null> {
  if (ctx.user?.ruolo === 'operatore' && ctx.user.enti.includes(pratica.ente)) {
    return { pratica, parte: 'operatore', login: true, chi: `${ctx.user.nome} ${ctx.user.cognome}` };
  }
  for (const chiave of ctx.operatorKeys) {
    if ((await praticaDellaChiave(ctx, chiave)) === pratica.id && !chiaviNulle(ctx, pratica)) {
      return { pratica, parte: 'operatore', login: false, chi: 'casella dell’ente' };
    }
  }
  return null;
}

/** Every key is void 21 days after closing, whatever their own date says. */
export function chiaviNulle(ctx: Ctx, pratica: Pick<Pratica, 'chiusa_il'>): boolean {
  return pratica.chiusa_il !== null && ctx.now - pratica.chiusa_il > GIORNI_RIAPERTURA * GIORNO;
}

/** @returns the case a key opens today, or null */
export async function praticaDellaChiave(ctx: Ctx, chiave: string): Promise<string | null> {
  const riga = await trovaChiave(ctx.db, sha256(chiave));
  return riga && riga.scade > ctx.now ? riga.pratica : null;
}

/** Did this key once open this case? What its holder is told when it does no longer. */
export async function eraLaChiave(ctx: Ctx, chiave: string, pratica: string): Promise<boolean> {
  return (await trovaChiave(ctx.db, sha256(chiave)))?.pratica === pratica;
}

/** Does this browser hold a key that opens any case today? */
export async function haUnaChiave(ctx: Ctx): Promise<boolean> {
  for (const chiave of ctx.operatorKeys) if (await praticaDellaChiave(ctx, chiave)) return true;
  return false;
}

/**
 * The key that goes into a mail to the body's mailbox: one that still works, else a new one. Its words are made from its random
 * id under PORTAL_SECRET, so that the store and the outbox hold only its hash.
 */
export async function chiaveOperatore(ctx: Ctx, pratica: string): Promise<{ id: string; scade: number }> {
  const [buona] = await chiaviBuone(ctx.db, pratica, ctx.now + 7 * GIORNO);
  return buona ?? nuovaChiave(ctx, pratica);
}

/** The first key of a case, or the next. */
export async function nuovaChiave(ctx: Ctx, pratica: string): Promise<{ id: string; scade: number }> {
  const id = randomId();
  const riga = {
    id,
    pratica,
    hash: sha256(ctx.house.signer.sign('operatore', id)),
    creata: ctx.now,
    scade: ctx.now + CHIAVE_MS,
  };
  await scriviChiave(ctx.db, riga);
  return riga;
}

/** @returns the words of a key by its id, under whichever secret it was made */
export async function paroleDellaChiave(ctx: Ctx, id: string, hash: string): Promise<string | undefined> {
  return ctx.house.signer.signatures('operatore', id).find((words) => sha256(words) === hash);
}

/**
 * Counts wrong pairs around a call; who has had too many waits (attack: trying ids and addresses).
 * @throws PortalError what the work throws; `too_many` beyond 20 misses in 15 minutes per network or per address written to
 */
export async function contandoGliErrori<T>(ctx: Ctx, email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'not_found') throw error;
    const limits = [
      { name: 'pratica:rete', who: network(ctx.address), times: 20, minutes: 15 },
      { name: 'pratica:email', who: canonicalMailbox(email), times: 20, minutes: 15 },
    ];
    const wait = (await reached(ctx, limits)) || (await count(ctx, limits, ctx.house.db));
    if (wait > 0) throw new PortalError('too_many', { retryAfter: wait });
    throw error;
  }
}
