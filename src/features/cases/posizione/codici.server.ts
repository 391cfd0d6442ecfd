/** Finds a position by its two codes, with limits so that they cannot be guessed. */
import { type Ctx, owner } from '../../../context.ts';
import { PortalError, waitInWords } from '../../../platform/errors.ts';
import { count, demand, giveBack, type Limit, network } from '../../../platform/limit.server.ts';
import type { Posizione } from '../../../store/tables.ts';
import { controlloGiusto } from './controllo.server.ts';
import { COPPIA_IGNOTA } from './posizione.contract.ts';
import { conCodice } from './posizione.db.ts';

const QUARTO = 15;
const GIORNO = 24 * 60;

export type Codici = { codice_utente: string; codice_controllo: string };

/**
 * The position that two codes name, in whichever body. A try is counted before it is looked at, and given back when it was
 * right: a hundred at once have no more tries than one after the other. Adding and checking count together, and a code that
 * exists counts like one that does not.
 * @param login the call is one for citizens who logged in: the wrong tries of others do not shut them out (product rule)
 * @throws PortalError `invalid` when there is no such pair, the same whichever half is wrong; `too_many`
 */
export async function posizioneDaiCodici(ctx: Ctx, codici: Codici, login: boolean): Promise<Posizione> {
  const { codice_utente } = codici;
  // One person: the browser and the account that logs in with it have their tries together, in whatever order.
  const chi = [...new Set([ctx.visitor ?? '', owner(ctx)])].filter(Boolean);
  const own: Limit[] = [
    ...chi.map((who) => ({ name: 'controllo:chi', who: `${who}\0${codice_utente}`, times: 5, minutes: QUARTO })),
    { name: 'controllo:rete', who: network(ctx.address), times: 30, minutes: QUARTO },
  ];
  const everybody: Limit = { name: 'controllo:posizione', who: codice_utente, times: 50, minutes: GIORNO };
  let counted = [...own, everybody];
  if (login) {
    await demand(ctx, own);
    if ((await count(ctx, [everybody])) > 0) counted = own;
  } else {
    const wait = await count(ctx, counted);
    if (wait > 0) throw troppi(wait);
  }
  const found = cerca(ctx, await conCodice(ctx.db, codice_utente), codici);
  if (!found) throw new PortalError('invalid', { fields: { codice_controllo: [COPPIA_IGNOTA] } });
  await giveBack(ctx, counted);
  return found;
}

/** Beyond a quarter of an hour it is the day's limit of the position, which a login lifts. */
function troppi(wait: number): PortalError {
  if (wait <= QUARTO * 60) return new PortalError('too_many', { retryAfter: wait });
  const message = `Per questo codice utente ci sono stati troppi tentativi. Accedi con SPID o CIE e aggiungi la posizione alla tua area riservata, oppure aspetta. ${waitInWords(wait)}`;
  return new PortalError('too_many', { retryAfter: wait, message });
}

const NESSUNA = { id: '', ente: '-', controllo: '-'.repeat(43), sistema: '', intestatario: '' };

/** As much work for a user code that nobody has as for one that somebody has. */
function cerca(ctx: Ctx, posizioni: readonly Posizione[], { codice_utente, codice_controllo }: Codici) {
  const tutte = posizioni.length > 0 ? posizioni : [{ ...NESSUNA, codice_utente }];
  const [giusta] = tutte.filter((p) => controlloGiusto(ctx.house.signer, p, codice_controllo));
  return giusta?.id ? giusta : undefined;
}
