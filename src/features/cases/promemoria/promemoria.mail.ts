/** The mail that reminds an office or an operator of what is late. */
import { withArticle } from '../../../platform/atoms/date.ts';
import { type MailList, oneLine, renderMail } from '../../../platform/mail/layout.ts';
import type { Ente, MailText } from '../ente/ente.ts';

/** A case in the mail. It names nobody: the mail may be read by a whole office. @property dueOn day, in words */
export type RemindedPratica = { protocollo: string; servizio: string; dueOn: string; url: string };

type RemindedList = { pratiche: readonly RemindedPratica[]; total: number };

/** @param isOwn to the operator who has these cases; else to their office @param deskUrl the list of all of them */
export function promemoriaMail({
  ente,
  late,
  near,
  deskUrl,
  isOwn,
}: {
  ente: Ente;
  late: RemindedList;
  near: RemindedList;
  deskUrl: string;
  isOwn: boolean;
}): MailText {
  const { indirizzo, email } = ente.contatti;
  const title = late.total === 1 ? 'Una pratica è in ritardo' : `${late.total} pratiche sono in ritardo`;
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
    title,
    paragraphs: [
      isOwn
        ? 'Sono le pratiche assegnate a te che hanno superato il termine, o lo raggiungono nei prossimi tre giorni.'
        : 'Sono le pratiche dell’ufficio che hanno superato il termine, o lo raggiungono nei prossimi tre giorni.',
      'Per aprirle accedi come dipendente. Quelle che aspettano il cittadino non sono nell’elenco.',
    ],
    lists: [
      listOf('In ritardo', late, 'scaduta'),
      ...(near.total > 0 ? [listOf('In scadenza', near, 'da concludere entro')] : []),
    ],
    action: { label: 'Apri l’elenco', url: deskUrl },
    footer:
      'Questo promemoria parte una volta al giorno, nei giorni lavorativi, quando c’è qualcosa in ritardo. Non rispondere a questa e-mail.',
  });
  return { subject: oneLine(`Promemoria: ${title.charAt(0).toLowerCase()}${title.slice(1)}`), ...mail };
}

function listOf(title: string, { pratiche, total }: RemindedList, due: string): MailList {
  const others = total - pratiche.length;
  return {
    title: `${title} (${total})`,
    items: pratiche.map(({ protocollo, servizio, dueOn, url }) => ({
      label: `${protocollo} ${servizio}, ${due} ${withArticle('il', dueOn)}`,
      url,
    })),
    ...(others > 0 && { more: others === 1 ? 'e un’altra' : `e altre ${others}` }),
  };
}
