/** Knows a program by the key that it sends, and counts what it does with it. */
import { type CallContext, type CallingProgram, type PortalHouse, programActor } from '../../../context.ts';
import { shortDate, todayInRome } from '../../../platform/atoms/date.ts';
import { PROGRAM_SCOPES, type ProgramScope } from '../../../platform/contract.ts';
import { PortalError, waitInWords } from '../../../platform/errors.ts';
import { type AttemptLimit, countAttempts } from '../../../platform/limit.server.ts';
import { isInNetworks } from '../../../platform/networks.server.ts';
import { isToken } from '../../../platform/program-tokens.ts';
import { sha256Of } from '../../../platform/signer.server.ts';
import type { Pratica, Programma } from '../../../store/tables.ts';
import { ESTERNA_CODE } from '../ente/servizi.ts';
import { changeProgramma, findByClient, findByHash } from './programma.db.ts';

/** Calls of one key: enough for a program that works, and not for one that runs in a circle. */
const CALL_LIMIT: Pick<AttemptLimit, 'times' | 'minutes'> = { times: 100, minutes: 10 / 60 };
/** The last use is written once in so many milliseconds. */
const USE_INTERVAL = 60_000;

/** The words of a column, which has blanks between them. */
export const wordsOf = (column: string): string[] => column.split(' ').filter(Boolean);

export const scopesOf = ({ permessi }: Pick<Programma, 'permessi'>): ProgramScope[] =>
  PROGRAM_SCOPES.filter((scope) => wordsOf(permessi).includes(scope));

/**
 * Whether a case is of a service that the key of a program opens; a person has no such limit. A case that a program deals with itself is
 * on the ente's side shown to that program alone: no office works on it.
 */
export const isServed = (
  { programma }: { programma: Pick<CallingProgram, 'id' | 'servizi'> | null },
  { codice, proprietario }: Pick<Pratica, 'codice' | 'proprietario'>,
): boolean =>
  codice === ESTERNA_CODE
    ? programma !== null && proprietario === programActor(programma.id)
    : !programma || programma.servizi.length === 0 || programma.servizi.includes(codice);

type KeyedCall = Pick<CallContext, 'house' | 'db' | 'now' | 'address'>;

/** The store finds a key by its hash, so that the time of the answer tells nothing of the key. */
async function findByBearer({ house, db, now }: KeyedCall, bearer: string): Promise<Programma | undefined> {
  const { programTokens } = house;
  if (!programTokens || !isToken(bearer)) return findByHash(db, { hash: sha256Of(bearer), now });
  const client = await programTokens.clientOf(bearer, now);
  return client === undefined ? undefined : findByClient(db, client);
}

/**
 * @param bearer a key, or a token of the issuer
 * @returns undefined for one that is unknown, revoked, or no longer valid after it was renewed
 * @throws PortalError `forbidden` for one that is known and over, or used from another network; `unavailable`
 */
async function findValid(ctx: KeyedCall, bearer: string): Promise<Programma | undefined> {
  const { now, address } = ctx;
  const found = await findByBearer(ctx, bearer.trim());
  if (!found || found.revocato !== null) return undefined;
  if (found.fino_al !== null && found.fino_al < todayInRome(now))
    throw new PortalError('forbidden', {
      message: `Questa chiave valeva fino al ${shortDate(found.fino_al)}: chi amministra il Comune ne crea una nuova.`,
    });
  const networks = wordsOf(found.reti);
  if (networks.length > 0 && !isInNetworks(address, networks))
    throw new PortalError('forbidden', { message: `Questa chiave non si usa dall’indirizzo ${address}.` });
  return found;
}

/** @throws PortalError `forbidden`, in the same words for a key that is missing, wrong, revoked, another ente's or for something else */
export async function admitProgramma(ctx: CallContext, ente: string, key: unknown): Promise<Programma> {
  const found = await findValid(ctx, typeof key === 'string' ? key : '');
  if (found?.ente === ente && scopesOf(found).includes('segnalazioni:invia')) return found;
  throw new PortalError('forbidden', {
    message:
      'api_key: serve una chiave valida di questo Comune, nel modulo o nell’intestazione Authorization e mai nell’indirizzo. La crea chi amministra il Comune nel portale.',
  });
}

/** The key of a request that a program makes; undefined for any other, also for one that carries another kind of login. */
export const bearerOf = (request: Request): string | undefined =>
  /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];

/**
 * Lets in the program that makes a call.
 * @throws PortalError `anonymous` for a key that is not valid, `forbidden`, `too_many`
 */
export async function admitCallingProgram(house: PortalHouse, key: string, address: string): Promise<CallingProgram> {
  const { db } = house;
  const now = house.now();
  const found = await findValid({ house, db, now, address }, key);
  if (!found)
    throw new PortalError('anonymous', {
      message: 'La chiave non è valida: la crea chi amministra il Comune, nel portale, alla pagina Programmi.',
    });
  await countCall({ house, db, now }, found);
  const { id, nome, ente, servizi } = found;
  return { id, nome, ente, permessi: scopesOf(found), servizi: wordsOf(servizi) };
}

/** Counts one more call of a key that is valid. @throws PortalError `too_many` */
export async function countCall(
  ctx: Pick<CallContext, 'house' | 'db' | 'now'>,
  { id, usato }: Pick<Programma, 'id' | 'usato'>,
): Promise<void> {
  const wait = await countAttempts(ctx, [{ name: 'programma:chiamate', who: id, ...CALL_LIMIT }]);
  if (wait > 0)
    throw new PortalError('too_many', { message: 'Troppe chiamate: al massimo 100 in 10 secondi.', retryAfter: wait });
  if (usato === null || ctx.now - usato > USE_INTERVAL) await changeProgramma(ctx.db, id, { usato: ctx.now });
}

/** Counts one more report, also one that is then refused for what is in it. @throws PortalError `too_many` */
export async function countSent(
  ctx: CallContext,
  { id: who, all_ora, al_giorno }: Pick<Programma, 'id' | 'all_ora' | 'al_giorno'>,
): Promise<void> {
  const limits: AttemptLimit[] = [
    { name: 'programma:ora', who, times: all_ora, minutes: 60 },
    { name: 'programma:giorno', who, times: al_giorno, minutes: 24 * 60 },
  ];
  const wait = await countAttempts(ctx, limits);
  if (wait === 0) return;
  const message = `Questa chiave ha già inviato tutte le segnalazioni che può. ${waitInWords(wait)}`;
  throw new PortalError('too_many', { message, retryAfter: wait });
}

/** In the transaction of the send. */
export const markUsed = ({ db, now }: CallContext, { id }: Pick<Programma, 'id'>): Promise<void> =>
  changeProgramma(db, id, { usato: now });
