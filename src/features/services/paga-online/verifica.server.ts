/** Asks a provider for the outcome of an attempt: from the outbox, when a page needs it, and in hourly housekeeping. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx, House } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type EsitoFornitore, PaymentError } from '../../../platform/payments.ts';
import type { Pagamento } from '../../../store/tables.ts';
import { annullaAbbandonati } from './avvisi.db.ts';
import { ATTESA, MARGINE, type StatoPagamento, VIVI } from './esiti.ts';
import { riferisci } from './guasti.server.ts';
import { tentativo } from './lettura.server.ts';
import { dimenticati, prenotaControllo, segnaRisposta, trovaTentativo } from './tentativi.db.ts';
import { applica } from './tentativi.server.ts';

const MINUTO = 60_000;
const ORA = 60 * MINUTO;

/** Kind of the outbox row that asks the provider again, with growing waits; its data: `{ pagamento }`. */
export const VERIFICA = 'pagamento.verifica';
/** The first question of the outbox, in ms after the opening: before, nobody can have paid. */
export const PRIMA_VERIFICA = MINUTO;

/** An outcome page asks the provider no more often than this, in ms; once the attempt has ended, ten times less. */
const FRESCO = 5_000;
/** How long the page waits for the provider's word before it says what is known. */
const PAZIENZA = 4_000;

const eVivo = ({ stato }: Pick<Pagamento, 'stato'>) => VIVI.includes(stato as StatoPagamento);

/**
 * Asks the provider what became of an attempt and applies it. One that nobody came back from ends `scaduto` after its time, if the
 * provider itself knows of nothing.
 * @throws PortalError `unavailable` when the provider did not say
 */
export async function controlla(house: House, id: string): Promise<void> {
  const { pagamento, avvisi } = await tentativo({ house, db: house.db }, id);
  await prenotaControllo(house.db, id, { prima: house.now(), now: house.now() });
  const esito = await chiedi(house, pagamento, avvisi);
  const ctx = { house, now: house.now() };
  await segnaRisposta(house.db, id, ctx.now);
  const fatta = await applica(ctx, id, esito);
  const tempoScaduto = esito.stato === 'aperto' && fatta !== 'discordante' && house.now() > pagamento.scade + MARGINE;
  if (tempoScaduto) await applica(ctx, id, { stato: 'scaduto', ricevute: [] });
}

async function chiedi(
  house: House,
  { id, fornitore, rif_fornitore }: Pagamento,
  avvisi: Awaited<ReturnType<typeof tentativo>>['avvisi'],
): Promise<EsitoFornitore> {
  const provider = house.payments[fornitore];
  if (!provider) throw new PortalError('unavailable');
  try {
    return await provider.esito({ riferimento: id, rif: rif_fornitore, avvisi });
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // Never heard of it: nobody can have paid it there.
    if (error.why === 'unknown') return { stato: 'aperto', ricevute: [] };
    riferisci(house, error);
    throw new PortalError('unavailable', { cause: error });
  }
}

/**
 * What the outbox does with a row of kind {@link VERIFICA}: done when the end is known, thrown back to be asked again later.
 * @throws PortalError `unavailable`: not yet
 */
export async function verifica(house: House, id: string): Promise<void> {
  if (!(await trovaTentativo(house.db, id))) return;
  await controlla(house, id);
  const ora = await trovaTentativo(house.db, id);
  if (!ora || ora.creato + ATTESA < house.now()) return;
  // Ended by the clock or by who left it, not by pagoPA: a receipt may still come.
  const soloPerNoi = ora.fornitore === 'pagopa' && (ora.stato === 'scaduto' || ora.stato === 'annullato');
  if (eVivo(ora) || soloPerNoi) throw new PortalError('unavailable');
}

/**
 * For who is looking at the outcome, or about to pay the same notice: asks the provider when the last answer is not fresh. What the
 * provider does not say in time is not waited for; it is applied when it comes.
 */
export async function riscontra(ctx: Pick<Ctx, 'house' | 'now'>, pagamento: Pagamento): Promise<void> {
  const { house, now } = ctx;
  const { id, stato, scade, controllato } = pagamento;
  if (stato === 'pagato' || (!eVivo(pagamento) && scade + ATTESA < now)) return;
  const prima = now - (eVivo(pagamento) ? FRESCO : 10 * FRESCO);
  if (controllato > prima || !(await prenotaControllo(house.db, id, { prima, now }))) return;
  const risposta = controlla(house, id).catch((error: unknown) => {
    // Away is what the page says by itself: still being verified.
    if (!(error instanceof PortalError)) house.monitoring.report(error, { route: 'pagamenti' });
  });
  const basta = new AbortController();
  await Promise.race([risposta, pause(PAZIENZA, undefined, { signal: basta.signal }).catch(() => undefined)]);
  basta.abort();
}

/** Once an hour: attempts that the outbox asks about no more, and spontaneous payments that nobody paid. */
export async function scadiAbbandonati(house: House): Promise<void> {
  const now = house.now();
  for (const { id } of await dimenticati(house.db, now - ORA)) {
    try {
      await controlla(house, id);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
    }
  }
  await annullaAbbandonati(house.db, now);
}
