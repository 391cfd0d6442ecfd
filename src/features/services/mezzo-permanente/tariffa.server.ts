/** Finds what an ente charges for advertising devices, for the call of the tariff and for every estimate of a declaration. */
import type { House } from '../../../context.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { offerta } from '../../cases/offerta/offerta.server.ts';
import type { operations } from './mezzo.contract.ts';
import { schemaOffertaMezzi } from './offerta.ts';
import type { TariffaMezzi } from './stima.ts';

/** @param ente id of the body @returns null when it has told no tariff: the amount is then the body's to say */
export async function tariffaDi(house: Pick<House, 'db'>, ente: string): Promise<TariffaMezzi | null> {
  return (await offerta(house, schemaOffertaMezzi, { ente, codice: 'SF100' })) ?? null;
}

export const handlers: Pick<Handlers<typeof operations>, 'tariffaMezzi'> = {
  tariffaMezzi: ({ ente }, { house }) => tariffaDi(house, ente),
};
