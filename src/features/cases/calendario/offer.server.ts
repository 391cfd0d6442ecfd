/** Offers the citizen of a case an appointment, by a mail with a button, and finds what is fixed with them. */
import type { CallContext, OutboxDelivery, PortalHouse } from '../../../context.ts';
import { withoutLinks } from '../../../platform/mail/layout.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import type { EnteMail } from '../ente/ente.ts';
import type { Accesso } from '../pratica/accesso.server.ts';
import { addCommento } from '../pratica/commento.server.ts';
import { findPratica } from '../pratica/pratica.db.ts';
import { composeMail, PERSONAL_FOOTER } from '../pratica/pratica.mail.ts';
import { chatPath, protocollo } from '../pratica/pratica-names.ts';
import { bookingHref } from './addresses.ts';
import { findCalendario } from './calendari.db.ts';
import type { Calendario, MotivoCalendario } from './calendario.ts';
import { APPUNTAMENTO_OFFERED } from './offer-outbox.ts';

/** In a transaction that locks the case; its citizen has an e-mail. */
export async function offerAppointment(
  ctx: CallContext,
  accesso: Accesso,
  { calendario, motivo }: { calendario: Calendario; motivo: MotivoCalendario },
): Promise<void> {
  const { pratica, operatoreName } = accesso;
  await addCommento(ctx, accesso, {
    sistema: `${operatoreName ?? 'L’ufficio'} propone un appuntamento: ${calendario.nome}, ${motivo.nome}. Il cittadino sceglie giorno e ora dal collegamento che riceve per e-mail, o con «Prenota appuntamento» in fondo a questa pagina.`,
  });
  const data = { pratica: pratica.id, calendario: calendario.codice, motivo: motivo.codice };
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(APPUNTAMENTO_OFFERED, data));
}

export const OFFER_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(APPUNTAMENTO_OFFERED, (offer, house) => offerMail(house, offer)),
];

/** @returns null when the office or the reason is gone */
async function offerMail(
  house: PortalHouse,
  { pratica: id, calendario: codice, motivo }: { pratica: string; calendario: string; motivo: string },
): Promise<EnteMail | null> {
  const pratica = await findPratica(house.db, id);
  if (!pratica?.email) return null;
  const calendario = await findCalendario(house.db, { ente: pratica.ente, codice });
  const reason = calendario?.motivi.find((m) => m.codice === motivo);
  if (!calendario || !reason) return null;
  const ente = await enteOfPage(house, '', pratica.ente);
  const site = await siteOf(house, pratica.host);
  const chat = chatPath(pratica);
  const numero = protocollo(pratica);
  const mail = composeMail(
    { ente, tipo: pratica.tipo, protocollo: numero },
    `Pratica ${numero}: ci vediamo allo sportello?`,
    {
      title: 'Ci vediamo allo sportello?',
      paragraphs: [
        'Per la tua pratica l’ufficio ti propone un appuntamento: scegli tu il giorno e l’ora.',
        ...(reason.cosa_serve.length > 0 ? [`Cosa serve: ${reason.cosa_serve.map(withoutLinks).join('; ')}.`] : []),
      ],
      facts: [
        ['Ufficio', withoutLinks(calendario.nome)],
        ['Motivo', withoutLinks(reason.nome)],
        ['Numero', numero],
        ['Ente', ente.nome],
      ],
      action: {
        label: 'Scegli giorno e ora',
        url: site + bookingHref({ ente: ente.id, calendario: codice, motivo, da: chat }),
      },
      link: { label: 'Apri la pratica', url: site + chat },
      footer: PERSONAL_FOOTER,
    },
  );
  return { to: pratica.email, ente, testo: mail };
}
