/** Reminds a citizen that their parking permit ends, in time to ask for another one: by mail or in App IO, as they have chosen. */
import * as z from 'zod/mini';
import type { CallContext, IoAlert, OutboxDelivery, PortalHouse } from '../../../context.ts';
import { addDays, dateInWords, midnightInRome, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import { withoutLinks } from '../../../platform/mail/layout.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import type { Pratica } from '../../../store/tables.ts';
import { alertOf } from '../../cases/app-io/io-alert.ts';
import { enteOfPage, siteOf } from '../../cases/ente/ente.server.ts';
import { findPratica } from '../../cases/pratica/pratica.db.ts';
import { composeMail, PERSONAL_FOOTER } from '../../cases/pratica/pratica.mail.ts';
import { protocollo } from '../../cases/pratica/pratica-names.ts';
import { stopRemindersPath } from '../../cases/utente/promemoria.server.ts';
import { reminderTime } from '../../cases/utente/promemoria.ts';
import { findTakenTarga } from './parcheggi.db.ts';
import { FORM_PATH } from './parcheggi.fields.ts';
import { isReady } from './permesso.server.ts';
import { abbonamentoOf } from './pratica-data.ts';

/** An office needs days to answer, and the fee is to be paid. */
const DAYS_BEFORE = 14;

const PERMESSO_ENDS = outboxKind('cittadino.permesso-in-scadenza', 'receipts', z.object({ pratica: z.string() }));

/** Stores the reminder; none for a permit that ends sooner. In the transaction of its decision. @param al last day of the permit */
export async function remindOfEnd(
  { db, house, now }: Pick<CallContext, 'db' | 'house' | 'now'>,
  pratica: string,
  al: string,
): Promise<void> {
  const at = reminderTime(addDays(al, -DAYS_BEFORE));
  if (at <= now) return;
  const when = { id: `permesso-in-scadenza-${pratica}`, delay: at - now };
  await enqueueEntries(db, house.now, outboxEntry(PERMESSO_ENDS, { pratica }, when));
}

export const PERMESSO_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(PERMESSO_ENDS, async ({ pratica: id }, house) => {
    const ending = await findEnding(house, id);
    if (!ending?.pratica.email) return null;
    const { pratica, ente, site, day, permesso } = ending;
    const numero = protocollo(pratica);
    const about = { ente, tipo: pratica.tipo, protocollo: numero };
    const text = composeMail(about, `Richiesta ${numero}: il permesso di sosta scade ${day}`, {
      title: `Il tuo permesso di sosta scade ${day}`,
      paragraphs: [
        'Se ti serve ancora, chiedine uno nuovo adesso: l’ente ha il tempo di rispondere prima che questo finisca.',
        'Se non ti serve più non devi fare nulla.',
      ],
      facts: [
        ['Zona', withoutLinks(permesso.nome_zona)],
        ['Targhe', permesso.targhe.map(targaInWords).join(', ')],
        ['Vale fino al', dateInWords(permesso.al)],
        ['Numero', numero],
        ['Ente', ente.nome],
      ],
      action: { label: 'Chiedi un nuovo permesso', url: site + FORM_PATH },
      footer: PERSONAL_FOOTER,
    });
    const { utente } = pratica;
    const stop = utente ? { unsubscribe: site + stopRemindersPath(house.signer, utente, 'permessi') } : {};
    return { to: pratica.email, ente, testo: text, ...stop };
  }),
];

export const PERMESSO_ALERTS: readonly IoAlert[] = [
  alertOf(
    PERMESSO_ENDS,
    async ({ pratica: id }, house) => {
      const ending = await findEnding(house, id);
      if (!ending) return null;
      const { pratica, ente, site, day, permesso } = ending;
      const { utente } = pratica;
      if (utente === null) return null;
      return {
        utente,
        ente,
        servizio: pratica.codice,
        words: {
          subject: `Il tuo permesso di sosta scade ${day}`,
          paragraphs: [
            `Il permesso ${protocollo(pratica)} vale fino ${withArticle('al', dateInWords(permesso.al))}.`,
            'Se ti serve ancora, chiedine uno nuovo adesso: l’ente ha il tempo di rispondere prima che questo finisca.',
          ],
          link: { label: 'Chiedi un nuovo permesso', url: site + FORM_PATH },
        },
        due: midnightInRome(permesso.al),
      };
    },
    'permessi',
  ),
];

/** @returns undefined for a permit that does not hold any more, or whose citizen has the next one already */
async function findEnding(house: PortalHouse, id: string) {
  const pratica = await findPratica(house.db, id);
  if (!pratica || !(await isReady(house, pratica))) return undefined;
  const permesso = abbonamentoOf(pratica);
  if (permesso.al < todayInRome(house.now()) || (await hasNext(house, pratica))) return undefined;
  const ente = await enteOfPage(house, '', pratica.ente);
  const site = await siteOf(house, pratica.host);
  return { pratica, ente, site, permesso, day: withArticle('il', dateInWords(permesso.al)) };
}

const LAST_DAY_EVER = '9999-12-31';

async function hasNext({ db }: PortalHouse, pratica: Pratica): Promise<boolean> {
  const { zona, al, targhe } = abbonamentoOf(pratica);
  const after = { pratica: pratica.id, ente: pratica.ente, zona, targhe, dal: addDays(al, 1), al: LAST_DAY_EVER };
  return (await findTakenTarga(db, after)) !== undefined;
}
