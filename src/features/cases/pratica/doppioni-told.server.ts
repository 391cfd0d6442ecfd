/** Tells the citizens of duplicates what becomes of the report that goes on. */
import type { CallContext } from '../../../context.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { listDoppioni } from './doppioni.db.ts';
import { writeEvento } from './eventi.db.ts';
import { changePratica } from './pratica.db.ts';
import { protocollo } from './pratica-names.ts';
import { CITTADINO_DOPPIONE } from './pratica-outbox.ts';
import { STATO_LABELS, type StatoPratica } from './stati.ts';

/**
 * Writes into the timeline of each duplicate, with a mail to its citizen, in the transaction of the change (`ctx.db`). What an operator
 * has answered to another citizen is not repeated.
 * @param pratica the report that goes on @param stato its new state
 */
export async function tellDoppioni(ctx: CallContext, pratica: Pratica, stato: StatoPratica): Promise<void> {
  for (const doppione of await listDoppioni(ctx.db, pratica.id)) {
    const version = doppione.versione + 1;
    await writeEvento(ctx.db, {
      id: randomId(),
      pratica: doppione.id,
      n: version,
      quando: ctx.now,
      da: 'sistema',
      chi: null,
      tipo: 'messaggio',
      stato: null,
      nascosto: null,
      nascosto_da: null,
      testo: `La segnalazione ${protocollo(pratica)}, sullo stesso problema, ora è: ${STATO_LABELS[stato].toLowerCase()}.`,
    });
    const isRead = doppione.letto_operatore === doppione.versione;
    await changePratica(ctx.db, doppione.id, { versione: version, ...(isRead && { letto_operatore: version }) });
    if (doppione.email)
      await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(CITTADINO_DOPPIONE, { pratica: doppione.id }));
  }
}
