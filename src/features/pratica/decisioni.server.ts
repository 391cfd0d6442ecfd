/** What a decision changes beside the case: documents, positions, permits. */
import type { Ctx } from '../../context.ts';
import type { Pratica } from '../../store/tables.ts';
import type { Categoria } from '../ente/categorie.ts';
import type { Azione } from './stati.ts';

export type Esito = Extract<Azione, 'accettata' | 'rifiutata'>;

/**
 * What follows from a decision, in its transaction (`ctx.db`), with the case held and in the state of before.
 * What it throws takes the decision back: the operator reads the words of a PortalError.
 */
export type Effetto = (ctx: Ctx, pratica: Pratica, esito: Esito) => Promise<void>;

/** By service code. What is not here has no effects: reports, the territorial desk. */
export const EFFETTI: Partial<Record<Categoria, Effetto>> = {};

/** @throws PortalError what the effect throws */
export async function applicaDecisione(ctx: Ctx, pratica: Pratica, esito: Esito): Promise<void> {
  await EFFETTI[pratica.codice as Categoria]?.(ctx, pratica, esito);
}

export function isDecisione(azione: Azione | undefined): azione is Esito {
  return azione === 'accettata' || azione === 'rifiutata';
}
