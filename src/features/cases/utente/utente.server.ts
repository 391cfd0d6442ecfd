/** Tells a page who is logged in, and changes a citizen's contacts and residence; a new e-mail address needs a code. */
import * as z from 'zod/mini';
import type { CallContext, LoggedInUser } from '../../../context.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Utente } from '../../../store/tables.ts';
import { enteInside } from '../ente/ente.server.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { spendEmailProva } from '../otp/otp.server.ts';
import { RESIDENZA, type UtenteView, type utenteOperations } from './utente.contract.ts';
import { findUtente, findUtenteForUpdate, updateUtente } from './utente.db.ts';
import { CONTATTO_CHANGED, maskEmail } from './utente.mail.ts';
import { toUser } from './utente.ts';

const storedResidenza = z.partialRecord(z.enum(RESIDENZA), z.string());
type Residenza = z.infer<typeof storedResidenza>;
const parseResidenza = (residenza_json: string): Residenza => storedResidenza.parse(JSON.parse(residenza_json));
type UtenteChanges = Partial<OperationInput<typeof utenteOperations.modificaAnagrafica>>;

export const utenteHandlers: OperationHandlers<typeof utenteOperations> = {
  utente: async (_input, ctx) => {
    const row = await findUtente(ctx.db, requireUser(ctx).id);
    return { ...showUtente(requireUser(ctx), row?.residenza_json), ...showAccesso(ctx) };
  },
  aggiornaContatti: (input, ctx) => changeUtente(ctx, input),
  modificaAnagrafica: (input, ctx) => changeUtente(ctx, input),
};

const showAccesso = ({ session, now }: CallContext): Pick<UtenteView, 'Accesso'> =>
  session ? { Accesso: { secondi: Math.floor((session.idle - now) / 1000), primo: session.first } } : {};

function requireUser({ user }: CallContext): LoggedInUser {
  if (!user) throw new PortalError('anonymous');
  return user;
}

/**
 * Changes an account. A new address needs its code, and the old one is told, so that a thief of the login cannot take over the account
 * unseen (product rule).
 * @throws PortalError `invalid` on `otp` when the new address is not confirmed
 */
async function changeUtente(ctx: CallContext, changes: UtenteChanges): Promise<UtenteView> {
  return ctx.db.transaction().execute(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const row = await findUtenteForUpdate(inTx, requireUser(ctx).id);
    if (!row) throw new PortalError('anonymous');
    const changed: Utente = { ...row, residenza_json: JSON.stringify(residenza(row, changes)) };
    const { Email_Comunicazione__c: email, Telefono_Comunicazione__c: telefono } = changes;
    if (telefono !== undefined) changed.telefono_comunicazione = telefono;
    if (email && !isSameMailbox(row.email_comunicazione ?? undefined, email)) {
      // Reads the account again, because another session may have changed it.
      await spendEmailProva({ ...inTx, user: toUser(row) }, email);
      changed.email_comunicazione = email;
      await notifyOldAddress(inTx, row.email_comunicazione, email);
    }
    const { email_comunicazione, telefono_comunicazione, residenza_json } = changed;
    await updateUtente(tx, row.id, { email_comunicazione, telefono_comunicazione, residenza_json });
    return showUtente(toUser(changed), residenza_json);
  });
}

function residenza(row: Utente, changes: UtenteChanges): Residenza {
  const merged = parseResidenza(row.residenza_json);
  for (const name of RESIDENZA) {
    const written = changes[name];
    if (written === null) delete merged[name];
    else if (written !== undefined) merged[name] = written;
  }
  return merged;
}

/** Mails the old address, if there was one. */
async function notifyOldAddress(ctx: CallContext, oldAddress: string | null, newAddress: string): Promise<void> {
  if (!oldAddress) return;
  const ente = await enteInside(ctx, ctx.host);
  const change = outboxEntry(CONTATTO_CHANGED, { a: oldAddress, nuovo: maskEmail(newAddress), ente: ente.id });
  await enqueueEntries(ctx.db, ctx.house.now, change);
}

function showUtente(user: LoggedInUser, residenza_json = '{}'): UtenteView {
  return {
    Id: user.id,
    Nome: user.nome,
    Cognome: user.cognome,
    CodiceFiscale: user.codice_fiscale,
    PersonEmail: user.email,
    Email_Comunicazione__c: user.contatti.email,
    Telefono_Comunicazione__c: user.contatti.telefono,
    ...parseResidenza(residenza_json),
    Ruolo: user.ruolo,
    Enti: user.enti,
    ...(user.ruolo === 'operatore' && { Amministra: user.amministra, Uffici: user.uffici }),
  };
}
