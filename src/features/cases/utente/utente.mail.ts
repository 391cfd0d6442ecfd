/** The mail that warns a citizen at their old address that the portal now writes to a new one. */
import { oneLine, renderMail, withoutLinks } from '../../../platform/mail/layout.ts';
import type { Ente } from '../ente/ente.ts';

/** What the outbox keeps of a change. @property a the address that was @property nuovo masked @property ente body of the page */
export type ContattoChange = { a: string; nuovo: string; ente: string };

/** Enough for its owner to know it, too little to write to: `g…@esempio.it`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/**
 * To the address that was, when another one took its place (attack: a change of contact is how an account is taken over).
 * @param newAddress the new address, masked
 * @param profiloUrl where the contacts are seen and changed
 */
export function renderContattoChanged({
  ente,
  newAddress,
  profiloUrl,
}: {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti'>;
  newAddress: string;
  profiloUrl: string;
}): { subject: string; text: string; html: string } {
  const { indirizzo, email } = ente.contatti;
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email },
    title: 'Il tuo indirizzo e-mail è cambiato',
    paragraphs: [
      `Nel tuo profilo c’è ora un altro indirizzo per le comunicazioni: ${withoutLinks(newAddress)}`,
      'Le nuove pratiche useranno quello. Per le pratiche già inviate continuiamo a scriverti all’indirizzo che avevi indicato.',
      'Se l’hai cambiato tu, non devi fare nulla.',
      'Se non sei stato tu, accedi con la tua identità digitale e rimetti il tuo indirizzo; poi avvisa chi ti ha dato l’identità digitale e l’ente: trovi i recapiti in fondo a questa e-mail.',
    ],
    action: { label: 'Controlla il tuo profilo', url: profiloUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
  return { subject: oneLine(`${ente.nome}: è cambiato il tuo indirizzo e-mail`), ...mail };
}
