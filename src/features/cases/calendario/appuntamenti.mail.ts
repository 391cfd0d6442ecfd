/** The mails about an appointment: fixed, moved, cancelled, tomorrow. Pure. */
import { withoutLinks } from '../../../platform/mail/layout.ts';
import type { MailText } from '../ente/ente.ts';
import { composeMail, PERSONAL_FOOTER } from '../pratica/pratica.mail.ts';
import type { MailPratica } from '../pratica/stato.mail.ts';
import type { TimeSpan } from './free-times.ts';
import type { OfficePlace } from './office-place.ts';
import { spanInWords } from './words.ts';

type MailOccasion = 'confermato' | 'spostato' | 'annullato' | 'domani';

const OCCASION_WORDS: Record<MailOccasion, { subject: string; title: string; said: string }> = {
  confermato: {
    subject: 'appuntamento confermato',
    title: 'Appuntamento confermato',
    said: 'Ti aspettiamo. Il file allegato lo aggiunge al tuo calendario.',
  },
  spostato: {
    subject: 'appuntamento spostato',
    title: 'Appuntamento spostato',
    said: 'Il tuo appuntamento ha un nuovo orario. Il file allegato aggiorna il tuo calendario.',
  },
  annullato: {
    subject: 'appuntamento annullato',
    title: 'Appuntamento annullato',
    said: 'Il tuo appuntamento è annullato: non devi venire. Il file allegato lo toglie dal tuo calendario.',
  },
  domani: {
    subject: 'domani hai un appuntamento',
    title: 'Domani hai un appuntamento',
    said: 'Ti ricordiamo l’appuntamento di domani. Se non puoi venire, spostalo o annullalo: l’orario serve a un’altra persona.',
  },
};

/**
 * @param about.motivo why the office cancelled it @param about.changeUrl where its citizen moves or cancels it, while they may
 * @param about.chatUrl page of the case @param about.bookingUrl where another one is booked
 */
export function appointmentMail(
  about: MailPratica & {
    occasion: MailOccasion;
    appuntamento: TimeSpan & { motivo_nome: string };
    office: OfficePlace & { nome: string };
    toBring: readonly string[];
    motivo: string | undefined;
    changeUrl: string | undefined;
    chatUrl: string;
    bookingUrl: string;
  },
): MailText {
  const { ente, protocollo, occasion, appuntamento, office, toBring, motivo, changeUrl, chatUrl } = about;
  const words = OCCASION_WORDS[occasion];
  const isOn = occasion !== 'annullato';
  const contacts = [office.telefono, office.email].filter(Boolean).join(', ');
  return composeMail(about, `Richiesta ${protocollo}: ${words.subject}`, {
    title: words.title,
    paragraphs: [
      words.said,
      ...(motivo ? [`Lo ha annullato l’ufficio, per questo motivo: ${withoutLinks(motivo)}`] : []),
      ...(isOn && toBring.length > 0 ? [`Cosa serve: ${toBring.map(withoutLinks).join('; ')}.`] : []),
      ...(isOn && !changeUrl ? ['Se non puoi venire, avvisa l’ufficio.'] : []),
    ],
    facts: [
      ['Quando', spanInWords(appuntamento)],
      ['Ufficio', withoutLinks(office.nome)],
      ['Indirizzo', withoutLinks(office.indirizzo)],
      ['Motivo', withoutLinks(appuntamento.motivo_nome)],
      ...(contacts ? [['Contatti', contacts] as [string, string]] : []),
      ['Numero', protocollo],
      ['Ente', ente.nome],
    ],
    action:
      isOn && changeUrl
        ? { label: 'Sposta o annulla', url: changeUrl }
        : { label: 'Apri la tua richiesta', url: chatUrl },
    link: linkOf(about),
    footer: PERSONAL_FOOTER,
  });
}

/** The second link: another appointment for one that is cancelled, else the office, where the button leads elsewhere. */
function linkOf({ occasion, changeUrl, chatUrl, bookingUrl }: Parameters<typeof appointmentMail>[0]) {
  if (occasion === 'annullato') return { label: 'Prenota un altro appuntamento', url: bookingUrl };
  return changeUrl ? { label: 'Scrivi all’ufficio', url: chatUrl } : undefined;
}
