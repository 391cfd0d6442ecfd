/** Answers the operators' list: a page of the cases of their enti, with counts by state and what is unread. */
import type { CallContext } from '../../../context.ts';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { csvStream } from '../../../platform/csv.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { StoreDb } from '../../../store/tables.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { areaName } from '../../cases/ente/aree.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { CANALI, isCanale } from '../../cases/pratica/canale.ts';
import { etichetteOf, prioritaOf } from '../../cases/pratica/etichette.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica-names.ts';
import { isOfOtherOffice } from '../../cases/pratica/riservati.server.ts';
import { isOpenStato, type StatoPratica } from '../../cases/pratica/stati.ts';
import { protocolloOf } from '../../cases/protocollo/protocollo-ente.ts';
import { awayAmong } from '../../cases/ufficio/ufficio.server.ts';
import {
  BESIDE_ROWS,
  CODE,
  type ListOrder,
  MAX_EXPORT,
  type operatoreOperations,
  PAGE_SIZE,
  type PraticaListItem,
  type PraticaPage,
} from './operatore.contract.ts';
import {
  countPratiche,
  type EsternaColumns,
  findByWords,
  findListRow,
  listPratiche,
  type OrderName,
  type PraticaFilter,
  type PraticaListRow,
  type PraticaOrder,
} from './operatore.db.ts';
import { ALL_STATI, type AskedList, filterOf } from './pratica-filter.server.ts';
import { readNames, readPlaces, readUfficioNames } from './pratica-glimpse.db.ts';
import { SHEET_TITLES, sheetRows } from './pratiche-sheet.ts';

export const operatoreHandlers: OperationHandlers<typeof operatoreOperations> = {
  praticheOperatore: async ({ pagina: page = 1, righe: limit = PAGE_SIZE, ...asked }, ctx) => {
    const { filter, byStato, byQueue, unread } = await countAll(ctx, asked);
    const part = { order: asked.ordine, offset: (page - 1) * limit, limit };
    const total = totalOf(filter.stati, byStato);
    return {
      pratiche: part.offset < MAX_COUNT ? await listItemsOf(ctx, await readRows(ctx, filter, byStato, part)) : [],
      totale: total,
      pagine: Math.ceil(Math.min(total, MAX_COUNT) / limit),
      conteggi: byStato,
      code: byQueue,
      da_leggere: unread,
    } satisfies PraticaPage;
  },
  vicinePratica: async ({ id, ...asked }, ctx) => {
    const pratica = await findListRow(ctx.db, id, ctx.user?.enti ?? []);
    if (!pratica || isOfOtherOffice(ctx.user, pratica)) throw new PortalError('not_found');
    const filter = filterOf(asked, ctx);
    const nextOnes = async (wayRound: boolean) => {
      const part = { order: asked.ordine, wayRound, limit: BESIDE_ROWS };
      const rows: PraticaListRow[] = [];
      for await (const some of partsAfter(ctx, filter, part, pratica)) {
        rows.push(...some.slice(0, BESIDE_ROWS - rows.length));
        if (rows.length === BESIDE_ROWS) break;
      }
      return listItemsOf(ctx, rows);
    };
    const [before, after] = [await nextOnes(true), await nextOnes(false)];
    const [precedente, successiva] = [before[0]?.chat, after[0]?.chat];
    return {
      ...(precedente && { precedente }),
      ...(successiva && { successiva }),
      prima: before.reverse(),
      dopo: after,
    };
  },
  esportaPratiche: async (asked, ctx) => {
    const filter = filterOf(asked, ctx);
    const enteNames = new Map((await enti(ctx.house)).map(({ id, nome }) => [id, nome]));
    return {
      type: 'text/csv; charset=utf-8',
      bytes: csvStream(sheetParts(ctx, filter, asked.ordine, enteNames)),
      disposition: contentDisposition(`pratiche-${todayInRome(ctx.now)}.csv`),
    };
  },
};

/** How many cases are in memory at once while a list is downloaded. */
const EXPORT_PART = 1000;

async function* sheetParts(
  ctx: CallContext,
  filter: PraticaFilter,
  order: ListOrder | undefined,
  enteNames: ReadonlyMap<string, string>,
): AsyncGenerator<(string | number)[][]> {
  yield [SHEET_TITLES];
  let left = MAX_EXPORT;
  for await (const rows of partsAfter(ctx, filter, { order, limit: EXPORT_PART })) {
    const items = await listItemsOf(ctx, rows.slice(0, left));
    const uffici = items.map(({ id }) => id);
    yield sheetRows(items, enteNames, await readPlaces(ctx.db, uffici));
    if (rows.length > left) {
      yield [
        [
          `Le pratiche sono più di ${MAX_EXPORT.toLocaleString('it-IT')}: qui ci sono le prime. Scegli un periodo, uno stato o un servizio per scaricare le altre.`,
        ],
      ];
      return;
    }
    left -= rows.length;
  }
}

/** The states one after the other, in the order of the work, each by due date; the other orders are columns of a case. */
function orderOf(order: ListOrder = 'termine', wayRound = false): { by: OrderName | 'stato'; way: 'asc' | 'desc' } {
  const by = order.replace(/_(ultimi|primi)$/, '') as OrderName | 'stato';
  const isTurned = order !== by;
  const isAscending = (by === 'arrivo') === isTurned;
  return { by, way: isAscending === wayRound ? 'desc' : 'asc' };
}

type ListStep = { filter: PraticaFilter; order: PraticaOrder; stato?: StatoPratica };

/** The lists that make up one: by state there is one for each. */
function stepsOf(filter: PraticaFilter, { by, way }: ReturnType<typeof orderOf>): ListStep[] {
  if (by !== 'stato') return [{ filter, order: { by, way } }];
  const stati = ALL_STATI.filter((stato) => filter.stati.includes(stato));
  return (way === 'asc' ? stati : stati.reverse()).map((stato) => ({
    filter: { ...filter, stati: [stato] },
    order: { by: 'termine', way },
    stato,
  }));
}

const totalOf = (stati: readonly StatoPratica[], byStato: Record<StatoPratica, number>): number =>
  Math.min(
    stati.reduce((n, stato) => n + byStato[stato], 0),
    MAX_COUNT + 1,
  );

/** @param byStato what {@link countAll} has counted */
export async function readRows(
  { db }: CallContext,
  filter: PraticaFilter,
  byStato: Record<StatoPratica, number>,
  { order, offset, limit }: { order: ListOrder | undefined; offset: number; limit: number },
): Promise<PraticaListRow[]> {
  const rows: PraticaListRow[] = [];
  let skipped = 0;
  // Each state is searched by itself, so those without a case are left out.
  const withCases = { ...filter, stati: filter.stati.filter((stato) => byStato[stato] > 0) };
  for (const step of stepsOf(withCases, orderOf(order))) {
    const total = totalOf(step.filter.stati, byStato);
    const left = limit - rows.length;
    if (left === 0) break;
    if (offset < skipped + total) {
      const from = Math.max(0, offset - skipped);
      rows.push(...(await readPart(db, step, { total, offset: from, limit: left })));
    }
    skipped += total;
  }
  return rows;
}

/** A list whose words are in many cases of all states may have few in its own. */
async function readPart(
  db: StoreDb,
  { filter, order }: ListStep,
  part: { total: number; offset?: number; limit: number; after?: PraticaListRow | undefined },
): Promise<PraticaListRow[]> {
  if (part.total === 0 || filter.enti.length === 0) return [];
  const found = part.total <= MAX_COUNT ? await findByWords(db, filter) : filter;
  return found ? listPratiche(db, found, { ...part, order }) : [];
}

/**
 * A list in parts, each found by the last row of the one before: however far it is read, no part costs more than the first.
 * @param after a case: only what comes after it, or after its place when what was done with it has taken it out of the list
 */
async function* partsAfter(
  { db }: CallContext,
  filter: PraticaFilter,
  { order, wayRound = false, limit }: { order: ListOrder | undefined; wayRound?: boolean; limit: number },
  after?: PraticaListRow,
): AsyncGenerator<PraticaListRow[]> {
  const steps = stepsOf(filter, orderOf(order, wayRound));
  const first = Math.max(0, after ? steps.findIndex(({ stato }) => !stato || stato === after.stato) : 0);
  for (const step of steps.slice(first)) {
    const found = await findByWords(db, step.filter);
    if (!found || found.stati.length === 0 || found.enti.length === 0) continue;
    const { total } = await countPratiche(db, { total: found });
    let last = step === steps[first] ? after : undefined;
    for (;;) {
      const rows = await readPart(db, { ...step, filter: found }, { total, limit, after: last });
      if (rows.length > 0) yield rows;
      last = rows.at(-1);
      if (rows.length < limit) break;
    }
  }
}

/** Cases by state under all filters but the state, those to be read in the states asked for, and all in each queue of the enti asked for. */
export async function countAll(ctx: CallContext, { stato, ...asked }: AskedList) {
  const filter = filterOf({ ...asked, stato }, ctx);
  const all = filterOf(asked, ctx);
  const found = await findByWords(ctx.db, all);
  const ofList: [string, PraticaFilter][] = found
    ? [
        ...found.stati.map((s): [string, PraticaFilter] => [s, { ...found, stati: [s] }]),
        ['da_leggere', { ...found, stati: filter.stati, unreadOnly: true }],
      ]
    : [];
  const ofQueues = CODE.map((coda): [string, PraticaFilter] => [
    coda,
    filterOf({ ente: asked.ente, non_lette: false, senza_punto: false, coda }, ctx),
  ]);
  const able = [...ofList, ...ofQueues].filter(([, { enti, stati }]) => enti.length > 0 && stati.length > 0);
  const counts: Record<string, number> = await countPratiche(ctx.db, Object.fromEntries(able));
  const countsOf = <N extends string>(names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<N, number>;
  return {
    filter: found ? { ...found, stati: filter.stati } : filter,
    byStato: countsOf(ALL_STATI),
    byQueue: countsOf(CODE),
    unread: counts.da_leggere ?? 0,
  };
}

/** A row of a list, with what is said of a case that another program deals with. */
type ListedRow = PraticaListRow & Partial<EsternaColumns>;

export async function listItemsOf(ctx: CallContext, rows: readonly ListedRow[]): Promise<PraticaListItem[]> {
  const assigned = [...new Set(rows.flatMap((r) => r.assegnata_a ?? []))];
  const people = await readNames(ctx.db, assigned);
  const away = await awayAmong(ctx.db, assigned, todayInRome(ctx.now));
  const offices = await readUfficioNames(ctx.db, [...new Set(rows.flatMap((r) => r.assegnata_ufficio ?? []))]);
  const rowEnti = new Map<string, Ente>();
  for (const id of new Set(rows.map((r) => r.ente))) rowEnti.set(id, await enteOfPage(ctx.house, '', id));
  return rows.map((row) => ({
    ...listItemOf(row, rowEnti.get(row.ente) as Ente, ctx),
    ...(row.assegnata_a && { assegnata_a: people.get(row.assegnata_a), assente: away.get(row.assegnata_a) }),
    ...(row.assegnata_ufficio && { assegnata_ufficio: offices.get(row.assegnata_ufficio) }),
  }));
}

function listItemOf(row: ListedRow, enteRow: Ente, { house, now }: CallContext): PraticaListItem {
  const stato = (row.stato_esterno ?? row.stato) as StatoPratica;
  const { ufficio: id, tipo, codice, oggetto, ente, termine_il } = row;
  return {
    id,
    tipo,
    codice,
    oggetto,
    ente,
    stato,
    termine_il,
    protocollo: protocollo(row),
    servizio: row.servizio_esterno ?? officeNameOf(house.services, codice),
    richiedente: fullName(row),
    inviata_il: isoInstant(row.inviata_il),
    // The term is suspended while the case waits for the citizen (product rule).
    in_ritardo: termine_il !== '' && isOpenStato(stato) && stato !== 'da_integrare' && termine_il < todayInRome(now),
    // An operator who writes has read everything before.
    non_letti: Math.max(0, row.versione - row.letto_operatore),
    priorita: prioritaOf(row),
    etichette: etichetteOf(row),
    ...protocolloOf(row),
    ...(row.area && { area: areaName(enteRow, row.area) }),
    ...(isCanale(row.canale) && { canale: CANALI[row.canale].toLowerCase() }),
    ...(row.numero_esterno && { numero_esterno: row.numero_esterno }),
    chat: ufficioPath(row, enteRow),
  };
}
