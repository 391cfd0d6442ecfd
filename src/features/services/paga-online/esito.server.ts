/** What became of an attempt, as it is told to who asks. */
import type { Ctx } from '../../../context.ts';
import { iso } from '../../../platform/atoms/date.ts';
import { chiaveTesto } from './avvisi.db.ts';
import { puoRinunciare } from './avvisi.server.ts';
import { esitoMostrato, type Ritorno, VIVI } from './esiti.ts';
import { indirizzoRicevuta } from './fornitori.ts';
import { eSuo, tentativo } from './lettura.server.ts';
import type { Esito } from './paga-online.contract.ts';
import { segnaRitorno, trovaTentativo } from './tentativi.db.ts';
import { daProva } from './tentativi.server.ts';

/**
 * What became of an attempt, for who has its reference: no more than is shown to anybody who has it.
 * @throws PortalError `not_found`
 */
export async function esitoDi(ctx: Ctx, id: string): Promise<Esito> {
  const { pagamento, avvisi, ricevute, diNessuno, pagati } = await tentativo(ctx, id);
  const [primo] = avvisi;
  if (!primo) throw new Error(`Pagamento senza avvisi: ${id}`);
  const suo = eSuo(ctx, pagamento);
  const puoFinire = VIVI.includes(pagamento.stato) && ctx.house.payments[pagamento.fornitore]?.annulla !== undefined;
  const pagato = pagamento.stato === 'pagato';
  const [ricevuta] = pagato ? ricevute : [];
  const doppia = ricevuta ? ricevute.some((r) => r.doppia && r.pagamento === id) : diNessuno.some((r) => r.doppia);
  return {
    stato: esitoMostrato(pagamento.stato),
    IUV: primo.iuv,
    ente: primo.nomeEnte,
    causale: primo.causale,
    importo_cent: Number(pagamento.importo_cent),
    ...(ricevuta && { pagato_il: iso(ricevuta.pagato_il) }),
    ...(ricevuta && suo && { ricevuta: indirizzoRicevuta(ricevuta.pagamento ?? id) }),
    ...(pagato && !ricevuta && { senza_ricevuta: true }),
    ...(pagato && suo && doppia && { doppio: true }),
    fornitore: pagamento.fornitore,
    annullabile: puoFinire && (await puoRinunciare(ctx, pagamento, avvisi)),
    controllato_il: iso(pagamento.aggiornato),
    avvisi: avvisi.map((a) => ({
      IUV: a.iuv,
      numero_avviso: a.numero_avviso,
      dominioEC: a.dominioEC,
      ente: a.nomeEnte,
      causale: a.causale,
      importo_cent: Number(a.importo_cent),
      pagato: pagati.has(chiaveTesto(a)),
    })),
  };
}

/**
 * Who opened an attempt came back as if they had paid. It proves nothing, and gives no receipt to anybody; but they are told that we
 * write, so that its end is worth a mail, and of two carts of their own this is the one that was paid. Or they left the cart: pagoPA
 * has no way to end it, so that it is looked after as before and its receipt still wins; but nobody waits for it.
 * @param prova the mark of the address that the provider was given for who has paid: it tells them from who typed the address
 */
export async function segnaTornato(
  ctx: Ctx,
  id: string,
  ritorno: Ritorno | undefined,
  prova: string | null = null,
): Promise<void> {
  const pagamento = ritorno && (await trovaTentativo(ctx.db, id));
  if (!pagamento || !eSuo(ctx, pagamento)) return;
  const alCarrello = pagamento.fornitore === 'pagopa';
  const comePagato = ritorno === 'ok' || ritorno === 'attesa';
  if (ritorno === 'ok' && alCarrello && prova !== null && ctx.house.signer.verify('ritorno', id, prova))
    await daProva(ctx, pagamento);
  if (comePagato)
    await segnaRitorno(ctx.db, id, { da: alCarrello ? ['aperto', 'annullato'] : ['aperto'], a: 'in_verifica' });
  if (ritorno === 'annullato' && alCarrello) await segnaRitorno(ctx.db, id, { da: ['aperto'], a: 'annullato' });
}
