/** The texts of the mails to a payer: paid, paid by somebody unknown, not completed. */
import { conArticolo } from '../../../platform/atoms/date.ts';
import { oneLine, renderMail } from '../../../platform/mail/layout.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { StatoEsito } from './esiti.ts';

/**
 * Mails about a payment, to the address its payer gave, which nobody confirmed. Product rules: fixed words only, nothing that
 * the payer or a body wrote about it (the subject of the payment stands in the receipt), no personal data in the subject,
 * links of the portal's own address. Amounts and dates arrive written out.
 */
export type Testo = { subject: string; text: string; html: string };

/** @property ente who sends it @property avvisi notice numbers in groups of four, with the name of their body */
export type PagamentoDellaMail = {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti'>;
  avvisi: readonly { numero: string; ente: string }[];
  importo: string;
  fornitore: string;
  riferimento: string;
};

/** When the provider's receipt is here. @param valeFino last day on which the link opens */
export function mailPagato(
  p: PagamentoDellaMail & { pagatoIl: string; ricevutaUrl: string; esitoUrl: string; valeFino: string },
): Testo {
  return compose(p, 'abbiamo la conferma del tuo pagamento', {
    title: 'Pagamento effettuato',
    paragraphs: [
      'Abbiamo la conferma del tuo pagamento: non devi fare altro.',
      `Scarica la ricevuta e conservala: il collegamento vale fino ${conArticolo('al', p.valeFino)}. Se hai pagato dopo aver fatto l’accesso la trovi anche nella tua area riservata, alla voce Pagamenti.`,
      ESTRANEO,
    ],
    facts: [...fatti(p), ['Pagato il', p.pagatoIl], ['Pagato con', p.fornitore], ['Riferimento', p.riferimento]],
    action: { label: 'Scarica la ricevuta (PDF)', url: p.ricevutaUrl },
    link: { label: 'Vedi il pagamento', url: p.esitoUrl },
    footer:
      'Il collegamento alla ricevuta è solo per te: chi lo ha può leggerla. Questa e-mail è automatica: non rispondere.',
  });
}

/** When it is paid and nobody knows by whom: to each who was paying it, without the receipt. */
export function mailRisultaPagato(p: PagamentoDellaMail & { esitoUrl: string }): Testo {
  return compose(p, 'l’avviso risulta pagato', {
    title: 'Avviso pagato',
    paragraphs: [
      'L’avviso per cui hai iniziato un pagamento risulta pagato: non pagarlo di nuovo.',
      'Più persone avevano aperto un pagamento per questo avviso e il gestore non ci dice chi ha pagato: per questo non ti mandiamo la ricevuta. Se hai pagato tu, la conferma è nell’e-mail del gestore. Chi deve l’importo trova la ricevuta nella sua area riservata, alla voce Pagamenti.',
      'Se vedi due addebiti scrivi all’ente e indica il riferimento: trovi i recapiti in fondo a questa e-mail.',
      ESTRANEO,
    ],
    facts: [...fatti(p), ['Riferimento', p.riferimento]],
    action: { label: 'Vedi il pagamento', url: p.esitoUrl },
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

/** How an attempt can end without money. */
export type StatoFallito = Extract<StatoEsito, 'non_completato' | 'annullato' | 'scaduto'>;

const PERCHE: Readonly<Record<StatoFallito, string>> = {
  non_completato: 'Il pagamento che hai iniziato non è andato a buon fine: nessun importo addebitato.',
  annullato: 'Il pagamento che hai iniziato è stato annullato: nessun importo addebitato.',
  scaduto: 'Il tempo per completare il pagamento che hai iniziato è passato e non abbiamo ricevuto nessuna conferma.',
};

/**
 * When an attempt that was being verified ended without money.
 * @param pagaUrl where to try again; undefined: everything in it was paid another way
 */
export function mailFallito(
  p: PagamentoDellaMail & { stato: StatoFallito; pagaUrl: string | undefined; esitoUrl: string },
): Testo {
  const esito = { label: 'Vedi il pagamento', url: p.esitoUrl };
  return compose(p, 'il pagamento non è stato completato', {
    title: 'Pagamento non completato',
    paragraphs: [
      // Which attempt paid it is not always known: that this one took no money is not said then.
      p.pagaUrl === undefined ? 'Non abbiamo una conferma per il pagamento che hai iniziato.' : PERCHE[p.stato],
      p.pagaUrl === undefined
        ? 'Quello che dovevi pagare risulta già pagato, forse in un altro modo: non pagarlo di nuovo.'
        : 'Quello che dovevi pagare è ancora da pagare: puoi riprovare quando vuoi, anche con un altro metodo.',
      'Se invece vedi un addebito, non pagare di nuovo: scrivi all’ente e indica il riferimento. Trovi i recapiti in fondo a questa e-mail.',
      ESTRANEO,
    ],
    facts: [...fatti(p), ['Provato con', p.fornitore], ['Riferimento', p.riferimento]],
    ...(p.pagaUrl === undefined
      ? { action: esito }
      : { action: { label: 'Riprova a pagare', url: p.pagaUrl }, link: esito }),
    footer: 'Questa e-mail è automatica: non rispondere.',
  });
}

// Anybody can type anybody's address.
const ESTRANEO =
  'Se non hai iniziato tu questo pagamento, qualcuno ha scritto il tuo indirizzo per errore: non devi fare nulla.';

function fatti({ avvisi, importo }: PagamentoDellaMail): [string, string][] {
  return [
    ...avvisi.map(({ numero, ente }): [string, string] => ['Codice avviso', `${numero} (${ente})`]),
    [avvisi.length > 1 ? 'Totale' : 'Importo', importo],
  ];
}

function compose(
  { ente }: PagamentoDellaMail,
  subject: string,
  content: Omit<Parameters<typeof renderMail>[0], 'ente'>,
): Testo {
  const { indirizzo, email } = ente.contatti;
  return {
    subject: oneLine(`${ente.nome}: ${subject}`),
    ...renderMail({ ente: { nome: ente.nome, colore: ente.colore, indirizzo, email }, ...content }),
  };
}
