/** Queries of the journal of money: what it says of a notice, and what follows from it for the notice and its document. */
import type { ExpressionBuilder } from 'kysely';
import type { DecisioneIncasso, StoreDb, StoreTables } from '../../../store/tables.ts';
import { type AvvisoKey, tentativiOn } from './avvisi.db.ts';
import { coversAsked } from './esiti.ts';
import { type Decisione, isSettled, type MoneyState, moneyState } from './money-state.ts';

export type OfRicevuta = ExpressionBuilder<StoreTables & { r: StoreTables['ricevute'] }, 'r'>;
export type OfFlusso = ExpressionBuilder<StoreTables & { f: StoreTables['flussi'] }, 'f'>;

/** Whether a flow `f` counts: a later revision takes its place. */
export const isLatest = (e: OfFlusso) =>
  e.not(
    e.exists(
      e
        .selectFrom('flussi as later')
        .select('later.id')
        .whereRef('later.ente', '=', 'f.ente')
        .whereRef('later.nome', '=', 'f.nome')
        .whereRef('later.psp', '=', 'f.psp')
        .whereRef('later.revisione', '>', 'f.revisione'),
    ),
  );

/** The payments `s` of a receipt `r` in the flows `f` that count. */
export const selectSettled = (e: OfRicevuta) =>
  e
    .selectFrom('flussi_pagamenti as s')
    .innerJoin('flussi as f', 'f.id', 's.flusso')
    .whereRef('s.iuv', '=', 'r.iuv')
    .whereRef('s.iur', '=', 'r.rif')
    .whereRef('s.ente', '=', 'r.ente')
    .where(isLatest);

/** 1 for a receipt `r` whose provider has taken the money back. */
export const revokedOf = (e: OfRicevuta) =>
  e
    .case()
    .when(e.exists(selectSettled(e).select('s.n').where('s.esito', '=', 'REVOKED')))
    .then(1)
    .else(0)
    .end();

/** What the office decided last about a receipt `r`. */
export const decisionOf = (e: OfRicevuta) =>
  e
    .selectFrom('decisioni_incassi as d')
    .select('d.tipo')
    .whereRef('d.ricevuta', '=', 'r.id')
    .orderBy('d.n', 'desc')
    .limit(1)
    .$castTo<DecisioneIncasso['tipo'] | null>();

/** @returns the notices of these, of which the money of a receipt went back to the person who paid, or was taken back */
export async function listGivenBack(db: StoreDb, keys: readonly AvvisoKey[]): Promise<AvvisoKey[]> {
  if (keys.length === 0) return [];
  const numeri = [...new Set(keys.map(({ numero_avviso }) => numero_avviso))];
  return db
    .selectFrom('ricevute as r')
    .select(['r.ente', 'r.numero_avviso'])
    .where('r.numero_avviso', 'in', numeri)
    .where((e) => e(e.fn.coalesce(decisionOf(e), e.val('riaperta')), 'in', ['rimborsata', 'stornata']))
    .execute();
}

export const decisioneIn = (tipo: DecisioneIncasso['tipo'] | null): Decisione =>
  tipo === null || tipo === 'riaperta' ? undefined : tipo;

/** What the journal says of a notice now. */
export async function readMoneyState(db: StoreDb, key: AvvisoKey): Promise<MoneyState> {
  const { ente, numero_avviso } = key;
  const rows = await db
    .selectFrom('ricevute as r')
    // An attempt asked for what the notice asked for then.
    .leftJoin('pagamenti_avvisi as n', (j) =>
      j
        .onRef('n.pagamento', '=', 'r.pagamento')
        .onRef('n.numero_avviso', '=', 'r.numero_avviso')
        .onRef('n.ente', '=', 'r.ente'),
    )
    .select(['r.fornitore', 'r.importo_cent', 'n.importo_cent as asked_then'])
    .select((e) => [revokedOf(e).as('revoked'), decisionOf(e).as('decided')])
    .where('r.numero_avviso', '=', numero_avviso)
    .where('r.ente', '=', ente)
    .execute();
  const askedNow = await findAsked(db, key);
  const pending = await tentativiOn(db, key).select('p.id').where('p.stato', '=', 'in_verifica').limit(1).execute();
  return moneyState({
    isPending: pending.length > 0,
    ricevute: rows.map(({ fornitore, importo_cent, asked_then, revoked, decided }) => {
      const asked = asked_then === null ? askedNow : Number(asked_then);
      return {
        covers: asked === undefined || coversAsked({ fornitore, importo_cent: Number(importo_cent) }, asked),
        isRevoked: Number(revoked) === 1,
        decisione: decisioneIn(decided),
      };
    }),
  });
}

async function findAsked(db: StoreDb, { ente, numero_avviso }: AvvisoKey): Promise<number | undefined> {
  for (const table of ['documenti', 'avvisi'] as const) {
    const row = await db
      .selectFrom(table)
      .select('importo_cent')
      .where('numero_avviso', '=', numero_avviso)
      .where('ente', '=', ente)
      .executeTakeFirst();
    if (row) return Number(row.importo_cent);
  }
  return undefined;
}

/**
 * Makes a notice and its document what the journal says: paid, or to be paid again when the money of a receipt is gone. What an import or a
 * decision has made of them stays where the journal has no receipt that counts.
 */
export async function applyJournal(db: StoreDb, key: AvvisoKey): Promise<MoneyState> {
  const state = await readMoneyState(db, key);
  for (const table of ['documenti', 'avvisi'] as const) {
    const ofNotice = db.updateTable(table).where('numero_avviso', '=', key.numero_avviso).where('ente', '=', key.ente);
    if (isSettled(state)) await ofNotice.set({ stato: 'pagato', stato_da: 'ricevuta' }).execute();
    else
      await ofNotice
        .set({ stato: 'da_pagare' })
        .where('stato', '=', 'pagato')
        .where('stato_da', '=', 'ricevuta')
        .execute();
  }
  return state;
}
