/** Turns entries of the outbox into mails that ask a citizen to choose another time, of which three are one press away. */
import { ctxOf, type OutboxDelivery, type PortalHouse } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { withoutLinks } from '../../../platform/mail/layout.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import { siteOf } from '../ente/ente.server.ts';
import type { EnteMail, MailText } from '../ente/ente.ts';
import { findPratica } from '../pratica/pratica.db.ts';
import { composeMail, PERSONAL_FOOTER } from '../pratica/pratica.mail.ts';
import { protocollo } from '../pratica/pratica-names.ts';
import type { MailPratica } from '../pratica/stato.mail.ts';
import { appointmentPath } from './addresses.ts';
import { readFreeMonth } from './appuntamenti.server.ts';
import { readBooked } from './booked.server.ts';
import { APPUNTAMENTO_TO_MOVE } from './concerned-outbox.ts';
import type { TimeSpan } from './free-times.ts';
import { spanInWords, startInWords } from './words.ts';

/** A mail offers so many times. */
const OFFERED_TIMES = 3;

export const CONCERNED_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(APPUNTAMENTO_TO_MOVE, ({ pratica, motivo }, house) => askToMove(house, pratica, motivo)),
];

/** @returns null for an appointment that was moved or cancelled meanwhile */
async function askToMove(house: PortalHouse, id: string, motivo: string): Promise<EnteMail | null> {
  const pratica = await findPratica(house.db, id);
  const booked = pratica && (await readBooked({ db: house.db, house }, pratica));
  if (!booked || !pratica.email) return null;
  const { appuntamento, ente, place, office } = booked;
  if (appuntamento.stato !== 'fissato' || appuntamento.da_spostare === null) return null;
  const free = place && (await readFreeMonth(ctxOf(house), place, { id: appuntamento.id }));
  const mail = toMoveMail({
    ente,
    tipo: pratica.tipo,
    protocollo: protocollo(pratica),
    office: office.nome,
    motivo,
    appuntamento,
    times: free?.orari.slice(0, OFFERED_TIMES) ?? [],
    url: (await siteOf(house, pratica.host)) + appointmentPath(pratica),
  });
  return { to: pratica.email, ente, testo: mail };
}

/** @param about.url page of the appointment @param about.motivo why, or '' */
function toMoveMail(
  about: MailPratica & {
    office: string;
    motivo: string;
    appuntamento: TimeSpan;
    times: readonly TimeSpan[];
    url: string;
  },
): MailText {
  const { ente, protocollo: numero, office, motivo, appuntamento, times, url } = about;
  return composeMail(about, `Richiesta ${numero}: scegli un altro orario`, {
    title: 'Il tuo appuntamento va spostato',
    paragraphs: [
      `L’ufficio non può riceverti all’ora che avevi prenotato${motivo && `: ${withoutLinks(motivo)}`}. Ci scusiamo.`,
      times.length > 0
        ? 'Scegli un altro orario: quelli qui sotto sono liberi adesso, e li confermi con un tasto. Oppure guardali tutti, o annulla l’appuntamento.'
        : 'In questo momento non ci sono altri orari liberi. Guarda la pagina nei prossimi giorni, oppure annulla l’appuntamento.',
    ],
    facts: [
      ['Era', spanInWords(appuntamento)],
      ['Ufficio', withoutLinks(office)],
      ['Numero', numero],
      ['Ente', ente.nome],
    ],
    ...(times.length > 0 && {
      lists: [
        {
          title: 'Orari liberi',
          items: times.map(({ inizio }) => ({
            label: startInWords(inizio),
            url: `${url}?${new URLSearchParams({ scegli: isoInstant(inizio) })}`,
          })),
        },
      ],
    }),
    action: { label: 'Guarda tutti gli orari', url: `${url}?sposta=1` },
    link: { label: 'Annulla l’appuntamento', url: `${url}?annulla=1` },
    footer: PERSONAL_FOOTER,
  });
}
