/** Writes a mail for each follower of a report that changed, once, however often and on however many hosts it runs; and makes the mails. */

import * as z from 'zod/mini';
import type { OutboxDelivery } from '../../../context.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import { nameOf } from '../ente/servizi.ts';
import { NOVITA, NOVITA_KIND } from '../segnalazione-pubblica/pubblica.server.ts';
import { findReleased, findSeguita, listPortions } from './seguita.db.ts';
import { seguitaMail } from './seguita.mail.ts';
import { chiaveOf } from './seguita.server.ts';
import { followedPath, stopPath } from './seguita-words.ts';

const FOLLOWER_MAIL = outboxKind(
  'seguita.novita',
  'news',
  z.object({ seguita: z.string(), segnalazione: z.string(), novita: z.enum(NOVITA) }),
);

export const SEGUITA_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(NOVITA_KIND, async ({ segnalazione, novita, change }, house) => {
    // A mail that was written before a kill has the same id the next time, and stays as it is.
    for (const portion of await listPortions(house.db, segnalazione)) {
      const entries = portion.map((seguita) =>
        outboxEntry(FOLLOWER_MAIL, { seguita, segnalazione, novita }, { id: `${change}.${seguita}` }),
      );
      await enqueueEntries(house.db, house.now, ...entries);
    }
    return null;
  }),

  // From what is public when it is sent. A follower who stopped, or follows another report meanwhile, gets none.
  deliveryOf(FOLLOWER_MAIL, async ({ seguita: id, segnalazione, novita }, house) => {
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
  }),
];
