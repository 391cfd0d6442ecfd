/** Reminds people of a notice that is due, as many days before as they have chosen: in App IO, where they can pay it, or by mail. */
import * as z from 'zod/mini';
import type { IoAlert, OutboxDelivery, PortalHouse } from '../../../context.ts';
import {
  addDays,
  dateInWords,
  daysBetween,
  midnightInRome,
  todayInRome,
  withArticle,
} from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { oneLine, renderMail } from '../../../platform/mail/layout.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import { enteOfPage, enti, siteOf } from '../ente/ente.server.ts';
import { stopRemindersPath } from '../utente/promemoria.server.ts';
import { REMINDER_DAYS, REMINDERS_ANCHOR, readChoice, reminderDueIn, reminderTime } from '../utente/promemoria.ts';
import { type DueAvviso, findDue, listDue } from './avvisi-io.db.ts';
import { alertOf } from './io-alert.ts';
import { OTHER_SERVICES } from './io-notice.ts';

const AHEAD_DAYS = Math.max(...REMINDER_DAYS);
/** So many rows are written at once. */
const PART_ROWS = 500;

const AVVISO_DUE = outboxKind(
  'cittadino.avviso-in-scadenza',
  'receipts',
  z.object({ ente: z.string(), numero_avviso: z.string(), utente: z.string(), scadenza: z.string() }),
);

/** Lets each person who owes a notice be told once for each reminder they want: the same notice, person, day and reminder make the same row. */
export async function tellWhatIsDue(house: PortalHouse): Promise<void> {
  const now = house.now();
  const today = todayInRome(now);
  if (now < reminderTime(today)) return;
  for (const { id: ente } of await enti(house)) {
    const due = await listDue(house.db, { ente, today, from: addDays(today, 1), to: addDays(today, AHEAD_DAYS) });
    const entries = due.flatMap((avviso) => entryOf(avviso, today) ?? []);
    for (let n = 0; n < entries.length; n += PART_ROWS)
      await enqueueEntries(house.db, house.now, ...entries.slice(n, n + PART_ROWS));
  }
}

/** @returns undefined when its person wants no reminder of it today */
function entryOf({ ente, numero_avviso, utente, scadenza, promemoria_json }: DueAvviso, today: string) {
  const days = reminderDueIn(readChoice(promemoria_json), daysBetween(today, scadenza));
  if (days === undefined) return undefined;
  const id = `scadenza-${ente}-${numero_avviso}-${scadenza}-${days}-${utente}`;
  return outboxEntry(AVVISO_DUE, { ente, numero_avviso, utente, scadenza }, { id });
}

export const AVVISO_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(AVVISO_DUE, async (of, house) => {
    const found = await findStillDue(house, of);
    if (!found?.avviso.email) return null;
    const { ente } = found;
    const { importo_cent, scadenza, numero_avviso, email } = { ...found.avviso, email: found.avviso.email };
    const site = await siteOf(house, ente.host);
    const day = withArticle('il', dateInWords(scadenza));
    const { indirizzo, email: contact } = ente.contatti;
    const text = renderMail({
      ente: { nome: ente.nome, colore: ente.colore, indirizzo, email: contact, stemma: ente.stemma },
      title: `Un avviso da pagare scade ${day}`,
      paragraphs: ['Se l’hai già pagato non devi fare altro: il pagamento può comparire dopo un giorno.'],
      facts: [
        ['Importo', formatEuro(importo_cent)],
        ['Da pagare entro', dateInWords(scadenza)],
        ['Codice avviso', groupDigits(numero_avviso)],
        ['Ente', ente.nome],
      ],
      action: { label: 'Vedi e paga', url: `${site}${SCADENZE_PATH}` },
      link: { label: 'Scegli i tuoi promemoria', url: `${site}${REMINDERS_ANCHOR}` },
      footer: 'Questa e-mail è automatica: non rispondere.',
    });
    return {
      to: email,
      ente,
      testo: { subject: oneLine(`${ente.nome}: un avviso da pagare scade ${day}`), ...text },
      unsubscribe: site + stopRemindersPath(house.signer, of.utente, 'pagamenti'),
    };
  }),
];

const SCADENZE_PATH = '/area-riservata?scheda=scadenze';

/** @returns undefined for what was paid, withdrawn or moved meanwhile, and when the position is no longer theirs */
async function findStillDue(house: PortalHouse, of: z.infer<typeof AVVISO_DUE.dati>) {
  const today = todayInRome(house.now());
  const avviso = of.scadenza < today ? undefined : await findDue(house.db, { ...of, today });
  return avviso && { avviso, ente: await enteOfPage(house, '', of.ente) };
}

export const AVVISO_ALERTS: readonly IoAlert[] = [
  alertOf(
    AVVISO_DUE,
    async (of, house) => {
      const found = await findStillDue(house, of);
      if (!found) return null;
      const { avviso, ente } = found;
      const { numero_avviso, importo_cent, scadenza, pagabile_fino } = avviso;
      return {
        utente: of.utente,
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
            url: `${await siteOf(house, ente.host)}${SCADENZE_PATH}`,
          },
        },
        due: midnightInRome(scadenza),
        payment: { numero_avviso, importo_cent, scadenza, endsThen: pagabile_fino === scadenza },
      };
    },
    'pagamenti',
  ),
];
