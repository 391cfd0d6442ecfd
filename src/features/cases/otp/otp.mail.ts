/** The text of the mail with a one-time code. */
import { oneLine, renderMail } from '../../../platform/mail/layout.ts';
import type { Ente } from '../ente/ente.ts';

/**
 * The one-time code that confirms an e-mail address. It holds no link (product rule: a typed code beats a link, which
 * mail scanners use up), and the code is not in the subject, which mail servers write into their logs.
 * @param minuti how long the code works
 */
export function codiceMail({
  ente,
  codice,
  minutes,
}: {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti'>;
  codice: string;
  minutes: number;
}): { subject: string; text: string; html: string } {
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo: ente.contatti.indirizzo },
    title: 'Il tuo codice di verifica',
    code: codice,
    paragraphs: [
      `Scrivi questo codice nella pagina in cui ti è stato chiesto. Vale ${minutes} minuti e si usa una volta sola.`,
      'Se non l’hai chiesto tu, ignora questa e-mail: senza il codice nessuno può usare il tuo indirizzo.',
      'Non comunicare il codice a nessuno: nessun operatore te lo chiederà.',
    ],
  });
  return { subject: oneLine(`${ente.nome}: il tuo codice di verifica`), ...mail };
}
