/** The frequent questions with their answers, in groups, and the search in them. */
import { withoutAccents } from '../../platform/atoms/plain-text.ts';

/**
 * @property id anchor of the answer, which forms link to: it stays @property words what people type who look for it
 * @property answer HTML
 */
type FaqEntry = { id: string; question: string; words: string; answer: string };
export type FaqGroup = { id: string; title: string; entries: readonly FaqEntry[] };

/** Where the answers are, for a municipality without a page of its own. */
export const FAQ_PATH = '/informazioni/faq';

export const FAQ_GROUPS: readonly FaqGroup[] = [
  {
    id: 'pagamenti',
    title: 'Pagamenti',
    entries: [
      {
        id: 'dove-trovo-il-codice',
        question: 'Dove trovo il codice dell’avviso?',
        words: 'codice avviso notifica iuv qr lettera bollettino pagare',
        answer:
          'Sull’avviso di pagamento pagoPA: il codice avviso ha 18 cifre ed è vicino al QR code. Nello stesso riquadro trovi il codice fiscale dell’ente, 11 cifre. Con tutti e due paghi in <a href="/servizio/paga-online">Paga online</a>.',
      },
      {
        id: 'scadenze',
        question: 'Quando devo pagare, e che cosa succede dopo la scadenza?',
        words: 'scadenza pagare ritardo mora sanzione',
        answer:
          'La scadenza è scritta sull’avviso. Se hai una posizione le trovi tutte in <a href="/area-riservata?scheda=scadenze">Scadenze</a>, nella tua area riservata. Se la scadenza è vicina e non riesci a pagare, apri il documento e scegli «Chiedi una nuova scadenza»: decide l’ufficio, e fino alla risposta vale la scadenza di prima.',
      },
      {
        id: 'pagato-ma-ancora-da-pagare',
        question: 'Ho pagato, ma l’avviso risulta ancora da pagare. Perché?',
        words: 'pagato risulta verifica conferma',
        answer:
          'La conferma arriva da chi ha incassato, e può servire tempo. Fino ad allora il pagamento è in verifica: non pagare di nuovo e conserva lo scontrino o la ricevuta. Se dopo qualche giorno non è cambiato niente, scrivi all’ente con la ricevuta.',
      },
      {
        id: 'ricevute',
        question: 'Dove trovo la ricevuta?',
        words: 'ricevuta quietanza scontrino',
        answer:
          'Dopo la conferma la mandiamo per e-mail. Se hai pagato dopo aver fatto l’accesso, la ritrovi in <a href="/area-riservata?scheda=pagamenti">Pagamenti</a>, nella tua area riservata.',
      },
      {
        id: 'mooney',
        question: 'Posso pagare in contanti in un negozio?',
        words: 'contanti tabaccheria negozio bar mooney',
        answer:
          'Sì, in un punto vendita Mooney. In <a href="/servizio/paga-online">Paga online</a> scegli Mooney: ricevi il codice da mostrare in cassa e il termine entro cui usarlo. Conserva lo scontrino: la ricevuta arriva per e-mail dopo la conferma.',
      },
      {
        id: 'importo-sbagliato',
        question: 'L’importo mi sembra sbagliato. Che cosa faccio?',
        words: 'importo sbagliato errore contestare riesame multa',
        answer:
          'Prima di pagare chiedi all’ente di controllare: apri il documento e scegli «Contesta un avviso», oppure usa <a href="/servizio/riesame">Riesame</a>. Spiega che cosa non torna e allega quello che lo dimostra.',
      },
      {
        id: 'rate',
        question: 'Posso pagare a rate?',
        words: 'rate rateizzare dilazione piano',
        answer:
          'Per molti documenti sì: apri il documento e scegli «Chiedi di pagare a rate». Prima di inviare vedi quante rate sono, quanto paghi ogni volta e quando. Il piano vale quando l’ufficio accetta.',
      },
      {
        id: 'rimborsi',
        question: 'Ho pagato due volte o troppo. Come chiedo il rimborso?',
        words: 'rimborso doppio due volte',
        answer:
          'Il rimborso lo fa l’ente che ha ricevuto i soldi. Scrivi al suo <a href="/sportello-territoriale">sportello</a> e allega tutte e due le ricevute.',
      },
    ],
  },
  {
    id: 'pratiche-e-segnalazioni',
    title: 'Pratiche e segnalazioni',
    entries: [
      {
        id: 'come-segnalare',
        question: 'Come faccio una segnalazione?',
        words: 'segnalare disservizio foto problema',
        answer:
          'Apri <a href="/segnalazione">Segnala disservizio</a>, leggi l’informativa, indica il luogo e descrivi il problema. Puoi allegare foto e documenti. Prima di inviare vedi un riepilogo e puoi correggere ogni parte.',
      },
      {
        id: 'chi-vede',
        question: 'Chi vede la mia segnalazione?',
        words: 'pubblica elenco mappa privacy nome vedono altri anonimo',
        answer:
          'Gli uffici che la gestiscono.{/segnalazioni| Se il Comune ha un <a href="/segnalazioni">elenco pubblico</a>, tutti ne leggono il tipo, la zona e il giorno; testo, luogo e foto solo dopo il controllo di un operatore. Il tuo nome e i tuoi recapiti mai. Nel modulo puoi chiedere di non metterla nell’elenco.}',
      },
      {
        id: 'seguire-una-segnalazione',
        question: 'Posso seguire la segnalazione di un altro?',
        words: 'seguire seguo avvisi e-mail già segnalato stesso problema smettere disiscrivermi non risolto',
        answer:
          '{/segnalazioni|Sì, se è nell’<a href="/segnalazioni">elenco pubblico</a> e non è conclusa: apri la sua pagina e scrivi la tua e-mail, che confermi con un codice. Ti scriviamo quando cambia stato o l’ufficio risponde; se la chiude e il problema c’è ancora, puoi dirlo dal collegamento nell’e-mail. Nessuno vede chi la segue. In ogni e-mail trovi «Smetti di seguirla».}',
      },
      {
        id: 'file',
        question: 'Quali file posso allegare?',
        words: 'allegato foto pdf documento dimensione formato heic p7m',
        answer: 'Fino a 10 file, ognuno di 10 MB al massimo: PDF, JPEG, PNG, HEIC o P7M.',
      },
      {
        id: 'bozze',
        question: 'Posso fermarmi e continuare dopo?',
        words: 'bozza salvare riprendere interrompere sospendere continuare',
        answer:
          'Sì. Finché non chiudi il browser ritrovi quello che hai scritto, al massimo per un giorno. Se il dispositivo è personale premi «Salva richiesta»: ritrovi la bozza per 7 giorni. Se hai effettuato l’accesso la ritrovi per 12 mesi, da ogni dispositivo. Quando torni ti chiediamo se vuoi riprenderla o eliminarla.',
      },
      {
        id: 'altro-dispositivo',
        question: 'Ho iniziato sul telefono: posso finire al computer?',
        words: 'dispositivo telefono computer tablet continuare bozza riprendere altro',
        answer:
          'Sì, con i file. Se hai effettuato l’accesso basta accedere anche di là.{/altro-dispositivo| Altrimenti premi «Salva», poi «Continua su un altro dispositivo», e conferma la tua e-mail con il codice che ti mandiamo. Sull’altro dispositivo apri <a href="/altro-dispositivo">Riprendi una richiesta</a> e scrivi la stessa e-mail.} Se hai scritto su tutti e due, ti chiediamo quale versione tenere: la richiesta parte una volta sola.',
      },
      {
        id: 'senza-connessione',
        question: 'Posso segnalare dove non c’è campo?',
        words: 'offline rete connessione campo segnale internet linea telefono foto coda attesa',
        answer:
          'Sì. Se il modulo della <a href="/segnalazione">segnalazione</a> è aperto e la rete se ne va, quello che scrivi e le foto restano nel tuo browser, e «Invia» mette la segnalazione in attesa: quando torna la rete riapri il sito, parte da sola una volta sola e leggi il numero. Se prima serve il codice per confermare l’e-mail, apri la segnalazione dall’avviso: è già compilata. Se hai già usato il modulo su quel dispositivo si apre anche senza rete. Se esci dal tuo accesso, quello che aspetta si cancella: prima te lo diciamo. Senza accesso non chiudere del tutto il browser.',
      },
      {
        id: 'stato',
        question: 'Come so a che punto è la mia pratica?',
        words: 'stato pratica seguire numero protocollo risposta quando',
        answer:
          'Dopo l’invio ricevi un’e-mail con il numero della pratica e il collegamento alla sua pagina: lì vedi lo stato, il termine entro cui sarà conclusa e i messaggi dell’ufficio, e puoi rispondere. Ti avvisiamo per e-mail quando c’è qualcosa di nuovo da leggere.{/segui| Se non trovi più l’e-mail, <a href="/segui">segui la tua pratica</a> con il suo numero e un codice che ti mandiamo.}',
      },
      {
        id: 'app-io',
        question: 'Posso ricevere gli avvisi nell’app IO?',
        words: 'app io telefono smartphone notifica avviso messaggio promemoria cellulare',
        answer:
          'Sì, se il Comune la usa e hai fatto l’accesso con SPID o CIE: oltre all’e-mail trovi in IO il numero della pratica, le richieste dell’ufficio, la decisione, le ricevute, l’appuntamento di domani, il permesso di sosta che finisce e gli avvisi che stanno per scadere, che puoi pagare lì. Non devi fare niente; nel tuo profilo scegli quali promemoria vuoi, quanti giorni prima e dove. Se non vuoi questi messaggi, in IO apri la scheda del servizio del Comune e disattivali: le e-mail arrivano lo stesso.',
      },
      {
        id: 'errore-dopo-l-invio',
        question: 'Ho sbagliato qualcosa dopo l’invio. Come rimedio?',
        words: 'sbagliato errore correggere modificare annullare',
        answer:
          'Finché la pratica è aperta, scrivi un messaggio all’ufficio dalla sua pagina: la correzione resta insieme a quello che hai inviato.',
      },
    ],
  },
  {
    id: 'accesso',
    title: 'Accesso',
    entries: [
      {
        id: 'senza-spid',
        question: 'Devo avere SPID o CIE per segnalare un disservizio?',
        words: 'spid cie accedere registrarsi password identità anonimo',
        answer:
          'No. Per una segnalazione bastano i tuoi dati e un indirizzo e-mail, che confermi con un codice. Se accedi, nome e codice fiscale sono già scritti e la ritrovi nella tua area riservata.',
      },
      {
        id: 'codice-e-mail',
        question: 'Non ho ricevuto il codice via e-mail. Che cosa faccio?',
        words: 'codice otp email posta spam arriva',
        answer:
          'Controlla l’indirizzo e la cartella della posta indesiderata. Dopo un minuto puoi chiedere un altro codice: vale per 10 minuti e sostituisce quello di prima.',
      },
      {
        id: 'posizioni',
        question: 'Come vedo i documenti e le scadenze di una posizione?',
        words: 'posizione documento scadenza lettera codice utente controllo',
        answer:
          'Accedi alla tua <a href="/area-riservata">area riservata</a> e aggiungi la posizione con il codice utente e il codice controllo della lettera che hai ricevuto dall’ente. Se non trovi la lettera, chiedi i codici all’ente.',
      },
      {
        id: 'delega-ufficio',
        question: 'Come agisco per chi non può darmi una delega, o per una ditta?',
        words:
          'delega delegare erede tutore curatore amministratore sostegno genitore anziano ditta dipendente caf defunto',
        answer:
          '{/area-riservata/deleghe|Se la persona può accedere, la delega te la dà lei da <a href="/area-riservata/deleghe">Deleghe</a>, nella sua area riservata. Lo stesso fa chi rappresenta una ditta con i suoi dipendenti.} {/servizio/delega-ufficio|Se non può, perché è morta, è minorenne, ha un tutore o non riesce ad accedere, <a href="/servizio/delega-ufficio">chiedila all’ufficio</a> con un documento che prova a che titolo agisci.}',
      },
      {
        id: 'dare-una-delega',
        question: 'Un’altra persona può vedere, pagare o fare richieste per me?',
        words: 'delega delegare delegato familiare figlio genitore commercialista professionista caf conto revocare',
        answer:
          '{/area-riservata/deleghe|Sì. In <a href="/area-riservata/deleghe">Deleghe</a> scrivi il suo codice fiscale e scegli le posizioni, che cosa può fare (anche solo alcune richieste) e fino a quando, al massimo per due anni. Deve avere almeno 18 anni e accettare dopo aver fatto l’accesso. Da lì vedi che cosa ha inviato e pagato, e la revochi quando vuoi: vale subito.}',
      },
      {
        id: 'agire-per-altri',
        question: 'Ho ricevuto una delega. Dove trovo le posizioni delle persone per cui agisco?',
        words: 'delega delegato agire conto altri clienti estratto elenco csv pdf revocata scaduta',
        answer:
          '{/area-riservata/deleghe/posizioni|In <a href="/area-riservata/deleghe/posizioni">Per chi agisci</a>, per persona, con quello che c’è da pagare e le scadenze; l’elenco si scarica in PDF e in CSV. Ogni pagina dice per chi agisci. Se la delega finisce mentre compili un modulo non puoi più inviarlo, ma quello che hai scritto resta: lo ritrovi con una nuova delega.}',
      },
    ],
  },
  {
    id: 'dati-e-privacy',
    title: 'Dati e privacy',
    entries: [
      {
        id: 'pratiche-senza-accesso',
        question: 'Ho inviato una pratica senza accedere. Posso averla nell’area riservata?',
        words: 'ospite pratica area riservata recuperare',
        answer:
          '{/segui|Sì. Accedi con SPID o CIE e apri <a href="/area-riservata/profilo-utente#da-prendere">il tuo profilo</a>: trovi le pratiche che portano il tuo codice fiscale. Per le altre servono il numero e un codice, che mandiamo all’indirizzo con cui le hai inviate.}',
      },
      {
        id: 'chi-vede-i-miei-dati',
        question: 'Chi vede i miei dati?',
        words: 'privacy dati personali',
        answer:
          'Gli uffici che lavorano la tua pratica e chi fornisce loro i servizi informatici. Perché li chiediamo, per quanto tempo restano e quali diritti hai: leggi l’<a href="/informazioni/privacy">informativa sulla privacy</a>.',
      },
    ],
  },
];

const toPlain = (text: string): string => withoutAccents(text.replace(/<[^>]*>/g, '')).replaceAll('’', "'");

type KnownScreens = { match(path: string): unknown };

/** @returns the groups without what is about a screen that this portal does not have: `{/path|sentences}`, or a whole answer */
export const faqOn = (screens: KnownScreens): FaqGroup[] =>
  FAQ_GROUPS.map((group) => ({
    ...group,
    entries: group.entries
      .map((entry) => ({
        ...entry,
        answer: entry.answer.replace(/\{([^|]+)\|([^}]*)\}/g, (_, path: string, text: string) =>
          screens.match(path) ? text : '',
        ),
      }))
      .filter(({ answer }) => answer !== ''),
  }));

/** @returns the groups with the questions that have every word of the search, with or without accents; all without a word */
export function searchFaq(sought: string, screens: KnownScreens): FaqGroup[] {
  const typed = toPlain(sought).split(/\s+/).filter(Boolean);
  return faqOn(screens)
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ question, words, answer }) => {
        const text = toPlain(`${group.title} ${question} ${words} ${answer}`);
        return typed.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The answers that people most often look for on a page, by the beginning of its path. */
const FAQ_OF_PAGES: readonly (readonly [path: string, ...ids: string[]])[] = [
  ['/servizio/paga-online/pago-pa/esito', 'pagato-ma-ancora-da-pagare', 'ricevute'],
  ['/servizio/paga-online', 'dove-trovo-il-codice', 'mooney'],
  ['/pagopa-online-precompilato', 'mooney', 'ricevute'],
  ['/servizio/rateizza-un-pagamento', 'rate', 'posizioni'],
  ['/servizio/rinegozia-un-pagamento', 'scadenze', 'posizioni'],
  ['/servizio/riesame', 'importo-sbagliato', 'posizioni'],
  ['/servizio/istanza-contribuente', 'posizioni', 'file'],
  ['/servizio/delega-ufficio', 'delega-ufficio', 'file'],
  ['/servizio/', 'file', 'bozze'],
  ['/segnalazione/chat', 'stato'],
  ['/segnalazione', 'come-segnalare', 'codice-e-mail'],
  ['/sportello-territoriale', 'codice-e-mail', 'file'],
  ['/richiesta/chat', 'stato'],
  ['/segui', 'stato'],
  ['/altro-dispositivo', 'altro-dispositivo', 'bozze'],
  ['/area-riservata/deleghe', 'agire-per-altri'],
  ['/area-riservata', 'posizioni'],
  ['/login', 'senza-spid'],
];

/** The questions to show at the end of a page. @param path of the page, without query */
export function faqOfPage(path: string): { question: string; href: string }[] {
  const ids = FAQ_OF_PAGES.find(([start]) => path.startsWith(start))?.slice(1) ?? [];
  const entries = FAQ_GROUPS.flatMap((group) => group.entries);
  return ids.flatMap((id) => {
    const entry = entries.find((e) => e.id === id);
    return entry ? [{ question: entry.question, href: `${FAQ_PATH}#${id}` }] : [];
  });
}
