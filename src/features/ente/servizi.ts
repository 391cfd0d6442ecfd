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
      {
        nome: 'Pagamento a rate',
        href: '/servizio/rateizza-un-pagamento',
        descrizione: 'Non riesci a pagare tutto insieme? Scegli quante rate, vedi subito il piano e chiedilo all’ente.',
      },
      {
        nome: 'Nuova scadenza per un pagamento',
        href: '/servizio/rinegozia-un-pagamento',
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
        descrizione:
          'Un lampione spento, una buca, rifiuti abbandonati: dillo al Comune, anche con foto, e segui la risposta.',
      },
      {
        nome: 'Affissione manifesti',
        href: '/servizio/affissione-manifesti',
        descrizione: 'Chiedi di affiggere i tuoi manifesti: scegli formato e giorni e vedi subito quanto può costare.',
      },
      {
        nome: 'Mezzi pubblicitari permanenti',
        href: '/servizio/mezzo-permanente',
        descrizione:
          'Insegne, cartelli, tende, pubblicità sui veicoli: dichiara quelli nuovi, quelli che cambiano e quelli che non ci sono più.',
      },
      {
        nome: 'Abbonamento parcheggi',
        href: '/servizio/abbonamento-parcheggi',
        descrizione: 'Parcheggia nella tua zona: scegli durata e targhe, vedi il prezzo e scarica il permesso da qui.',
      },
      {
        nome: 'Allacciamento lampade votive',
        href: '/servizio/allacciamento-lampade-votive',
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
        descrizione:
          'Un avviso è sbagliato, l’hai già pagato o non riguarda te: chiedi all’ente di rivederlo, con le prove.',
      },
      {
        nome: 'Istanza del contribuente',
        href: '/servizio/istanza-contribuente',
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
        descrizione: 'Indirizzi, orari e moduli degli uffici. Se non puoi andarci, scrivi da qui e segui la risposta.',
      },
    ],
  },
];
