/** Stores a provider's receipt, with what follows from it for its notice. The only place where a receipt is written. */
import type { PortalHouse } from '../../../context.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { FornitoreRicevuta } from '../../../platform/payments.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Ricevuta, StoreDb } from '../../../store/tables.ts';
import { type AvvisoKey, isDecided } from './avvisi.db.ts';
import { applyJournal } from './journal.db.ts';
import { PAGAMENTO_DOUBLE, PAGAMENTO_DOUBLE_UFFICIO } from './pagamento-outbox.ts';
import { hasRicevuta, writeRicevuta } from './ricevute.db.ts';
import { listPayers } from './tentativi.db.ts';

/** @property db a transaction that has locked the notice @property alarms takes what people must look at, told once it is committed */
export type RecordContext = { house: PortalHouse; db: StoreDb; alarms: string[] };

/** @property pagamento the attempt it belongs to; null: none */
type RecordedAs = Pick<Ricevuta, 'fornitore' | 'ente' | 'causale' | 'pagamento'>;

/** @returns true when this receipt is new */
export async function recordRicevuta(
  ctx: RecordContext,
  { rif, numero_avviso, importo_cent, pagato_il, intermediario }: FornitoreRicevuta,
  as: RecordedAs,
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
  });
  if (!isNew) return false;
  if (wasPaid) await tellDouble(ctx, as, key);
  else if (await isDecided(db, key))
    alarms.push(`Avviso pagato con ${as.fornitore} dopo che il documento era stato rateizzato o annullato`);
  await applyJournal(db, key);
  return true;
}

/** A notice was paid twice: each payer and the ente are told at once, because somebody has money to give back. */
async function tellDouble(
  { db, house, alarms }: RecordContext,
  { fornitore }: Pick<Ricevuta, 'fornitore'>,
  key: AvvisoKey,
): Promise<void> {
  alarms.push(`Avviso pagato due volte: seconda ricevuta da ${fornitore}`);
  const payers = await listPayers(db, key);
  await enqueueEntries(
    db,
    house.now,
    ...payers.map((pagamento) => outboxEntry(PAGAMENTO_DOUBLE, { pagamento })),
    outboxEntry(PAGAMENTO_DOUBLE_UFFICIO, key),
  );
}
