/** Tells people of a notice that is due within seven days, once; in App IO, where they can pay it. No mail does that yet. */
import * as z from 'zod/mini';
import type { IoAlert, OutboxDelivery, PortalHouse } from '../../../context.ts';
import { addDays, dateInWords, midnightInRome, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import { listAllChiavi } from './app-io.db.ts';
import { type DueAvviso, findDue, listDue } from './avvisi-io.db.ts';
import { alertOf } from './io-alert.ts';
import { OTHER_SERVICES } from './io-notice.ts';

const AHEAD_DAYS = 7;
/** No telephone rings before. */
const MORNING_MS = 9 * 3600_000;
/** So many rows are written at once. */
const PART_ROWS = 500;

const AVVISO_DUE = outboxKind(
  'cittadino.avviso-in-scadenza',
  'receipts',
  z.object({ ente: z.string(), numero_avviso: z.string(), utente: z.string(), scadenza: z.string() }),
);

/** Lets each person who owes a notice be told once that it is due: the same notice, person and day make the same row. */
export async function tellWhatIsDue(house: PortalHouse): Promise<void> {
  const now = house.now();
  const today = todayInRome(now);
  if (!house.appIo || now < midnightInRome(today) + MORNING_MS) return;
  const enti = new Set((await listAllChiavi(house.db)).map(({ ente }) => ente));
  for (const ente of enti) {
    const due = await listDue(house.db, { ente, today, from: addDays(today, 1), to: addDays(today, AHEAD_DAYS) });
    for (let n = 0; n < due.length; n += PART_ROWS)
      await enqueueEntries(house.db, house.now, ...due.slice(n, n + PART_ROWS).map(entryOf));
  }
}

const entryOf = ({ ente, numero_avviso, utente, scadenza }: DueAvviso) =>
  outboxEntry(
    AVVISO_DUE,
    { ente, numero_avviso, utente, scadenza },
    { id: `scadenza-${ente}-${numero_avviso}-${scadenza}-${utente}` },
  );

/** The mail of it is not there yet. */
export const AVVISO_OUTBOX: readonly OutboxDelivery[] = [deliveryOf(AVVISO_DUE, async () => null)];

export const AVVISO_ALERTS: readonly IoAlert[] = [
  alertOf(AVVISO_DUE, async ({ utente, ...of }, house) => {
    const today = todayInRome(house.now());
    const avviso = await findDue(house.db, { utente, ...of, today });
    // Paid, withdrawn or moved meanwhile; or the position is no longer theirs.
    if (!avviso || of.scadenza < today) return null;
    const ente = await enteOfPage(house, '', of.ente);
    const { numero_avviso, importo_cent, scadenza, pagabile_fino } = avviso;
    return {
      utente,
      ente,
      servizio: OTHER_SERVICES,
      words: {
        subject: `Un avviso da pagare scade ${withArticle('il', dateInWords(scadenza))}`,
        paragraphs: [
          `Hai un avviso di ${formatEuro(importo_cent)} da pagare entro ${withArticle('il', dateInWords(scadenza))}.`,
          'Puoi pagarlo qui nell’app, oppure dal portale. Se l’hai già pagato non devi fare altro.',
        ],
        link: {
          label: 'Apri la tua area riservata',
          url: `${await siteOf(house, ente.host)}/area-riservata?scheda=scadenze`,
        },
      },
      due: midnightInRome(scadenza),
      payment: { numero_avviso, importo_cent, scadenza, endsThen: pagabile_fino === scadenza },
    };
  }),
];
