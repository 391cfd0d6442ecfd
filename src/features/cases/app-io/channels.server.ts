/**
 * On which channels a person is told something. Every row of the outbox that tells a citizen anything passes here, so that no feature
 * knows of channels: it writes its row, and says here in which words App IO tells the same.
 */
import type { IoAlert, PortalHouse } from '../../../context.ts';
import { IO_FISCAL_CODE } from '../../../platform/app-io.ts';
import { isAway } from '../../../platform/errors.ts';
import { COPY_ID, enqueueEntries, MAIL_ID, type OutboxRow } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { readChoice } from '../utente/promemoria.ts';
import { addMessaggio, findChiaveFor, findCitizen } from './app-io.db.ts';
import { AVVISO_ALERTS } from './avvisi-io.server.ts';
import type { IoNotice } from './io-notice.ts';
import { IO_MESSAGGIO, messaggioEntryId } from './io-outbox.ts';
import { PRATICA_ALERTS } from './pratica-io.server.ts';

export function findAlert({ services }: Pick<PortalHouse, 'services'>, tipo: string): IoAlert | undefined {
  const all = [...PRATICA_ALERTS, ...AVVISO_ALERTS, ...services.flatMap(({ alerts = [] }) => alerts)];
  return all.find((alert) => alert.tipo === tipo);
}

type Channels = { mail: boolean; io: IoNotice | null };

/**
 * App IO is a channel for a person who has logged in with the tax code that IO knows, where the ente has a key for it. News of a case leave
 * by mail, too; reminders as their citizen has chosen.
 */
async function channelsOf(house: PortalHouse, row: OutboxRow): Promise<Channels> {
  const alert = findAlert(house, row.tipo);
  if (!alert || [COPY_ID, MAIL_ID].some((begin) => row.id.startsWith(begin))) return { mail: true, io: null };
  if (!alert.reminder && !house.appIo) return { mail: true, io: null };
  const notice = await alert.tell(row.dati_json, house);
  if (!notice) return { mail: true, io: null };
  const citizen = await findCitizen(house.db, notice.utente);
  const io = house.appIo && (await isReached(house, notice, citizen)) ? notice : null;
  if (!alert.reminder) return { mail: true, io };
  const { cosa, dove } = readChoice(citizen?.promemoria_json ?? null);
  if (!cosa.includes(alert.reminder)) return { mail: false, io: null };
  if (dove === 'email') return { mail: true, io: null };
  return { mail: dove === 'entrambi' || !io, io };
}

/**
 * Tells a person on the channels beside the mail, before it: its server may be away for hours. What fails there is reported, and holds up
 * no mail. @returns whether the mail leaves, too
 */
export async function tellBeside(house: PortalHouse, row: OutboxRow): Promise<{ mail: boolean }> {
  try {
    const { mail, io } = await channelsOf(house, row);
    if (io) await tellOnIo(house, row, io);
    return { mail };
  } catch (error) {
    // Without its store the mail could not be made either.
    if (isAway(error)) throw error;
    house.monitoring.report(error, { route: 'outbox' });
    return { mail: true };
  }
}

async function isReached(
  { db }: PortalHouse,
  { ente, servizio }: IoNotice,
  citizen: { codice_fiscale: string } | undefined,
): Promise<boolean> {
  return IO_FISCAL_CODE.test(citizen?.codice_fiscale ?? '') && Boolean(await findChiaveFor(db, ente.id, servizio));
}

/** Stores what is to be told, once for each row of the outbox, however often that is delivered. */
async function tellOnIo(
  house: PortalHouse,
  { id, tipo, dati_json }: OutboxRow,
  { ente, utente, servizio }: IoNotice,
): Promise<void> {
  const at = house.now();
  await house.db.transaction().execute(async (tx) => {
    const isNew = await addMessaggio(tx, {
      id,
      ente: ente.id,
      utente,
      servizio,
      tipo,
      dati_json,
      stato: 'da_inviare',
      id_io: null,
      errore: null,
      creato: at,
      aggiornato: at,
    });
    const entry = outboxEntry(IO_MESSAGGIO, { messaggio: id }, { id: messaggioEntryId(id) });
    if (isNew) await enqueueEntries(tx, house.now, entry);
  });
}
