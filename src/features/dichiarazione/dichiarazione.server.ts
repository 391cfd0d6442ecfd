import { PortalError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/run.server.ts';
import { enti } from '../ente/ente.server.ts';
import type { operations, StatoDichiarazione } from './dichiarazione.contract.ts';
import { dichiarazioniDi } from './dichiarazione.db.ts';

export const handlers: Handlers<typeof operations> = {
  listaDichiarazioni: async (_input, { db, house, user }) => {
    if (!user) throw new PortalError('anonymous');
    const bodies = await enti(house);
    return (await dichiarazioniDi(db, { codice_fiscale: user.codice_fiscale })).map(
      ({ id, tipo, ente, data, stato, protocollo }) => ({
        Id: id,
        ...{ tipo, ente, nome_ente: bodies.find((e) => e.id === ente)?.nome ?? ente, data },
        stato: stato as StatoDichiarazione,
        protocollo,
      }),
    );
  },
};
