/** Answers what came in at an ente, as data and as CSV, to those who keep its books. */
import type { CallContext } from '../../../context.ts';
import { isCodiceFiscale } from '../../../platform/atoms/codice-fiscale.ts';
import { addDays, daysBetween, isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { csvStream } from '../../../platform/csv.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { decisioneIn } from '../../services/paga-online/journal.db.ts';
import { type Accounting, readAccounting } from './accounting.server.ts';
import { enteOfBooks } from './books.server.ts';
import type { Incassi, Incasso, incassiOperations } from './incassi.contract.ts';
import {
  type IncassiFilter,
  type IncassiSearch,
  type IncassiSum,
  type IncassoKey,
  listIncassi,
  sumIncassi,
} from './incassi.db.ts';
import { INCASSI_TITLES, incassiRows } from './incassi-sheet.ts';

const PAGE_ROWS = 50;
/** How many receipts are in memory at once while a list is downloaded. */
const EXPORT_PART = 500;
const MAX_DAYS = 366;
/** Sums of a longer time are by month. */
const MAX_SHOWN_DAYS = 62;

export const incassiHandlers: OperationHandlers<Pick<typeof incassiOperations, 'incassi' | 'esportaIncassi'>> = {
  incassi: async (asked, ctx) => {
    const { filter, accounting } = await filterOf(ctx, asked);
    const { servizi, ...ofAllServices } = filter;
    const { ente, dal, al, search } = filter;
    const by = daysBetween(dal, al) < MAX_SHOWN_DAYS ? 'day' : 'month';
    const sums = await sumIncassi(ctx.db, ofAllServices, by);
    const chosen = sums.filter(({ servizio }) => servizi?.includes(servizio) ?? true);
    const rows = await listIncassi(ctx.db, filter, { after: keyOf(asked.dopo), limit: PAGE_ROWS + 1 });
    const shown = rows.slice(0, PAGE_ROWS);
    const last = rows.length > PAGE_ROWS ? shown.at(-1) : undefined;
    const byPeriod = Map.groupBy(chosen, ({ periodo }) => periodo);
    return {
      ente,
      dal,
      al,
      totale: totalOf(chosen),
      periodi: search
        ? []
        : periodsOf(dal, al, by).map((period) => ({ periodo: period, ...totalOf(byPeriod.get(period) ?? []) })),
      servizi: [...Map.groupBy(sums, ({ servizio }) => servizio)]
        .map(([servizio, all]) => ({ ...accounting.of(servizio), ...totalOf(all) }))
        .sort((a, b) => b.importo_cent - a.importo_cent),
      righe: shown.map((row) => wireOf(row, accounting)),
      ...(last && { dopo: `${last.pagato_il}.${last.id}` }),
    };
  },
  esportaIncassi: async (asked, ctx) => {
    const { filter, accounting } = await filterOf(ctx, asked);
    return {
      type: 'text/csv; charset=utf-8',
      bytes: csvStream(sheetParts(ctx, filter, accounting)),
      disposition: contentDisposition(`incassi-${filter.dal}-${filter.al}.csv`),
    };
  },
};

type AskedIncassi = OperationInput<typeof incassiOperations.esportaIncassi>;

/** @throws PortalError as {@link enteOfBooks}, and `invalid` for days that are no time */
async function filterOf(
  ctx: CallContext,
  { ente: asked, fornitore, canale, servizio, capitolo, coda: queue, stato, cerca, ...days }: AskedIncassi,
): Promise<{ filter: IncassiFilter; accounting: Accounting }> {
  const ente = enteOfBooks(ctx, asked);
  const { dal, al } = timeOf(days, ctx.now);
  const accounting = await readAccounting(ctx, ente);
  const servizi = accounting.codesOf({ servizio, capitolo });
  const search = cerca ? searchOf(cerca, ctx.now) : undefined;
  return { filter: { ente, dal, al, servizi, fornitore, canale, queue, stato, search }, accounting };
}

/** Without days the current month. @throws PortalError `invalid` */
export function timeOf(
  days: { dal?: string | undefined; al?: string | undefined },
  now: number,
): { dal: string; al: string } {
  const { al = todayInRome(now), dal = `${al.slice(0, 7)}-01` } = days;
  if (al < dal) throw new PortalError('invalid', { fields: { al: ['L’ultimo giorno viene prima del primo.'] } });
  if (daysBetween(dal, al) >= MAX_DAYS)
    throw new PortalError('invalid', { fields: { al: ['Scegli al massimo un anno: poi guarda il successivo.'] } });
  return { dal, al };
}

/** What a search is for is told by its form. */
function searchOf(typed: string, now: number): IncassiSearch {
  const plain = typed.replace(/\s/g, '');
  if (/^\d{18}$/.test(plain)) return { numero: plain };
  if (/^\d{15}(\d{2})?$/.test(plain)) return { iuv: plain };
  const [, anno, numero] = /^(20\d\d)\/(\d{1,9})$/.exec(plain) ?? [];
  if (anno && numero) return { pratica: { anno: Number(anno), numero: Number(numero) } };
  const capital = plain.toUpperCase();
  return isCodiceFiscale(capital) || /^\d{11}$/.test(plain)
    ? { debitore: { codice_fiscale: capital, today: todayInRome(now) } }
    : { rif: typed };
}

/** A place that nobody has given begins at the first page. */
function keyOf(place: string | undefined): IncassoKey | undefined {
  const [, pagato_il, id] = /^(\d{1,15})\.(.+)$/.exec(place ?? '') ?? [];
  return pagato_il && id ? { pagato_il: Number(pagato_il), id } : undefined;
}

const totalOf = (sums: readonly IncassiSum[]): Incassi['totale'] => ({
  quanti: sums.reduce((n, { quanti }) => n + quanti, 0),
  importo_cent: sums.reduce((n, { importo_cent }) => n + importo_cent, 0),
});

/** Every day of a time, `YYYY-MM-DD`, or every month of it, `YYYY-MM`. */
function periodsOf(dal: string, al: string, by: 'day' | 'month'): string[] {
  const days: string[] = [];
  for (let day = dal; day <= al; day = addDays(day, 1)) days.push(day);
  return by === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}

type IncassoRow = Awaited<ReturnType<typeof listIncassi>>[number];

export const wireOf = (row: IncassoRow, accounting: Accounting): Incasso => ({
  ...accounting.of(row.servizio),
  id: row.id,
  pagato_il: isoInstant(row.pagato_il),
  numero_avviso: row.numero_avviso,
  IUV: row.iuv ?? iuvOf(row.numero_avviso),
  causale: row.causale,
  importo_cent: Number(row.importo_cent) - row.bollo_cent,
  bollo_cent: row.bollo_cent,
  fornitore: row.fornitore,
  rif: row.rif,
  intermediario: row.intermediario,
  doppio: row.doppia === 1,
  conosciuto: Number(row.known) === 1,
  dal_portale: row.pagamento !== null,
  stato: row.stato,
  revocato: Number(row.revoked) === 1,
  decisione: decisioneIn(row.decided) ?? null,
});

async function* sheetParts(
  ctx: CallContext,
  filter: IncassiFilter,
  accounting: Accounting,
): AsyncGenerator<(string | number)[][]> {
  yield [INCASSI_TITLES];
  let after: IncassoKey | undefined;
  do {
    const rows: IncassoRow[] = await listIncassi(ctx.db, filter, { ...(after && { after }), limit: EXPORT_PART });
    yield incassiRows(rows.map((row) => wireOf(row, accounting)));
    after = rows.length === EXPORT_PART ? rows.at(-1) : undefined;
  } while (after);
}
