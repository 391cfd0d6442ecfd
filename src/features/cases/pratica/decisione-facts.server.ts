/** Stores with a case the dates and prices that its acceptance settled; the effects of the services call it. */
import type { CallContext } from '../../../context.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import type { Pratica } from '../../../store/tables.ts';
import { changePratica } from './pratica.db.ts';
import { anyPraticaData, parsePraticaData } from './pratica-data.ts';

/** Writes what a decision settled, as label and value; both sides see it among the data of the case. */
export async function writeDecisioneFacts(
  ctx: CallContext,
  pratica: Pick<Pratica, 'id' | 'dati_json'>,
  facts: readonly SummaryItem[],
): Promise<void> {
  const dati_json = JSON.stringify({ ...parsePraticaData(anyPraticaData, pratica), decisi: facts });
  await changePratica(ctx.db, pratica.id, { dati_json });
}
