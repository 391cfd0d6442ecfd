/** Adds to a case the dates and prices that its acceptance settled; the effects of the services call it. */
import type { Ctx } from '../../../context.ts';
import type { Voce } from '../../../platform/atoms/tabella.ts';
import type { Pratica } from '../../../store/tables.ts';
import { cambiaPratica } from './pratica.db.ts';

/** What a decision has settled, as label and value: it stands among the data of the case, on every side of it. */
export async function scriviDecisi(
  ctx: Ctx,
  pratica: Pick<Pratica, 'id' | 'dati_json'>,
  decisi: readonly Voce[],
): Promise<void> {
  const dati_json = JSON.stringify({ ...(JSON.parse(pratica.dati_json) as object), decisi });
  await cambiaPratica(ctx.db, pratica.id, { dati_json });
}
