/** The mail by which a citizen confirms a report that a program has sent in their name. */
import { oneLine, renderMail, withoutLinks } from '../../../platform/mail/layout.ts';
import type { Ente, MailText } from '../../cases/ente/ente.ts';

/**
 * Has none of the words that came with the report: a program could write to anybody with them.
 * @param programma its name, which an administrator of the ente has written
 */
export function confirmMail({
  ente,
  ...report
}: {
  ente: Ente;
  programma: string;
  tipo: string;
  expires: string;
  url: string;
}): MailText {
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo: ente.contatti.indirizzo },
    title: 'Conferma la tua segnalazione',
    paragraphs: [
      `Con il programma «${withoutLinks(report.programma)}» è stata scritta una segnalazione con questo indirizzo e-mail. Apri la pagina, rileggila e confermala: fino ad allora non arriva a nessuno.`,
      'Se non l’hai scritta tu, non fare niente: si cancella da sola.',
    ],
    facts: [
      ['Ente', ente.nome],
      ['Tipo', report.tipo],
      ['Da confermare entro', report.expires],
    ],
    action: { label: 'Rileggi e conferma', url: report.url },
  });
  return { subject: oneLine(`${ente.nome}: conferma la tua segnalazione`), ...mail };
}
