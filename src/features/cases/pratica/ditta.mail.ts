/** The mail with which a firm gets the link to a case. */
import { asSubject } from '../../../platform/atoms/articolo.ts';
import { withArticle } from '../../../platform/atoms/date.ts';
import { oneLine, renderMail, withoutLinks } from '../../../platform/mail/layout.ts';
import type { Ente, MailText } from '../ente/ente.ts';

/** Has nothing of the case but its number: mails are forwarded, and the link says the rest. @param expiresOn last day of the link, in words */
export function dittaMail({
  ente,
  ...link
}: {
  ente: Ente;
  nome: string;
  protocollo: string;
  url: string;
  expiresOn: string;
}): MailText {
  const { indirizzo, email } = ente.contatti;
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
    title: 'Un lavoro per la tua ditta',
    paragraphs: [
      `${asSubject(ente)} affida a ${withoutLinks(link.nome)} il lavoro della pratica ${link.protocollo}.`,
      'Nella pagina leggi che cosa fare e dove, scrivi all’ufficio, aggiungi foto e dici quando il lavoro è fatto. Non serve registrarsi.',
    ],
    facts: [
      ['Ente', ente.nome],
      ['Pratica', link.protocollo],
      ['Il collegamento vale fino', withArticle('al', link.expiresOn)],
    ],
    action: { label: 'Apri il lavoro', url: link.url },
    footer:
      'Chi ha questo collegamento legge il lavoro e scrive a nome della ditta: non inoltrarlo a chi non ci lavora. Non rispondere a questa e-mail.',
  });
  return { subject: oneLine(`${ente.nome}: un lavoro per la tua ditta, pratica ${link.protocollo}`), ...mail };
}

/** To the office, when a firm has written. Its words are in the page. @param fatto the work is done */
export function dittaEnteMail({
  ente,
  ...rapporto
}: {
  ente: Ente;
  nome: string;
  protocollo: string;
  fatto: boolean;
  url: string;
}): MailText {
  const { indirizzo, email } = ente.contatti;
  const what = rapporto.fatto ? 'il lavoro è fatto' : 'ha scritto all’ufficio';
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
    title: rapporto.fatto ? 'La ditta dice che il lavoro è fatto' : 'La ditta ha scritto',
    paragraphs: [
      'Quello che ha scritto è nella pagina della pratica. Il cittadino non lo vede: se serve, rispondigli tu.',
    ],
    facts: [
      ['Pratica', rapporto.protocollo],
      ['Ditta', withoutLinks(rapporto.nome)],
    ],
    action: { label: 'Apri la pratica', url: rapporto.url },
  });
  return { subject: oneLine(`Pratica ${rapporto.protocollo}: ${withoutLinks(rapporto.nome)}, ${what}`), ...mail };
}
