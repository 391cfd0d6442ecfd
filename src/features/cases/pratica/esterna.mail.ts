/** The mail that tells a citizen of news in a case that another program deals with. Pure. */
import type { MailText } from '../ente/ente.ts';
import { composeMail, PERSONAL_FOOTER } from './pratica.mail.ts';
import { STATO_LABELS, type StatoPratica } from './stati.ts';
import type { MailPratica } from './stato.mail.ts';

/** The message itself stays in the portal, and so does what the case is about. @param programma name of the one that deals with it */
export function esternaMail(
  pratica: MailPratica & { servizio: string; programma: string; numero: string; stato: StatoPratica; chatUrl: string },
): MailText {
  const { ente, protocollo, servizio, programma, numero, stato, chatUrl } = pratica;
  return composeMail(pratica, `Pratica ${protocollo}: c’è una novità`, {
    title: 'C’è una novità in una tua pratica',
    paragraphs: [
      `La segue ${programma}: nella pagina leggi a che punto è, i messaggi e i documenti.`,
      'Per proteggere i tuoi dati non sono in questa e-mail.',
    ],
    facts: [
      ['Servizio', servizio],
      ['Ente', ente.nome],
      [`Numero in ${programma}`, numero],
      ['Stato', STATO_LABELS[stato]],
    ],
    action: { label: 'Apri la tua pratica', url: chatUrl },
    footer: PERSONAL_FOOTER,
  });
}
