import { PortalError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/run.server.ts';
import type { operations } from './utente.contract.ts';

export const handlers: Handlers<typeof operations> = {
  utente: async (_input, { user }) => {
    if (!user) throw new PortalError('anonymous');
    const { id, nome, cognome, codice_fiscale, email, ruolo, enti } = user;
    return {
      Id: id,
      Nome: nome,
      Cognome: cognome,
      CodiceFiscale: codice_fiscale,
      PersonEmail: email,
      Ruolo: ruolo,
      Enti: enti,
    };
  },
};
