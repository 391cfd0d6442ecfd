/** The mail that tells the person who gave a delegation what became of it. */
import * as z from 'zod/mini';
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { oneLine, renderMail } from '../../../platform/mail/layout.ts';
import { outboxKind } from '../../../platform/outbox-kind.ts';
import type { Ente, MailText } from '../../cases/ente/ente.ts';

const EVENTI = ['data', 'accettata', 'rifiutata', 'rinunciata', 'revocata'] as const;
export type DelegaEvento = (typeof EVENTI)[number];

/** @property host of the page that was used */
export const DELEGA_NOVITA = outboxKind(
  'delega.novita',
  'receipts',
  z.object({ delega: z.string(), evento: z.enum(EVENTI), host: z.string() }),
);

const EVENTO_TITLES: Readonly<Record<DelegaEvento, string>> = {
  data: 'Hai dato una delega',
  accettata: 'La tua delega è stata accettata',
  rifiutata: 'La tua delega è stata rifiutata',
  rinunciata: 'La persona che avevi delegato ha rinunciato',
  revocata: 'Hai revocato una delega',
};

const EVENTO_WORDS: Readonly<Record<DelegaEvento, string>> = {
  data: 'Una persona che hai indicato potrà agire per te sulle tue posizioni, dopo che avrà accettato accedendo con la sua identità digitale.',
  accettata: 'Da ora la persona che hai indicato può agire per te, solo sulle posizioni e per le cose che hai scelto.',
  rifiutata: 'La persona che hai indicato non ha accettato: nessuno agisce per te con questa delega.',
  rinunciata: 'Da ora non agisce più per te.',
  revocata: 'Da ora la persona che avevi indicato non vede più le tue posizioni e non può più agire per te.',
};

/** Names nobody but the reader: who acts and on what is on the page, behind the login. */
export function delegaMail({
  ente,
  evento,
  finoA,
  delegheUrl,
}: {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti' | 'stemma'>;
  evento: DelegaEvento;
  finoA: string;
  delegheUrl: string;
}): MailText {
  const { indirizzo, email } = ente.contatti;
  const holds = evento === 'data' || evento === 'accettata';
  const mail = renderMail({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
    title: EVENTO_TITLES[evento],
    paragraphs: [
      EVENTO_WORDS[evento],
      ...(holds
        ? [`La delega vale fino ${withArticle('al', dateInWords(finoA))}, e la puoi revocare in ogni momento.`]
        : []),
      ...(evento === 'data' || evento === 'revocata'
        ? ['Se non sei stato tu, accedi subito e controlla le tue deleghe.']
        : []),
    ],
    action: { label: 'Apri le tue deleghe', url: delegheUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
  return { subject: oneLine(EVENTO_TITLES[evento]), ...mail };
}
