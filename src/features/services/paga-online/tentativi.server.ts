/** Applies a provider's outcome to an attempt: stores the ricevute, moves the state and queues the mail that follows. */
import type { PortalHouse } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { FornitoreEsito, FornitoreRicevuta } from '../../../platform/payments.ts';
import type { Pagamento, Ricevuta, StoreDb } from '../../../store/tables.ts';
import { avvisoKeyText, lockAvvisi } from './avvisi.db.ts';
import { canBecome, canHavePaid, coversAsked, LIVE_STATI, type PagamentoStato, STATO_FROM_FORNITORE } from './esiti.ts';
import { mailWithoutProof } from './mail-without-proof.server.ts';
import {
  PAGAMENTO_DOUBLE,
  PAGAMENTO_FAILED,
  PAGAMENTO_FOUND_PAID,
  PAGAMENTO_PAID,
  PAGAMENTO_PENDING,
} from './pagamento-outbox.ts';
import { findRicevutaOwner } from './ricevuta-owner.server.ts';
import { recordRicevuta } from './ricevuta-record.server.ts';
import { hasOwnRicevuta } from './ricevute.db.ts';
import {
  hasDiscrepancies,
  listTentativoAvvisi,
  lockTentativo,
  type TentativoAvvisoRow,
  updateTentativo,
  writeNotification,
} from './tentativi.db.ts';
import { type EntiById, paysOneOf, readEntiById, withAvvisi } from './tentativo-read.server.ts';

/** What applying an outcome needs. @property db a transaction, to apply it within that one */
export type ApplyContext = { house: PortalHouse; db?: StoreDb; now: number };
export type ApplyOutcome = 'applicata' | 'ripetuta' | 'ignorata' | 'discordante';

/**
 * The only place where an attempt changes: applies what the provider reported, once, in whatever order reports arrive. A receipt wins over
 * everything (product rule). One for less than was asked, or for a notice outside this attempt, pays nothing and is reported; a second one for
 * a paid notice is kept as `doppia` and reported.
 * @returns `ripetuta`: applied before · `ignorata`: no change, or an unknown attempt · `discordante`: people must look
 */
export async function applyEsito(ctx: ApplyContext, id: string, esito: FornitoreEsito): Promise<ApplyOutcome> {
  const alarms: string[] = [];
  const { house, now } = ctx;
  const entiById = await readEntiById({ house, db: ctx.db ?? house.db });
  const work = async (db: StoreDb) => applyInTransaction({ house, db, now, entiById, alarms }, id, esito);
  const outcome = ctx.db?.isTransaction ? await work(ctx.db) : await house.db.transaction().execute(work);
  for (const alarm of alarms) ctx.house.monitoring.report(new Error(alarm), { route: 'pagamenti' });
  return outcome;
}

type ApplyTransaction = { house: PortalHouse; db: StoreDb; now: number; entiById: EntiById; alarms: string[] };

async function applyInTransaction(ctx: ApplyTransaction, id: string, esito: FornitoreEsito): Promise<ApplyOutcome> {
  const pagamento = await lockTentativo(ctx, id);
  if (!pagamento) return 'ignorata';
  const avvisi = await listTentativoAvvisi(ctx.db, { pagamento: id });
  const { matching, unequal, foreign } = matchRicevute(ctx.entiById, pagamento, { avvisi, ricevute: esito.ricevute });
  const newCount = await recordAll(ctx, pagamento, [...matching, ...unequal]);
  const isDiscordant = await noteDiscrepancies(ctx, pagamento, { unequal, foreign });
  await keepShopCode(ctx, pagamento, esito);
  const before = pagamento.stato as PagamentoStato;
  const stato = (await nextStato(ctx, pagamento, { ...esito, matching, isDiscordant })) ?? before;
  const moves = canBecome(before, stato);
  if (moves) await moveTentativo(ctx, pagamento, stato);
  if (isDiscordant) return 'discordante';
  if (moves || newCount > 0) return 'applicata';
  const isKnown = STATO_FROM_FORNITORE[esito.stato] === before || matching.length > 0;
  return stato === before && isKnown ? 'ripetuta' : 'ignorata';
}

async function moveTentativo(ctx: ApplyTransaction, pagamento: Pagamento, stato: PagamentoStato): Promise<void> {
  await updateTentativo(ctx.db, pagamento.id, { stato, aggiornato: ctx.now });
  if (stato === 'pagato') await notifyPayer(ctx, pagamento);
  // A citizen who was told to wait is told the end.
  const waitedInVain = pagamento.stato === 'in_verifica' && (stato === 'non_completato' || stato === 'scaduto');
  if (waitedInVain) await mailWithoutProof(ctx, pagamento, PAGAMENTO_FAILED);
}

/** Mails the receipt to its owner; to others that it is paid, unless they left the cart. Another tab of the same person has its own mail. */
async function notifyPayer(ctx: ApplyTransaction, pagamento: Pagamento): Promise<void> {
  const { db, house, entiById } = ctx;
  if (await hasOwnRicevuta(db, pagamento.id))
    return enqueueEntries(db, house.now, outboxEntry(PAGAMENTO_PAID, { pagamento: pagamento.id }));
  const { ricevute, allRicevute } = await withAvvisi(db, pagamento, entiById);
  const wasWaiting = pagamento.stato !== 'annullato' && pagamento.stato !== 'non_completato';
  if (ricevute.length > 0 || !wasWaiting) return;
  const isDouble = allRicevute.some((r) => r.doppia === 1);
  await mailWithoutProof(ctx, pagamento, isDouble ? PAGAMENTO_DOUBLE : PAGAMENTO_FOUND_PAID);
}

/** The citizen chose to pay at a shop: keeps the code to show there and mails it, once however often the provider says so. */
async function keepShopCode(ctx: ApplyTransaction, pagamento: Pagamento, esito: FornitoreEsito): Promise<void> {
  const { id, fornitore, stato, codice_negozio } = pagamento;
  const isWaiting = esito.stato === 'in_attesa' && LIVE_STATI.includes(stato as PagamentoStato);
  if (fornitore !== 'mooney' || !isWaiting || codice_negozio !== null) return;
  const { code = '', qr = null } = esito.shopCode ?? {};
  await updateTentativo(ctx.db, id, { codice_negozio: code, qr_negozio: qr });
  await mailWithoutProof(ctx, pagamento, PAGAMENTO_PENDING);
}

type MatchedRicevuta = { avviso: TentativoAvvisoRow; ricevuta: FornitoreRicevuta };

/**
 * Tells whether a receipt is of a notice of this attempt, and whether it pays it.
 * @returns `unequal` of another amount · `foreign` of another notice
 */
function matchRicevute(
  entiById: EntiById,
  { fornitore }: Pagamento,
  { avvisi, ricevute }: { avvisi: readonly TentativoAvvisoRow[]; ricevute: readonly FornitoreRicevuta[] },
) {
  const matching: MatchedRicevuta[] = [];
  const unequal: MatchedRicevuta[] = [];
  const foreign: FornitoreRicevuta[] = [];
  for (const ricevuta of ricevute) {
    const { numero_avviso, dominioEC, importo_cent } = ricevuta;
    const avviso = avvisi.find(
      (a) => a.numero_avviso === numero_avviso && entiById.get(a.ente)?.codice_fiscale === dominioEC,
    );
    if (!avviso) foreign.push(ricevuta);
    else if (coversAsked({ fornitore, importo_cent }, Number(avviso.importo_cent))) matching.push({ avviso, ricevuta });
    else unequal.push({ avviso, ricevuta });
  }
  return { matching, unequal, foreign };
}

/** @returns how many of these receipts are new */
async function recordAll(
  ctx: ApplyTransaction,
  pagamento: Pagamento,
  matched: readonly MatchedRicevuta[],
): Promise<number> {
  if (matched.length > 0) {
    await lockAvvisi(
      ctx,
      matched.map(({ avviso }) => avviso),
    );
  }
  let newCount = 0;
  for (const { avviso, ricevuta } of matched) {
    const { ente, numero_avviso, causale, importo_cent } = avviso;
    const isNew = await recordRicevuta(ctx, ricevuta, {
      fornitore: pagamento.fornitore,
      ente,
      pagamento: await findRicevutaOwner(ctx.db, pagamento, {
        avviso: { ente, numero_avviso },
        ricevuta,
        today: todayInRome(ctx.now),
      }),
      causale,
      asked_cent: Number(importo_cent),
    });
    if (isNew) newCount++;
  }
  return newCount;
}

/**
 * Of receipts that do not fit, this attempt is not paid, and it is not certain that it took no money: it waits for people, and no timeout ends
 * it. One of another notice is reported once, and kept nowhere else.
 * @returns true when there is one that may be of this attempt
 */
async function noteDiscrepancies(
  ctx: ApplyTransaction,
  pagamento: Pagamento,
  { unequal, foreign }: { unequal: readonly MatchedRicevuta[]; foreign: readonly FornitoreRicevuta[] },
): Promise<boolean> {
  const { id, fornitore } = pagamento;
  const isPerhapsOwn = (r: FornitoreRicevuta) => fornitore === 'mooney' || canHavePaid(pagamento, r);
  const perhapsOwn = unequal.map(({ ricevuta }) => ricevuta).filter(isPerhapsOwn);
  for (const ricevuta of [...perhapsOwn, ...foreign]) {
    const { rif, importo_cent, numero_avviso } = ricevuta;
    const evento = `ricevuta:${rif}:${numero_avviso}:${importo_cent}`;
    const notification = { evento, fornitore, pagamento: id, esito: 'discordante', quando: ctx.now };
    const isNew = await writeNotification(ctx.db, notification);
    if (isNew && foreign.includes(ricevuta))
      ctx.alarms.push(`Ricevuta ${fornitore} che non corrisponde al pagamento: è di un altro avviso`);
  }
  return perhapsOwn.length + foreign.length > 0;
}

/** The next state of the attempt; undefined: no change. */
async function nextStato(
  { db, entiById }: ApplyTransaction,
  pagamento: Pagamento,
  esito: FornitoreEsito & { matching: readonly MatchedRicevuta[]; isDiscordant: boolean },
): Promise<PagamentoStato | undefined> {
  const told = STATO_FROM_FORNITORE[esito.stato];
  const { avvisi, allRicevute, paidKeys } = await withAvvisi(db, pagamento, entiById);
  // A receipt of the other provider, of the same person too, pays nothing here: this attempt may have taken money of its own.
  const isPerhapsOwn = (r: Ricevuta) =>
    r.pagamento === null && r.fornitore === pagamento.fornitore && canHavePaid(pagamento, r);
  const own = allRicevute.filter((r) => paysOneOf(avvisi, r) && (r.pagamento === pagamento.id || isPerhapsOwn(r)));
  const coveredKeys = new Set<string>(own.map(avvisoKeyText));
  // Paid, perhaps by this attempt: its notice counts as paid for everybody who opened one. Whose receipt it is, is decided elsewhere.
  for (const { avviso, ricevuta } of esito.matching)
    if (canHavePaid(pagamento, ricevuta)) coveredKeys.add(avvisoKeyText(avviso));
  if (avvisi.every((a) => coveredKeys.has(avvisoKeyText(a)))) return 'pagato';
  if (esito.isDiscordant) return 'in_verifica';
  // Paid, and not by this attempt.
  if (esito.ricevute.length > 0 && coveredKeys.size === 0 && avvisi.every((a) => paidKeys.has(avvisoKeyText(a))))
    return 'non_completato';
  // A part of the cart is paid: the rest is on its way, and no report of a failure ends an attempt with money in it.
  if (coveredKeys.size > 0) return 'in_verifica';
  // Paid without a receipt is not proved: the receipt is awaited.
  if (told === 'pagato') return 'in_verifica';
  const isEnd = told !== undefined && told !== 'in_verifica';
  return isEnd && (await hasDiscrepancies(db, pagamento.id)) ? undefined : told;
}
