/** The mail that warns a citizen at their old address that the portal now writes to a new one. */
import * as z from 'zod/mini';
import { oneLine, renderMail, withoutLinks } from '../../../platform/mail/layout.ts';
import { outboxKind } from '../../../platform/outbox-kind.ts';
import type { Ente } from '../ente/ente.ts';

/** The address has changed. @property a the old one @property nuovo the new one, masked @property ente the ente whose page was used */
export const CONTATTO_CHANGED = outboxKind(
  'utente.contatto-cambiato',
  'receipts',
  z.object({ a: z.string(), nuovo: z.string(), ente: z.string() }),
);

/** Masks an address so that its owner recognizes it but nobody can write to it: `g…@esempio.it`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/**
 * The mail to the old address after another one replaced it (attack: changing the contact is a way to take over an account).
 * @param newAddress the new address, masked
 * @param profiloUrl where the citizen sees and changes their contacts
 */
export function renderContattoChanged({
  ente,
  newAddress,
  profiloUrl,
}: {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti' | 'stemma'>;
  newAddress: string;
  profiloUrl: string;
}): { subject: string; text: string; html: string } {
  const { indirizzo, email } = ente.contatti;
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
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
