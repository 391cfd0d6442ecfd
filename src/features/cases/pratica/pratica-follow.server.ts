/** Finds the page of a case for a person who knows its number and can read the mail of its address. */
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { spendEmailProva } from '../otp/otp.server.ts';
import { findByNumero } from './pratica.db.ts';
import type { praticaFollowOperations } from './pratica-follow.contract.ts';
import { chatPath } from './pratica-names.ts';
import { requireComplete } from './presa.server.ts';

export const praticaFollowHandlers: OperationHandlers<typeof praticaFollowOperations> = {
  // In a transaction, so that a mistyped number leaves the proof of the address for another try.
  seguiPratica: (input, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const { ente, email, anno, numero } = requireComplete(input);
      // The address comes first: without its code the answer is the same for any number.
      await spendEmailProva(inside, email);
      const pratica = await findByNumero(tx, { ente, anno, numero });
      if (!pratica || !isSameMailbox(pratica.email, email)) throw praticaNotFound();
      return { chat: chatPath(pratica) };
    }),
};

/** The same words for a number that does not exist and for the case of another address. */
const praticaNotFound = () =>
  new PortalError('not_found', {
    message:
      'Non abbiamo trovato una pratica con questo numero inviata da questo indirizzo. Controlla ente, numero ed e-mail: sono nell’e-mail di conferma.',
  });
