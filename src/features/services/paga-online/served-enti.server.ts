/** Goes through the enti whose money is read at pagoPA. */
import type { PortalHouse } from '../../../context.ts';
import { enti } from '../../cases/ente/ente.server.ts';

export type ServedEnte = { id: string; codice_fiscale: string };

/**
 * Does a work for each ente that pagoPA serves, one after the other; one that fails keeps none of the others back.
 * @param stopping ends it before the next one
 * @throws what the first that fails throws, when the others were done
 */
export async function forEachServedEnte(
  house: PortalHouse,
  stopping: AbortSignal,
  work: (ente: ServedEnte) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, codice_fiscale } of await enti(house)) {
    if (stopping.aborted) break;
    if (!(await house.payments.pagopa?.enteOf?.(codice_fiscale))) continue;
    await work({ id, codice_fiscale }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
