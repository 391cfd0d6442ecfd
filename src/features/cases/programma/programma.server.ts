/** Knows a program by the key that it sends, and counts what it sends. */
import type { CallContext } from '../../../context.ts';
import { PortalError, waitInWords } from '../../../platform/errors.ts';
import { type AttemptLimit, countAttempts } from '../../../platform/limit.server.ts';
import { sha256Of } from '../../../platform/signer.server.ts';
import type { Programma } from '../../../store/tables.ts';
import { changeProgramma, findByHash } from './programma.db.ts';

/**
 * The store finds a key by its hash, so that the time of the answer tells nothing of the key.
 * @throws PortalError `forbidden`, in the same words for a key that is missing, wrong, revoked or another ente's
 */
export async function admitProgramma({ db }: CallContext, ente: string, key: unknown): Promise<Programma> {
  const found = await findByHash(db, sha256Of(typeof key === 'string' ? key.trim() : ''));
  if (found && found.ente === ente && found.revocato === null) return found;
  throw new PortalError('forbidden', {
    message: 'api_key: serve una chiave valida del Comune a cui invii. La crea chi amministra il Comune nel portale.',
  });
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
