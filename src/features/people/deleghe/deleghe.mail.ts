/** The mail that tells the person who gave a delegation what became of it. */
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { oneLine, renderMail } from '../../../platform/mail/layout.ts';
import type { Ente, MailText } from '../../cases/ente/ente.ts';
import type { DelegaEvento } from '../../cases/posizione/delega-novita.ts';

const EVENTO_TITLES: Readonly<Record<DelegaEvento, string>> = {
  data: 'Hai dato una delega',
  accettata: 'La tua delega è stata accettata',
  rifiutata: 'La tua delega è stata rifiutata',
  rinunciata: 'La persona che avevi delegato ha rinunciato',
  revocata: 'Hai revocato una delega',
  concessa: 'L’ufficio ha concesso a una persona di agire per te',
  tolta: 'L’ufficio ha chiuso una delega per te',
};

const EVENTO_WORDS: Readonly<Record<DelegaEvento, string>> = {
  data: 'Una persona che hai indicato potrà agire per te sulle tue posizioni, dopo che avrà accettato accedendo con la sua identità digitale.',
  accettata: 'Da ora la persona che hai indicato può agire per te, solo sulle posizioni e per le cose che hai scelto.',
  rifiutata: 'La persona che hai indicato non ha accettato: nessuno agisce per te con questa delega.',
  rinunciata: 'Da ora non agisce più per te.',
  revocata: 'Da ora la persona che avevi indicato non vede più le tue posizioni e non può più agire per te.',
  concessa:
    'Una persona lo ha chiesto con un documento, per esempio la nomina di un giudice o la tua firma, e l’ufficio ha detto di sì. Vedi chi è e che cosa può fare nella pagina delle deleghe.',
  tolta: 'Da ora la persona a cui l’aveva concessa non vede più le tue posizioni e non può più agire per te.',
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
      ...(evento === 'concessa'
        ? [
            `La delega vale fino ${withArticle('al', dateInWords(finoA))}. Se non è giusto che agisca per te, scrivi subito all’ufficio.`,
          ]
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
