/** Stores a provider's receipt, with what follows from it for its notice. The only place where a receipt is written. */
import type { PortalHouse } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { FornitoreRicevuta } from '../../../platform/payments.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Ricevuta, StoreDb } from '../../../store/tables.ts';
import { type AvvisoKey, findDecision } from './avvisi.db.ts';
import { applyJournal } from './journal.db.ts';
import { mailWithoutProof } from './mail-without-proof.server.ts';
import { AVVISO_DOUBLE_DEBITORE, PAGAMENTO_DOUBLE, PAGAMENTO_DOUBLE_UFFICIO } from './pagamento-outbox.ts';
import { hasRicevuta, listDebtors, writeRicevuta } from './ricevute.db.ts';
import { findServizio } from './servizio-incasso.db.ts';
import { listPayers, listPerhapsPayers } from './tentativi.db.ts';

/** @property db a transaction that has locked the notice @property alarms takes what people must look at, told once it is committed */
export type RecordContext = { house: PortalHouse; db: StoreDb; alarms: string[] };

/**
 * @property pagamento the attempt it belongs to; null: none
 * @property asked_cent what was asked for; undefined for a notice that the portal does not know
 */
type RecordedAs = Pick<Ricevuta, 'fornitore' | 'ente' | 'causale' | 'pagamento'> & { asked_cent: number | undefined };

/** Whatever came in is kept; it pays the notice if it covers what was asked for. @returns true when this receipt is new */
export async function recordRicevuta(
  ctx: RecordContext,
  { rif, numero_avviso, importo_cent, pagato_il, intermediario }: FornitoreRicevuta,
  { asked_cent, ...as }: RecordedAs,
): Promise<boolean> {
  const { db, alarms } = ctx;
  const key: AvvisoKey = { ente: as.ente, numero_avviso };
  const wasPaid = await hasRicevuta(db, key);
  const isNew = await writeRicevuta(db, {
    ...as,
    id: randomId(),
    rif,
    numero_avviso,
    iuv: iuvOf(numero_avviso),
    importo_cent,
    pagato_il,
    intermediario,
    doppia: wasPaid ? 1 : 0,
    giorno: todayInRome(pagato_il),
    ...(await findServizio(db, key)),
  });
  if (!isNew) return false;
  const decision = await findDecision(db, key);
  if (wasPaid) await tellDouble(ctx, as, key);
  else if (decision) alarms.push(`Avviso pagato con ${as.fornitore} dopo che ${decision}`);
  if (asked_cent !== undefined && importo_cent !== asked_cent)
    alarms.push(`Ricevuta ${as.fornitore} di un importo diverso da quello dell’avviso`);
  await applyJournal(db, key);
  return true;
}

/**
 * A notice was paid twice: each payer and the ente are told at once, because somebody has money to give back. Of a receipt that belongs to
 * nobody, all who had a cart that it may have paid are told; and those who owe the notice, who may have paid it at a bank.
 */
async function tellDouble(
  { db, house, alarms }: RecordContext,
  { fornitore }: Pick<Ricevuta, 'fornitore'>,
  key: AvvisoKey,
): Promise<void> {
  alarms.push(`Avviso pagato due volte: seconda ricevuta da ${fornitore}`);
  const payers = await listPayers(db, key);
  const told = new Set(payers.map(({ email }) => email.toLowerCase()));
  const perhaps = (await listPerhapsPayers(db, key)).filter(({ email }) => !told.has(email.toLowerCase()));
  const payersByLogin = new Set([...payers, ...perhaps].map(({ utente }) => utente));
  const debtors = (await listDebtors(db, key, todayInRome(house.now()))).filter(({ id }) => !payersByLogin.has(id));
  await enqueueEntries(
    db,
    house.now,
    ...debtors.map(({ id }) => outboxEntry(AVVISO_DOUBLE_DEBITORE, { ...key, utente: id })),
    ...payers.map(({ id }) => outboxEntry(PAGAMENTO_DOUBLE, { pagamento: id })),
    outboxEntry(PAGAMENTO_DOUBLE_UFFICIO, key),
  );
  for (const pagamento of perhaps) await mailWithoutProof({ db, house, now: house.now() }, pagamento, PAGAMENTO_DOUBLE);
}
