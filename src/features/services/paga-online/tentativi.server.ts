/** Applies a provider's outcome to an attempt: stores the ricevute, moves the state and queues the mail that follows. */
import type { House } from '../../../context.ts';
import { canonicalMailbox } from '../../../platform/atoms/email.ts';
import { count } from '../../../platform/limit.server.ts';
import { enqueue } from '../../../platform/outbox.server.ts';
import type { EsitoFornitore, RicevutaFornitore } from '../../../platform/payments.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Db } from '../../../store/open.server.ts';
import type { Pagamento } from '../../../store/tables.ts';
import { chiaveTesto, giaDeciso, segnaPagato, trattieni } from './avvisi.db.ts';
import { diChi } from './di-chi.server.ts';
import { DAL_FORNITORE, puoAverPagato, puoDiventare, type StatoPagamento } from './esiti.ts';
import { type Corpi, conAvvisi, corpiDi } from './lettura.server.ts';
import { assegnaRicevuta, haRicevuta, haRicevutaSua, scriviRicevuta } from './ricevute.db.ts';
import {
  type AvvisoDelTentativo,
  avvisiDelTentativo,
  cambiaTentativo,
  contattoDi,
  haDiscordanze,
  scriviNotifica,
  tentativoDaCambiare,
} from './tentativi.db.ts';

/** Who applies an outcome: a caller, a notification, the outbox. @property db a transaction, to do it within that one */
export type Applica = { house: House; db?: Db; now: number };
export type Applicata = 'applicata' | 'ripetuta' | 'ignorata' | 'discordante';

/**
 * The one place where an attempt changes: applies what the provider said of it, once, whatever came before and in whatever order.
 * A receipt wins over everything (product rule); one for another amount, or for a notice that is not of this attempt, pays nothing
 * and is reported; a second one for a paid notice is kept as `doppia` and reported.
 * @returns `ripetuta`: known before · `ignorata`: changes nothing, or nobody knows this attempt · `discordante`: people must look
 */
export async function applica(ctx: Applica, id: string, esito: EsitoFornitore): Promise<Applicata> {
  const allarmi: string[] = [];
  const { house, now } = ctx;
  const corpi = await corpiDi({ house, db: ctx.db ?? house.db });
  const work = async (db: Db) => applicaIn({ house, db, now, corpi, allarmi }, id, esito);
  const fatta = ctx.db?.isTransaction ? await work(ctx.db) : await house.db.transaction().execute(work);
  for (const allarme of allarmi) ctx.house.monitoring.report(new Error(allarme), { route: 'pagamenti' });
  return fatta;
}

type Dentro = { house: House; db: Db; now: number; corpi: Corpi; allarmi: string[] };

async function applicaIn(ctx: Dentro, id: string, esito: EsitoFornitore): Promise<Applicata> {
  const pagamento = await tentativoDaCambiare(ctx, id);
  if (!pagamento) return 'ignorata';
  const avvisi = await avvisiDelTentativo(ctx.db, { pagamento: id });
  const trovate = abbina(ctx.corpi, avvisi, esito.ricevute);
  if (trovate.estranee.length > 0) return discordante(ctx, pagamento, trovate.estranee);

  let nuove = 0;
  if (trovate.buone.length > 0) {
    await trattieni(
      ctx,
      trovate.buone.map((r) => r.avviso),
    );
    for (const buona of trovate.buone) if (await incassa(ctx, pagamento, buona)) nuove++;
  }
  const stato = await statoNuovo(ctx, pagamento, { ...esito, buone: trovate.buone });
  const prima = pagamento.stato as StatoPagamento;
  if (stato === undefined || stato === prima) {
    if (nuove > 0) return 'applicata';
    const saputo = DAL_FORNITORE[esito.stato] === prima || trovate.buone.length > 0;
    return saputo ? 'ripetuta' : 'ignorata';
  }
  if (!puoDiventare(prima, stato)) return nuove > 0 ? 'applicata' : 'ignorata';
  await cambiaTentativo(ctx.db, id, { stato, aggiornato: ctx.now });
  if (stato === 'pagato') await scriviAChiHaPagato(ctx, pagamento);
  // Who was told to wait is told that it is over.
  const attesoInvano = prima === 'in_verifica' && (stato === 'non_completato' || stato === 'scaduto');
  if (attesoInvano) await scriviSenzaProva(ctx, pagamento, 'pagamento.fallito');
  return 'applicata';
}

/**
 * The browser that opened this cart came back by the address that only pagoPA was given. The receipt may have been there before it, and
 * nobody's: now it is known whose it is.
 */
export async function daProva({ house, now }: Applica, { id }: Pagamento): Promise<void> {
  await house.db.transaction().execute(async (db) => {
    const pagamento = await tentativoDaCambiare({ house, db }, id);
    if (!pagamento || pagamento.tornato !== null) return;
    await cambiaTentativo(db, id, { tornato: now });
    const corpi = await corpiDi({ house, db });
    const { avvisi, diNessuno } = await conAvvisi(db, pagamento, corpi);
    await trattieni({ house, db }, avvisi);
    let sue = 0;
    for (const { id: ricevuta, ...riga } of diNessuno) {
      const { dominioEC = '' } = avvisi.find((a) => chiaveTesto(a) === chiaveTesto(riga)) ?? {};
      const letta = { ...riga, dominioEC, importo_cent: Number(riga.importo_cent), pagato_il: Number(riga.pagato_il) };
      if ((await diChi(db, pagamento, { avviso: riga, ricevuta: letta })) !== id) continue;
      await assegnaRicevuta(db, ricevuta, id);
      sue++;
    }
    if (sue > 0 && pagamento.stato === 'pagato')
      await enqueue(db, now, { tipo: 'pagamento.pagato', dati: { pagamento: id } });
  });
}

/** With the receipt, when it is theirs; else that it is paid, unless they gave it up. Another tab of theirs has its own mail. */
async function scriviAChiHaPagato(ctx: Dentro, pagamento: Pagamento): Promise<void> {
  const { db, now, corpi } = ctx;
  const dati = { pagamento: pagamento.id };
  if (await haRicevutaSua(db, pagamento.id)) return enqueue(db, now, { tipo: 'pagamento.pagato', dati });
  const { ricevute } = await conAvvisi(db, pagamento, corpi);
  const aspettava = pagamento.stato !== 'annullato' && pagamento.stato !== 'non_completato';
  if (ricevute.length === 0 && aspettava) await scriviSenzaProva(ctx, pagamento, 'pagamento.risulta_pagato');
}

/**
 * Opening a payment costs nothing, and anybody can type anybody's address: what is not proof of a payment goes to one address three
 * times a day, unless it is the contact address of the citizen who opened it.
 */
async function scriviSenzaProva(
  ctx: Dentro,
  { id, email, utente }: Pagamento,
  tipo: 'pagamento.fallito' | 'pagamento.risulta_pagato',
): Promise<void> {
  const limite = { name: 'pagamento:posta', who: canonicalMailbox(email), times: 3, minutes: 24 * 60 };
  const sua = utente !== null && (await contattoDi(ctx.db, utente))?.toLowerCase() === email.toLowerCase();
  if (!sua && (await count(ctx, [limite])) > 0) return;
  await enqueue(ctx.db, ctx.now, { tipo, dati: { pagamento: id } });
}

type Buona = { avviso: AvvisoDelTentativo; ricevuta: RicevutaFornitore };

/** Which receipt is of which notice. A receipt for another amount or another notice is a stranger. */
function abbina(corpi: Corpi, avvisi: readonly AvvisoDelTentativo[], ricevute: readonly RicevutaFornitore[]) {
  const buone: Buona[] = [];
  const estranee: RicevutaFornitore[] = [];
  for (const ricevuta of ricevute) {
    const avviso = avvisi.find(
      (a) => a.numero_avviso === ricevuta.numero_avviso && corpi.get(a.ente)?.codice_fiscale === ricevuta.dominioEC,
    );
    if (avviso && Number(avviso.importo_cent) === ricevuta.importo_cent) buone.push({ avviso, ricevuta });
    else estranee.push(ricevuta);
  }
  return { buone, estranee };
}

/** Nothing is paid, and nobody says that no money went: the attempt waits for people. Reported once per receipt. */
async function discordante(
  ctx: Dentro,
  pagamento: Pagamento,
  estranee: readonly RicevutaFornitore[],
): Promise<Applicata> {
  const { id, fornitore, stato } = pagamento;
  for (const { rif, importo_cent, numero_avviso } of estranee) {
    const evento = `ricevuta:${rif}:${numero_avviso}:${importo_cent}`;
    const nuova = { evento, fornitore, pagamento: id, esito: 'discordante', quando: ctx.now };
    if (await scriviNotifica(ctx.db, nuova))
      ctx.allarmi.push(`Ricevuta ${fornitore} che non corrisponde al pagamento: importo o avviso diverso`);
  }
  if (puoDiventare(stato as StatoPagamento, 'in_verifica'))
    await cambiaTentativo(ctx.db, id, { stato: 'in_verifica', aggiornato: ctx.now });
  return 'discordante';
}

/** @returns true when this receipt is new */
async function incassa(ctx: Dentro, pagamento: Pagamento, { avviso, ricevuta }: Buona): Promise<boolean> {
  const chiave = { ente: avviso.ente, numero_avviso: avviso.numero_avviso };
  const prima = await haRicevuta(ctx.db, chiave);
  const nuova = await scriviRicevuta(ctx.db, {
    id: randomId(),
    fornitore: pagamento.fornitore,
    rif: ricevuta.rif,
    ...chiave,
    pagamento: await diChi(ctx.db, pagamento, { avviso: chiave, ricevuta }),
    causale: avviso.causale,
    importo_cent: ricevuta.importo_cent,
    pagato_il: ricevuta.pagato_il,
    intermediario: ricevuta.intermediario,
    doppia: prima ? 1 : 0,
  });
  if (!nuova) return false;
  if (prima) ctx.allarmi.push(`Avviso pagato due volte: seconda ricevuta da ${pagamento.fornitore}`);
  else if (await giaDeciso(ctx.db, chiave))
    ctx.allarmi.push(`Avviso pagato con ${pagamento.fornitore} dopo che il documento era stato rateizzato o annullato`);
  await segnaPagato(ctx.db, chiave);
  return true;
}

/** What the attempt becomes; undefined: nothing new. */
async function statoNuovo(
  { db, corpi }: Dentro,
  pagamento: Pagamento,
  esito: EsitoFornitore & { buone: readonly Buona[] },
): Promise<StatoPagamento | undefined> {
  const detto = DAL_FORNITORE[esito.stato];
  const { avvisi, ricevute, pagati } = await conAvvisi(db, pagamento, corpi);
  const sue = new Set<string>(ricevute.map(chiaveTesto));
  // Paid, perhaps by this attempt: its notice is paid for whoever opened one, and the receipt is another matter.
  for (const { avviso, ricevuta } of esito.buone) if (puoAverPagato(pagamento, ricevuta)) sue.add(chiaveTesto(avviso));
  if (avvisi.every((a) => sue.has(chiaveTesto(a)))) return 'pagato';
  // Paid, and not by this attempt.
  if (esito.ricevute.length > 0 && sue.size === 0 && avvisi.every((a) => pagati.has(chiaveTesto(a))))
    return 'non_completato';
  // A part of the cart: the rest is on its way, and no word ends what money went into.
  if (sue.size > 0) return 'in_verifica';
  // Paid without a receipt is a word without proof: it is awaited.
  if (detto === 'pagato') return 'in_verifica';
  const fine = detto !== undefined && detto !== 'in_verifica';
  return fine && (await haDiscordanze(db, pagamento.id)) ? undefined : detto;
}
