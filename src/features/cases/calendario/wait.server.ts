/** How long a citizen waits for an appointment at each office of a municipality. */
import type { CallContext } from '../../../context.ts';
import { daysBetween, todayInRome } from '../../../platform/atoms/date.ts';
import type { Ente } from '../ente/ente.ts';
import { readFirstFree } from './appuntamenti.server.ts';
import { readCalendari } from './calendari.db.ts';
import type { Calendario } from './calendario.ts';
import { bookableFrom } from './free-times.ts';

/** @property giorni whole days until the first free time for the shortest reason; undefined: nothing is free */
type OfficeWait = Pick<Calendario, 'codice' | 'nome'> & { giorni: number | undefined };

export async function readWaits(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  ente: Pick<Ente, 'id' | 'patrono' | 'chiusure'>,
): Promise<OfficeWait[]> {
  const today = todayInRome(now);
  const waits: OfficeWait[] = [];
  for (const calendario of await readCalendari(db, ente.id)) {
    const [motivo] = calendario.motivi.toSorted((a, b) => a.minuti - b.minuti);
    const days = { from: today, to: bookableFrom(calendario, now).lastDay, count: 1 };
    const [first] = motivo ? await readFirstFree({ db, now, owner: '' }, { ente, calendario, motivo }, days) : [];
    const { codice, nome } = calendario;
    waits.push({ codice, nome, giorni: first && daysBetween(today, todayInRome(first.inizio)) });
  }
  return waits;
}
