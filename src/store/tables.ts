/** The types of all tables, against which the compiler checks each query. */
import type { Kysely, Transaction } from 'kysely';

export type StoreDialect = 'sqlite' | 'postgres';

/**
 * The schema of the store as the queries see it, on both SQLite and PostgreSQL. Instants are milliseconds since the epoch,
 * days are `YYYY-MM-DD`, flags are 0 or 1, `*_json` holds JSON text. Owners (`proprietario`) are hashes, never cookies.
 */
export type StoreTables = {
  portale: { chiave: string; valore: string };
  /** @property codice_fiscale unique; null for the portal itself */
  enti: { id: string; host: string | null; codice_fiscale: string | null; ordine: number; dati_json: string };
  /** Crests and logos of enti, by the hash of their bytes */
  immagini: { ente: string; impronta: string; tipo: 'svg' | 'png'; dati: Uint8Array };

  /**
   * @property cerca the words an operator finds it by, each after a blank, as {@link PraticaWord} has them
   * @property richiedente, assegnata_nome by which lists are sorted; the second as it was when the case was assigned, '' for nobody
   */
  pratiche: Pratica & { cerca: string; richiedente: string; assegnata_nome: string };
  pratiche_parole: PraticaWord;
  numeratori: { ente: string; anno: number; ultimo: number };
  eventi: Evento;
  chiavi_operatore: { id: string; pratica: string; hash: string; creata: number; scade: number };
  valutazioni: { pratica: string; stelle: number; aspetto: string | null; testo: string | null; quando: number };

  segnalazioni_pubbliche: SegnalazionePubblica;
  /** What became of a public report, day by day. @property n from 1 */
  tappe_pubbliche: { segnalazione: string; n: number; giorno: string; stato: string };
  /** Photos made anew for the public side. @property n from 1 @property larghezza, altezza of `dati` @property piccola the thumbnail */
  foto_pubbliche: {
    id: string;
    segnalazione: string;
    n: number;
    larghezza: number;
    altezza: number;
    dati: Uint8Array;
    piccola: Uint8Array;
  };

  segnalazioni_seguite: SegnalazioneSeguita;
  programmi: Programma;
  /**
   * The cases that programs are told of, each once: by its last change. @property n its place; null: its change was not counted yet
   * @property quando when it got its place
   */
  cambiamenti: { pratica: string; ente: string; n: number | null; quando: number | null };
  /** The words by which the operators of an ente sort its cases: those that a case has */
  etichette: { ente: string; nome: string };
  ditte: Ditta;
  per_conto: PerConto;
  /** Which column of a kind of table is which field. @property intestazioni its headings, as `headingsKey` joins them */
  tracciati: { ente: string; intestazioni: string; nome: string; campi_json: string };
  /** Files that the systems of an ente have sent. @property via by which door @property chi who or what sent it @property rifiuti refused rows, as CSV */
  importazioni: {
    id: string;
    ente: string;
    iniziata: number;
    via: string;
    chi: string;
    nome: string;
    esito: string;
    dati_json: string;
    rifiuti: string | null;
    /** When it last said that it is under way */
    viva: number | null;
  };
  /** The last number that a change in an ente was given */
  numeri_cambiamenti: { ente: string; ultimo: number };
  webhook: WebhookRow;
  /**
   * The cases that a webhook could not be told of, each once: by its last change. @property dal when it failed first
   * @property prossima when it is tried again; null: no more, until an administrator says so
   */
  webhook_in_ritardo: {
    webhook: string;
    pratica: string;
    n: number;
    tentativi: number;
    dal: number;
    prossima: number | null;
  };
  /** What a webhook was told. @property stato of the answer; null: there was none @property errore why it failed @property ms that it took */
  consegne_webhook: {
    id: string;
    webhook: string;
    pratica: string;
    n: number;
    quando: number;
    stato: number | null;
    errore: string | null;
    ms: number;
  };
  segnalazioni_attese: SegnalazioneAttesa;
  /** Reports that programs sent by Open311, each under the id that its program got. @property cambiata when its state or its public answer changed last, noted by triggers; null: never */
  richieste_open311: { id: string; pratica: string; programma: string; cambiata: number | null };
  pratiche_esterne: PraticaEsterna;
  /** What a program has sent into a case once, under an id of its own */
  messaggi_esterni: { pratica: string; id: string; evento: string };

  /** The picture of the map around the place of a case */
  mappe: { pratica: string; dati: Uint8Array; attribuzione: string; fatta: number };

  allegati: Allegato;
  allegati_pezzi: { allegato: string; variante: 'originale' | 'miniatura'; n: number; dati: Uint8Array };

  bozze: {
    proprietario: string;
    percorso: string;
    valori_json: string;
    passo: string;
    /** Idempotency key of the one send this draft leads to */
    chiave: string;
    salvata: number;
    creata: number;
    aggiornata: number;
    scade: number;
    /** HMAC of a guest's network */
    rete: string | null;
    /** Bytes of the values */
    dimensione: number;
    /** Bytes of the devices of a declaration that began with it */
    dimensione_mezzi: number;
    /** Of a guest: by it the draft may be taken up on another device */
    email: string | null;
    /** The page in a browser that wrote it last */
    mano: string | null;
  };

  codici: { casella: string; proprietario: string; hash: string; creato: number; scade: number; tentativi: number };
  prove_email: { proprietario: string; email: string; verificata: number; scade: number; usata: number | null };
  limiti: { chiave: string; tempi_json: string; scade: number };
  invii: {
    proprietario: string;
    operazione: string;
    chiave: string;
    impronta: string;
    risposta_json: string | null;
    creato: number;
  };
  sfide_usate: { id: string; scade: number };
  posta_in_uscita: {
    id: string;
    tipo: string;
    corsia: 'receipts' | 'offices' | 'news' | 'pictures' | 'programs' | 'protocol' | 'io';
    dati_json: string;
    creata: number;
    da_inviare: number;
    tentativi: number;
    presa_fino: number;
    inviata: number | null;
    errore: string | null;
  };
  utenti: Utente;
  uffici: Ufficio;
  /** The people of an office. @property assente_dal, assente_al first and last day of an absence; null: without that end, both null: present */
  uffici_persone: { ufficio: string; utente: string; assente_dal: string | null; assente_al: string | null };
  /** Named for an office, not logged in yet. @property persona `email:…` or `sub:…` */
  uffici_attesi: { ufficio: string; persona: string };
  /** The operators who may change what an ente offers and how its pages look */
  amministratori: { ente: string; utente: string };
  atti: Atto;
  /** The last day for which the operators of an ente were reminded of what is late */
  promemoria: { ente: string; giorno: string };
  consultazioni: Consultazione;
  viste: Vista;
  bozze_operatori: BozzaOperatore;
  presenze: Presenza;
  modifiche: Modifica;
  /** Active logins. @property ultimo last action of the person @property scade latest end, whatever is done */
  accessi: { hash: string; utente: string; creato: number; ultimo: number; scade: number; id_token: string | null };
  posizioni: Posizione;
  /** People (by tax code) who may see a position. @property tolta when its holder removed it @property fine from this day on it no longer holds @property da_elenco 1 when a file of the ente named it, not only the two codes */
  rappresentanze: {
    id: string;
    posizione: string;
    codice_fiscale: string;
    ruolo: string;
    creata: number;
    tolta: number | null;
    fine: string | null;
    da_elenco: number | null;
    /** 1: of a delegate. It holds only while a delegation does, see posizione/link.ts */
    delegata: number | null;
  };
  deleghe: Delega;
  deleghe_posizioni: { delega: string; posizione: string };
  /** A position that was opened with its two codes, for an hour */
  concessioni: { proprietario: string; posizione: string; scade: number };
  documenti: Documento;
  dichiarazioni: Dichiarazione;
  sportelli: { ente: string; codice: string; ordine: number; dati_json: string };
  servizi_pagamento: { ente: string; codice: string; ordine: number; dati_json: string };
  /** When a counter receives by appointment: `Calendario` */
  calendari: { ente: string; codice: string; ordine: number; dati_json: string };
  appuntamenti: Appuntamento;
  avvisi: Avviso;
  pagamenti: Pagamento;
  /** Notices of one attempt, as they were when it was opened */
  pagamenti_avvisi: {
    pagamento: string;
    n: number;
    ente: string;
    numero_avviso: string;
    causale: string;
    importo_cent: number;
    /** Id of the delegation by which it is paid for another person; null: by nobody's */
    delega: string | null;
  };
  ricevute: Ricevuta;
  letture_ricevute: LetturaRicevute;
  /** Receipts of a day, kept by triggers of the store */
  somme_incassi: Pick<Ricevuta, 'ente' | 'giorno' | 'fornitore' | 'servizio' | 'importo_cent'> & { quanti: number };
  /** When the settlement flows of each ente are read next, and until when one host does it */
  letture_flussi: { ente: string; prossima: number; presa_fino: number };
  flussi: Flusso;
  flussi_pagamenti: FlussoPagamento;
  accrediti: Accredito;
  decisioni_incassi: DecisioneIncasso;
  convenzioni: Convenzione;
  sistemi_protocollo: SistemaProtocollo;
  protocolli: Protocollo;
  chiavi_io: ChiaveIo;
  messaggi_io: MessaggioIo;
  valutazioni_pagamenti: {
    pagamento: string;
    stelle: number;
    aspetto: string | null;
    testo: string | null;
    quando: number;
  };
  /** Notifications of providers, each event once. @property esito what became of it */
  notifiche: { evento: string; fornitore: string; pagamento: string | null; esito: string; quando: number };
  fornitori_sandbox: { fornitore: string; cosa: string; chiave: string; dati_json: string; quando: number };
  /** Documents a request is about. @property aperta 1 while the case is open: one per document and kind */
  richieste_documenti: { pratica: string; documento: string; codice: string; aperta: number };
  /** What an ente offers for a service, by service code: the shape is defined by the service */
  offerte: { ente: string; codice: string; dati_json: string };
  /** Numbers of paper stamps that requests have used up */
  bolli: { numero: string; ente: string };
  /** Plates of parking subscriptions. @property valida 0 once the request was refused or withdrawn */
  /** The codes by which anybody checks a parking permit */
  permessi: { codice_verifica: string; pratica: string };
  targhe: { pratica: string; targa: string; ente: string; zona: string; dal: string; al: string; valida: number };
  mezzi: Mezzo;
  /** Declarations about advertising devices; an unsent one is in its draft. @property pratica the case it was sent as */
  dichiarazioni_mezzi: DichiarazioneMezzi;
  mezzi_dichiarati: DeclaredMezzo;
  cancellazioni: Cancellazione;
  posta_sandbox: { id: string; quando: number; a: string; oggetto: string; messaggio_json: string };
};

/**
 * A program that works with the data of an ente by a key. @property email of the people who run it
 * @property garantisce 1: it vouches that an address belongs to the citizen @property all_ora, al_giorno most reports in an hour and in a day
 * @property hash of its key @property usato when it last used it
 * @property permessi what the key opens, with blanks between @property servizi codes of the cases that it opens; '': all
 * @property reti networks from which it is used, as CIDR; '': any @property fino_al last day on which it is valid, `YYYY-MM-DD`
 * @property hash_prima of the key before this one @property prima_fino until when that one is valid, too
 * @property client_id how the issuer of tokens knows it, when it may call with one
 */
export type Programma = {
  id: string;
  ente: string;
  nome: string;
  email: string;
  garantisce: number;
  all_ora: number;
  al_giorno: number;
  hash: string;
  creato: number;
  usato: number | null;
  revocato: number | null;
  permessi: string;
  servizi: string;
  reti: string;
  fino_al: string | null;
  hash_prima: string | null;
  prima_fino: number | null;
  client_id: string | null;
};

/**
 * An address at which a program is told of changes.
 * @property segreto sealed: with it the program knows that the portal calls @property fino_a number of the last change that it was told of
 * @property prossima when it may be called again @property presa_fino until when one host calls it
 * @property falliti calls that failed since the last one that did not @property fallisce_dal when the first of these failed
 * @property errore why the last one failed @property fermo since when it is not called any more
 */
export type WebhookRow = {
  id: string;
  ente: string;
  programma: string;
  indirizzo: string;
  segreto: string;
  fino_a: number;
  prossima: number;
  presa_fino: number;
  falliti: number;
  fallisce_dal: number | null;
  errore: string | null;
  fermo: number | null;
  creato: number;
};

/**
 * A report that a program sent and its citizen has yet to confirm. @property id the token of Open311
 * @property email in lower case; '' once it is confirmed @property dati_json what was sent; `{}` once it is confirmed
 * @property richiesta the id that Open311 has for the report, once it is one
 */
export type SegnalazioneAttesa = {
  id: string;
  ente: string;
  programma: string;
  email: string;
  dati_json: string;
  creata: number;
  scade: number;
  richiesta: string | null;
};

/**
 * A firm outside the municipality that works on one case, which a link opens to it. @property messaggio what the office asks of it
 * @property mostra what it sees of the case beside subject and place, with blanks between
 * @property creata_da name of the operator @property fino_al last day on which the link works, `YYYY-MM-DD`
 * @property fatta when the firm said that the work is done @property vista when it first opened the link
 */
export type Ditta = {
  id: string;
  pratica: string;
  ente: string;
  nome: string;
  email: string;
  messaggio: string;
  mostra: string;
  creata: number;
  creata_da: string;
  fino_al: string;
  revocata: number | null;
  fatta: number | null;
  vista: number | null;
};

/** For whom an operator fills in forms at the counter. @property utente the operator @property documento kind of document (counter.ts) */
export type PerConto = {
  utente: string;
  id: string;
  ente: string;
  nome: string;
  cognome: string;
  codice_fiscale: string;
  email: string | null;
  telefono: string | null;
  documento: string;
  scade: number;
};

/** Filters of the operators' list that one of them saved by name. @property iniziale 1: their list opens with it, one at most */
export type Vista = { id: string; utente: string; nome: string; filtri_json: string; iniziale: number };

/** A case: report (segnalazione) or request (richiesta). */
/**
 * A change by an administrator of what their ente offers or how its pages look.
 * @property n number within the ente, from 1 @property chi id of the administrator @property nome their name at that time
 * @property oggetto what kind of thing was changed @property chiave which one of the kind
 * @property prima_json, dopo_json its values before and after; `null` when there was none
 */
export type Modifica = {
  id: string;
  ente: string;
  quando: number;
  n: number;
  chi: string;
  nome: string;
  oggetto: string;
  chiave: string;
  prima_json: string;
  dopo_json: string;
};

/**
 * @property ufficio the id under which the operators have the case: their links and calls never contain the citizen's
 * @property senza_risposta messages of the citizen since the ente last wrote or changed the state
 */
export type Pratica = {
  id: string;
  ufficio: string;
  ente: string;
  tipo: 'segnalazione' | 'richiesta';
  codice: string;
  anno: number;
  numero: number;
  oggetto: string;
  descrizione: string;
  email: string;
  nome: string;
  cognome: string;
  codice_fiscale: string | null;
  telefono: string | null;
  dati_json: string;
  privacy_versione: string;
  proprietario: string;
  utente: string | null;
  stato: string;
  versione: number;
  inviata_il: number;
  presa_in_carico_il: number | null;
  chiusa_il: number | null;
  sospesa_dal: number | null;
  termine_il: string;
  protocollo_ente: string | null;
  protocollo_ente_il: string | null;
  protocollo_ente_registro: string | null;
  protocollo_ente_classifica: string | null;
  protocollo_ente_fascicolo: string | null;
  /** Since when it waits for its number in the ente's register; null: it has one, or the ente registers no such case */
  protocollo_atteso_dal: number | null;
  letto_cittadino: number;
  letto_operatore: number;
  avvisato_cittadino: number | null;
  avvisato_operatore: number | null;
  senza_risposta: number;
  /** Of the municipality on whose own host it was sent; null: the portal's */
  host: string | null;
  /** When the ente first wrote or changed the state */
  prima_risposta_il: number | null;
  /** Office and person (an utente) who have it; null: nobody yet */
  assegnata_ufficio: string | null;
  assegnata_a: string | null;
  /** How it came to the operator who filed it (canale.ts); null: the citizen sent it */
  canale: string | null;
  /** Id of the area of the municipality in which it is; null: not known */
  area: string | null;
  /** The point of its place, in degrees, as in `dati_json` */
  lat: number | null;
  lon: number | null;
  /** Id of the public side of a report; null: it has none, and will have none */
  pubblica: string | null;
  /** Id of the report that goes on for this one, which was closed as its duplicate */
  doppione_di: string | null;
  /** `alta`; null: as any other */
  priorita: string | null;
  /** Tags of the ente, in the order of the alphabet, with `, ` between; '' without any */
  etichette: string;
  /** Id of the delegation by which its citizen acted for another one; null: for themselves */
  delega: string | null;
};

/**
 * What a program says of a case that it deals with itself; the case has the state `esterna`, and no term.
 * @property numero there @property servizio its name @property stato there, one of those of the portal's own cases
 * @property indirizzo of its page there @property accetta_messaggi 1: the program reads what its citizen writes here
 */
export type PraticaEsterna = {
  pratica: string;
  programma: string;
  numero: string;
  servizio: string;
  stato: string;
  indirizzo: string | null;
  accetta_messaggi: number;
};

/**
 * Which system registers the cases of an ente.
 * @property sistema `mano`: an operator writes the numbers; `rest`: a system at `indirizzo`; `cartella`: files in a folder of the server
 * @property chiave sealed; null: lost @property finale its last characters @property chiave_del when it was written
 * @property servizi codes of the cases that are registered, with blanks between; '': all @property messaggi 1: those of citizens, too
 * @property codice_ipa, codice_aoo of the ente in the index of public administrations @property classifica where there is no other
 */
export type SistemaProtocollo = {
  ente: string;
  sistema: 'mano' | 'rest' | 'cartella';
  indirizzo: string;
  chiave: string | null;
  finale: string | null;
  chiave_del: number | null;
  servizi: string;
  messaggi: number;
  codice_ipa: string;
  codice_aoo: string;
  classifica: string;
};

/**
 * What an ente's protocol is asked to register: a case, by its first event, or a message of its citizen.
 * @property consegnati how many of its documents the system has taken @property errore why it was not registered yet, in words
 * @property fermo 1: the system has refused it, and it is not asked again by itself
 * @property numero, data, registro, classifica, fascicolo as the system answered first @property data day, `YYYY-MM-DD`
 * @property altro_json a second answer with another number, until an administrator has looked at it
 */
export type Protocollo = {
  evento: string;
  pratica: string;
  ente: string;
  tipo: 'pratica' | 'messaggio';
  chiesto: number;
  consegnati: number;
  errore: string | null;
  fermo: number;
  registrato: number | null;
  numero: string | null;
  data: string | null;
  registro: string | null;
  classifica: string | null;
  fascicolo: string | null;
  altro_json: string | null;
};

/**
 * The key by which an ente writes to people in App IO. @property servizio code of the cases that it is for; `*`: all others
 * @property chiave sealed; null: it came from another portal @property finale its last characters, and when it was written
 * @property errore why IO did not take it when it was last used, in words
 */
export type ChiaveIo = {
  ente: string;
  servizio: string;
  chiave: string | null;
  finale: string;
  chiave_del: number;
  errore: string | null;
};

/**
 * `in_partenza`: IO is being asked to take it, and from then on it is never sent again. `inviato`: IO has taken it, `consegnato`: it is
 * on the phone, `respinto`: IO has taken it and not delivered it. `non_riceve`: the person has no app, or closed the service;
 * `rifiutato`: IO does not take it; `non_noto`: it may have been sent; `superato`: it was too late, or there was nothing to tell any more.
 */
export type StatoMessaggioIo =
  | 'da_inviare'
  | 'in_partenza'
  | 'inviato'
  | 'consegnato'
  | 'respinto'
  | 'non_riceve'
  | 'rifiutato'
  | 'non_noto'
  | 'superato';

/**
 * A message to one person in App IO. Its words are made when it is sent.
 * @property id of the outbox row that also makes the mail @property tipo, dati_json those of that row
 * @property servizio code of the case, or `*` @property id_io as IO gave it @property errore what IO said, in words
 */
export type MessaggioIo = {
  id: string;
  ente: string;
  utente: string;
  servizio: string;
  tipo: string;
  dati_json: string;
  stato: StatoMessaggioIo;
  id_io: string | null;
  errore: string | null;
  creato: number;
  aggiornato: number;
};

/** Of a public report; `in_esame` until an operator releases it. */
export type StatoPubblico = 'in_esame' | 'ricevuta' | 'in_lavorazione' | 'conclusa';

/**
 * A mailbox that follows a public report.
 * @property casella as the one-time code compares addresses; null: one who follows no more, of whom only `non_risolta` is left
 * @property utente the account with which it was followed, if any
 * @property non_risolta number of the closing (`tappe_pubbliche`) of which the follower said that the problem is not solved
 */
export type SegnalazioneSeguita = {
  id: string;
  segnalazione: string;
  casella: string | null;
  utente: string | null;
  creata: number;
  non_risolta: number | null;
};

/**
 * What everybody may know of a report, and nothing else: no case, no citizen.
 * @property giorno, chiusa day on which it arrived, and was closed @property visibile 0: it is on no list and has no page
 * @property rilasciata when an operator released text, place and photos; null: nothing but type, area and day is shown
 * @property aggiornata when anything of it last changed
 * @property doppione_di id of the public report that goes on for this one; its page leads there
 */
export type SegnalazionePubblica = {
  id: string;
  ente: string;
  codice: string;
  area: string | null;
  giorno: string;
  stato: StatoPubblico;
  chiusa: string | null;
  visibile: number;
  rilasciata: number | null;
  titolo: string | null;
  descrizione: string | null;
  risposta: string | null;
  luogo: string | null;
  lat: number | null;
  lon: number | null;
  aggiornata: number;
  doppione_di: string | null;
};

/**
 * A word of a case, or a part of one, without accents and capitals; `stato` is always that of the case.
 * @property precedente the word before it in the order of bytes, '' before the first
 */
type PraticaWord = { ente: string; stato: string; parola: string; precedente: string; pratica: string };

/**
 * An office of an ente. @property email '' when the mailbox of the ente or of the service is used
 * @property servizi_json codes of the services and kinds of report that go there
 */
export type Ufficio = {
  id: string;
  ente: string;
  nome: string;
  email: string;
  servizi_json: string;
  attivo: number;
  /** 1: its people read what came in */
  incassi: number;
};

/**
 * What an operator did with a case, or a note about it: for the ente alone, never for its citizen. Never changed.
 * @property chi the utente; null: the holder of a key from the mailbox @property nome as shown when it was done
 */
export type Atto = {
  id: string;
  pratica: string;
  ente: string;
  quando: number;
  chi: string | null;
  nome: string;
  /** Tells apart what was done in one instant */
  n: number;
  azione: string;
  testo: string;
  dati_json: string;
};

/**
 * That an operator opened a case: one row per case, operator and hour at most. Never changed; deleted with its case.
 * @property chi the utente; '': the holder of a key from the mailbox @property ora whole hours since the epoch
 * @property giorno of the instant, in Rome @property ufficio name of the reader's office at that time; '' without any
 */
export type Consultazione = {
  pratica: string;
  chi: string;
  ora: number;
  quando: number;
  giorno: string;
  ufficio: string;
};

/** What an operator has begun to write on a case. @property azione the panel; '' answers only @property valori_json what was typed, by field */
export type BozzaOperatore = {
  pratica: string;
  utente: string;
  azione: string;
  valori_json: string;
  aggiornata: number;
};

/**
 * A time at a desk that somebody holds or has. Moving changes the row: it stays one appointment.
 * @property calendario code of the calendar @property postazione the desk, from 1 @property inizio, fine instants
 * @property motivo code of the reason @property motivo_nome its name when it was booked
 * @property stato `tenuto` while a form is filled in, until `scade`; then `fissato`, and what became of it; `annullato` frees the time
 * @property proprietario who holds it, a hash; null once it is booked @property pratica the case that it was booked with; null while held
 * @property sequenza how often it was moved or cancelled, for calendars
 * @property da_spostare when its citizen was told to choose another time, because the office is closed then
 * @property in_lista_dal since when its citizen waits for an earlier time; null: they do not
 * @property orari_noti earlier times that are free and that they know, as a list of instants: only others are offered
 */
export type Appuntamento = {
  id: string;
  ente: string;
  calendario: string;
  postazione: number;
  inizio: number;
  fine: number;
  motivo: string;
  motivo_nome: string;
  stato: 'tenuto' | 'fissato' | 'arrivato' | 'servito' | 'non_venuto' | 'annullato';
  proprietario: string | null;
  scade: number | null;
  pratica: string | null;
  sequenza: number;
  creato: number;
  da_spostare: number | null;
  in_lista_dal: number | null;
  orari_noti: string | null;
};

/** An operator who has a case open. @property dal since when without a break @property visto when they were last heard of */
export type Presenza = { pratica: string; utente: string; nome: string; dal: number; visto: number };

export type Evento = {
  id: string;
  pratica: string;
  n: number;
  quando: number;
  da: 'cittadino' | 'operatore' | 'sistema';
  chi: string | null;
  tipo: 'messaggio' | 'stato' | 'documento';
  testo: string | null;
  stato: string | null;
  nascosto: number | null;
  nascosto_da: string | null;
};

export type Allegato = {
  id: string;
  proprietario: string;
  pratica: string | null;
  evento: string | null;
  nome: string;
  tipo: string;
  dimensione: number;
  sha256: string;
  nota: string | null;
  categoria: string | null;
  miniatura: number;
  creato: number;
  bozza: string | null;
  nascosto: number | null;
  /** HMAC of the network a guest's file came from, for a day */
  rete: string | null;
  /** Name of the object with its bytes; null: they are in `allegati_pezzi`, where the thumbnail is in any case */
  deposito: string | null;
  /** Id of the picture of the public side that was made of it last */
  foto_pubblica: string | null;
  /** The document of a position whose act it is; then it is nobody's upload, and of no case */
  documento: string | null;
};

/** A person who has logged in. @property identita `cf:…` for a citizen, `eidas:…` for one without a tax code, `op:issuer|subject` for an operator */
export type Utente = {
  id: string;
  identita: string;
  ruolo: 'cittadino' | 'operatore';
  nome: string;
  cognome: string;
  codice_fiscale: string;
  /** `YYYY-MM-DD`, from the identity provider; null: it did not say */
  data_nascita: string | null;
  /** From the identity provider */
  email: string | null;
  email_comunicazione: string | null;
  telefono_comunicazione: string | null;
  residenza_json: string;
  enti_json: string;
  /** 1: the last login said in which offices the person works; what they administer */
  uffici_da_accesso: number;
  amministra_da_accesso: number;
  /** In the address at which their calendar reads what is due; null: none */
  calendario: string | null;
  /** `PromemoriaChoice`; null: nothing chosen yet */
  promemoria_json: string | null;
  creato: number;
  ultimo_accesso: number;
};

/**
 * A citizen lets another one act on positions. @property delegante, delegato their tax codes @property delegato_nome as the login that accepted it had it
 * @property paga, presenta whether the other may pay, and send requests; to see is always part of it
 * @property avvisi to whom the mails about requests go: `delegato`, `titolare` or `entrambi`
 * @property fino_a the last day on which it holds
 * @property chiusa, esito when and how it ended before its day: `rifiutata`, `revocata`, `rinunciata`; `tolta` by the office that granted it
 */
export type Delega = {
  id: string;
  delegante: string;
  delegante_nome: string;
  delegato: string;
  delegato_nome: string | null;
  paga: number;
  presenta: number;
  /** With `presenta`: the codes of the services, each between commas (`,SF200,SF220,`); null: of all */
  servizi: string | null;
  avvisi: 'delegato' | 'titolare' | 'entrambi';
  fino_a: string;
  creata: number;
  accettata: number | null;
  chiusa: number | null;
  esito: 'rifiutata' | 'revocata' | 'rinunciata' | 'tolta' | null;
  /** Of one that an office has granted: its ente, the case that asked for it, the reason, and the operator; null: its holder gave it */
  ente: string | null;
  pratica: string | null;
  motivo: MotivoDelega | null;
  operatore: string | null;
};
/** Why somebody acts for a person who does not give the delegation themselves */
export type MotivoDelega = 'erede' | 'tutore' | 'curatore' | 'amministratore_sostegno' | 'assistenza';

/** A taxpayer's account with an ente. @property controllo HMAC of the control code */
/** @property chiusa when the ente let it end: it is hidden, and kept for what was paid on it */
export type Posizione = {
  id: string;
  ente: string;
  codice_utente: string;
  controllo: string;
  sistema: string;
  intestatario: string;
  chiusa: number | null;
};

/**
 * @property stato_da what set the state: an import never undoes a receipt or a decision
 * @property chiuso when the ente let it end: it is hidden, and kept for what was paid
 */
export type Documento = {
  id: string;
  posizione: string;
  ente: string;
  sistema: string;
  numero: string;
  tipo: string;
  data: string;
  scadenza: string | null;
  importo_cent: number;
  stato: string;
  stato_da: 'import' | 'ricevuta' | 'decisione';
  iuv: string | null;
  numero_avviso: string | null;
  chiuso: number | null;
};

export type Dichiarazione = {
  id: string;
  ente: string;
  codice_fiscale: string;
  numero: string;
  tipo: string;
  data: string;
  stato: string;
  stato_da: 'import' | 'decisione';
  protocollo: string | null;
};

/**
 * A notice without a document: imported by itself, made by a spontaneous payment, or the fee of a case. Notices of documents are
 * in `documenti`.
 * @property pagabile_fino last day on which it can be paid; null: also after its due date
 * @property debitore tax code of the debtor, for a case of the applicant; null: unknown
 * @property dati_json fields of a spontaneous payment and its payer
 * @property scade when an unpaid spontaneous payment is given up
 */
export type Avviso = {
  ente: string;
  numero_avviso: string;
  iuv: string;
  causale: string;
  importo_cent: number;
  /** The part of it that buys a digital stamp: not the ente's */
  bollo_cent: number | null;
  scadenza: string | null;
  pagabile_fino: string | null;
  stato: string;
  stato_da: 'import' | 'ricevuta' | 'decisione' | 'portale';
  debitore: string | null;
  /** Position that owes it: an instalment of a plan agreed elsewhere */
  posizione: string | null;
  pratica: string | null;
  servizio: string | null;
  dati_json: string;
  proprietario: string | null;
  creato: number;
  scade: number | null;
};

/**
 * One attempt to pay one to five notices. Its id is the reference that travels in addresses (≥ 128 random bits).
 * @property controllato when the provider was last asked @property aggiornato when it last reported
 * @property scade when the provider forgets it
 * @property codice_negozio code to pay with at a shop, once that was chosen; '' when the provider gave none @property qr_negozio text of its QR code
 */
export type Pagamento = {
  id: string;
  fornitore: 'pagopa' | 'mooney';
  stato: string;
  proprietario: string;
  utente: string | null;
  email: string;
  importo_cent: number;
  rif_fornitore: string | null;
  creato: number;
  aggiornato: number;
  controllato: number;
  scade: number;
  /** Of the municipality on whose own host it began; null: the portal's */
  host: string | null;
  codice_negozio: string | null;
  qr_negozio: string | null;
};

/**
 * Proof of a payment, as the provider gave it. The notice may be one that the portal does not know. @property rif the provider's own id of it
 * @property pagamento the attempt it belongs to; null: paid elsewhere @property doppia 1: the notice was paid before
 * @property iuv null where a host of the release before wrote it @property giorno of the payment, in Rome, `YYYY-MM-DD`
 * @property servizio what the notice is for: code of a service, of a system, or `spontaneo/` and the code of a payment service; empty: not known
 * @property bollo_cent the part of it that bought a stamp: not the ente's
 */
export type Ricevuta = {
  id: string;
  fornitore: 'pagopa' | 'mooney';
  rif: string;
  ente: string;
  numero_avviso: string;
  pagamento: string | null;
  causale: string;
  importo_cent: number;
  pagato_il: number;
  intermediario: string | null;
  doppia: number;
  iuv: string | null;
  giorno: string;
  servizio: string;
  bollo_cent: number;
};

/**
 * How far the receipts of an ente were read at pagoPA. @property dal first day of the reading that is under way, null: none
 * @property pagina the page of it that comes next @property intera_il when it was last read far back
 * @property prossima when the next reading is due @property presa_fino until when one host has it
 */
export type LetturaRicevute = {
  ente: string;
  dal: string | null;
  pagina: number;
  intera_il: number;
  prossima: number;
  presa_fino: number;
};

/**
 * One revision of a settlement flow: what a provider says that it has transferred to an ente. It is written when all its payments are.
 * @property id of its ente, provider, name and revision @property psp the provider's id at pagoPA @property data day of the flow in Rome
 * @property regolamento the provider's own words for the transfer @property pagamenti, importo_cent how many and how much, as told
 * @property letti, letti_cent as counted @property pubblicato epoch ms
 */
export type Flusso = {
  id: string;
  ente: string;
  psp: string;
  nome: string;
  revisione: number;
  nome_psp: string;
  data: string;
  regolamento: string;
  pagamenti: number;
  importo_cent: number;
  letti: number;
  letti_cent: number;
  pubblicato: number;
};

/** A payment of a flow. @property n its place @property iur the provider's id of the receipt @property trasferimento 1 to 5, of its notice */
export type FlussoPagamento = {
  flusso: string;
  n: number;
  ente: string;
  iuv: string;
  iur: string;
  trasferimento: number;
  importo_cent: number;
  esito: 'EXECUTED' | 'REVOKED' | 'STAND_IN' | 'STAND_IN_NO_RPT' | 'NO_RPT';
  pagato_il: number;
};

/**
 * A movement of the bank account of an ente. @property id derived from what it says, so that it is written once
 * @property flusso name of the flow in its text, '' if none @property numero the bank's, '' if none
 */
export type Accredito = {
  id: string;
  ente: string;
  data: string;
  importo_cent: number;
  causale: string;
  numero: string;
  flusso: string;
  caricato_il: number;
  caricato_da: string | null;
};

/** What an office did about a receipt. The last one counts. @property n its place among those of the receipt */
export type DecisioneIncasso = {
  ricevuta: string;
  n: number;
  ente: string;
  tipo: 'rimborsata' | 'stornata' | 'chiusa' | 'riaperta';
  testo: string;
  quando: number;
  utente: string | null;
};

/**
 * What an ente has with pagoPA, as its administrator has written it. @property chiave its key, sealed; null: it has none of its own, or
 * came without it from another portal @property finale the last characters of the key; null: it has none of its own
 * @property chiave_del when the key was written
 */
export type Convenzione = {
  ente: string;
  segregazione: string;
  iban: string;
  chiave: string | null;
  finale: string | null;
  chiave_del: number | null;
};

/**
 * An advertising device in the register of an ente. @property codice the ente's own, or the id of the row that declared it
 * @property posizione null: of a new taxpayer, whose position the ente has not imported yet
 * @property cessato_dal day from which it no longer exists @property pratica the case that last changed it
 */
export type Mezzo = {
  id: string;
  ente: string;
  codice: string;
  posizione: string | null;
  tipo: string;
  dati_json: string;
  cessato_dal: string | null;
  stato_da: 'import' | 'decisione';
  pratica: string | null;
};

export type DichiarazioneMezzi = {
  id: string;
  proprietario: string;
  tipo: 'nuovo' | 'variazione' | 'cessazione';
  ente: string;
  posizione: string | null;
  creata: number;
  pratica: string | null;
};

/**
 * One device in a declaration. @property n place in the list @property mezzo the position's device; null: a new one
 * @property dati_json as declared; for a cessation, date and reason @property tolto when it was removed: it may be restored
 */
export type DeclaredMezzo = {
  id: string;
  dichiarazione: string;
  n: number;
  azione: 'nuovo' | 'variazione' | 'cessazione';
  mezzo: string | null;
  tipo: string;
  dati_json: string;
  allegati_json: string;
  tolto: number | null;
};

/**
 * What was deleted or made anonymous on a day, and never whose. @property motivo why: its time was over, a person asked, the ente left
 * @property ente '' when the kind has none @property anno of the numbers of cases; 0: another kind
 * @property fino_a all of the kind that ended before this instant; null: not by age
 */
export type Cancellazione = {
  giorno: string;
  motivo: 'conservazione' | 'oblio' | 'uscita';
  tipo: string;
  ente: string;
  anno: number;
  quante: number;
  fino_a: number | null;
  quando: number;
};

export type StoreDb = Kysely<StoreTables>;
export type StoreTx = Transaction<StoreTables>;
