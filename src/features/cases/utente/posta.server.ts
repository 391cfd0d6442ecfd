/** Turns entries of the outbox about an account into mails: so far one kind, for a changed e-mail address. */
import type { House } from '../../../context.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import type { Lettera } from '../ente/ente.ts';
import { type ContattoCambiato, mailContattoCambiato } from './utente.mail.ts';

/** Each kind of outbox row about an account. @throws Error when the row is not what it says */
export const POSTA_UTENTE: Record<string, (dati: unknown, house: House) => Promise<Lettera>> = {
  'utente.contatto-cambiato': async (dati, house) => {
    const { a, nuovo, ente: id } = dati as ContattoCambiato;
    const ente = await enteDellaPagina(house, '', id);
    const profiloUrl = `${house.settings.publicUrl}/area-riservata/profilo-utente`;
    return { to: a, ente, testo: mailContattoCambiato({ ente, nuovo, profiloUrl }) };
  },
};
