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
import { areaName } from '../../cases/ente/aree.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { CANALI, isCanale } from '../../cases/pratica/canale.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica.server.ts';
import { searchWords } from '../../cases/pratica/pratica-search.ts';
import { isOpenStato, OPEN_PRATICA_STATI, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { awayAmong, listUffici } from '../../cases/ufficio/ufficio.server.ts';
import {
  CODE,
  type Coda,
  type ListOrder,
  MAX_COUNT,
  MAX_EXPORT,
  type operatoreOperations,
  PAGE_SIZE,
  type PraticaListItem,
  type PraticaPage,
} from './operatore.contract.ts';
import {
  countPratiche,
  listPratiche,
  type PraticaFilter,
  type PraticaListRow,
  type PraticaQueue,
  readNames,
} from './operatore.db.ts';
import { sheetOf } from './pratiche-sheet.ts';

const ALL_STATI = Object.keys(STATO_LABELS) as StatoPratica[];

export type AskedList = Omit<OperationInput<typeof operatoreOperations.praticheOperatore>, 'pagina' | 'righe'>;

export const operatoreHandlers: OperationHandlers<typeof operatoreOperations> = {
  praticheOperatore: async ({ pagina: page = 1, righe: limit = PAGE_SIZE, ...asked }, ctx) => {
    const filter = filterOf(asked, ctx);
    const { byStato, byQueue, unread } = await countAll(ctx, asked);
    // Each state is searched by itself, so those without a case are left out.
    const stati = filter.stati.filter((stato) => byStato[stato] > 0);
    const total = Math.min(
      stati.reduce((n, stato) => n + byStato[stato], 0),
      MAX_COUNT + 1,
    );
    const offset = (page - 1) * limit;
    return {
      pratiche:
        offset < MAX_COUNT ? await readRows(ctx, { ...filter, stati }, { order: asked.ordine, offset, limit }) : [],
      totale: total,
      pagine: Math.ceil(Math.min(total, MAX_COUNT) / limit),
      conteggi: byStato,
      code: byQueue,
      da_leggere: unread,
    } satisfies PraticaPage;
  },
  esportaPratiche: async (asked, ctx) => {
    const items = await readRows(ctx, filterOf(asked, ctx), { order: asked.ordine, offset: 0, limit: MAX_EXPORT });
    const enteNames = new Map((await enti(ctx.house)).map(({ id, nome }) => [id, nome]));
    return {
      type: 'text/csv; charset=utf-8',
      bytes: csvBytes(sheetOf(items, enteNames)),
      disposition: contentDisposition(`pratiche-${todayInRome(ctx.now)}.csv`),
    };
  },
};

export async function readRows(
  ctx: CallContext,
  filter: PraticaFilter,
  { order = 'termine', ...part }: { order: ListOrder | undefined; offset: number; limit: number },
): Promise<PraticaListItem[]> {
  if (filter.enti.length === 0 || filter.stati.length === 0) return [];
  return listItemsOf(ctx, await listPratiche(ctx.db, filter, { ...part, order }));
}

/** Cases by state under all filters but the state, those to be read in the states asked for, and all in each queue of the enti asked for. */
export async function countAll(ctx: CallContext, { stato, ...asked }: AskedList) {
  const filters: [string, PraticaFilter][] = [
    ...filterOf(asked, ctx).stati.map((s): [string, PraticaFilter] => [s, filterOf({ ...asked, stato: s }, ctx)]),
    ...CODE.map((coda): [string, PraticaFilter] => [coda, filterOf({ ente: asked.ente, non_lette: false, coda }, ctx)]),
    ['da_leggere', filterOf({ ...asked, stato, non_lette: true }, ctx)],
  ];
  const able = filters.filter(([, { enti, stati }]) => enti.length > 0 && stati.length > 0);
  const counts: Record<string, number> = await countPratiche(ctx.db, Object.fromEntries(able), MAX_COUNT);
  const countsOf = <N extends string>(names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<N, number>;
  return { byStato: countsOf(ALL_STATI), byQueue: countsOf(CODE), unread: counts.da_leggere ?? 0 };
}

async function listItemsOf(ctx: CallContext, rows: readonly PraticaListRow[]): Promise<PraticaListItem[]> {
  const assigned = [...new Set(rows.flatMap((r) => r.assegnata_a ?? []))];
  const people = await readNames(ctx.db, assigned);
  const away = await awayAmong(ctx.db, assigned, todayInRome(ctx.now));
  const rowEnti = new Map<string, Ente>();
  const offices = new Map<string, string>();
  for (const id of new Set(rows.map((r) => r.ente))) {
    rowEnti.set(id, await enteOfPage(ctx.house, '', id));
    for (const ufficio of await listUffici(ctx.db, id)) offices.set(ufficio.id, ufficio.nome);
  }
  return rows.map((row) => ({
    ...listItemOf(row, rowEnti.get(row.ente) as Ente, ctx),
    ...(row.assegnata_a && { assegnata_a: people.get(row.assegnata_a), assente: away.get(row.assegnata_a) }),
    ...(row.assegnata_ufficio && { assegnata_ufficio: offices.get(row.assegnata_ufficio) }),
  }));
}

/** A due date within so many days is near. */
const NEAR_DAYS = 7;

/** The term is suspended while a case waits for the citizen (product rule). */
const RUNNING_STATI = OPEN_PRATICA_STATI.filter((stato) => stato !== 'da_integrare');

/** What is in a queue: the states, and what else. */
function queueOf(coda: Coda, { user, now }: CallContext): { stati: readonly StatoPratica[]; queue?: PraticaQueue } {
  const today = todayInRome(now);
  const open = OPEN_PRATICA_STATI;
  const queues = {
    mie: { stati: open, queue: { persona: user?.id ?? '' } },
    ufficio: { stati: open, queue: { uffici: user?.uffici ?? [] } },
    da_assegnare: { stati: open, queue: { nobody: true } },
    in_ritardo: { stati: RUNNING_STATI, queue: { prima: today } },
    in_scadenza: { stati: RUNNING_STATI, queue: { dal: today, prima: addDays(today, NEAR_DAYS + 1) } },
    in_attesa: { stati: ['da_integrare'] },
    chiuse: { stati: ALL_STATI.filter((stato) => !isOpenStato(stato)) },
  } as const satisfies Record<Coda, { stati: readonly StatoPratica[]; queue?: PraticaQueue }>;
  return queues[coda];
}

/** @throws PortalError `not_found` for an ente that is not the operator's */
export function filterOf(asked: Omit<AskedList, 'ordine'>, ctx: CallContext): PraticaFilter {
  const { ente, q = '', non_lette, servizio, area, dal, al, stato, coda } = asked;
  const { data: codiceFiscale } = z.safeParse(codiceFiscaleSchema(), q);
  const ownEnti = ctx.user?.enti ?? [];
  if (ente && !ownEnti.includes(ente)) throw new PortalError('not_found');
  const { stati, queue } = coda ? queueOf(coda, ctx) : { stati: ALL_STATI };
  const isAsked = (s: StatoPratica) =>
    !stato || stato === 'tutte' || s === stato || (stato === 'aperte' && isOpenStato(s));
  return {
    ...{ enti: ente ? [ente] : ownEnti, unreadOnly: non_lette, codice: servizio, area, codiceFiscale, queue },
    // An operator without any office has none of their cases.
    stati: queue && 'uffici' in queue && queue.uffici.length === 0 ? [] : stati.filter(isAsked),
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
    ...(row.area && { area: areaName(enteRow, row.area) }),
    ...(isCanale(row.canale) && { canale: CANALI[row.canale].toLowerCase() }),
    chat: ufficioPath(row, enteRow),
  };
}
