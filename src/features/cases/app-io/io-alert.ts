/** How a kind of outbox row says in App IO what its mail says. */
import type { IoAlert, PortalHouse } from '../../../context.ts';
import { type OutboxKind, outboxEntry } from '../../../platform/outbox-kind.ts';
import type { ReminderKind } from '../utente/promemoria.ts';
import type { IoNotice } from './io-notice.ts';

/** @param kind of the rows @param tell null: there is nothing to tell, or nobody to be told @param reminder of what; missing: news of a case */
export function alertOf<Data extends object>(
  kind: OutboxKind<Data>,
  tell: (data: Data, house: PortalHouse) => Promise<IoNotice | null>,
  reminder?: ReminderKind,
): IoAlert {
  const read = (dati_json: string): Data => kind.dati.parse(JSON.parse(dati_json));
  return {
    tipo: kind.tipo,
    reminder,
    again: (dati_json, id) => outboxEntry(kind, read(dati_json), { id }),
    tell: (dati_json, house) => tell(read(dati_json), house),
  };
}
