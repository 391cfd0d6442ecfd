/** Applies a provider's outcome to an attempt: stores the ricevute, moves the state and queues the mail that follows. */
import type { PortalHouse } from '../../../context.ts';
import { canonicalMailbox } from '../../../platform/atoms/email.ts';
import { countAttempts } from '../../../platform/limit.server.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { type OutboxKind, outboxEntry } from '../../../platform/outbox-kind.ts';
import type { FornitoreEsito, FornitoreRicevuta } from '../../../platform/payments.ts';
import type { Pagamento, Ricevuta, StoreDb } from '../../../store/tables.ts';
import { avvisoKeyText, lockAvvisi } from './avvisi.db.ts';
import { canBecome, canHavePaid, LIVE_STATI, type PagamentoStato, STATO_FROM_FORNITORE } from './esiti.ts';
import { PAGAMENTO_FAILED, PAGAMENTO_FOUND_PAID, PAGAMENTO_PAID, PAGAMENTO_PENDING } from './pagamento-outbox.ts';
import { findRicevutaOwner } from './ricevuta-owner.server.ts';
import { recordRicevuta } from './ricevuta-record.server.ts';
import { hasOwnRicevuta } from './ricevute.db.ts';
import {
  findContatto,
  hasDiscrepancies,
  listTentativoAvvisi,
  lockTentativo,
  type TentativoAvvisoRow,
  updateTentativo,
  writeNotification,
} from './tentativi.db.ts';
import { type EntiById, readEntiById, withAvvisi } from './tentativo-read.server.ts';

/** What applying an outcome needs. @property db a transaction, to apply it within that one */
export type ApplyContext = { house: PortalHouse; db?: StoreDb; now: number };
export type ApplyOutcome = 'applicata' | 'ripetuta' | 'ignorata' | 'discordante';

/**
 * The only place where an attempt changes: applies what the provider reported, once, in whatever order reports arrive. A receipt wins over
 * everything (product rule). One for another amount, or for a notice outside this attempt, pays nothing and is reported; a second one for a
 * paid notice is kept as `doppia` and reported.
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
  const { matching, foreign } = matchRicevute(ctx.entiById, avvisi, esito.ricevute);
  if (foreign.length > 0) return recordDiscrepancy(ctx, pagamento, foreign);

  let newCount = 0;
  if (matching.length > 0) {
    await lockAvvisi(
      ctx,
      matching.map((r) => r.avviso),
    );
    for (const matched of matching) if (await recordMatched(ctx, pagamento, matched)) newCount++;
  }
  await keepShopCode(ctx, pagamento, esito);
  const stato = await nextStato(ctx, pagamento, { ...esito, matching });
  const before = pagamento.stato as PagamentoStato;
  if (stato === undefined || stato === before) {
    if (newCount > 0) return 'applicata';
    const isKnown = STATO_FROM_FORNITORE[esito.stato] === before || matching.length > 0;
    return isKnown ? 'ripetuta' : 'ignorata';
  }
  if (!canBecome(before, stato)) return newCount > 0 ? 'applicata' : 'ignorata';
  await updateTentativo(ctx.db, id, { stato, aggiornato: ctx.now });
  if (stato === 'pagato') await notifyPayer(ctx, pagamento);
  // A citizen who was told to wait is told the end.
  const waitedInVain = before === 'in_verifica' && (stato === 'non_completato' || stato === 'scaduto');
  if (waitedInVain) await notifyWithoutProof(ctx, pagamento, PAGAMENTO_FAILED);
  return 'applicata';
}

/** Mails the receipt to its owner; to others that it is paid, unless they left the cart. Another tab of the same person has its own mail. */
async function notifyPayer(ctx: ApplyTransaction, pagamento: Pagamento): Promise<void> {
  const { db, house, entiById } = ctx;
  if (await hasOwnRicevuta(db, pagamento.id))
    return enqueueEntries(db, house.now, outboxEntry(PAGAMENTO_PAID, { pagamento: pagamento.id }));
  const { ricevute } = await withAvvisi(db, pagamento, entiById);
  const wasWaiting = pagamento.stato !== 'annullato' && pagamento.stato !== 'non_completato';
  if (ricevute.length === 0 && wasWaiting) await notifyWithoutProof(ctx, pagamento, PAGAMENTO_FOUND_PAID);
}

/**
 * Opening a payment costs nothing, and anybody can type anybody's address. So an address gets at most three mails a day that prove no
 * payment, unless it is the contact address of the citizen who opened it.
 */
async function notifyWithoutProof(
  ctx: ApplyTransaction,
  { id, email, utente }: Pagamento,
  kind: OutboxKind<{ pagamento: string }>,
): Promise<void> {
  const limit = { name: 'pagamento:posta', who: canonicalMailbox(email), times: 3, minutes: 24 * 60 };
  const isOwn = utente !== null && (await findContatto(ctx.db, utente))?.toLowerCase() === email.toLowerCase();
  if (!isOwn && (await countAttempts(ctx, [limit])) > 0) return;
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(kind, { pagamento: id }));
}

/** The citizen chose to pay at a shop: keeps the code to show there and mails it, once however often the provider says so. */
async function keepShopCode(ctx: ApplyTransaction, pagamento: Pagamento, esito: FornitoreEsito): Promise<void> {
  const { id, fornitore, stato, codice_negozio } = pagamento;
  const isWaiting = esito.stato === 'in_attesa' && LIVE_STATI.includes(stato as PagamentoStato);
  if (fornitore !== 'mooney' || !isWaiting || codice_negozio !== null) return;
  const { code = '', qr = null } = esito.shopCode ?? {};
  await updateTentativo(ctx.db, id, { codice_negozio: code, qr_negozio: qr });
  await notifyWithoutProof(ctx, pagamento, PAGAMENTO_PENDING);
}

type MatchedRicevuta = { avviso: TentativoAvvisoRow; ricevuta: FornitoreRicevuta };

/** Matches receipts and notices. A receipt for another amount or another notice matches none. */
function matchRicevute(
  entiById: EntiById,
  avvisi: readonly TentativoAvvisoRow[],
  ricevute: readonly FornitoreRicevuta[],
) {
  const matching: MatchedRicevuta[] = [];
  const foreign: FornitoreRicevuta[] = [];
  for (const ricevuta of ricevute) {
    const avviso = avvisi.find(
      (a) => a.numero_avviso === ricevuta.numero_avviso && entiById.get(a.ente)?.codice_fiscale === ricevuta.dominioEC,
    );
    if (avviso && Number(avviso.importo_cent) === ricevuta.importo_cent) matching.push({ avviso, ricevuta });
    else foreign.push(ricevuta);
  }
  return { matching, foreign };
}

/** Nothing is paid, and it is not certain that no money was taken: the attempt waits for people. Reported once per receipt. */
async function recordDiscrepancy(
  ctx: ApplyTransaction,
  pagamento: Pagamento,
  foreign: readonly FornitoreRicevuta[],
): Promise<ApplyOutcome> {
  const { id, fornitore, stato } = pagamento;
  for (const { rif, importo_cent, numero_avviso } of foreign) {
    const evento = `ricevuta:${rif}:${numero_avviso}:${importo_cent}`;
    const notification = { evento, fornitore, pagamento: id, esito: 'discordante', quando: ctx.now };
    if (await writeNotification(ctx.db, notification))
      ctx.alarms.push(`Ricevuta ${fornitore} che non corrisponde al pagamento: importo o avviso diverso`);
  }
  if (canBecome(stato as PagamentoStato, 'in_verifica'))
    await updateTentativo(ctx.db, id, { stato: 'in_verifica', aggiornato: ctx.now });
  return 'discordante';
}

/** @returns true when this receipt is new */
async function recordMatched(
  ctx: ApplyTransaction,
  pagamento: Pagamento,
  { avviso, ricevuta }: MatchedRicevuta,
): Promise<boolean> {
  const { ente, numero_avviso, causale } = avviso;
  return recordRicevuta(ctx, ricevuta, {
    fornitore: pagamento.fornitore,
    ente,
    pagamento: await findRicevutaOwner(ctx.db, pagamento, { avviso: { ente, numero_avviso }, ricevuta }),
    causale,
  });
}

/** The next state of the attempt; undefined: no change. */
async function nextStato(
  { db, entiById }: ApplyTransaction,
  pagamento: Pagamento,
  esito: FornitoreEsito & { matching: readonly MatchedRicevuta[] },
): Promise<PagamentoStato | undefined> {
  const told = STATO_FROM_FORNITORE[esito.stato];
  const { avvisi, allRicevute, paidKeys } = await withAvvisi(db, pagamento, entiById);
  // A receipt of the other provider, of the same person too, pays nothing here: this attempt may have taken money of its own.
  const isPerhapsOwn = (r: Ricevuta) =>
    r.pagamento === null && r.fornitore === pagamento.fornitore && canHavePaid(pagamento, r);
  const own = allRicevute.filter((r) => r.pagamento === pagamento.id || isPerhapsOwn(r));
  const coveredKeys = new Set<string>(own.map(avvisoKeyText));
  // Paid, perhaps by this attempt: its notice counts as paid for everybody who opened one. Whose receipt it is, is decided elsewhere.
  for (const { avviso, ricevuta } of esito.matching)
    if (canHavePaid(pagamento, ricevuta)) coveredKeys.add(avvisoKeyText(avviso));
  if (avvisi.every((a) => coveredKeys.has(avvisoKeyText(a)))) return 'pagato';
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
