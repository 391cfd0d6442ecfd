/** The mail that warns the sender of a guest's case when a citizen takes it into their reserved area. */
import { capitalizeFirst } from '../../../platform/atoms/capital.ts';
import { oneLine, renderMail } from '../../../platform/mail/layout.ts';
import type { MailText } from './pratica.mail.ts';
import type { MailPratica } from './stato.mail.ts';

/** To the address of a case that somebody took into their area: until then, the link at this address was the only access. */
export function presaMail({ ente, protocollo, tipo, chatUrl }: MailPratica & { chatUrl: string }): MailText {
  const { indirizzo, email } = ente.contatti;
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
    title: `La tua ${tipo} è in un’area riservata`,
    paragraphs: [
      `Dopo aver dimostrato la propria identità con SPID o CIE, chi l’ha inviata ha portato la ${tipo} nella sua area riservata: da lì la legge e la segue.`,
      'Se sei stato tu, non devi fare nulla: gli avvisi continuano ad arrivare qui, e il collegamento che hai funziona come prima.',
      'Se non sei stato tu, scrivi subito all’ente: trovi i recapiti in fondo a questa e-mail.',
    ],
    facts: [
      ['Numero', protocollo],
      ['Ente', ente.nome],
    ],
    action: { label: `Apri la ${tipo}`, url: chatUrl },
    footer:
      'Il collegamento in questa e-mail è solo per te: chi lo ha può leggere la pratica. Non rispondere a questa e-mail.',
  });
  const capitalTipo = capitalizeFirst(tipo);
  return { subject: oneLine(`${capitalTipo} ${protocollo}: portata in un’area riservata`), ...mail };
}
