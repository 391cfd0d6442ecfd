/** Answers the operators' list: a page of the cases of their enti, with counts by state and what is unread. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { addDays, isoInstant, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { csvBytes } from '../../../platform/csv.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { CANALI, isCanale } from '../../cases/pratica/canale.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica.server.ts';
import { searchWords } from '../../cases/pratica/pratica-search.ts';
import { isOpenStato, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { listUffici } from '../../cases/ufficio/ufficio.server.ts';
import {
  CODE,
  type Coda,
  MAX_EXPORT,
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
import { sheetOf } from './pratiche-sheet.ts';

const ALL_STATI = Object.keys(STATO_LABELS) as StatoPratica[];
const NO_COUNTS = Object.fromEntries(ALL_STATI.map((stato) => [stato, 0])) as Record<StatoPratica, number>;

type AskedList = Omit<OperationInput<typeof operatoreOperations.praticheOperatore>, 'pagina'>;

export const operatoreHandlers: OperationHandlers<typeof operatoreOperations> = {
  praticheOperatore: async ({ pagina: page = 1, ...asked }, ctx) => {
    const { items, total, byStato, unread } = await readList(ctx, asked, {
      offset: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    });
    return {
      pratiche: items,
      totale: total,
      pagine: Math.min(Math.ceil(total / PAGE_SIZE), MAX_PAGES),
      conteggi: { ...NO_COUNTS, ...byStato },
      code: await countQueues(ctx, asked),
      da_leggere: unread,
    } satisfies PraticaPage;
  },
  esportaPratiche: async (asked, ctx) => {
    const { items } = await readList(ctx, asked, { offset: 0, limit: MAX_EXPORT });
    const enteNames = new Map((await enti(ctx.house)).map(({ id, nome }) => [id, nome]));
    return {
      type: 'text/csv; charset=utf-8',
      bytes: csvBytes(sheetOf(items, enteNames)),
      disposition: contentDisposition(`pratiche-${todayInRome(ctx.now)}.csv`),
    };
  },
};

/** The cases under some filters, and how many there are by state, of all pages. */
async function readList(
  ctx: CallContext,
  { stato, ordine: order = 'termine', coda, ...asked }: AskedList,
  part: { offset: number; limit: number },
) {
  const all = filterOf(asked, ctx);
  if (all.enti.length === 0) return { items: [], total: 0, byStato: {}, unread: 0 };
  const filter = { ...all, queue: coda && queuesOf(ctx)[coda] };
  const unread = await countByStato(ctx.db, { ...filter, unreadOnly: true });
  const byStato = filter.unreadOnly ? unread : await countByStato(ctx.db, filter);
  const wanted = ALL_STATI.filter(
    (s) =>
      (!stato || stato === 'tutte' || s === stato || (stato === 'aperte' && isOpenStato(s))) &&
      (!coda || isInQueue(coda, s)),
  );
  const sumOf = (counts: Partial<Record<StatoPratica, number>>) => wanted.reduce((n, s) => n + (counts[s] ?? 0), 0);
  const rows = await listPratiche(ctx.db, filter, { ...part, order, stati: wanted.filter((s) => byStato[s]) });
  return { items: await listItemsOf(ctx, rows), total: sumOf(byStato), byStato, unread: sumOf(unread) };
}

/** All cases in each queue of the enti asked for, whatever else is asked. */
async function countQueues(ctx: CallContext, { ente }: Pick<AskedList, 'ente'>): Promise<Record<Coda, number>> {
  const counts = { ...NO_QUEUES };
  const all = filterOf({ ente, non_lette: false }, ctx);
  const queues = queuesOf(ctx);
  if (all.enti.length > 0)
    for (const name of CODE) counts[name] = await countQueue(ctx, { ...all, queue: queues[name] }, name);
  return counts;
}

async function listItemsOf(ctx: CallContext, rows: readonly PraticaListRow[]): Promise<PraticaListItem[]> {
  const people = await readNames(ctx.db, [...new Set(rows.flatMap((r) => r.assegnata_a ?? []))]);
  const rowEnti = new Map<string, Ente>();
  const offices = new Map<string, string>();
  for (const id of new Set(rows.map((r) => r.ente))) {
    rowEnti.set(id, await enteOfPage(ctx.house, '', id));
    for (const ufficio of await listUffici(ctx.db, id)) offices.set(ufficio.id, ufficio.nome);
  }
  return rows.map((row) => ({
    ...listItemOf(row, rowEnti.get(row.ente) as Ente, ctx),
    ...(row.assegnata_a && { assegnata_a: people.get(row.assegnata_a) }),
    ...(row.assegnata_ufficio && { assegnata_ufficio: offices.get(row.assegnata_ufficio) }),
  }));
}

type AskedFilters = Pick<
  OperationInput<typeof operatoreOperations.praticheOperatore>,
  'ente' | 'q' | 'non_lette' | 'servizio' | 'dal' | 'al'
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
function filterOf(asked: AskedFilters, { user }: CallContext): PraticaFilter {
  const { ente, q = '', non_lette, servizio, dal, al } = asked;
  const { data: codiceFiscale } = z.safeParse(codiceFiscaleSchema(), q);
  const ownEnti = user?.enti ?? [];
  if (ente && !ownEnti.includes(ente)) throw new PortalError('not_found');
  return {
    ...{ enti: ente ? [ente] : ownEnti, unreadOnly: non_lette, codice: servizio, codiceFiscale },
    words: codiceFiscale ? [] : searchWords(q),
    from: dal ? midnightInRome(dal) : undefined,
    until: al ? midnightInRome(addDays(al, 1)) : undefined,
  };
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
    ...(isCanale(row.canale) && { canale: CANALI[row.canale].toLowerCase() }),
    chat: ufficioPath(row, enteRow),
  };
}
