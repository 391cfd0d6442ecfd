/** Applies a receipt that was not asked for by an attempt: of a notice that was paid at a bank, in an app, or at another counter. */
import type { PortalHouse } from '../../../context.ts';
import type { FornitoreRicevuta } from '../../../platform/payments.ts';
import { findAvvisoRow, lockAvvisi } from './avvisi.db.ts';
import { causaleOf } from './avviso.ts';
import { type RecordContext, recordRicevuta } from './ricevuta-record.server.ts';
import { listUnpaidOn } from './tentativi.db.ts';
import { applyEsito } from './tentativi.server.ts';

/**
 * A receipt of pagoPA, whoever paid it and wherever. It is offered to the attempts on its notice first, of which one may have paid it; else it
 * belongs to none. A notice that the portal does not know has its receipt all the same. A second call changes nothing.
 * @param ente id of the ente
 */
export async function applyRicevuta(house: PortalHouse, ente: string, ricevuta: FornitoreRicevuta): Promise<void> {
  const key = { ente, numero_avviso: ricevuta.numero_avviso };
  for (const { id } of await listUnpaidOn(house.db, key))
    await applyEsito({ house, now: house.now() }, id, { stato: 'aperto', ricevute: [ricevuta] });
  const alarms: string[] = [];
  await house.db.transaction().execute((db) => recordElsewhere({ house, db, alarms }, ente, ricevuta));
  for (const alarm of alarms) house.monitoring.report(new Error(alarm), { route: 'pagamenti' });
}

/** Unless an attempt has taken it. */
async function recordElsewhere(ctx: RecordContext, ente: string, ricevuta: FornitoreRicevuta): Promise<void> {
  const { numero_avviso, causale = '' } = ricevuta;
  await lockAvvisi(ctx, [{ ente, numero_avviso }]);
  const avviso = await findAvvisoRow(ctx.db, ente, { numero_avviso });
  await recordRicevuta(ctx, ricevuta, {
    fornitore: 'pagopa',
    ente,
    pagamento: null,
    causale: avviso ? causaleOf(avviso) : causale,
    asked_cent: avviso && Number(avviso.importo_cent),
  });
}
