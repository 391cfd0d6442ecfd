/** Answers what became of an attempt. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import type { Pagamento, Pratica } from '../../../store/tables.ts';
import { protocollo } from '../../cases/pratica/pratica-names.ts';
import { avvisoKeyText } from './avvisi.db.ts';
import { canGiveUp } from './avvisi.server.ts';
import { LIVE_STATI, type ReturnKind, shownEsitoStato } from './esiti.ts';
import { ricevutaAddress } from './fornitori.ts';
import { listGivenBack } from './journal.db.ts';
import { numeroOfTentativo } from './numero-pagamento.server.ts';
import { listPaidPratiche } from './own-pagamenti.db.ts';
import { findProven } from './ricevuta.server.ts';
import type { Esito } from './shown.ts';
import { findTentativo, listDelegatedAvvisi, setReturnStato } from './tentativi.db.ts';
import { isOwnPagamento, readTentativo } from './tentativo-read.server.ts';

/**
 * What became of an attempt, for a caller with its reference: only what anybody with the reference may see.
 * @throws PortalError `not_found`
 */
export async function readEsito(ctx: CallContext, id: string): Promise<Esito> {
  const { pagamento, avvisi, ricevute, allRicevute, paidKeys } = await readTentativo(ctx, id);
  const [first] = avvisi;
  if (!first) throw new Error(`Pagamento senza avvisi: ${id}`);
  const isOwn = isOwnPagamento(ctx, pagamento);
  const isLive = LIVE_STATI.includes(pagamento.stato);
  const canBeEnded = isLive && ctx.house.payments[pagamento.fornitore]?.cancel !== undefined;
  const isPaid = pagamento.stato === 'pagato';
  const [ricevuta] = isPaid ? ricevute : [];
  // A receipt that belongs to another tab of the same person is mailed to the address given there.
  const isMailed = isPaid && ricevute.some((r) => r.pagamento === id);
  const opened = isPaid ? await findProven(ctx, [...ricevute, ...allRicevute]) : undefined;
  const mayBeOwn = ricevute.length > 0 || allRicevute.some((r) => r.pagamento === null);
  const twice = mayBeOwn ? allRicevute.filter((r) => r.doppia === 1) : [];
  const delegated = isOwn ? await listDelegatedAvvisi(ctx.db, [id]) : [];
  const holderOf = new Map(delegated.map((row) => [avvisoKeyText(row), row.delegante_nome]));
  const isDouble = twice.length > (await listGivenBack(ctx.db, twice)).length;
  return {
    stato: shownEsitoStato(pagamento.stato),
    numero: numeroOfTentativo(id, isPaid ? ricevute : []),
    IUV: first.iuv,
    ente: first.enteName,
    causale: first.causale,
    importo_cent: Number(pagamento.importo_cent),
    ...(ricevuta && { pagato_il: isoInstant(ricevuta.pagato_il) }),
    ...(opened && { ricevuta: ricevutaAddress(opened.pagamento ?? opened.id) }),
    ...(isPaid && !ricevuta && !opened && { senza_ricevuta: true }),
    ...(isMailed && { ricevuta_a: isOwn ? pagamento.email : maskEmail(pagamento.email) }),
    ...(isPaid && isOwn && isDouble && { doppio: true }),
    fornitore: pagamento.fornitore,
    ...(isOwn && { email: pagamento.email }),
    ...(isLive && { negozio: shopOf(pagamento) }),
    ...(isPaid && { pratiche: await listOwnPaid(ctx, id) }),
    annullabile: canBeEnded && (await canGiveUp(ctx, pagamento, avvisi)),
    controllato_il: isoInstant(pagamento.aggiornato),
    avvisi: avvisi.map((a) => ({
      IUV: a.iuv,
      numero_avviso: a.numero_avviso,
      dominioEC: a.dominioEC,
      ente: a.enteName,
      causale: a.causale,
      importo_cent: Number(a.importo_cent),
      pagato: paidKeys.has(avvisoKeyText(a)),
      ...(holderOf.has(avvisoKeyText(a)) && { per_conto: holderOf.get(avvisoKeyText(a)) }),
    })),
  };
}

/** Anybody may pay a notice, so a case is told only to the person who sent it. */
async function listOwnPaid(ctx: CallContext, riferimento: string): Promise<NonNullable<Esito['pratiche']>> {
  const isOwn = ({ proprietario, utente }: Pick<Pratica, 'proprietario' | 'utente'>) =>
    (proprietario !== null && proprietario !== '' && proprietario === ownerOf(ctx)) ||
    (ctx.user?.ruolo === 'cittadino' && utente === ctx.user.id);
  return (await listPaidPratiche(ctx.db, { pagamento: riferimento })).filter(isOwn).map((pratica) => {
    const { id, tipo, codice, email } = pratica;
    return { id, tipo, codice, email, protocollo: protocollo(pratica) };
  });
}

function shopOf({ codice_negozio, qr_negozio, scade }: Pagamento): Esito['negozio'] {
  if (codice_negozio === null) return undefined;
  return { codice: codice_negozio, ...(qr_negozio !== null && { qr: qr_negozio }), entro: isoInstant(scade) };
}

/** "anna@esempio.it" → "a***@esempio.it". */
const maskEmail = (email: string): string => email.replace(/^(.?)[^@]*/, '$1***');

/**
 * Notes how the browser that opened an attempt came back. After a success the return proves nothing and gives nobody a receipt; but the
 * citizen has been told that the portal will write, so the end is worth a mail, and of two carts of theirs this is the one that was paid.
 * After leaving the cart nobody waits for it; but pagoPA cannot end a cart, so it is still verified and its receipt still wins.
 */
export async function markReturned(ctx: CallContext, id: string, returnKind: ReturnKind | undefined): Promise<void> {
  const pagamento = returnKind && (await findTentativo(ctx.db, id));
  if (!pagamento || !isOwnPagamento(ctx, pagamento)) return;
  const isPagopa = pagamento.fornitore === 'pagopa';
  const asIfPaid = returnKind === 'ok' || returnKind === 'attesa';
  if (asIfPaid)
    await setReturnStato(ctx.db, id, { from: isPagopa ? ['aperto', 'annullato'] : ['aperto'], to: 'in_verifica' });
  if (returnKind === 'annullato' && isPagopa) await setReturnStato(ctx.db, id, { from: ['aperto'], to: 'annullato' });
}
