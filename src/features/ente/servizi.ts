/** The services on the front door, by what a citizen wants to do. Only those that work: a card leads somewhere. */
export type Servizio = { nome: string; href: string; descrizione: string };

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
    ],
  },
  {
    gruppo: 'Città e territorio',
    servizi: [
      {
        nome: 'Segnalazione disservizio',
        href: '/segnalazione',
        descrizione:
          'Un lampione spento, una buca, rifiuti abbandonati: dillo al Comune, anche con foto, e segui la risposta.',
      },
    ],
  },
  {
    gruppo: 'Uffici e assistenza',
    servizi: [
      {
        nome: 'Sportello territoriale',
        href: '/sportello-territoriale',
        descrizione: 'Indirizzi, orari e moduli degli uffici. Se non puoi andarci, scrivi da qui e segui la risposta.',
      },
    ],
  },
];
