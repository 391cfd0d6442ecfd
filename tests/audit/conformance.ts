/**
 * The criteria of the model for municipal services (C.SE) and sites (C.SI) of Designers Italia: what the portal does for each, the states whose
 * pictures show it, and the tests that hold it. What only a municipality or its provider can do says so.
 */

/** @property states `journey: state` of the audit @property tests files of tests */
export type ConformanceLine = { id: string; asks: string; answer: string; states: string[]; tests: string[] };

export const CONFORMANCE: readonly ConformanceLine[] = [
  {
    id: 'C.SE.1.1',
    asks: 'Accesso con identità digitale, che porta dentro il servizio',
    answer: 'SPID, CIE ed eIDAS; dopo l’accesso si torna al passo del servizio da cui si è partiti.',
    states: ['accesso: login'],
    tests: ['tests/browser/accesso.both.spec.ts'],
  },
  {
    id: 'C.SE.1.2',
    asks: 'Avviso di completamento nell’area personale e su almeno un altro canale',
    answer: 'Nell’area, per e-mail e in App IO.',
    states: ['area: cases', 'area: messages', 'app-io: messages on the phones'],
    tests: ['tests/browser/app-io.both.spec.ts'],
  },
  {
    id: 'C.SE.1.3',
    asks: 'Titoli e paragrafi solo in Titillium Web, Lora o Roboto Mono',
    answer: 'Tutto in Titillium Web.',
    states: ['page-frame: start page'],
    tests: ['tests/browser/page-frame.both.spec.ts'],
  },
  {
    id: 'C.SE.1.4',
    asks: 'Riepilogo testuale di tutti i dati prima dell’invio',
    answer: 'L’ultimo passo di ogni modulo.',
    states: ['segnalazione-journey: riepilogo', 'lampade: il riepilogo', 'istanza: summary'],
    tests: ['tests/browser/segnalazione-journey.both.spec.ts', 'tests/browser/lampade.both.spec.ts'],
  },
  {
    id: 'C.SE.1.5',
    asks: 'Una volta sola: i dati già dati non si chiedono di nuovo',
    answer: 'Identità, residenza e contatti sono già scritti per chi ha fatto l’accesso.',
    states: ['utente: data of who is logged in'],
    tests: ['tests/browser/utente.both.spec.ts', 'tests/browser/lampade.both.spec.ts'],
  },
  {
    id: 'C.SE.1.6',
    asks: 'Salvare una bozza in ogni momento e riprenderla',
    answer: 'Ogni modulo si salva da solo e con un pulsante.',
    states: ['kept-typed: saved'],
    tests: ['tests/browser/bozza.both.spec.ts', 'tests/browser/kept-typed.spec.ts'],
  },
  {
    id: 'C.SE.1.7',
    asks: 'Valutazione alla fine del servizio',
    answer: 'Nella pagina di conferma di ogni servizio, con le domande e le risposte prescritte.',
    states: ['segnalazione-journey: conferma', 'pagamento: la valutazione'],
    tests: ['src/ui/form/Rating.test.ts'],
  },
  {
    id: 'C.SE.1.8',
    asks: 'Passi sempre visibili, si torna indietro e si modifica',
    answer: 'In testa a ogni modulo; ogni passo fatto è un collegamento.',
    states: ['segnalazione-journey: dati', 'lampade: gli errori'],
    tests: ['tests/browser/segnalazione-journey.both.spec.ts'],
  },
  {
    id: 'C.SE.1.9',
    asks: 'Stato della richiesta nell’area personale',
    answer: 'Nell’elenco delle pratiche e nella pagina di ognuna; senza accesso con il collegamento della conferma.',
    states: ['area: cases', 'segnalazione-journey: chat'],
    tests: ['tests/browser/area.both.spec.ts'],
  },
  {
    id: 'C.SE.1.10',
    asks: 'Data di presa in carico, numero, data massima di conclusione',
    answer:
      'Nella conferma, nella ricevuta e nella pagina della pratica, non oltre il massimo della scheda del servizio.',
    states: ['segnalazione-journey: conferma'],
    tests: ['tests/browser/segnalazione-journey.both.spec.ts'],
  },
  {
    id: 'C.SE.2.1',
    asks: 'Pagamento interamente digitale',
    answer: 'Con pagoPA, dal modulo, dall’area e dalla pagina della pratica.',
    states: ['pagamento: il carrello', 'pagamento: l’esito'],
    tests: ['tests/browser/pagamento.both.spec.ts'],
  },
  {
    id: 'C.SE.2.2',
    asks: 'Prenotazione di un appuntamento da ogni passo di ogni servizio',
    answer: 'In fondo a ogni pagina; ufficio e servizio sono già scelti dove si sanno.',
    states: ['appuntamento: orario', 'appuntamento: confermato'],
    tests: ['tests/browser/appuntamento.both.spec.ts'],
  },
  {
    id: 'C.SE.3.1',
    asks: 'Prima di ogni scelta solo cookie del dominio del Comune',
    answer: 'Solo cookie tecnici dello stesso host; nessuna richiesta ad altri siti.',
    states: ['page-frame: home'],
    tests: ['tests/browser/page-frame.both.spec.ts', 'tests/seen-from-outside.test.ts'],
  },
  {
    id: 'C.SE.3.2',
    asks: 'Dichiarazione di accessibilità in fondo a ogni pagina',
    answer: 'Il collegamento porta al modulo di AgID dell’ente, o alla pagina del portale finché non c’è.',
    states: ['page-frame: home'],
    tests: ['tests/browser/page-frame.both.spec.ts'],
  },
  {
    id: 'C.SE.3.3',
    asks: 'Informativa sulla privacy in fondo a ogni pagina',
    answer: 'Con la data e i trattamenti, per ogni ente.',
    states: ['page-frame: home', 'segnalazione-journey: privacy'],
    tests: ['tests/browser/page-frame.both.spec.ts'],
  },
  {
    id: 'C.SE.4.1',
    asks: 'Prestazioni di Lighthouse almeno 50',
    answer: 'Si misura con npm run bench -- lighthouse.',
    states: [],
    tests: ['tests/load/lighthouse.ts'],
  },
  {
    id: 'C.SE.5.1',
    asks: 'HTTPS con cifrari consentiti',
    answer: 'La configurazione di nginx che viene con il portale; il certificato è di chi lo installa.',
    states: [],
    tests: ['tests/faults/nginx.test.ts'],
  },
  {
    id: 'C.SE.5.2',
    asks: 'Sottodominio servizi. del dominio istituzionale',
    answer: 'Ogni ente può avere il suo: lo scrive chi installa.',
    states: ['page-frame: home'],
    tests: ['tests/browser/town-host.both.spec.ts'],
  },
  {
    id: 'C.SI.1.2',
    asks: 'Bootstrap Italia in ogni pagina',
    answer: 'La versione è nella variabile che il validatore dello Stato legge.',
    states: ['page-frame: home'],
    tests: ['tests/browser/page-frame.both.spec.ts'],
  },
  {
    id: 'C.SI.2.1',
    asks: 'Prenotazione di un appuntamento',
    answer: 'In fondo a ogni pagina.',
    states: ['appuntamento: luogo'],
    tests: ['tests/browser/appuntamento.both.spec.ts'],
  },
  {
    id: 'C.SI.2.3',
    asks: 'Domande frequenti in fondo a ogni pagina',
    answer: 'Il collegamento «Leggi le FAQ».',
    states: ['faq: frequent questions'],
    tests: ['tests/browser/faq.both.spec.ts'],
  },
  {
    id: 'C.SI.2.4',
    asks: 'Segnalazione di un disservizio con categoria, luogo, oggetto, descrizione, immagini e documenti',
    answer: 'In fondo a ogni pagina, con la mappa e le foto.',
    states: ['segnalazione-journey: dati', 'luogo: open map', 'allegati: due file con la loro nota'],
    tests: ['tests/browser/segnalazione-journey.both.spec.ts', 'tests/browser/luogo.both.spec.ts'],
  },
];
