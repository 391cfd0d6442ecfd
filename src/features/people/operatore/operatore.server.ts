/** Answers the operators' list: a page of the cases of their enti, with counts by state and what is unread. */
import type { CallContext } from '../../../context.ts';
import { addDays, isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica.server.ts';
import { searchWords } from '../../cases/pratica/pratica-search.ts';
import { isOpenStato, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { listUffici } from '../../cases/ufficio/ufficio.server.ts';
import {
  CODE,
  type Coda,
  MAX_PAGES,
  type operatoreOperations,
  PAGE_SIZE,
  type PraticaListItem,
  type PraticaPage,
} from './operatore.contract.ts';
import {
  countByStato,
  listPratiche,
  type PraticaFilter,
  type PraticaListRow,
  type PraticaQueue,
  readNames,
} from './operatore.db.ts';

const ALL_STATI = Object.keys(STATO_LABELS) as StatoPratica[];
const NO_COUNTS = Object.fromEntries(ALL_STATI.map((stato) => [stato, 0])) as Record<StatoPratica, number>;

export const operatoreHandlers: OperationHandlers<typeof operatoreOperations> = {
  praticheOperatore: async ({ stato, ordine: order = 'termine', pagina: page = 1, coda, ...asked }, ctx) => {
    const all = filterOf(asked, ctx);
    if (all.enti.length === 0)
      return { pratiche: [], totale: 0, pagine: 0, conteggi: NO_COUNTS, code: NO_QUEUES, da_leggere: 0 };
    const queues = queuesOf(ctx);
    const filter = { ...all, queue: coda && queues[coda] };
    const unread = await countByStato(ctx.db, { ...filter, unreadOnly: true });
    const byStato = filter.unreadOnly ? unread : await countByStato(ctx.db, filter);
    const wanted = ALL_STATI.filter(
      (s) => (!stato || s === stato || (stato === 'aperte' && isOpenStato(s))) && (!coda || isInQueue(coda, s)),
    );
    const sumOf = (counts: Partial<Record<StatoPratica, number>>) => wanted.reduce((n, s) => n + (counts[s] ?? 0), 0);
    const rows = await listPratiche(ctx.db, filter, {
      stati: wanted.filter((s) => byStato[s]),
      order,
      offset: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    });
    const total = sumOf(byStato);
    const code = { ...NO_QUEUES };
    for (const name of CODE)
      code[name] = await countQueue(
        ctx,
        { ...all, words: [], unreadOnly: false, codice: undefined, queue: queues[name] },
        name,
      );
    const people = await readNames(ctx.db, [...new Set(rows.flatMap((r) => r.assegnata_a ?? []))]);
    const offices = new Map<string, string>();
    for (const ente of new Set(rows.map((r) => r.ente)))
      for (const { id, nome } of await listUffici(ctx.db, ente)) offices.set(id, nome);
    return {
      pratiche: await Promise.all(
        rows.map(async (row) => ({
          ...listItemOf(row, await enteOfPage(ctx.house, '', row.ente), ctx),
          ...(row.assegnata_a && { assegnata_a: people.get(row.assegnata_a) }),
          ...(row.assegnata_ufficio && { assegnata_ufficio: offices.get(row.assegnata_ufficio) }),
        })),
      ),
      totale: total,
      pagine: Math.min(Math.ceil(total / PAGE_SIZE), MAX_PAGES),
      conteggi: { ...NO_COUNTS, ...byStato },
      code,
      da_leggere: sumOf(unread),
    } satisfies PraticaPage;
  },
};

type AskedFilters = Pick<
  OperationInput<typeof operatoreOperations.praticheOperatore>,
  'ente' | 'q' | 'non_lette' | 'servizio'
>;

/** A due date within so many days is near. */
const NEAR_DAYS = 7;

const NO_QUEUES: Record<Coda, number> = { mie: 0, ufficio: 0, da_assegnare: 0, in_ritardo: 0, in_scadenza: 0 };

function queuesOf({ user, now }: CallContext): Record<Coda, PraticaQueue> {
  const today = todayInRome(now);
  return {
    mie: { persona: user?.id ?? '' },
    ufficio: { uffici: user?.uffici ?? [] },
    da_assegnare: { nobody: true },
    in_ritardo: { prima: today },
    in_scadenza: { dal: today, prima: addDays(today, NEAR_DAYS + 1) },
  };
}

/** The term is suspended while a case waits for the citizen (product rule). */
const isInQueue = (coda: Coda, stato: StatoPratica): boolean =>
  isOpenStato(stato) && !(coda.startsWith('in_') && stato === 'da_integrare');

async function countQueue({ db }: CallContext, filter: PraticaFilter, coda: Coda): Promise<number> {
  const counts = await countByStato(db, filter);
  return ALL_STATI.reduce((n, s) => (isInQueue(coda, s) ? n + (counts[s] ?? 0) : n), 0);
}

/** @throws PortalError `not_found` for an ente that is not the operator's */
function filterOf({ ente, q = '', non_lette, servizio }: AskedFilters, { user }: CallContext): PraticaFilter {
  const ownEnti = user?.enti ?? [];
  if (ente && !ownEnti.includes(ente)) throw new PortalError('not_found');
  return { enti: ente ? [ente] : ownEnti, words: searchWords(q), unreadOnly: non_lette, codice: servizio };
}

function listItemOf(row: PraticaListRow, enteRow: Ente, { house, now }: CallContext): PraticaListItem {
  const stato = row.stato as StatoPratica;
  const { ufficio: id, tipo, codice, oggetto, ente, termine_il } = row;
  return {
    ...{ id, tipo, codice, oggetto, ente, stato, termine_il },
    protocollo: protocollo(row),
    servizio: nameOf(house.services, codice),
    richiedente: `${row.nome} ${row.cognome}`,
    inviata_il: isoInstant(row.inviata_il),
    // The term is suspended while the case waits for the citizen (product rule).
    in_ritardo: isOpenStato(stato) && stato !== 'da_integrare' && termine_il < todayInRome(now),
    // An operator who writes has read everything before.
    non_letti: Math.max(0, row.versione - row.letto_operatore),
    chat: ufficioPath(row, enteRow),
  };
}
