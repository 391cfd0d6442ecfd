/** Turns entries of the outbox about an account into mails; the only kind tells of a changed e-mail address. */
import type { PortalHouse } from '../../../context.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import type { EnteMail } from '../ente/ente.ts';
import { type ContattoChange, renderContattoChanged } from './utente.mail.ts';

/** Makes the mail of an outbox row about an account. */
export const UTENTE_MAILS: Record<string, (data: unknown, house: PortalHouse) => Promise<EnteMail>> = {
  'utente.contatto-cambiato': async (data, house) => {
    const { a, nuovo, ente: id } = data as ContattoChange;
    const ente = await enteOfPage(house, '', id);
    const profiloUrl = `${house.settings.publicUrl}/area-riservata/profilo-utente`;
    return { to: a, ente, testo: renderContattoChanged({ ente, newAddress: nuovo, profiloUrl }) };
  },
};
