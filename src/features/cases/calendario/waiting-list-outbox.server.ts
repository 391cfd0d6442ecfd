/** Turns entries of the outbox about the waiting list into offers, and into the mails that tell of them. */
import type { OutboxDelivery, PortalHouse } from '../../../context.ts';
import { withoutLinks } from '../../../platform/mail/layout.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import { siteOf } from '../ente/ente.server.ts';
import type { EnteMail, MailText } from '../ente/ente.ts';
import { findPratica } from '../pratica/pratica.db.ts';
import { composeMail, PERSONAL_FOOTER } from '../pratica/pratica.mail.ts';
import { protocollo } from '../pratica/pratica-names.ts';
import type { MailPratica } from '../pratica/stato.mail.ts';
import { appointmentPath, offerPath } from './addresses.ts';
import { readBooked } from './booked.server.ts';
import type { TimeSpan } from './free-times.ts';
import { beginHour, offerFreedAt } from './waiting-list.server.ts';
import { EARLIER_OFFERED, TIME_FREED } from './waiting-list-outbox.ts';
import { hourOf, spanInWords } from './words.ts';

export const WAITING_LIST_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(TIME_FREED, async ({ ente, calendario }, house) => {
    await offerFreedAt(house, { ente, codice: calendario });
    return null;
  }),
  deliveryOf(EARLIER_OFFERED, ({ pratica, inizio }, house) => offerMail(house, { pratica, inizio })),
];

/** @returns null when the time is not held for its citizen any more */
async function offerMail(
  house: PortalHouse,
  { pratica: id, inizio }: { pratica: string; inizio: number },
): Promise<EnteMail | null> {
  const pratica = await findPratica(house.db, id);
  const booked = pratica && (await readBooked({ db: house.db, house }, pratica));
  if (!pratica?.email || !booked?.place || booked.appuntamento.in_lista_dal === null) return null;
  const { appuntamento, ente, place, office } = booked;
  const offer = await beginHour(house, { appuntamento, calendario: place.calendario, inizio });
  if (!offer) return null;
  const site = await siteOf(house, pratica.host);
  const mail = earlierMail({
    ente,
    tipo: pratica.tipo,
    protocollo: protocollo(pratica),
    office: office.nome,
    appuntamento,
    offer,
    until: offer.scade ?? 0,
    offerUrl: site + offerPath(pratica, inizio),
    pageUrl: site + appointmentPath(pratica),
  });
  return { to: pratica.email, ente, testo: mail };
}

/** @param about.until when the offer lapses @param about.offerUrl where it is taken or declined @param about.pageUrl where the list is left */
function earlierMail(
  about: MailPratica & {
    office: string;
    appuntamento: TimeSpan;
    offer: TimeSpan;
    until: number;
    offerUrl: string;
    pageUrl: string;
  },
): MailText {
  const { ente, protocollo: numero, office, appuntamento, offer, until, offerUrl, pageUrl } = about;
  return composeMail(about, `Richiesta ${numero}: si è liberato un orario prima`, {
    title: 'Si è liberato un orario prima',
    paragraphs: [
      `Lo teniamo per te fino alle ore ${hourOf(until)} di oggi: se lo vuoi, confermalo con un tasto.`,
      'Se non rispondi lo proponiamo a chi aspetta dopo di te, e il tuo appuntamento resta com’è.',
    ],
    facts: [
      ['Orario libero', spanInWords(offer)],
      ['Il tuo orario', spanInWords(appuntamento)],
      ['Ufficio', withoutLinks(office)],
      ['Numero', numero],
      ['Ente', ente.nome],
    ],
    action: { label: 'Rispondi alla proposta', url: offerUrl },
    link: { label: 'Non avvisarmi più', url: pageUrl },
    footer: PERSONAL_FOOTER,
  });
}
