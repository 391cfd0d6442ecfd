/** What the portal knows by itself about the answers of a back end. */
import type { PortalHouse } from '../../../context.ts';
import type { AnswerFacts } from '../../../platform/contract.ts';
import { enti } from '../ente/ente.server.ts';
import { serviceOf } from '../ente/servizi.ts';

/** The names of enti are those of the portal's own list. */
export async function readAnswerFacts(house: PortalHouse): Promise<Omit<AnswerFacts, 'fields'>> {
  const names = new Map((await enti(house)).map(({ id, nome }) => [id, nome]));
  return {
    enteName: (id) => names.get(id) ?? id,
    tipoOf: (codice) => serviceOf(house.services, codice)?.tipo ?? 'richiesta',
    now: house.now(),
  };
}
