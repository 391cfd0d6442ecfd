/** Keeps for whom an operator fills in forms, and gives every call of theirs that person. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { counterOperations } from './counter.contract.ts';
import { findPerConto, removePerConto, writePerConto } from './counter.db.ts';

/** As positions that are opened by their codes. */
const COUNTER_MS = 3600_000;

export const counterHandlers: OperationHandlers<typeof counterOperations> = {
  apriPerConto: async ({ ente, nome, cognome, codice_fiscale, telefono, email, documento }, { db, now, user }) => {
    if (!user?.enti.includes(ente)) throw new PortalError('not_found');
    const until = now + COUNTER_MS;
    await writePerConto(db, {
      utente: user.id,
      id: randomId(),
      ente,
      nome,
      cognome,
      codice_fiscale,
      email: email ?? null,
      telefono: telefono ?? null,
      documento,
      scade: until,
    });
    return { scade: until };
  },
  chiudiPerConto: async (_input, { db, user }) => ({ chiusa: await removePerConto(db, user?.id ?? '') }),
};

/** The person for whom the caller fills in forms now. An operator who has left the ente fills in none of its forms. */
export async function readPerConto({ db, house, now, user }: CallContext): Promise<CallContext['perConto']> {
  if (user?.ruolo !== 'operatore' || house.settings.backEnd) return null;
  const row = await findPerConto(db, user.id);
  if (!row || Number(row.scade) <= now || !user.enti.includes(row.ente)) return null;
  const { id, ente, nome, cognome, codice_fiscale, email, telefono, documento } = row;
  return { id, ente, nome, cognome, codice_fiscale, email, telefono, documento };
}
