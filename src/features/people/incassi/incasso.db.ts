/** Queries of what happened to the money of one notice: attempts, receipts, settlements, movements of the bank, decisions of the office. */
import type { DecisioneIncasso, StoreDb } from '../../../store/tables.ts';
import { type AvvisoKey, tentativiOn } from '../../services/paga-online/avvisi.db.ts';
import { isLatest } from '../../services/paga-online/journal.db.ts';

export const listTentativi = (db: StoreDb, key: AvvisoKey) =>
  tentativiOn(db, key)
    .select(['p.creato', 'p.fornitore', 'p.stato', 'n.importo_cent'])
    .orderBy('p.creato')
    .limit(100)
    .execute();

const receiptsOf = (db: StoreDb, { ente, numero_avviso }: AvvisoKey) =>
  db.selectFrom('ricevute as r').where('r.numero_avviso', '=', numero_avviso).where('r.ente', '=', ente);

export const listRicevute = (db: StoreDb, key: AvvisoKey) => receiptsOf(db, key).selectAll('r').execute();

/** The payments of flows that settle a receipt of this notice, with the movements of the bank for each flow. */
export async function listSettled(db: StoreDb, { ente, numero_avviso }: AvvisoKey) {
  const flussi = await receiptsOf(db, { ente, numero_avviso })
    .innerJoin('flussi_pagamenti as s', (j) =>
      j.onRef('s.iuv', '=', 'r.iuv').onRef('s.iur', '=', 'r.rif').onRef('s.ente', '=', 'r.ente'),
    )
    .innerJoin('flussi as f', 'f.id', 's.flusso')
    .select(['f.nome', 'f.nome_psp', 'f.data', 's.importo_cent', 's.esito'])
    .where(isLatest)
    .orderBy('f.data')
    .execute();
  const nomi = [...new Set(flussi.map(({ nome }) => nome))];
  const accrediti =
    nomi.length === 0
      ? []
      : await db
          .selectFrom('accrediti')
          .selectAll()
          .where('flusso', 'in', nomi)
          .where('ente', '=', ente)
          .orderBy('data')
          .execute();
  return { flussi, accrediti };
}

export const listDecisioni = (db: StoreDb, key: AvvisoKey) =>
  receiptsOf(db, key)
    .innerJoin('decisioni_incassi as d', 'd.ricevuta', 'r.id')
    .leftJoin('utenti as u', 'u.id', 'd.utente')
    .select(['d.tipo', 'd.testo', 'd.quando', 'r.importo_cent', 'u.nome', 'u.cognome'])
    .orderBy('d.quando')
    .orderBy('d.n')
    .execute();

/** @returns false when another one was written meanwhile */
export async function writeDecisione(db: StoreDb, decisione: Omit<DecisioneIncasso, 'n'>): Promise<boolean> {
  const { count } = await db
    .selectFrom('decisioni_incassi')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('ricevuta', '=', decisione.ricevuta)
    .executeTakeFirstOrThrow();
  const row = await db
    .insertInto('decisioni_incassi')
    .values({ ...decisione, n: Number(count) + 1 })
    .onConflict((c) => c.doNothing())
    .returning('n')
    .executeTakeFirst();
  return row !== undefined;
}

/** The case that a notice was made for, as its office has it. */
export const findPratica = (db: StoreDb, { ente, numero_avviso }: AvvisoKey) =>
  db
    .selectFrom('avvisi as a')
    .innerJoin('pratiche as p', 'p.id', 'a.pratica')
    .select(['p.ufficio', 'p.tipo', 'p.codice'])
    .where('a.numero_avviso', '=', numero_avviso)
    .where('a.ente', '=', ente)
    .executeTakeFirst();
