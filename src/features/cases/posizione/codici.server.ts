/** Finds a position by its two codes, with limits against guessing. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { networkOf } from '../../../platform/address.ts';
import { PortalError, waitInWords } from '../../../platform/errors.ts';
import { type AttemptLimit, countAttempts, giveBack, requireWithinLimits } from '../../../platform/limit.server.ts';
import type { Posizione } from '../../../store/tables.ts';
import { isRightControllo } from './controllo.server.ts';
import { CODICI_UNKNOWN } from './posizione.contract.ts';
import { listByCodice } from './posizione.db.ts';

const QUARTER_MINUTES = 15;
const DAY_MINUTES = 24 * 60;

export type Codici = { codice_utente: string; codice_controllo: string };

/**
 * Finds the position of two codes, in any ente. A try is counted before the codes are compared, and given back when they were right:
 * a hundred tries at once count like a hundred in a row. Adding and checking a position count together, and an unknown user code
 * counts like a known one.
 * @param login true for calls of logged-in citizens, whom the wrong tries of others do not lock out (product rule)
 * @throws PortalError `invalid` when the pair is wrong, with the same answer whichever half is; `too_many`
 */
export async function findPosizioneByCodici(ctx: CallContext, codici: Codici, login: boolean): Promise<Posizione> {
  const { codice_utente } = codici;
  // One person: a browser and the account that logs in with it share their tries, whichever came first.
  const visitors = [...new Set([ctx.visitor ?? '', ownerOf(ctx)])].filter(Boolean);
  const own: AttemptLimit[] = [
    ...visitors.map((who) => ({
      name: 'controllo:chi',
      who: `${who}\0${codice_utente}`,
      times: 5,
      minutes: QUARTER_MINUTES,
    })),
    { name: 'controllo:rete', who: networkOf(ctx.address), times: 30, minutes: QUARTER_MINUTES },
  ];
  const everybody: AttemptLimit = { name: 'controllo:posizione', who: codice_utente, times: 50, minutes: DAY_MINUTES };
  let counted = [...own, everybody];
  if (login) {
    await requireWithinLimits(ctx, own);
    if ((await countAttempts(ctx, [everybody])) > 0) counted = own;
  } else {
    const wait = await countAttempts(ctx, counted);
    if (wait > 0) throw tooMany(wait);
  }
  const found = matchCodici(ctx, await listByCodice(ctx.db, codice_utente), codici);
  if (!found) throw new PortalError('invalid', { fields: { codice_controllo: [CODICI_UNKNOWN] } });
  await giveBack(ctx, counted);
  return found;
}

/** A wait of more than a quarter of an hour comes from the day's limit of the position, which does not hold after a login. */
function tooMany(wait: number): PortalError {
  if (wait <= QUARTER_MINUTES * 60) return new PortalError('too_many', { retryAfter: wait });
  const message = `Per questo codice utente ci sono stati troppi tentativi. Accedi con SPID o CIE e aggiungi la posizione alla tua area riservata, oppure aspetta. ${waitInWords(wait)}`;
  return new PortalError('too_many', { retryAfter: wait, message });
}

const NO_POSIZIONE = { id: '', ente: '-', controllo: '-'.repeat(43), sistema: '', intestatario: '', chiusa: null };

/** An unknown user code costs as much work as a known one, so that the time of the answer reveals nothing. */
function matchCodici(ctx: CallContext, posizioni: readonly Posizione[], { codice_utente, codice_controllo }: Codici) {
  const all = posizioni.length > 0 ? posizioni : [{ ...NO_POSIZIONE, codice_utente }];
  const [right] = all.filter((p) => isRightControllo(ctx.house.signer, p, codice_controllo));
  return right?.id ? right : undefined;
}
