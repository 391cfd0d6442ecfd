/** How a kind of outbox row says in App IO what its mail says. */
import type { IoAlert, PortalHouse } from '../../../context.ts';
import type { OutboxKind } from '../../../platform/outbox-kind.ts';
import type { ReminderKind } from '../utente/promemoria.ts';
import type { IoNotice } from './io-notice.ts';

/** @param kind of the rows @param tell null: there is nothing to tell, or nobody to be told @param reminder of what; missing: news of a case */
export const alertOf = <Data extends object>(
  { tipo, dati }: OutboxKind<Data>,
  tell: (data: Data, house: PortalHouse) => Promise<IoNotice | null>,
  reminder?: ReminderKind,
): IoAlert => ({ tipo, reminder, tell: (dati_json, house) => tell(dati.parse(JSON.parse(dati_json)), house) });
