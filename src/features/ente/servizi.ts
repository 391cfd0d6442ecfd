/** The services on the front door, by what a citizen wants to do. Only those that work: a card leads somewhere. */
export type Servizio = { nome: string; href: string; descrizione: string };

export const SERVIZI: { gruppo: string; servizi: Servizio[] }[] = [
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
];
