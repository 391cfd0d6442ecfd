/**
 * Sends the messages of App IO. IO does not know a message again that comes twice, so one is never sent again once its call has begun:
 * where the answer is lost, nobody knows whether it is on the phone, and the mail has told it already.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { OutboxDelivery, PortalHouse } from '../../../context.ts';
import { type AppIoPort, IO_FISCAL_CODE, IoError, type IoMessage, ioContentOf } from '../../../platform/app-io.ts';
import { deliveryOf, enqueueAgain, enqueueEntries, MAIL_ID } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { NotYet } from '../../../platform/outbox-retry.server.ts';
import type { ChiaveIo, MessaggioIo, StoreTx } from '../../../store/tables.ts';
import { readChoice } from '../utente/promemoria.ts';
import { changeChiave, changeMessaggio, findChiaveFor, findCitizen, findMessaggio } from './app-io.db.ts';
import { findAlert } from './channels.server.ts';
import { openIoKey } from './chiavi-io.server.ts';
import type { IoNotice } from './io-notice.ts';
import { esitoEntryId, IO_ESITO, IO_MESSAGGIO } from './io-outbox.ts';
import { createQuota } from './quota.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
/** What could not be sent for so long is late: the mail has told it. */
const SEND_WITHIN_MS = 24 * HOUR_MS;
/** The wait grows with the age of what waits, by this part of it. */
const WAIT_PART = 0.1;
const SHORTEST_WAIT = 10 * SECOND_MS;
/** IO says after a while whether a message is on the phone, and may need days for it. */
const OUTCOME_AFTER_MS = 10 * 60 * SECOND_MS;
const OUTCOME_WITHIN_MS = 7 * 24 * HOUR_MS;
/** Messages go first: what became of others is asked with half of the quota, and later where that is in use. */
const OUTCOME_SHARE = 0.5;
const OUTCOME_SPREAD_MS = 120 * SECOND_MS;
/** A delivery waits so long for the quota; longer waits are those of the outbox. */
const LONGEST_TURN = 5.5 * SECOND_MS;

const ioQuota = createQuota();

export const IO_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(IO_MESSAGGIO, async ({ messaggio }, house) => {
    const row = await findMessaggio(house.db, messaggio);
    if (row?.stato === 'in_partenza')
      await endMessage(house, row, 'non_noto', 'Il portale si è fermato durante l’invio.');
    if (row?.stato === 'da_inviare') await sendMessage(house, row);
    return null;
  }),
  deliveryOf(IO_ESITO, async ({ messaggio }, house) => {
    const row = await findMessaggio(house.db, messaggio);
    if (row?.stato === 'inviato' && row.id_io !== null) await askOutcome(house, row, row.id_io);
    return null;
  }),
];

/** @throws NotYet while IO cannot be asked */
async function sendMessage(house: PortalHouse, row: MessaggioIo): Promise<void> {
  if (house.now() - row.creato > SEND_WITHIN_MS) return endMessage(house, row, 'superato');
  const notice = await findAlert(house, row.tipo)?.tell(row.dati_json, house);
  const way = await findWay(house, row);
  if (!notice || !way) return endMessage(house, row, 'superato');
  const { io, chiave, key, fiscalCode } = way;
  await takeTurn(key);
  try {
    if (!(await io.allows(key, fiscalCode))) return await endMessage(house, row, 'non_riceve');
    const isOurs = await changeMessaggio(house.db, row.id, {
      from: ['da_inviare'],
      stato: 'in_partenza',
      aggiornato: house.now(),
    });
    if (!isOurs) return;
    await noteSent(house, row, await io.send(key, messageOf(notice, fiscalCode)));
    if (chiave.errore !== null) await changeChiave(house.db, chiave, { errore: null });
  } catch (error) {
    if (!(error instanceof IoError)) throw error;
    await noteFault(house, row, { error, chiave, key });
  }
}

type IoWay = { io: AppIoPort; chiave: ChiaveIo; key: string; fiscalCode: string };

/** @returns undefined when nobody can be written to any more @throws NotYet for a key that must be written again */
async function findWay({ appIo, db, signer }: PortalHouse, row: MessaggioIo): Promise<IoWay | undefined> {
  const chiave = await findChiaveFor(db, row.ente, row.servizio);
  const fiscalCode = (await findCitizen(db, row.utente))?.codice_fiscale ?? '';
  if (!appIo || !chiave || !IO_FISCAL_CODE.test(fiscalCode)) return undefined;
  const key = openIoKey(signer, chiave);
  if (key === undefined) throw new NotYet('La chiave di App IO va scritta di nuovo.', HOUR_MS);
  return { io: appIo, chiave, key, fiscalCode };
}

/** Waits for the quota of a key: a message asks about the person, and is sent. @throws NotYet */
async function takeTurn(key: string): Promise<void> {
  const until = performance.now() + LONGEST_TURN;
  for (;;) {
    const wait = ioQuota.take(key, 2);
    if (wait === 0) return;
    if (performance.now() + wait > until) throw new NotYet('App IO ha chiesto di aspettare', wait);
    await pause(wait);
  }
}

const messageOf = ({ words, due, payment, ente }: IoNotice, fiscal_code: string): IoMessage => ({
  fiscal_code,
  content: ioContentOf(words, {
    due,
    ...(payment && {
      payment: {
        amount: payment.importo_cent,
        notice_number: payment.numero_avviso,
        invalid_after_due_date: payment.endsThen,
        payee: { fiscal_code: ente.codice_fiscale },
      },
    }),
  }),
});

/** An answer that comes after another process has given it up still tells that it was sent. */
async function noteSent(house: PortalHouse, row: MessaggioIo, id: string | null): Promise<void> {
  await house.db.transaction().execute(async (tx) => {
    await changeMessaggio(tx, row.id, {
      from: ['in_partenza', 'non_noto'],
      stato: 'inviato',
      id_io: id,
      errore: null,
      aggiornato: house.now(),
    });
    const when = { id: esitoEntryId(row.id), delay: OUTCOME_AFTER_MS };
    if (id !== null) await enqueueEntries(tx, house.now, outboxEntry(IO_ESITO, { messaggio: row.id }, when));
  });
}

/** @throws NotYet for what was not done, and may be asked again */
async function noteFault(
  house: PortalHouse,
  row: MessaggioIo,
  { error, chiave, key }: { error: IoError; chiave: ChiaveIo; key: string },
): Promise<void> {
  const { why, message, waitMs } = error;
  if (why === 'unknown') return endMessage(house, row, 'non_noto', message);
  if (why === 'refused') return endMessage(house, row, 'rifiutato', message);
  await changeMessaggio(house.db, row.id, {
    from: ['da_inviare', 'in_partenza'],
    stato: 'da_inviare',
    errore: message,
    aggiornato: house.now(),
  });
  if (why === 'quota') ioQuota.pause(key, waitMs);
  if (why === 'key') await changeChiave(house.db, chiave, { errore: message });
  throw new NotYet(message, why === 'quota' ? waitMs : waitOf(house, row));
}

/** A clock that was set back makes no wait long. */
const waitOf = ({ now }: PortalHouse, { creato }: MessaggioIo): number =>
  Math.min(Math.max((now() - creato) * WAIT_PART, SHORTEST_WAIT), HOUR_MS);

async function endMessage(
  house: PortalHouse,
  row: MessaggioIo,
  stato: 'superato' | 'non_riceve' | 'rifiutato' | 'non_noto',
  why: string | null = null,
): Promise<void> {
  await house.db.transaction().execute(async (tx) => {
    const isEnded = await changeMessaggio(tx, row.id, {
      from: ['da_inviare', 'in_partenza'],
      stato,
      errore: why,
      aggiornato: house.now(),
    });
    // What may be on the telephone is not told again.
    if (isEnded && stato !== 'non_noto') await mailInstead(house, tx, row);
  });
}

/** A reminder that was for App IO alone leaves by mail. */
async function mailInstead(
  house: PortalHouse,
  tx: StoreTx,
  { id, tipo, dati_json, utente }: MessaggioIo,
): Promise<void> {
  const { promemoria_json = null } = (await findCitizen(tx, utente)) ?? {};
  if (!findAlert(house, tipo)?.reminder || readChoice(promemoria_json).dove !== 'automatico') return;
  await enqueueAgain({ db: tx, now: house.now }, { tipo, corsia: 'receipts', dati_json }, `${MAIL_ID}${id}`);
}

/** @throws NotYet while IO does not know */
async function askOutcome(house: PortalHouse, row: MessaggioIo, id: string): Promise<void> {
  const way = await findWay(house, row);
  if (!way || house.now() - row.creato > OUTCOME_WITHIN_MS) return;
  const turn = ioQuota.take(way.key, 1, OUTCOME_SHARE);
  if (turn > 0) throw new NotYet('Prima partono i messaggi', turn + Math.random() * OUTCOME_SPREAD_MS);
  const outcome = await way.io.outcome(way.key, { fiscal_code: way.fiscalCode, id }).catch((error: unknown) => {
    if (!(error instanceof IoError)) throw error;
    if (error.why === 'quota') ioQuota.pause(way.key, error.waitMs);
    return 'waiting' as const;
  });
  if (outcome === 'waiting') throw new NotYet('IO non sa ancora se il messaggio è arrivato', waitOf(house, row));
  const stato = outcome === 'delivered' ? 'consegnato' : 'respinto';
  await house.db.transaction().execute(async (tx) => {
    const isNews = await changeMessaggio(tx, row.id, { from: ['inviato'], stato, aggiornato: house.now() });
    if (isNews && stato === 'respinto') await mailInstead(house, tx, row);
  });
}
