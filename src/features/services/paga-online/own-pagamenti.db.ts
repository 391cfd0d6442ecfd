/** Queries of what a citizen has paid or owes, for the reserved area and the calendar, and of the avvisi of one pratica. */
import type { StoreDb } from '../../../store/tables.ts';
import { linkHolds, type PosizioneHolder } from '../../cases/posizione/link.ts';
import { isByDebtor } from './avvisi.db.ts';
import type { PagamentoStato } from './esiti.ts';

/** A limit for the lists, in rows: a hundred pages, more than anybody owes or pays. */
const MAX_ROWS = 2000;

/**
 * Attempts that the list of their owner shows. Failed ones are left out: the citizen was told when they failed. A cart at pagoPA that its
 * owner left is shown while a receipt may still come.
 */
const LISTED_STATI: readonly PagamentoStato[] = ['pagato', 'aperto', 'in_verifica'];

/**
 * The attempts of a user that are paid or undecided, one row for each notice, in the order of the cart. A paid attempt shows only what it
 * paid: the same notice paid in another tab belongs to that tab's attempt.
 */
export const listOwnTentativi = (db: StoreDb, owner: { utente: string; since: number; today: string }) =>
  db
    .selectFrom('pagamenti as p')
    .innerJoin('pagamenti_avvisi as n', 'n.pagamento', 'p.id')
    .leftJoin('ricevute as q', (j) =>
      j
        .onRef('q.pagamento', '=', 'p.id')
        .onRef('q.numero_avviso', '=', 'n.numero_avviso')
        .onRef('q.ente', '=', 'n.ente'),
    )
    .select([
      'p.id',
      'p.stato',
      'p.fornitore',
      'p.email',
      'p.creato',
      'p.aggiornato',
      'n.ente',
      'n.causale',
      'n.numero_avviso',
      'q.pagato_il',
    ])
    .select((e) => [
      e.fn.coalesce('q.importo_cent', 'n.importo_cent').as('importo_cent'),
      e.case().when(isByDebtor(e, owner.today)).then(1).else(0).end().as('byDebtor'),
      e
        .selectFrom('ricevute as d')
        .select((d) => d.fn.max('d.doppia').as('doppia'))
        .whereRef('d.numero_avviso', '=', 'n.numero_avviso')
        .whereRef('d.ente', '=', 'n.ente')
        .as('doppia'),
    ])
    .where('p.utente', '=', owner.utente)
    .where((e) =>
      e.or([
        e('p.stato', 'in', LISTED_STATI),
        e.and([e('p.stato', '=', 'annullato'), e('p.fornitore', '=', 'pagopa'), e('p.creato', '>', owner.since)]),
      ]),
    )
    .where((e) => e.or([e('p.stato', '<>', 'pagato'), e('q.id', 'is not', null)]))
    .orderBy('p.creato', 'desc')
    .orderBy('p.id')
    .orderBy('n.n')
    .limit(MAX_ROWS)
    .execute();

/**
 * Notices of cases about documents of a person's positions, once for each document. The position owes them whoever made the request: a guest
 * with the two codes makes it in their own name.
 * @param use `own`: without positions that the person has as a delegate; `paga`: with those that they may pay for
 */
export const avvisiOnDocumentiOf = (db: StoreDb, { codice_fiscale, today }: PosizioneHolder, use: 'own' | 'paga') =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('documenti as d', 'd.posizione', 'r.posizione')
    .innerJoin('richieste_documenti as s', 's.documento', 'd.id')
    .innerJoin('avvisi as a', 'a.pratica', 's.pratica')
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where(linkHolds('r', today, use));

/** Notices that a person's positions owe directly: instalments of plans agreed elsewhere. */
export const avvisiOnPosizioniOf = (db: StoreDb, { codice_fiscale, today }: PosizioneHolder, use: 'own' | 'paga') =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('avvisi as a', 'a.posizione', 'r.posizione')
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where(linkHolds('r', today, use));

/** Receipts of what a citizen owed and did not pay in an attempt of their own: paid at a bank, or by another person. */
export const listRicevuteElsewhere = (db: StoreDb, owner: PosizioneHolder & { utente: string }) => {
  const ofDocumenti = db
    .selectFrom('rappresentanze as r')
    .innerJoin('documenti as d', 'd.posizione', 'r.posizione')
    .innerJoin('ricevute as q', (j) =>
      j.onRef('q.numero_avviso', '=', 'd.numero_avviso').onRef('q.ente', '=', 'd.ente'),
    )
    .leftJoin('pagamenti as p', 'p.id', 'q.pagamento')
    .selectAll('q')
    .where('r.codice_fiscale', '=', owner.codice_fiscale)
    .where(linkHolds('r', owner.today, 'own'))
    .where((e) => e.or([e('p.utente', 'is', null), e('p.utente', '<>', owner.utente)]));
  const ofAvvisi = db
    .selectFrom('avvisi as a')
    .innerJoin('ricevute as q', (j) =>
      j.onRef('q.numero_avviso', '=', 'a.numero_avviso').onRef('q.ente', '=', 'a.ente'),
    )
    .leftJoin('pagamenti as p', 'p.id', 'q.pagamento')
    .selectAll('q')
    .where('a.debitore', '=', owner.codice_fiscale)
    .where((e) => e.or([e('p.utente', 'is', null), e('p.utente', '<>', owner.utente)]));
  const onDocumenti = avvisiOnDocumentiOf(db, owner, 'own')
    .innerJoin('ricevute as q', (j) =>
      j.onRef('q.numero_avviso', '=', 'a.numero_avviso').onRef('q.ente', '=', 'a.ente'),
    )
    .leftJoin('pagamenti as p', 'p.id', 'q.pagamento')
    .selectAll('q')
    .where((e) => e.or([e('p.utente', 'is', null), e('p.utente', '<>', owner.utente)]));
  const onPosizioni = avvisiOnPosizioniOf(db, owner, 'own')
    .innerJoin('ricevute as q', (j) =>
      j.onRef('q.numero_avviso', '=', 'a.numero_avviso').onRef('q.ente', '=', 'a.ente'),
    )
    .leftJoin('pagamenti as p', 'p.id', 'q.pagamento')
    .selectAll('q')
    .where((e) => e.or([e('p.utente', 'is', null), e('p.utente', '<>', owner.utente)]));
  return ofDocumenti.union(ofAvvisi).union(onDocumenti).union(onPosizioni).limit(MAX_ROWS).execute();
};

/**
 * Notices to pay that have a person's tax code, belong to a request about their documents or are owed by their positions, by due date.
 * Spontaneous payments are left out: they are no debt and expire unpaid, and anybody can type anybody's tax code.
 */
export const listOwnAvvisi = (db: StoreDb, owner: PosizioneHolder) =>
  db
    .selectFrom('avvisi')
    .selectAll()
    .where('debitore', '=', owner.codice_fiscale)
    .where('stato', '=', 'da_pagare')
    .where('scade', 'is', null)
    .union(avvisiOnDocumentiOf(db, owner, 'own').selectAll('a').where('a.stato', '=', 'da_pagare'))
    .union(avvisiOnPosizioniOf(db, owner, 'own').selectAll('a').where('a.stato', '=', 'da_pagare'))
    .orderBy('scadenza')
    .orderBy('numero_avviso')
    .limit(MAX_ROWS)
    .execute();

/** The cases that the notices of an attempt were made for. */
export const listPaidPratiche = (db: StoreDb, key: { pagamento: string }) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('avvisi as a', (j) => j.onRef('a.numero_avviso', '=', 'n.numero_avviso').onRef('a.ente', '=', 'n.ente'))
    .innerJoin('pratiche as c', 'c.id', 'a.pratica')
    .select(['c.id', 'c.tipo', 'c.codice', 'c.email', 'c.anno', 'c.numero', 'c.proprietario', 'c.utente'])
    .distinct()
    .where('n.pagamento', '=', key.pagamento)
    .execute();

/**
 * Notices of a case, in the order of their creation.
 * @returns `ricevuta` the first receipt of each
 * @returns `in_corso` how many attempts wait for their outcome
 */
export const listPraticaAvvisi = (db: StoreDb, key: { pratica: string }) =>
  db
    .selectFrom('avvisi as a')
    .selectAll('a')
    .select((e) => [
      e
        .selectFrom('ricevute as q')
        .select((q) => q.fn.min('q.id').as('id'))
        .whereRef('q.numero_avviso', '=', 'a.numero_avviso')
        .whereRef('q.ente', '=', 'a.ente')
        .where('q.doppia', '=', 0)
        .as('ricevuta'),
      e
        .selectFrom('pagamenti_avvisi as v')
        .innerJoin('pagamenti as p', 'p.id', 'v.pagamento')
        .select((p) => p.fn.countAll<number>().as('n'))
        .whereRef('v.numero_avviso', '=', 'a.numero_avviso')
        .whereRef('v.ente', '=', 'a.ente')
        .where('p.stato', '=', 'in_verifica')
        .as('in_corso'),
    ])
    .where('a.pratica', '=', key.pratica)
    .orderBy('a.creato')
    .orderBy('a.scadenza')
    .orderBy('a.numero_avviso')
    .execute();
