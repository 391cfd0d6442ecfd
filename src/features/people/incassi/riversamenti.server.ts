/** Answers what the providers have transferred to an ente, and writes the movements of its cash book. */
import { hash } from 'node:crypto';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Accredito } from '../../../store/tables.ts';
import { enteOfBooks } from './books.server.ts';
import { readGiornale } from './giornale.server.ts';
import { flussoCandidates, type Movimento } from './giornale.ts';
import { timeOf } from './incassi.server.ts';
import type { FlussoQuestione, FlussoView, riversamentiOperations } from './riversamenti.contract.ts';
import {
  type FlussoPlace,
  findFlusso,
  listFlussi,
  listKnownNomi,
  listPayments,
  listWithoutFlusso,
  sumFlussi,
  writeAccrediti,
} from './riversamenti.db.ts';

const PAGE_FLUSSI = 50;
const PAGE_PAYMENTS = 200;

export const riversamentiHandlers: OperationHandlers<typeof riversamentiOperations> = {
  riversamenti: async ({ ente: asked, dopo, ...days }, ctx) => {
    const ente = enteOfBooks(ctx, asked);
    const { dal, al } = timeOf(days, ctx.now);
    const filter = { ente, dal, al };
    const after = placeOf(dopo);
    const rows = await listFlussi(ctx.db, filter, { limit: PAGE_FLUSSI + 1, ...(after && { after }) });
    const shown = rows.slice(0, PAGE_FLUSSI);
    const last = rows.length > PAGE_FLUSSI ? shown.at(-1) : undefined;
    return {
      ente,
      dal,
      al,
      totale: await sumFlussi(ctx.db, filter),
      flussi: shown.map(wireOf),
      ...(last && { dopo: `${last.data} ${last.id}` }),
      senza_flusso: (await listWithoutFlusso(ctx.db, filter)).map(({ id, data, importo_cent, causale, numero }) => ({
        id,
        data,
        importo_cent: Number(importo_cent),
        causale,
        numero,
      })),
    };
  },
  riversamento: async ({ flusso: id, dopo: after = 0 }, ctx) => {
    enteOfBooks(ctx, undefined);
    const flusso = await findFlusso(ctx.db, { id, enti: ctx.user?.incassi ?? [] });
    if (!flusso)
      throw new PortalError('not_found', { message: 'Questo riversamento non esiste, o è di un altro ente.' });
    const rows = await listPayments(ctx.db, { flusso: id, after, limit: PAGE_PAYMENTS + 1 });
    const payments = rows.slice(0, PAGE_PAYMENTS).map(({ iuv, importo_cent, ...payment }) => ({
      ...payment,
      n: Number(payment.n),
      IUV: iuv,
      importo_cent: Number(importo_cent),
    }));
    const last = rows.length > PAGE_PAYMENTS ? payments.at(-1) : undefined;
    return { ente: flusso.ente, flusso: wireOf(flusso), righe: payments, ...(last && { dopo: last.n }) };
  },
  caricaGiornale: async ({ ente: asked, file }, ctx) => {
    const ente = enteOfBooks(ctx, asked);
    const { movimenti, storni, skipped } = readGiornale(new Uint8Array(await file.arrayBuffer()));
    // What the bank takes back is a movement of its own.
    const takenBack = storni.map((storno) => ({ ...storno, importo_cent: -storno.importo_cent }));
    const accrediti = await accreditiOf(ctx, ente, [...movimenti, ...takenBack]);
    const written = await writeAccrediti(ctx.db, accrediti);
    const added = accrediti.filter(({ id }) => written.has(id));
    const known = await listKnownNomi(ctx.db, ente, [...new Set(added.map(({ flusso }) => flusso))]);
    return {
      ente,
      nuovi: added.length,
      gia_presenti: accrediti.length - added.length,
      lasciati: skipped,
      abbinati: added.filter(({ flusso }) => known.has(flusso)).length,
    };
  },
};

/** A place that nobody has given begins at the first page. */
function placeOf(place: string | undefined): FlussoPlace | undefined {
  const [, data, id] = /^(\d{4}-\d\d-\d\d) (.+)$/.exec(place ?? '') ?? [];
  return data && id ? { data, id } : undefined;
}

type FlussoRow = Awaited<ReturnType<typeof listFlussi>>[number];

function wireOf(row: FlussoRow): FlussoView {
  const { id, nome, nome_psp, data, regolamento } = row;
  const [importo_cent, letti_cent] = [Number(row.importo_cent), Number(row.letti_cent)];
  const credited = row.credited === null ? null : Number(row.credited);
  const questioni: FlussoQuestione[] = [];
  if (letti_cent !== importo_cent || Number(row.letti) !== Number(row.pagamenti)) questioni.push('somma');
  if (credited !== null && credited !== importo_cent) questioni.push('importo');
  if (Number(row.unmatched) === 1) questioni.push('senza_ricevuta');
  if (Number(row.revoked) === 1) questioni.push('revoche');
  return {
    id,
    nome,
    revisione: Number(row.revisione),
    da: nome_psp,
    data,
    regolamento,
    pagamenti: Number(row.pagamenti),
    importo_cent,
    letti_cent,
    accreditato_cent: credited,
    questioni,
  };
}

/** Each movement under the longest name of a known flow that its text begins with, else under the name that it seems to have. */
async function accreditiOf(ctx: CallContext, ente: string, movimenti: readonly Movimento[]): Promise<Accredito[]> {
  const candidates = movimenti.map(({ flusso, causale }) => (flusso === '' ? [] : flussoCandidates(causale)));
  const known = await listKnownNomi(ctx.db, ente, [...new Set(candidates.flat())]);
  const times = new Map<string, number>();
  return movimenti.map(({ data, importo_cent, causale, numero, flusso }, i) => {
    const said = [ente, data, importo_cent, causale, numero].join('\n');
    // Two equal movements of a day are its first and its second time.
    const time = (times.get(said) ?? 0) + 1;
    times.set(said, time);
    const longest = (candidates[i] ?? []).filter((name) => known.has(name)).toSorted((a, b) => b.length - a.length);
    return {
      id: hash('sha256', `${said}\n${time}`, 'base64url'),
      ente,
      data,
      importo_cent,
      causale,
      numero,
      flusso: longest[0] ?? flusso,
      caricato_il: ctx.now,
      caricato_da: ctx.user?.id ?? null,
    };
  });
}
