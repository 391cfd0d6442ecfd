/** The texts of the mails to a payer: paid, paid by somebody unknown, waiting at a shop, not completed. */
import { withArticle } from '../../../platform/atoms/date.ts';
import { oneLine, renderMail } from '../../../platform/mail/layout.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { EsitoStato } from './esiti.ts';
import { REFUND_TEXT } from './esito-text.ts';

/**
 * Mails about a payment, to the unconfirmed address that its payer gave. Product rules: fixed words only, nothing that the payer or an ente
 * wrote about it (the receipt has the subject), no personal data in the subject of the mail, links only to the portal's own address. Amounts
 * and dates arrive written out.
 */
export type MailText = { subject: string; text: string; html: string };

/** @property ente the sender @property avvisi notice numbers in groups of four, with the name of their ente */
export type MailPagamento = {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti' | 'stemma'>;
  avvisi: readonly { numero: string; ente: string }[];
  importo: string;
  fornitore: string;
  numero: string;
};

/** When the provider's receipt has arrived. @param validUntil last day on which the link works */
export function renderPaidMail(
  p: MailPagamento & { paidAt: string; ricevutaUrl: string; esitoUrl: string; validUntil: string },
): MailText {
  return composeMail(p, 'abbiamo la conferma del tuo pagamento', {
    title: 'Pagamento effettuato',
    paragraphs: [
      'Abbiamo la conferma del tuo pagamento: non devi fare altro.',
      `Scarica la ricevuta e conservala: il collegamento vale fino ${withArticle('al', p.validUntil)}. Se hai pagato dopo aver fatto l’accesso la trovi anche nella tua area riservata, alla voce Pagamenti.`,
      STRANGER_TEXT,
    ],
    facts: [
      ...pagamentoFacts(p),
      ['Pagato il', p.paidAt],
      ['Pagato con', p.fornitore],
      ['Numero del pagamento', p.numero],
    ],
    action: { label: 'Scarica la ricevuta (PDF)', url: p.ricevutaUrl },
    link: { label: 'Vedi il pagamento', url: p.esitoUrl },
    footer:
      'Il collegamento alla ricevuta è solo per te: chi lo ha può leggerla. Questa e-mail è automatica: non rispondere.',
  });
}

/** When it is paid and the payer is unknown: to each person who was paying it, without the receipt. */
export function renderFoundPaidMail(p: MailPagamento & { esitoUrl: string }): MailText {
  return composeMail(p, 'l’avviso risulta pagato', {
    title: 'Avviso pagato',
    paragraphs: [
      'L’avviso per cui hai iniziato un pagamento risulta pagato: non pagarlo di nuovo.',
      'Il gestore non ci dice chi l’ha pagato: per questo non ti mandiamo la ricevuta. Se l’importo lo devi tu, accedi con SPID o CIE: la trovi nell’area riservata, alla voce Pagamenti. Se hai pagato per un’altra persona, la conferma è nell’e-mail del gestore.',
      'Se vedi due addebiti scrivi all’ente e indica il numero del pagamento: trovi i recapiti in fondo a questa e-mail.',
      STRANGER_TEXT,
    ],
    facts: [...pagamentoFacts(p), ['Numero del pagamento', p.numero]],
    action: { label: 'Vedi il pagamento', url: p.esitoUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

/** What happens after a notice was paid twice, and by when. */
const DOUBLE_TEXTS = [
  'Lo abbiamo detto all’ente, che deve restituire l’importo in più a chi l’ha pagato. Conserva la tua ricevuta e scrivi all’ente per chiedere il rimborso: trovi i recapiti in fondo a questa e-mail.',
  REFUND_TEXT,
];

/** When a second receipt of a notice arrives: to each address that has one of them, or may have paid one that belongs to nobody. */
export function renderDoubleMail(p: MailPagamento & { esitoUrl: string }): MailText {
  return composeMail(p, 'un avviso risulta pagato due volte', {
    title: 'Pagato due volte',
    paragraphs: [
      'Abbiamo due ricevute per lo stesso avviso: risulta pagato due volte, da te o anche da un’altra persona.',
      ...DOUBLE_TEXTS,
      STRANGER_TEXT,
    ],
    facts: [...pagamentoFacts(p), ['Numero del pagamento', p.numero]],
    action: { label: 'Vedi il pagamento', url: p.esitoUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

/** When a second receipt of a notice arrives: to a citizen who owes it, and of whom no payment from the portal is known. */
export function renderDoubleDebtorMail({
  areaUrl,
  ...p
}: Pick<MailPagamento, 'ente' | 'avvisi'> & { areaUrl: string }): MailText {
  return composeMail(p, 'un avviso risulta pagato due volte', {
    title: 'Pagato due volte',
    paragraphs: [
      'Abbiamo due ricevute per un avviso che trovi nella tua area riservata: risulta pagato due volte, da te o anche da un’altra persona.',
      ...DOUBLE_TEXTS,
    ],
    facts: avvisoFacts(p.avvisi),
    action: { label: 'Vedi i tuoi pagamenti', url: areaUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

/** When the office has written that it gave the money of a receipt back. */
export function renderRefundedMail(p: MailPagamento & { esitoUrl: string }): MailText {
  return composeMail(p, 'il tuo rimborso', {
    title: 'L’ente ha disposto il rimborso',
    paragraphs: [
      'L’ente ha restituito quello che risultava pagato in più per questo avviso. La banca può metterci qualche giorno ad accreditarlo.',
      'Non lo ricevi? Scrivi all’ente: trovi i recapiti in fondo a questa e-mail.',
    ],
    facts: [...pagamentoFacts(p), ['Numero del pagamento', p.numero]],
    action: { label: 'Vedi il pagamento', url: p.esitoUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

/** What a double payment is to the ente, which has an amount to give back. @param ricevute as written out: day, amount, provider, id of the receipt */
export function renderDoubleOfficeMail(
  p: Pick<MailPagamento, 'ente'> & { numero: string; causale: string; ricevute: readonly string[] },
): MailText {
  return composeMail(p, `avviso ${p.numero} pagato due volte`, {
    title: 'Avviso pagato due volte',
    paragraphs: [
      'Il portale ha più di una ricevuta per lo stesso avviso. Ogni ricevuta dopo la prima è un importo da restituire a chi ha pagato.',
    ],
    facts: [
      ['Codice avviso', p.numero],
      ['Causale', p.causale],
      ...p.ricevute.map((ricevuta, n): [string, string] => [`Ricevuta ${n + 1}`, ricevuta]),
    ],
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

/** When the payer chose to pay at a shop. @param code in groups; '' when the provider told the portal none @param until the last instant */
export function renderPendingMail(p: MailPagamento & { code: string; until: string; esitoUrl: string }): MailText {
  const show = p.code ? 'Mostra questo codice' : `Mostra il codice che ti ha dato ${p.fornitore}`;
  return composeMail(p, 'il tuo pagamento in sospeso', {
    title: 'Il tuo pagamento in sospeso',
    ...(p.code && { code: p.code }),
    paragraphs: [
      `${show} in un punto vendita ${p.fornitore} (tabaccherie, bar, edicole) e paga entro ${withArticle('il', p.until)}.`,
      'Quando ci arriva la conferma ti mandiamo la ricevuta. Se il tempo passa e non paghi, il codice non vale più e puoi ricominciare.',
      'Vuoi pagare in un altro modo? Apri il pagamento e rinuncia, così nessuno lo paga due volte.',
      STRANGER_TEXT,
    ],
    facts: [...pagamentoFacts(p), ['Da pagare entro', withArticle('il', p.until)], ['Numero del pagamento', p.numero]],
    action: { label: 'Vedi il pagamento', url: p.esitoUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

/** How an attempt can end without money. */
export type FailedStato = Extract<EsitoStato, 'non_completato' | 'annullato' | 'scaduto'>;

const FAILURE_TEXTS: Readonly<Record<FailedStato, string>> = {
  non_completato: 'Il pagamento che hai iniziato non è andato a buon fine: nessun importo addebitato.',
  annullato: 'Il pagamento che hai iniziato è stato annullato: nessun importo addebitato.',
  scaduto: 'Il tempo per completare il pagamento che hai iniziato è passato e non abbiamo ricevuto nessuna conferma.',
};

/**
 * When an attempt that was being verified ended without money.
 * @param payUrl where to try again; undefined: all of it was paid another way
 */
export function renderFailedMail(
  p: MailPagamento & { stato: FailedStato; payUrl: string | undefined; esitoUrl: string },
): MailText {
  const esitoLink = { label: 'Vedi il pagamento', url: p.esitoUrl };
  return composeMail(p, 'il pagamento non è stato completato', {
    title: 'Pagamento non completato',
    paragraphs: [
      // It is not always known which attempt paid, so the mail does not say that this one took no money.
      p.payUrl === undefined ? 'Non abbiamo una conferma per il pagamento che hai iniziato.' : FAILURE_TEXTS[p.stato],
      p.payUrl === undefined
        ? 'Quello che dovevi pagare risulta già pagato, forse in un altro modo: non pagarlo di nuovo.'
        : 'Quello che dovevi pagare è ancora da pagare: puoi riprovare quando vuoi, anche con un altro metodo.',
      'Se invece vedi un addebito, non pagare di nuovo: scrivi all’ente e indica il numero del pagamento. Trovi i recapiti in fondo a questa e-mail.',
      STRANGER_TEXT,
    ],
    facts: [...pagamentoFacts(p), ['Provato con', p.fornitore], ['Numero del pagamento', p.numero]],
    ...(p.payUrl === undefined
      ? { action: esitoLink }
      : { action: { label: 'Riprova a pagare', url: p.payUrl }, link: esitoLink }),
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

// Anybody can type anybody's address.
const STRANGER_TEXT =
  'Se non hai iniziato tu questo pagamento, qualcuno ha scritto il tuo indirizzo per errore: non devi fare nulla.';

const avvisoFacts = (avvisi: MailPagamento['avvisi']): [string, string][] =>
  avvisi.map(({ numero, ente }) => ['Codice avviso', `${numero} (${ente})`]);

function pagamentoFacts({ avvisi, importo }: MailPagamento): [string, string][] {
  return [...avvisoFacts(avvisi), [avvisi.length > 1 ? 'Totale' : 'Importo', importo]];
}

function composeMail(
  { ente }: Pick<MailPagamento, 'ente'>,
  subject: string,
  content: Omit<Parameters<typeof renderMail>[0], 'ente'>,
): MailText {
  const { indirizzo, email } = ente.contatti;
  return {
    subject: oneLine(`${ente.nome}: ${subject}`),
    ...renderMail({
      ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
      ...content,
    }),
  };
}
