/** Moves a guest's case into a citizen's area, once the tax code, or the number and the e-mail address, prove that it is theirs. */
import type { CallContext, LoggedInUser } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { spendEmailProva } from '../otp/otp.server.ts';
import { addCommento } from './commento.server.ts';
import type { OpenedPratica } from './pratica.contract.ts';
import { changePratica, findByNumero, findToChange, listUnclaimedPratiche } from './pratica.db.ts';
import { protocollo } from './pratica-names.ts';
import { wirePratica } from './pratica-opening.server.ts';
import { CITTADINO_PRESA } from './pratica-outbox.ts';
import type { presaOperations } from './presa.contract.ts';
import { readProtocollo } from './protocollo.ts';

/** The entry that the timeline gets. */
const PRESA_TEXT = 'Presa nell’area riservata di chi l’ha inviata';

type AskedPresa = OperationInput<typeof presaOperations.prendiPratica>;

export const presaHandlers: OperationHandlers<typeof presaOperations> = {
  praticheDaPrendere: async (_input, ctx) =>
    (await listUnclaimedPratiche(ctx.db, requireUser(ctx).codice_fiscale)).map((p) => ({
      id: p.id,
      protocollo: protocollo(p),
      tipo: p.tipo,
      codice: p.codice,
      oggetto: p.oggetto,
      ente: p.ente,
      stato: p.stato,
      inviata_il: isoInstant(p.inviata_il),
    })),
  prendiPratica: (input, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const pratica = input.id ? await findById(inside, input.id) : await findByProtocollo(inside, input);
      return takePratica(inside, pratica);
    }),
};

function requireUser({ user }: CallContext): LoggedInUser {
  if (!user) throw new PortalError('anonymous');
  return user;
}

/** Locks the case until the transaction ends. It must carry the citizen's tax code. */
async function findById(ctx: CallContext, id: string): Promise<Pratica> {
  const pratica = await findToChange(ctx, id);
  if (pratica?.codice_fiscale !== requireUser(ctx).codice_fiscale) throw presaNotFound();
  return pratica;
}

/**
 * Finds a case without a tax code. Its number, its ente and the code sent to its address are the proof. The address is checked first, so
 * that a citizen who cannot read its mail learns nothing.
 */
async function findByProtocollo(ctx: CallContext, asked: AskedPresa): Promise<Pratica> {
  const { ente, email, anno, numero } = requireComplete(asked);
  await spendEmailProva(ctx, email);
  const found = await findByNumero(ctx.db, { ente, anno, numero });
  const pratica = found && (await findToChange(ctx, found.id));
  const isOthers = pratica?.codice_fiscale && pratica.codice_fiscale !== requireUser(ctx).codice_fiscale;
  if (!pratica || isOthers || !isSameMailbox(pratica.email, email)) throw presaNotFound();
  return pratica;
}

/** Parses the proof and reports all that is missing. @throws PortalError `invalid` */
export function requireComplete({ ente, email, protocollo: typed }: Omit<AskedPresa, 'id'>) {
  const number = readProtocollo(typed);
  const fields: FieldErrors = {};
  if (!ente) fields.ente = ['Scegli l’ente a cui hai scritto.'];
  if (!number) fields.protocollo = ['Scrivi il numero della pratica come nell’e-mail, ad esempio 2026/000123.'];
  if (!email) fields.email = ['Scrivi l’indirizzo e-mail che avevi indicato.'];
  if (!ente || !email || !number) throw new PortalError('invalid', { fields });
  return { ente, email, ...number };
}

/** Only the first citizen takes a case. Its history stays, and mails, one about this among them, still go to its address. */
async function takePratica(ctx: CallContext, pratica: Pratica): Promise<OpenedPratica> {
  const { id, email: ofIdentity, contatti } = requireUser(ctx);
  if (pratica.utente === id) {
    throw new PortalError('conflict', { message: 'Questa pratica è già nella tua area riservata.' });
  }
  if (pratica.utente !== null) throw presaNotFound();
  // A report that an operator filed may have no address yet; its page and its mails need one.
  const email = pratica.email || contatti.email || ofIdentity;
  if (!email)
    throw new PortalError('conflict', { message: 'Aggiungi prima un indirizzo e-mail al tuo profilo, poi riprova.' });
  await changePratica(ctx.db, pratica.id, { utente: id, email });
  await addCommento(ctx, { pratica, side: 'cittadino', login: true, operatoreName: null }, { sistema: PRESA_TEXT });
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(CITTADINO_PRESA, { pratica: pratica.id }));
  return wirePratica({ ...pratica, utente: id, email });
}

/** The same words whatever was wrong. */
const presaNotFound = () =>
  new PortalError('not_found', {
    message:
      'Non abbiamo trovato una pratica da portare nella tua area riservata con questi dati. Controlla ente, numero ed e-mail: sono nell’e-mail di conferma.',
  });
