/** Writes a mail for each follower of a report that changed, once, however often and on however many hosts it runs; and makes the mails. */
import type { PortalHouse } from '../../../context.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import type { EnteMail } from '../ente/ente.ts';
import { nameOf } from '../ente/servizi.ts';
import { NOVITA_ENTRY, type Novita, type NovitaEntry } from '../segnalazione-pubblica/pubblica.server.ts';
import { findReleased, findSeguita, listPortions } from './seguita.db.ts';
import { seguitaMail } from './seguita.mail.ts';
import { chiaveOf } from './seguita.server.ts';
import { followedPath, stopPath } from './seguita-words.ts';

type MailEntry = { seguita: string; segnalazione: string; novita: Novita };
const MAIL_ENTRY = 'seguita.novita';

export const SEGUITA_MAILS: Record<string, (data: unknown, house: PortalHouse) => Promise<EnteMail | null>> = {
  [NOVITA_ENTRY]: async (written, house) => {
    const { segnalazione, novita, change } = written as NovitaEntry;
    // A mail that was written before a kill has the same id the next time, and stays as it is.
    for (const portion of await listPortions(house.db, segnalazione)) {
      const entries = portion.map((seguita) => {
        const dati: MailEntry = { seguita, segnalazione, novita };
        return { tipo: MAIL_ENTRY, lane: 'news' as const, dati, id: `${change}.${seguita}` };
      });
      await enqueueEntries(house.db, house.now, ...entries);
    }
    return null;
  },

  // From what is public when it is sent. A follower who stopped, or follows another report meanwhile, gets none.
  [MAIL_ENTRY]: async (written, house) => {
    const { seguita: id, segnalazione, novita } = written as MailEntry;
    const seguita = await findSeguita(house.db, id);
    const report = seguita?.segnalazione === segnalazione ? await findReleased(house.db, segnalazione) : undefined;
    if (!seguita?.casella || !report) return null;
    const ente = await enteOfPage(house, '', report.ente);
    const site = await siteOf(house, ente.host);
    const chiave = chiaveOf(house.signer, id);
    const stopUrl = site + stopPath(chiave);
    const { luogo, risposta } = report;
    const text = seguitaMail({
      ente,
      novita,
      luogo,
      risposta,
      stopUrl,
      titolo: report.titolo ?? nameOf(house.services, report.codice),
      url: site + followedPath(report.id, chiave),
    });
    return { to: seguita.casella, ente, testo: text, unsubscribe: stopUrl };
  },
};
