/** The services on the front door, by what a citizen wants to do. Only those that work: a card leads somewhere. */
import type { Categoria } from './categorie.ts';
import { TIPI } from './tipi.ts';

/** @property codici one of these makes the service: without any, it is of the portal, and always there */
export type Servizio = { nome: string; href: string; descrizione: string; codici?: readonly Categoria[] };

export const SERVIZI: { gruppo: string; servizi: Servizio[] }[] = [
  {
    gruppo: 'La tua area',
    servizi: [
      {
        nome: 'Area riservata',
        href: '/area-riservata',
        descrizione:
          'Posizioni, documenti, pratiche, messaggi e scadenze in un posto solo. Si entra con SPID o con la carta d’identità elettronica.',
      },
    ],
  },
  {
    gruppo: 'Pagamenti',
    servizi: [
      {
        nome: 'Paga online',
        href: '/servizio/paga-online',
        descrizione:
          'Paga un avviso con il suo codice, anche più di uno insieme, oppure un servizio senza avviso. Senza registrarti.',
      },
      {
        nome: 'Pagamento a rate',
        href: '/servizio/rateizza-un-pagamento',
        codici: ['SF200'],
        descrizione: 'Non riesci a pagare tutto insieme? Scegli quante rate, vedi subito il piano e chiedilo all’ente.',
      },
      {
        nome: 'Nuova scadenza per un pagamento',
        href: '/servizio/rinegozia-un-pagamento',
        codici: ['SF210'],
        descrizione: 'Ti serve più tempo per pagare: scegli una nuova scadenza e spiega all’ente perché.',
      },
    ],
  },
  {
    gruppo: 'Città e territorio',
    servizi: [
      {
        nome: 'Segnalazione disservizio',
        href: '/segnalazione',
        codici: Object.keys(TIPI) as Categoria[],
        descrizione:
          'Un lampione spento, una buca, rifiuti abbandonati: dillo al Comune, anche con foto, e segui la risposta.',
      },
      {
        nome: 'Affissione manifesti',
        href: '/servizio/affissione-manifesti',
        codici: ['SF120'],
        descrizione: 'Chiedi di affiggere i tuoi manifesti: scegli formato e giorni e vedi subito quanto può costare.',
      },
      {
        nome: 'Mezzi pubblicitari permanenti',
        href: '/servizio/mezzo-permanente',
        codici: ['SF100', 'SF110'],
        descrizione:
          'Insegne, cartelli, tende, pubblicità sui veicoli: dichiara quelli nuovi, quelli che cambiano e quelli che non ci sono più.',
      },
      {
        nome: 'Abbonamento parcheggi',
        href: '/servizio/abbonamento-parcheggi',
        codici: ['SF300'],
        descrizione: 'Parcheggia nella tua zona: scegli durata e targhe, vedi il prezzo e scarica il permesso da qui.',
      },
      {
        nome: 'Allacciamento lampade votive',
        href: '/servizio/allacciamento-lampade-votive',
        codici: ['SF500'],
        descrizione: 'Chiedi di accendere la luce votiva su una tomba o un loculo di un cimitero del Comune.',
      },
    ],
  },
  {
    gruppo: 'Tributi',
    servizi: [
      {
        nome: 'Riesame di un documento',
        href: '/servizio/riesame',
        codici: ['SF220'],
        descrizione:
          'Un avviso è sbagliato, l’hai già pagato o non riguarda te: chiedi all’ente di rivederlo, con le prove.',
      },
      {
        nome: 'Istanza del contribuente',
        href: '/servizio/istanza-contribuente',
        codici: ['ISTANZA'],
        descrizione: 'Chiedi un rimborso, una correzione o un chiarimento su un tributo, con o senza un documento.',
      },
    ],
  },
  {
    gruppo: 'Uffici e assistenza',
    servizi: [
      {
        nome: 'Sportello territoriale',
        href: '/sportello-territoriale',
        codici: ['SPORTELLO'],
        descrizione: 'Indirizzi, orari e moduli degli uffici. Se non puoi andarci, scrivi da qui e segui la risposta.',
      },
    ],
  },
];

/** Addresses that lead into the form of another card. */
const ALTRI_INGRESSI: Readonly<Record<string, string>> = {
  '/documenti': '/sportello-territoriale',
  '/servizio/variazione-cessazione-mezzo-pubblicitario': '/servizio/mezzo-permanente',
};

/** @returns the service that an address belongs to, its sub-pages included */
export function servizioA(path: string): Servizio | undefined {
  const suo = ALTRI_INGRESSI[path] ?? path;
  return SERVIZI.flatMap(({ servizi }) => servizi).find(
    ({ href }) => suo === href || (href.startsWith('/servizio/') && suo.startsWith(`${href}/`)),
  );
}

/** @param offerti service codes of the page's municipality */
export const eOfferto = ({ codici }: Servizio, offerti: readonly string[]): boolean =>
  !codici || codici.some((codice) => offerti.includes(codice));
