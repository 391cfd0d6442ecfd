/** Generates the numbers of the avvisi that the portal itself creates, for spontaneous payments, fees and instalments. */
import { randomInt } from 'node:crypto';
import type { CallContext } from '../../../context.ts';
import { cifreControlloOf } from '../../../platform/atoms/numero-avviso.ts';
import { findAvvisoRow } from './avvisi.db.ts';
import { rifiuto } from './rifiuti.ts';

const RANDOM_RANGE = 10 ** 13;

/**
 * A number for a spontaneous payment: aux digit 3, segregation code of the ente, 13 random digits, two check digits (SACI, "Generazione
 * dell'identificativo univoco di versamento"). Random, so that the next one cannot be guessed; the store keeps it unique.
 * @param segregazione two digits that the platform gave the ente for this portal
 */
export function generateNumeroAvviso(segregazione: string): string {
  if (!/^\d{2}$/.test(segregazione)) throw new Error(`Codice di segregazione non valido: ${segregazione}`);
  const sixteenDigits = `3${segregazione}${String(randomInt(RANDOM_RANGE)).padStart(13, '0')}`;
  return sixteenDigits + cifreControlloOf(sixteenDigits);
}

/** Numbers are unique for ever per ente; among 10^13 a second try is rare. @throws PortalError */
export async function findFreeNumero(
  ctx: Pick<CallContext, 'db'>,
  ente: string,
  segregazione: string,
): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const numero_avviso = generateNumeroAvviso(segregazione);
    if (!(await findAvvisoRow(ctx.db, ente, { numero_avviso }))) return numero_avviso;
  }
  throw rifiuto('SERVIZIO_NON_DISPONIBILE');
}
