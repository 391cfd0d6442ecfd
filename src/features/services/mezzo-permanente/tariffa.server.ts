/** Finds what an ente charges for advertising devices, for the call of the tariff and for every estimate of a declaration. */
import type { PortalHouse } from '../../../context.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import { offertaMezziSchema } from './offerta.ts';
import type { TariffaMezzi } from './stima.ts';

/** @param ente its id @returns null when it has no tariff and tells the amount itself */
export async function readTariffa(house: Pick<PortalHouse, 'db'>, ente: string): Promise<TariffaMezzi | null> {
  return (await readOfferta(house, offertaMezziSchema, { ente, codice: 'SF100' })) ?? null;
}

export const tariffaHandlers: Pick<OperationHandlers<typeof mezziOperations>, 'tariffaMezzi'> = {
  tariffaMezzi: ({ ente }, { house }) => readTariffa(house, ente),
};
