/** What a decision changes beside the case: documents, positions, permits. */
import type { Ctx } from '../../context.ts';
import type { Pratica } from '../../store/tables.ts';
import { effettoParcheggi } from '../abbonamento-parcheggi/effetto.server.ts';
import { effettoAffissione } from '../affissione-manifesti/effetto.server.ts';
import { effettoLampade } from '../allacciamento-lampade-votive/effetto.server.ts';
import type { Categoria } from '../ente/categorie.ts';
import { effettoIstanza } from '../istanza-contribuente/effetto.server.ts';
import { effettoMezzi } from '../mezzo-permanente/effetto.server.ts';
import { effettoRate } from '../rateizza-un-pagamento/effetto.server.ts';
import { effettoRiesame } from '../riesame/effetto.server.ts';
import { effettoProroga } from '../rinegozia-un-pagamento/effetto.server.ts';
import type { Decisione } from './decisione.ts';
import { liberaDocumenti } from './pratica.db.ts';
import type { Azione } from './stati.ts';

export type Esito = Extract<Azione, 'accettata' | 'rifiutata' | 'ritirata'>;

/**
 * What follows from the end of a request, in its transaction (`ctx.db`), with the case held and in the state of before.
 * What it throws takes the decision back: the operator reads the words of a PortalError.
 * @returns words for the citizen that stand with the decision: what it has changed, or nothing
 */
export type Effetto = (ctx: Ctx, pratica: Pratica, esito: Esito, decisione: Decisione) => Promise<string | undefined>;

/** By service code. What is not here has no effects: reports, the territorial desk. */
export const EFFETTI: Partial<Record<Categoria, Effetto>> = {
  SF100: effettoMezzi,
  SF110: effettoMezzi,
  SF120: effettoAffissione,
  SF200: effettoRate,
  SF210: effettoProroga,
  SF220: effettoRiesame,
  SF300: effettoParcheggi,
  SF500: effettoLampade,
  ISTANZA: effettoIstanza,
};

/** @returns what its effect says @throws PortalError what the effect throws */
export async function applicaDecisione(
  ctx: Ctx,
  pratica: Pratica,
  esito: Esito,
  decisione: Decisione = {},
): Promise<string | undefined> {
  const detto = await EFFETTI[pratica.codice as Categoria]?.(ctx, pratica, esito, decisione);
  await liberaDocumenti(ctx.db, pratica.id);
  return detto;
}

export function isDecisione(azione: Azione | undefined): azione is Esito {
  return azione === 'accettata' || azione === 'rifiutata' || azione === 'ritirata';
}
