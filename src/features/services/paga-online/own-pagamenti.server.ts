/** A citizen's own payments and notices, for the reserved area. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import type { OperationHandler, OperationHandlers } from '../../../platform/run.server.ts';
import type { Avviso, Ricevuta, StoreDb } from '../../../store/tables.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { statoOn } from '../../cases/posizione/documenti.ts';
import { type AvvisoKey, avvisoKeyText } from './avvisi.db.ts';
import { type PagamentoStato, RECEIPT_WAIT_MS, shownEsitoStato } from './esiti.ts';
import { payAddress, ricevutaAddress } from './fornitori.ts';
import { listGivenBack } from './journal.db.ts';
import { numeroOfRicevuta, numeroPagamento } from './numero-pagamento.server.ts';
import type { OwnAvviso, ownAvvisiOperations } from './own-avvisi.contract.ts';
import { listOwnAvvisi, listOwnTentativi, listRicevuteElsewhere } from './own-pagamenti.db.ts';
import type { pagaOnlineOperations } from './paga-online.contract.ts';
import { opensOwnRicevuta } from './tentativo-read.server.ts';

type OwnPagamento = OperationOutput<(typeof pagaOnlineOperations)['mieiPagamenti']>[number];

/** Newest first, each once: a receipt of one's own attempt is shown as that attempt. */
export const listOwnPagamenti: OperationHandler<(typeof pagaOnlineOperations)['mieiPagamenti']> = async (
  _input,
  ctx,
) => {
  const { db, user } = ctx;
  const today = todayInRome(ctx.now);
  const owner = { utente: user?.id ?? '', codice_fiscale: user?.codice_fiscale ?? '', today };
  const [rows, elsewhere, enteName] = await Promise.all([
    listOwnTentativi(db, { utente: owner.utente, since: ctx.now - RECEIPT_WAIT_MS, today }),
    listRicevuteElsewhere(db, owner),
    readEnteNames(ctx),
  ]);
  const doubled = await findDoubled(db, [...rows, ...elsewhere]);
  const own = new Map<string, OwnPagamento>();
  for (const r of rows) {
    // Opened twice and paid once: the receipt belongs to the other attempt, which is in the list.
    if (r.stato === 'pagato' && r.pagato_il === null) continue;
    const known = own.get(r.id) ?? wireOfTentativo(ctx, r, enteName(r.ente));
    if (own.has(r.id)) addAvviso(known, r, enteName(r.ente));
    // For a paid attempt: nobody who only began one is told what others paid.
    if (r.stato === 'pagato' && doubled.has(avvisoKeyText(r))) known.doppio = true;
    own.set(r.id, known);
  }
  const others = elsewhere.map((q) => ({
    ...wireOfRicevuta(q, enteName(q.ente)),
    ...(doubled.has(avvisoKeyText(q)) && { doppio: true }),
  }));
  return [...own.values(), ...others].toSorted((a, b) => pagamentoInstant(b).localeCompare(pagamentoInstant(a)));
};

/** @returns the notices that were paid twice, and of which nothing was given back yet */
async function findDoubled(
  db: StoreDb,
  rows: readonly (AvvisoKey & { doppia: number | null })[],
): Promise<ReadonlySet<string>> {
  const twice = rows.filter(({ doppia }) => doppia === 1);
  const given = new Set((await listGivenBack(db, twice)).map(avvisoKeyText));
  return new Set(twice.map(avvisoKeyText).filter((key) => !given.has(key)));
}

type TentativoRow = Awaited<ReturnType<typeof listOwnTentativi>>[number];

/** A further notice of the same cart, or a second receipt of one. */
function addAvviso(known: OwnPagamento, row: TentativoRow, nome_ente: string): void {
  const { numero_avviso } = row;
  known.importo_cent += Number(row.importo_cent);
  known.avvisi.push(wireOfPaidAvviso(row, nome_ente));
  if (known.numero_avviso !== numero_avviso && !known.altri.includes(numero_avviso)) known.altri.push(numero_avviso);
}

const wireOfPaidAvviso = (
  { numero_avviso, causale, importo_cent }: Pick<TentativoRow, 'numero_avviso' | 'causale' | 'importo_cent'>,
  nome_ente: string,
): OwnPagamento['avvisi'][number] => ({ numero_avviso, causale, nome_ente, importo_cent: Number(importo_cent) });

const pagamentoInstant = (p: OwnPagamento) => p.pagato_il ?? p.aperto_il;

function wireOfTentativo(ctx: CallContext, r: TentativoRow, nome_ente: string): OwnPagamento {
  const stato = shownEsitoStato(r.stato as PagamentoStato);
  const isPaid = stato === 'pagato';
  return {
    id: r.id,
    numero: numeroPagamento(r.id),
    stato,
    ente: r.ente,
    nome_ente,
    causale: r.causale,
    numero_avviso: r.numero_avviso,
    altri: [],
    avvisi: [wireOfPaidAvviso(r, nome_ente)],
    importo_cent: Number(r.importo_cent),
    fornitore: r.fornitore,
    aperto_il: isoInstant(r.creato),
    controllato_il: isoInstant(r.aggiornato),
    pagato_il: isPaid && r.pagato_il !== null ? isoInstant(r.pagato_il) : null,
    ricevuta: isPaid && opensOwnRicevuta(ctx, r, r.byDebtor === 1) ? ricevutaAddress(r.id) : null,
  };
}

function wireOfRicevuta(q: Ricevuta, nome_ente: string): OwnPagamento {
  return {
    id: q.id,
    numero: numeroOfRicevuta(q),
    stato: 'pagato',
    ente: q.ente,
    nome_ente,
    causale: q.causale,
    numero_avviso: q.numero_avviso,
    altri: [],
    avvisi: [wireOfPaidAvviso(q, nome_ente)],
    importo_cent: q.importo_cent,
    fornitore: q.fornitore,
    aperto_il: isoInstant(q.pagato_il),
    controllato_il: isoInstant(q.pagato_il),
    pagato_il: isoInstant(q.pagato_il),
    ricevuta: ricevutaAddress(q.id),
  };
}

export const ownAvvisiHandlers: OperationHandlers<typeof ownAvvisiOperations> = {
  mieiAvvisi: async (_input, ctx) => {
    const today = todayInRome(ctx.now);
    const [rows, bodies] = await Promise.all([
      listOwnAvvisi(ctx.db, { codice_fiscale: ctx.user?.codice_fiscale ?? '', today: today }),
      enti(ctx.house),
    ]);
    const byId = new Map(bodies.map((e) => [e.id, e]));
    return rows.map((a) => ({
      ...wireOfAvviso(a, today),
      nome_ente: byId.get(a.ente)?.nome ?? a.ente,
      paga: isStillPayable(a, today) ? payAddress(a.numero_avviso, byId.get(a.ente)?.codice_fiscale ?? '') : null,
    }));
  },
};

function wireOfAvviso(a: Avviso, today: string): Omit<OwnAvviso, 'nome_ente' | 'paga'> {
  const { ente, numero_avviso, causale, importo_cent, scadenza } = a;
  const stato = statoOn(a, today) === 'scaduto' ? 'scaduto' : 'da_pagare';
  return { ente, numero_avviso, causale, importo_cent, scadenza, stato };
}

/** Tells whether it can still be paid here. */
export const isStillPayable = ({ pagabile_fino }: Pick<Avviso, 'pagabile_fino'>, today: string): boolean =>
  pagabile_fino === null || today <= pagabile_fino;

async function readEnteNames({ house }: CallContext): Promise<(ente: string) => string> {
  const byId = new Map((await enti(house)).map((e) => [e.id, e.nome]));
  return (ente) => byId.get(ente) ?? ente;
}
