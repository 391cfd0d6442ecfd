/** The mail that tells a follower what became of a public report: public words alone. */
import { oneLine, renderMail, withoutLinks } from '../../../platform/mail/layout.ts';
import type { Ente, MailText } from '../ente/ente.ts';
import type { Novita } from '../segnalazione-pubblica/pubblica.server.ts';

/** @property subject follows the title of the report */
const NOVITA_WORDS: Record<Novita, { subject: string; sentence: string }> = {
  ricevuta: { subject: 'è di nuovo tra quelle ricevute', sentence: 'L’ufficio l’ha rimessa tra quelle ricevute.' },
  in_lavorazione: { subject: 'è in lavorazione', sentence: 'L’ufficio ci sta lavorando.' },
  conclusa: { subject: 'è conclusa', sentence: 'L’ufficio l’ha chiusa.' },
  riaperta: { subject: 'è stata riaperta', sentence: 'L’ufficio la guarda di nuovo.' },
  risposta: { subject: 'ha una risposta', sentence: 'L’ufficio ha scritto una risposta per tutti.' },
};

export type SeguitaMail = {
  ente: Ente;
  novita: Novita;
  /** What was released of it */
  titolo: string;
  luogo: string | null;
  risposta: string | null;
  /** Its page for this follower, and where these mails are stopped */
  url: string;
  stopUrl: string;
};

export function seguitaMail({ ente, novita, titolo, luogo, risposta, url, stopUrl }: SeguitaMail): MailText {
  const { indirizzo, email } = ente.contatti;
  const { subject, sentence } = NOVITA_WORDS[novita];
  const isClosed = novita === 'conclusa';
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
    title: `La segnalazione che segui ${subject}`,
    paragraphs: [
      sentence,
      ...(isClosed ? ['Il problema c’è ancora? Nella sua pagina puoi dire all’ufficio che non è risolto.'] : []),
    ],
    facts: [
      ['Segnalazione', withoutLinks(titolo)],
      ...(luogo ? [['Luogo', withoutLinks(luogo)] as [string, string]] : []),
      ...(risposta ? [['La risposta dell’ufficio', withoutLinks(risposta)] as [string, string]] : []),
    ],
    action: { label: isClosed ? 'Apri la pagina o di’ che non è risolto' : 'Apri la segnalazione', url },
    link: { label: 'Smetti di seguirla', url: stopUrl },
    footer: 'Ricevi questa e-mail perché segui una segnalazione pubblica. Non rispondere a questa e-mail.',
  });
  return { subject: oneLine(`${withoutLinks(titolo)}: ${subject}`), ...mail };
}
