/** Generates the numbers of the avvisi that the portal itself creates, for spontaneous payments, fees and instalments. */
import { randomInt } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import { cifreDiControllo } from '../../../platform/atoms/numero-avviso.ts';
import { cercaAvviso } from './avvisi.db.ts';
import { rifiuto } from './rifiuti.ts';

const BASE = 10 ** 13;

/**
 * A notice number for a spontaneous payment: aux digit 3, the body's segregation code, 13 random digits, two check digits (SACI,
 * "Generazione dell'identificativo univoco di versamento"). Random, so that nobody guesses the next one; the store keeps it unique.
 * @param segregazione two digits that the platform gave to the body for this portal
 */
export function nuovoNumero(segregazione: string): string {
  if (!/^\d{2}$/.test(segregazione)) throw new Error(`Codice di segregazione non valido: ${segregazione}`);
  const sedici = `3${segregazione}${String(randomInt(BASE)).padStart(13, '0')}`;
  return sedici + cifreDiControllo(sedici);
}

/** Unique for ever per body; among 10^13 a second try is rare. @throws PortalError */
export async function numeroLibero(ctx: Pick<Ctx, 'db'>, ente: string, segregazione: string): Promise<string> {
  for (let prova = 0; prova < 5; prova++) {
    const numero_avviso = nuovoNumero(segregazione);
    if (!(await cercaAvviso(ctx.db, ente, { numero_avviso }))) return numero_avviso;
  }
  throw rifiuto('SERVIZIO_NON_DISPONIBILE');
}
