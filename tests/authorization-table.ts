/**
 * Which actor may do which operation. The test calls each cell for real; docs/authorization.md is printed from here.
 * Each actor asks for what is Anna's (A's), unless the row says otherwise; the visitor asks for what they sent themselves.
 */
import type { OperationName } from '../src/handlers.ts';
import { ACTOR_NAMES, type ActorName, PERMESSO_CODE, type Town } from './town.ts';

/** Status of the answer; `200 nothing`: done, and nothing comes back. */
export type OperationRow = {
  operation: OperationName;
  /** What exactly is asked, where the operation alone does not say it */
  what?: string;
  fields?(m: Town, who: ActorName): Record<string, unknown>;
  /** One per actor, in the order of {@link ACTOR_NAMES}; a single one stands for all, and without one of their own Z has that of X */
  outcomes: string;
  /** Of the two delegates of A: for everything, and to see alone; without it they have that of B */
  delegates?: string;
};

/** What a delegate sees, and what only one for everything sends. */
const SEEN = '200 200';
const SENT = '200 403';

const LOGGED_IN = '401 200 200 200 200 401 401';
/** Own lists of a citizen. */
const OWN_LISTS = '401 200 200_nothing 403 403 401 401';
const OWN_DATA = '401 200 200 403 403 401 401';
/** What is in a case: read by its two sides. */
const BOTH_SIDES = '404 200 404 200 404 200 200';

/** Its owner may know it from somebody: without the code that it gets it tells nothing. */
const UNCONFIRMED = 'mai.confermata@esempio.it';

/** Those who act for A, as A let them. */
const DELEGATES: readonly ActorName[] = ['D', 'V'];

/** Those who know no more of a case than its id. */
const STRANGERS: readonly ActorName[] = ['nobody', 'B', ...DELEGATES];

/** Those who ask as the ente. */
const OF_AN_ENTE: readonly ActorName[] = ['X', 'Y', 'Z', 'key'];

/** The pair and side with which each asks for a case. */
function pairOf(m: Town, who: ActorName, kind: 'segnalazione' | 'richiesta' = 'segnalazione') {
  const { id, email } = (who === 'visitor' ? m.guest : m.anna)[kind];
  if (OF_AN_ENTE.includes(who)) return { id, email, vista: 'operatore' };
  return { id, email: STRANGERS.includes(who) ? 'bruno@esempio.it' : email };
}

/** The citizen's side, asked for by the citizen's pair, which the operators and the holder of the key were given. */
const asCittadino = (m: Town, who: ActorName, kind?: 'segnalazione' | 'richiesta') => ({
  ...pairOf(m, who, kind),
  vista: 'cittadino',
});
const CITTADINO = 'as the citizen, by the pair, which X, Y, Z and the key’s holder were given';
/** What the citizen's side may do, and an operator of the ente never, whether by login or by key. */
const CITTADINO_SIDE = '404 200 404 403 200 403 200';

/** By the id that the links of the ente carry. */
const asUfficio = (m: Town, side: 'cittadino' | 'operatore') => ({
  id: m.anna.segnalazione.ufficio,
  email: m.anna.segnalazione.email,
  vista: side,
});
const UFFICIO_SIDE = '404 404 404 200 404 200 404';

const deskSide = (id: string) => ({ id, email: '', vista: 'operatore' });

/** By the login of an operator alone, with the id that the links of the ente carry. */
const UFFICIO_LOGIN = '401 403 403 200 404 401 401';

/** By the login of an administrator of the ente alone. */
const SPORTELLO = {
  nome: 'Anagrafe',
  descrizione: 'Certificati.',
  indirizzo: 'Via Roma 1',
  orari: 'Lunedì 9–12',
  telefono: '0123 456789',
  email: 'anagrafe@borgo.example',
};
const CALENDARIO = {
  nome: 'Ufficio anagrafe',
  tipo: 'Anagrafe',
  sportello: 'urp',
  motivi: [{ nome: 'Certificati', minuti: 15 }],
  orari: [{ giorni: ['lunedi'], dalle: '09:00', alle: '12:00' }],
};
/** A day on which nobody has booked. */
const CHIUSURA = { ente: 'borgo', calendario: 'anagrafe', dal: '2026-12-10' };
const MENSA = { nome: 'Mensa', elenchi: ['PPA'], campi: [], tassonomia: '9/0101108TS/' };
const AMMINISTRA = '401 403 403 403 403 401 401 200';

const SENDER_EMAILS: Partial<Record<ActorName, string>> = {
  A: 'anna@esempio.it',
  visitor: 'ospite@esempio.it',
  D: 'delia@esempio.it',
  V: 'vera@esempio.it',
};
const senderEmail = (who: ActorName) => SENDER_EMAILS[who] ?? 'bruno@esempio.it';
const segnalazioneBody = (who: ActorName) => ({
  ente: 'borgo',
  oggetto: 'Prova',
  nome: 'Anna',
  cognome: 'Bianchi',
  privacy: true,
  email: senderEmail(who),
});
const letteraCodici = ({ posizione: { codice_utente, codice_controllo } }: Town) => ({
  codice_utente,
  codice_controllo,
});
const fileOf = (m: Town, who: ActorName) => (who === 'visitor' ? m.guest : m.anna).file;
/** A delegate sends what they have uploaded themselves. */
const sentFileOf = (m: Town, who: ActorName) => (who === 'D' || who === 'V' ? m.delegateFiles[who] : fileOf(m, who));
/** A request as A, B and the visitor would send it. */
const richiestaBody = (who: ActorName) => ({
  ente: 'borgo',
  filesAllegati: [],
  privacy: true,
  richiedente: {
    nome: 'Anna',
    cognome: 'Bianchi',
    codice_fiscale: 'BNCNNA80A41H501R',
    telefono: '333 1234567',
    email: senderEmail(who),
  },
});
const documentoBody = (m: Town, who: ActorName) => ({
  ...richiestaBody(who),
  servizio: m.documento.sistema,
  documenti: [m.documento.numero],
  filesAllegati: [{ Id: sentFileOf(m, who) }],
});
const manifestoBody = (who: ActorName) => ({
  ...richiestaBody(who),
  categoria: 'culturale',
  titolo: 'Prova',
  formato: '70x100',
  quantita: 1,
  dal: '2026-12-01',
  al: '2026-12-02',
});
const lampadeBody = (m: Town, who: ActorName) => ({
  ...richiestaBody(who),
  cimitero: 'a',
  tipo: 'a',
  lampade: 1,
  decorrenza: '2026-12-01',
  filesAllegati: [{ Id: fileOf(m, who) }],
  defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: '2026-01-01' },
  fatturazione: { indirizzo: 'Via Roma 1', cap: '00100', comune: 'Roma', provincia: 'RM' },
});
const abbonamentoBody = (who: ActorName) => ({
  ...richiestaBody(who),
  zona: 'a',
  tipo: 'residente',
  durata: 'mensile',
  dal: '2026-12-01',
  targhe: ['AB123CD'],
});
/** What A has begun, and what the visitor has. */
const begunBy = ({ mezzi }: Town, who: ActorName) => (who === 'visitor' ? mezzi.begunByVisitor : mezzi.begun);
const CARTELLO = {
  Tipologia_impianto_publicitario__c: 'Cartello',
  indirizzo: 'Via Roma 1',
  quantita: 1,
  testo: 'Bar',
  facce: 'Monofacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 100,
  altezza_cm: 100,
};
const FURGONE = {
  Tipologia_impianto_publicitario__c: 'Automezzo',
  targa: 'AB123CD',
  categoria_veicolo: 'altra',
  facce: 'Monofacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 100,
  altezza_cm: 100,
};
const CESSAZIONE = { dal: '2026-11-30', motivo: 'Rimosso' };
const FOGLIO = [
  'tipo;indirizzo;quantita;testo;facce;illuminazione;larghezza_cm;altezza_cm',
  'Cartello;Via Roma 1;1;Bar;Monofacciale;Opaco;100;100',
].join('\n');
const PIANO = { rate: 3, prima_scadenza: '2026-12-31' };
/** What A and the visitor have begun, each their own. */
const OWN_BEGUN = '404 200 404 404 404 404 200';
/** The actors who may see a document of A’s. */
const OWN_DOCUMENTO = '404 200 404 404 404 404 404';
const WHERE = { ente: 'borgo', calendario: 'anagrafe', motivo: 'carta' };
const richiestaPair = (m: Town, who: ActorName) => pairOf(m, who, 'richiesta');
const pagamentiOf = (m: Town, who: ActorName) => (who === 'visitor' ? m.guest : m.anna).pagamenti;
const RICEVUTA_EMAIL = { emailDebitore: 'anna@esempio.it' };
const decisioneBody = (stato: string) => (m: Town, who: ActorName) => ({
  ...pairOf(m, who, 'richiesta'),
  stato,
  motivo: 'Perché sì.',
});
const commentoBody = (fields: Record<string, unknown>) => (m: Town, who: ActorName) => ({
  ...pairOf(m, who),
  ...fields,
});

export const AUTHORIZATION_TABLE: readonly OperationRow[] = [
  { operation: 'listaEnti', outcomes: '200' },
  { operation: 'entiPerCategoria', fields: () => ({ category: 'SF510' }), outcomes: '200' },
  { operation: 'suggerisciEnti', fields: () => ({ testo: 'borgo' }), outcomes: '200' },
  { operation: 'entiSportello', outcomes: '200' },
  { operation: 'serviziSportello', fields: () => ({ comune: 'Comune di Borgo' }), outcomes: '200' },
  { operation: 'opzioniSegnalazione', outcomes: '200' },
  {
    operation: 'cercaLuogo',
    what: 'of a portal without an address book',
    fields: () => ({ ente: 'borgo', testo: 'Via Roma' }),
    outcomes: '200_nothing',
  },
  { operation: 'luogoDelPunto', fields: () => ({ ente: 'borgo', lat: 42.5, lon: 12.5 }), outcomes: '200' },
  { operation: 'sfida', outcomes: '200' },
  { operation: 'codiceEmail', fields: () => ({ email: 'nuova@esempio.it' }), outcomes: '201' },

  {
    operation: 'inviaSegnalazione',
    what: 'with an e-mail that A and B have in their contacts, the visitor has confirmed, the others have not',
    fields: (_m, who) => ({ ...segnalazioneBody(who), codice: 'SF510', indirizzo: 'Via Roma 1', descrizione: 'Prova' }),
    outcomes: '422 201 201 422 422 422 201',
  },
  {
    operation: 'confermaSegnalazione',
    what: 'without the key in the mail',
    fields: () => ({ chiave: 'x.y', privacy: true }),
    outcomes: '404',
  },
  {
    operation: 'scriviSportello',
    what: 'with the same e-mails',
    fields: (_m, who) => ({ ...segnalazioneBody(who), servizio: 'urp', testo: 'Prova' }),
    outcomes: '422 201 201 422 422 422 201',
  },
  { operation: 'ufficiAppuntamenti', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  { operation: 'mappaUfficio', fields: () => ({ ente: 'borgo', calendario: 'nessuno' }), outcomes: '404' },
  { operation: 'orariAppuntamenti', fields: () => WHERE, outcomes: '200' },
  {
    operation: 'tieniOrario',
    fields: () => ({ ...WHERE, inizio: '2026-12-15T09:00:00Z' }),
    outcomes: '201',
  },
  {
    operation: 'prenotaAppuntamento',
    what: 'with the same e-mails',
    fields: (_m, who) => ({ ...segnalazioneBody(who), ...WHERE, inizio: '2026-12-16T09:00:00Z', dettagli: 'Prova' }),
    outcomes: '422 201 201 422 422 422 201',
  },
  { operation: 'mieiAppuntamenti', outcomes: '401 200 200_nothing 403 403 401 401' },
  { operation: 'leggiAppuntamento', fields: richiestaPair, outcomes: BOTH_SIDES },
  { operation: 'appuntamentoCollegato', fields: richiestaPair, outcomes: BOTH_SIDES },
  { operation: 'orariPerSpostare', fields: richiestaPair, outcomes: BOTH_SIDES },
  { operation: 'calendarioAppuntamento', fields: richiestaPair, outcomes: BOTH_SIDES },
  {
    operation: 'spostaAppuntamento',
    fields: (m, who) => ({ ...richiestaPair(m, who), inizio: '2026-12-17T09:00:00Z' }),
    outcomes: BOTH_SIDES,
  },
  { operation: 'annullaAppuntamento', fields: richiestaPair, outcomes: '404 200 404 403 404 403 200' },
  { operation: 'entraInLista', fields: richiestaPair, outcomes: '404 200 404 403 404 403 200' },
  { operation: 'esciDallaLista', fields: richiestaPair, outcomes: '404 200 404 403 404 403 200' },
  { operation: 'rifiutaProposta', fields: richiestaPair, outcomes: '404 200 404 403 404 403 200' },
  { operation: 'attesaAppuntamenti', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  { operation: 'elencoSegnalazioni', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  {
    operation: 'mappaSegnalazioni',
    fields: () => ({ ente: 'borgo', sud: 42, nord: 43, ovest: 12, est: 13 }),
    outcomes: '200',
  },
  { operation: 'trasparenza', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  { operation: 'esportaTrasparenza', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  { operation: 'segnalazioniGeoJson', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  { operation: 'segnalazioniCsv', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  { operation: 'segnalazioniAtom', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  { operation: 'segnalazioniDcat', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  {
    operation: 'seguiSegnalazione',
    fields: () => ({ id: 'nessuna-segnalazione', email: 'a@esempio.it' }),
    outcomes: '404',
  },
  { operation: 'smettiSeguita', what: 'by words of no mail', fields: () => ({ chiave: 'a.b' }), outcomes: '404' },
  { operation: 'nonRisolta', what: 'by words of no mail', fields: () => ({ chiave: 'a.b' }), outcomes: '404' },
  { operation: 'leggiSegnalazione', fields: () => ({ id: 'nessuna-segnalazione' }), outcomes: '404' },
  { operation: 'puntoSegnalazione', fields: () => ({ id: 'nessuna-segnalazione' }), outcomes: '404' },
  { operation: 'fotoSegnalazione', fields: () => ({ id: 'nessuna-segnalazione', n: '1' }), outcomes: '404' },
  { operation: 'listaSegnalazioni', outcomes: OWN_LISTS },
  { operation: 'mieiMessaggi', outcomes: OWN_LISTS },
  { operation: 'messaggiDaLeggere', outcomes: '401 200 200 403 403 401 401' },

  { operation: 'caricaFile', fields: () => ({ file: new File(['%PDF-1.7\n%%EOF\n'], 'a.pdf') }), outcomes: '201' },
  {
    operation: 'scaricaFile',
    what: 'one that was not sent yet',
    fields: (m, who) => ({ id: fileOf(m, who) }),
    outcomes: '404 200 404 404 404 404 200',
  },
  {
    operation: 'scaricaFile',
    what: 'one of A’s case',
    fields: (m, who) => ({ ...pairOf(m, who === 'visitor' ? 'nobody' : who), id: m.allegato }),
    outcomes: '404 200 404 200 404 200 404',
  },
  {
    operation: 'togliFile',
    what: 'one that was not sent yet',
    fields: (m, who) => ({ id: fileOf(m, who) }),
    outcomes: '404 204 404 404 404 404 204',
  },
  {
    operation: 'annotaFile',
    what: 'one that was not sent yet',
    fields: (m, who) => ({ id: fileOf(m, who), nota: 'Il palo' }),
    outcomes: '404 200 404 404 404 404 200',
  },
  { operation: 'annotaFile', what: 'one of A’s case', fields: (m) => ({ id: m.allegato, nota: 'x' }), outcomes: '404' },
  {
    operation: 'scaricaFile',
    what: `one of A’s case, ${CITTADINO}`,
    fields: (m, who) => ({ ...asCittadino(m, who === 'visitor' ? 'nobody' : who), id: m.allegato }),
    outcomes: '404 200 404 403 200 403 404',
  },
  { operation: 'togliFile', what: 'one of A’s case', fields: (m) => ({ id: m.allegato }), outcomes: '404' },

  {
    operation: 'salvaBozza',
    what: 'their own',
    fields: () => ({ percorso: '/servizio/riesame', passo: 'dati', valori: { a: 'b' } }),
    outcomes: '200',
  },
  {
    operation: 'leggiBozza',
    what: 'of a form that A and the visitor have begun',
    fields: () => ({ percorso: '/segnalazione' }),
    outcomes: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200',
  },
  { operation: 'chiaveCopia', what: 'their own', outcomes: '200' },
  { operation: 'mieBozze', outcomes: OWN_LISTS },
  {
    operation: 'eliminaBozza',
    what: 'of a form that A and the visitor have begun: only one’s own is deleted',
    fields: () => ({ percorso: '/segnalazione' }),
    outcomes: '204_nothing 204 204_nothing 204_nothing 204_nothing 204_nothing 204',
  },

  {
    operation: 'lasciaBozza',
    what: 'for an address that nobody has confirmed',
    fields: () => ({ percorso: '/segnalazione', email: UNCONFIRMED }),
    outcomes: '422 409 409 403 403 422 422',
  },
  {
    operation: 'bozzeAltrove',
    what: 'of an address that nobody has confirmed',
    fields: () => ({ email: UNCONFIRMED }),
    outcomes: '422 422 422 403 403 422 422',
  },
  {
    operation: 'riprendiBozza',
    what: 'of an address that nobody has confirmed',
    fields: () => ({ email: UNCONFIRMED, chiave: 'x'.repeat(24) }),
    outcomes: '422 422 422 403 403 422 422',
  },
  {
    operation: 'riportaBozza',
    what: 'that was never on this device',
    fields: () => ({ chiave: 'x'.repeat(24) }),
    outcomes: '404',
  },

  { operation: 'dettaglioPratica', fields: pairOf, outcomes: BOTH_SIDES },
  { operation: 'dettaglioPratica', what: CITTADINO, fields: asCittadino, outcomes: CITTADINO_SIDE },
  {
    operation: 'dettaglioPratica',
    what: 'by the id of the ente’s side, which all were given',
    fields: (m) => asUfficio(m, 'operatore'),
    outcomes: UFFICIO_SIDE,
  },
  {
    operation: 'dettaglioPratica',
    what: 'as the citizen, by the id of the ente’s side',
    fields: (m) => asUfficio(m, 'cittadino'),
    outcomes: '404',
  },
  { operation: 'novitaPratica', fields: pairOf, outcomes: BOTH_SIDES },
  { operation: 'novitaPratica', what: CITTADINO, fields: asCittadino, outcomes: CITTADINO_SIDE },
  {
    operation: 'novitaPratica',
    what: 'by the id of the ente’s side, which all were given',
    fields: (m) => asUfficio(m, 'operatore'),
    outcomes: UFFICIO_SIDE,
  },
  { operation: 'ricevutaPratica', fields: pairOf, outcomes: BOTH_SIDES },
  { operation: 'ricevutaPratica', what: CITTADINO, fields: asCittadino, outcomes: CITTADINO_SIDE },
  { operation: 'mappaPratica', fields: pairOf, outcomes: BOTH_SIDES },
  { operation: 'mappaPratica', what: CITTADINO, fields: asCittadino, outcomes: CITTADINO_SIDE },
  {
    operation: 'mappaBozza',
    what: 'of the point in the draft that A and the visitor have begun',
    fields: () => ({ lat: '42.5', lon: '12.5' }),
    outcomes: '404 200 404 404 404 404 200',
  },
  {
    operation: 'mappaBozza',
    what: 'of another point',
    fields: () => ({ lat: '42.6', lon: '12.5' }),
    outcomes: '404',
  },
  { operation: 'segnaLetto', fields: pairOf, outcomes: BOTH_SIDES },
  { operation: 'segnaLetto', what: CITTADINO, fields: asCittadino, outcomes: CITTADINO_SIDE },
  {
    operation: 'filePronti',
    fields: pairOf,
    outcomes: '404 200 404 200_nothing 404 200_nothing 200',
  },
  {
    operation: 'filePronti',
    what: CITTADINO,
    fields: asCittadino,
    outcomes: '404 200 404 403 200_nothing 403 200',
  },
  {
    operation: 'valutaServizio',
    what: CITTADINO,
    fields: (m, who) => ({ ...pairOf(m, who), stelle: 5 }),
    outcomes: CITTADINO_SIDE,
  },
  {
    operation: 'nuovoLink',
    what: 'by the pair alone; the link goes to the mailbox of the ente, nowhere else',
    fields: pairOf,
    outcomes: '404 200 404 200 200 200 200',
  },
  {
    operation: 'commenta',
    what: 'a message',
    fields: commentoBody({ testo: 'Buongiorno' }),
    outcomes: '404 201 404 201 404 201 201',
  },
  {
    operation: 'commenta',
    what: `a message, ${CITTADINO}`,
    fields: (m, who) => ({ ...asCittadino(m, who), testo: 'Buongiorno' }),
    outcomes: CITTADINO_SIDE.replaceAll('200', '201'),
  },
  {
    operation: 'commenta',
    what: 'takes in charge',
    fields: commentoBody({ stato: 'in_elaborazione' }),
    outcomes: '404 403 404 201 404 201 403',
  },
  {
    operation: 'commenta',
    what: 'closes a report',
    fields: commentoBody({ stato: 'conclusa', testo: 'Fatto' }),
    outcomes: '404 403 404 201 404 201 403',
  },
  {
    operation: 'commenta',
    what: 'the ente’s own register number',
    fields: commentoBody({ protocollo_ente: '123/2026' }),
    outcomes: '404 403 404 201 404 201 403',
  },
  {
    operation: 'commenta',
    what: 'accepts a request',
    fields: decisioneBody('accettata'),
    outcomes: '404 403 404 201 404 403 403',
  },
  {
    operation: 'commenta',
    what: 'grants a delegation by accepting the request for it, by the id of the ente’s side',
    fields: (m) => ({ ...deskSide(m.wardship.granted), stato: 'accettata', motivo: 'Già concessa.' }),
    outcomes: '404 404 404 409 404 404 404',
  },
  {
    operation: 'commenta',
    what: 'refuses to grant a delegation, by the id of the ente’s side',
    fields: (m) => ({ ...deskSide(m.wardship.asked), stato: 'rifiutata', motivo: 'No.' }),
    outcomes: '404 404 404 201 404 404 404',
  },
  {
    operation: 'commenta',
    what: 'refuses a request',
    fields: decisioneBody('rifiutata'),
    outcomes: '404 403 404 201 404 403 403',
  },
  {
    operation: 'commenta',
    what: 'withdraws a request',
    fields: (m, who) => ({ ...pairOf(m, who, 'richiesta'), stato: 'ritirata' }),
    outcomes: '404 201 404 403 404 403 201',
  },
  {
    operation: 'commenta',
    what: `withdraws a request, ${CITTADINO}`,
    fields: (m, who) => ({ ...asCittadino(m, who, 'richiesta'), stato: 'ritirata' }),
    outcomes: CITTADINO_SIDE.replaceAll('200', '201'),
  },
  {
    operation: 'commenta',
    what: 'with a file that B, X, Z and the key’s holder did not upload',
    fields: (m, who) => ({ ...pairOf(m, who), filesAllegati: [{ Id: fileOf(m, who) }] }),
    outcomes: '404 201 404 404 404 404 201',
  },
  {
    operation: 'nascondi',
    fields: (m, who) => ({ ...pairOf(m, who), evento: m.messaggio }),
    outcomes: '404 404 404 200 404 200 404',
  },
  {
    operation: 'protocollaPratica',
    fields: (m, who) => ({ ...pairOf(m, who), prima: '', protocollo_ente: '4711' }),
    outcomes: '404 404 404 200 404 200 404',
  },
  {
    operation: 'praticheDaPrendere',
    what: 'sent as a guest with A’s tax code',
    outcomes: OWN_LISTS,
  },
  {
    operation: 'prendiPratica',
    what: 'sent as a guest with A’s tax code',
    fields: (m) => ({ id: m.guest.segnalazione.id }),
    outcomes: '401 200 404 403 403 401 401',
  },
  {
    operation: 'seguiPratica',
    what: 'by number and an e-mail that A and B have in their contacts, the visitor has confirmed, the others have not',
    fields: (m, who) => ({
      ente: 'borgo',
      email: senderEmail(who),
      protocollo: (who === 'visitor' ? m.guest : m.anna).segnalazione.protocollo,
    }),
    outcomes: '422 200 404 422 422 422 200',
  },
  { operation: 'ufficiEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'salvaUfficio',
    what: 'a new one',
    fields: () => ({ ente: 'borgo', nome: 'Anagrafe', servizi: [] }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'aggiungiPersona',
    fields: (m) => ({ ente: 'borgo', ufficio: m.ufficio, email: 'nuova@borgo.example' }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'togliPersona',
    fields: (m) => ({ ente: 'borgo', ufficio: m.ufficio, persona: m.operatore }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'assenzaPersona',
    fields: (m) => ({ ente: 'borgo', ufficio: m.ufficio, persona: m.operatore, dal: '2026-12-01' }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'aggiungiAmministratore',
    fields: (m) => ({ ente: 'borgo', persona: m.operatore }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'togliAmministratore',
    what: 'the last one, themselves',
    fields: (m) => ({ ente: 'borgo', persona: m.amministratore }),
    outcomes: AMMINISTRA.replace('200', '409'),
  },
  { operation: 'convenzioneEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'salvaConvenzione',
    fields: () => ({ ente: 'borgo', iban: 'IT60X0542811101000000123456', segregazione: '01', chiave: 'k'.repeat(32) }),
    outcomes: AMMINISTRA,
  },
  { operation: 'protocolloEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  { operation: 'salvaProtocollo', fields: () => ({ ente: 'borgo', sistema: 'mano' }), outcomes: AMMINISTRA },
  { operation: 'riprovaProtocollo', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'verificaProtocollo',
    what: 'one that has a single number',
    fields: () => ({ ente: 'borgo', registrazione: 'nessuna' }),
    outcomes: AMMINISTRA.replace('200', '404'),
  },
  { operation: 'appIoEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'salvaChiaveIo',
    what: 'on a portal that does not write to App IO',
    fields: () => ({ ente: 'borgo', servizio: '*', chiave: 'k'.repeat(32) }),
    outcomes: AMMINISTRA.replace('200', '409'),
  },
  {
    operation: 'togliChiaveIo',
    what: 'one that the ente does not have',
    fields: () => ({ ente: 'borgo', servizio: 'SF510' }),
    outcomes: AMMINISTRA.replace('200', '404'),
  },
  { operation: 'programmiEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'creaProgramma',
    fields: () => ({ ente: 'borgo', nome: 'App', email: 'app@esempio.it' }),
    outcomes: AMMINISTRA.replace('200', '201'),
  },
  {
    operation: 'rinnovaProgramma',
    fields: (m) => ({ ente: 'borgo', programma: m.programma }),
    outcomes: AMMINISTRA.replace('200', '201'),
  },
  {
    operation: 'creaWebhook',
    fields: (m) => ({ ente: 'borgo', programma: m.programma, indirizzo: 'https://programma.example/avvisi' }),
    outcomes: AMMINISTRA.replace('200', '201'),
  },
  { operation: 'ritentaWebhook', fields: (m) => ({ ente: 'borgo', webhook: m.webhook }), outcomes: AMMINISTRA },
  {
    operation: 'ripetiWebhook',
    fields: (m) => ({ ente: 'borgo', webhook: m.webhook, dal: '2026-11-01' }),
    outcomes: AMMINISTRA,
  },
  { operation: 'togliWebhook', fields: (m) => ({ ente: 'borgo', webhook: m.webhook }), outcomes: AMMINISTRA },
  {
    operation: 'revocaProgramma',
    fields: (m) => ({ ente: 'borgo', programma: m.programma }),
    outcomes: AMMINISTRA,
  },
  { operation: 'datiEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  { operation: 'provaDati', fields: () => ({ ente: 'borgo', dati: { motto: 'Nuovo' } }), outcomes: AMMINISTRA },
  {
    operation: 'salvaDati',
    what: 'over values that were changed meanwhile',
    fields: () => ({ ente: 'borgo', visti: 'x', dati: { motto: 'Nuovo' } }),
    outcomes: '401 403 403 403 403 401 401 409',
  },
  {
    operation: 'salvaConfine',
    what: 'removes it',
    fields: () => ({ ente: 'borgo' }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'provaRiga',
    fields: () => ({ ente: 'borgo', sezione: 'sportelli', dati: SPORTELLO }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'salvaSportello',
    what: 'a new one',
    fields: () => ({ ente: 'borgo', dati: SPORTELLO }),
    outcomes: AMMINISTRA,
  },
  { operation: 'provaCalendario', fields: () => ({ ente: 'borgo', dati: CALENDARIO }), outcomes: AMMINISTRA },
  {
    operation: 'salvaCalendario',
    what: 'a new one',
    fields: () => ({ ente: 'borgo', dati: CALENDARIO }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'salvaServizioPagamento',
    what: 'a new one',
    fields: () => ({ ente: 'borgo', dati: MENSA }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'salvaOfferta',
    what: 'takes it out',
    fields: () => ({ ente: 'borgo', codice: 'SF500' }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'importaPosizioni',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo', file: new File(['{"posizioni":[]}'], 'tari.json') }),
    outcomes: '401 403 403 403 404 401 401 200',
  },
  {
    operation: 'caricaAtto',
    what: 'of a document of the ente of X that was never sent',
    fields: () => ({
      ente: 'borgo',
      sistema: 'Rifiuti TARI',
      numero: 'MAI-VISTO',
      file: new File(['%PDF-1.7'], 'atto.pdf'),
    }),
    outcomes: '401 403 403 403 404 401 401 404',
  },
  { operation: 'importazioniEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'rifiutiImportazione',
    what: 'of a file that was never sent',
    fields: () => ({ ente: 'borgo', id: 'nessuna-importazione-000' }),
    outcomes: AMMINISTRA.replace('200', '404'),
  },
  { operation: 'tracciatiEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'salvaTracciato',
    fields: () => ({
      ente: 'borgo',
      nome: 'TARI',
      intestazioni: ['utente', 'controllo', 'nome'],
      campi: [
        { campo: 'codice_utente', colonna: 0 },
        { campo: 'codice_controllo', colonna: 1 },
        { campo: 'intestatario', colonna: 2 },
        { campo: 'sistema', fisso: 'Rifiuti TARI' },
      ],
    }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'togliTracciato',
    fields: () => ({ ente: 'borgo', intestazioni: ['mai', 'vista'] }),
    outcomes: AMMINISTRA,
  },
  { operation: 'modificheEnte', fields: () => ({ ente: 'borgo' }), outcomes: AMMINISTRA },
  {
    operation: 'ripristina',
    fields: (m) => ({ ente: 'borgo', modifica: m.modifica }),
    outcomes: AMMINISTRA,
  },
  {
    operation: 'provaRipristina',
    fields: (m) => ({ ente: 'borgo', modifica: m.modifica }),
    outcomes: AMMINISTRA,
  },
  { operation: 'esportaPratiche', outcomes: '401 403 403 200 200 401 401' },
  { operation: 'incaricoPratica', fields: (m) => ({ id: m.anna.segnalazione.ufficio }), outcomes: UFFICIO_LOGIN },
  { operation: 'storiaPratica', fields: (m) => ({ id: m.anna.segnalazione.ufficio }), outcomes: UFFICIO_LOGIN },
  { operation: 'presenzaPratica', fields: (m) => ({ id: m.anna.segnalazione.ufficio }), outcomes: UFFICIO_LOGIN },
  {
    operation: 'leggiBozzaOperatore',
    what: 'of which nothing was kept',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio }),
    outcomes: '401 403 403 200_nothing 404 401 401',
  },
  {
    operation: 'salvaBozzaOperatore',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, azione: 'rispondi', testo: 'Prova.' }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'eliminaBozzaOperatore',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio }),
    outcomes: '401 403 403 204_nothing 404 401 401',
  },
  { operation: 'assegnaPratica', fields: (m) => ({ id: m.anna.segnalazione.ufficio }), outcomes: UFFICIO_LOGIN },
  {
    operation: 'annotaPratica',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, nota: 'Prova.' }),
    outcomes: '401 403 403 201 404 401 401',
  },
  {
    operation: 'conosciRichiedente',
    fields: () => ({ ente: 'borgo', telefono: '333 1234567' }),
    outcomes: UFFICIO_LOGIN,
  },
  { operation: 'appuntamentiPratica', fields: (m) => ({ id: m.anna.richiesta.ufficio }), outcomes: UFFICIO_LOGIN },
  {
    operation: 'proponiAppuntamento',
    fields: (m) => ({ id: m.anna.richiesta.ufficio, calendario: 'anagrafe', motivo: 'carta' }),
    outcomes: UFFICIO_LOGIN,
  },
  { operation: 'agenda', fields: () => ({ ente: 'borgo' }), outcomes: UFFICIO_LOGIN },
  {
    operation: 'esitoAppuntamento',
    what: 'what it is already',
    fields: () => ({ id: 'appuntamento-0', esito: 'fissato' }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'annullaDaUfficio',
    fields: (m) => ({ id: m.anna.richiesta.ufficio, motivo: 'Sciopero' }),
    outcomes: UFFICIO_LOGIN,
  },
  { operation: 'provaChiusura', fields: () => CHIUSURA, outcomes: UFFICIO_LOGIN },
  { operation: 'chiudiAgenda', fields: () => CHIUSURA, outcomes: UFFICIO_LOGIN },
  {
    operation: 'apriPerConto',
    fields: () => ({
      ente: 'borgo',
      nome: 'Ada',
      cognome: 'Neri',
      codice_fiscale: 'NREDAA80A41H501Q',
      documento: 'patente',
      controllata: true,
    }),
    outcomes: UFFICIO_LOGIN,
  },
  { operation: 'chiudiPerConto', what: 'with nobody at the counter', outcomes: '401 403 403 200 200 401 401' },
  {
    operation: 'motivaLettura',
    what: 'where all offices read all cases',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, motivo: 'Prova.' }),
    outcomes: '401 403 403 200 404 401 401',
  },
  {
    operation: 'pubblicazionePratica',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'rilasciaSegnalazione',
    what: 'as it was before another change',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, titolo: 'Prova', versione: '1' }),
    outcomes: UFFICIO_LOGIN.replace('200', '409'),
  },
  {
    operation: 'togliSegnalazione',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'ditteDiPratica',
    what: 'that no firm has',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio }),
    outcomes: '401 403 403 200_nothing 404 401 401',
  },
  {
    operation: 'affidaDitta',
    fields: (m) => ({
      id: m.anna.segnalazione.ufficio,
      nome: 'Lampioni Srl',
      email: 'lavori@lampioni.example',
      fino_al: '2026-12-20',
    }),
    outcomes: '401 403 403 201 404 401 401',
  },
  {
    operation: 'revocaDitta',
    what: 'of a firm that does not have the case',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, ditta: 'x'.repeat(24) }),
    outcomes: '401 403 403 404 404 401 401',
  },
  {
    operation: 'leggiAffidata',
    what: 'by a link that the portal did not make',
    fields: () => ({ chiave: 'x.y' }),
    outcomes: '404',
  },
  {
    operation: 'scriviDitta',
    what: 'by a link that the portal did not make',
    fields: () => ({ chiave: 'x.y', testo: 'Fatto.' }),
    outcomes: '404',
  },
  {
    operation: 'fileDitta',
    what: 'by a link that the portal did not make',
    fields: (m, who) => ({ chiave: 'x.y', id: fileOf(m, who) }),
    outcomes: '404',
  },
  {
    operation: 'classificaPratica',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, priorita: 'alta' }),
    outcomes: UFFICIO_LOGIN,
  },
  { operation: 'cambiaAreaPratica', fields: (m) => ({ id: m.anna.segnalazione.ufficio }), outcomes: UFFICIO_LOGIN },
  {
    operation: 'cambiaTipoPratica',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, codice: 'SF410', prima: 'SF510', motivo: 'Prova.' }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'unisciSegnalazione',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, numero: m.guest.segnalazione.protocollo }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'prorogaPratica',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, termine: '2027-01-20', prima: '2026-12-20', motivo: 'Prova.' }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'registraSegnalazione',
    fields: () => ({
      canale: 'telefono',
      ente: 'borgo',
      codice: 'SF510',
      indirizzo: 'Via Roma 1',
      oggetto: 'Lampione',
      descrizione: 'È spento.',
      nome: 'Ada',
      cognome: 'Neri',
      informativa: true,
    }),
    outcomes: '401 403 403 201 404 401 401',
  },
  {
    operation: 'segnalazioniVicine',
    fields: () => ({ ente: 'borgo', codice: 'SF510', lat: 42.5, lon: 12.5 }),
    outcomes: '401 403 403 200_nothing 404 401 401',
  },
  {
    operation: 'segnalazioniPubblicheVicine',
    fields: () => ({ ente: 'borgo', codice: 'SF510', lat: 42.5, lon: 12.5 }),
    outcomes: '200_nothing',
  },
  { operation: 'incassi', outcomes: '401 403 403 403 403 401 401 200' },
  {
    operation: 'incassi',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    outcomes: '401 403 403 403 404 401 401 200',
  },
  {
    operation: 'esportaIncassi',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    outcomes: '401 403 403 403 404 401 401 200',
  },
  {
    operation: 'incasso',
    fields: () => ({ id: 'demo-ricevuta-che-non-esiste' }),
    outcomes: '401 403 403 403 403 401 401 404',
  },
  {
    operation: 'decidiIncasso',
    fields: () => ({ id: 'demo-ricevuta-che-non-esiste', tipo: 'rimborsata' }),
    outcomes: '401 403 403 403 403 401 401 404',
  },
  {
    operation: 'riversamenti',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    outcomes: '401 403 403 403 404 401 401 200',
  },
  {
    operation: 'riversamento',
    fields: () => ({ flusso: 'borgo/BANCA/nessuno/1' }),
    outcomes: '401 403 403 403 403 401 401 404',
  },
  {
    operation: 'caricaGiornale',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo', file: new File(['Data;Importo;Causale\n20/11/2026;1,00;Prova'], 'giornale.csv') }),
    outcomes: '401 403 403 403 404 401 401 200',
  },
  { operation: 'andamento', outcomes: '401 403 403 200 200 401 401' },
  {
    operation: 'andamento',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    outcomes: '401 403 403 200 404 401 401',
  },
  {
    operation: 'esportaAndamento',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    outcomes: '401 403 403 200 404 401 401',
  },
  {
    operation: 'cambiamentiPratiche',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    outcomes: '401 403 403 200 404 401 401',
  },
  {
    operation: 'scriviPraticaEsterna',
    what: 'a program’s own case, which is the call of a program alone',
    fields: () => ({
      ente: 'borgo',
      numero: '118',
      codice_fiscale: 'BNCNNA80A41H501R',
      servizio: 'Permesso di costruire',
      oggetto: 'Tettoia',
      stato: 'inviata',
    }),
    outcomes: '401 403 403 403 404 401 401',
  },
  { operation: 'praticheOperatore', outcomes: '401 403 403 200 200_nothing 401 401' },
  {
    operation: 'praticheOperatore',
    what: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    outcomes: '401 403 403 200 404 401 401',
  },
  {
    operation: 'mappaPratiche',
    fields: () => ({ sud: '42', nord: '43', ovest: '12', est: '13' }),
    outcomes: '401 403 403 200 200 401 401',
  },
  { operation: 'conteggiOperatore', fields: () => ({ dopo: 0 }), outcomes: '401 403 403 200 200 401 401' },
  {
    operation: 'conteggiOperatore',
    what: 'of the ente of X',
    fields: () => ({ dopo: 0, ente: 'borgo' }),
    outcomes: '401 403 403 200 404 401 401',
  },
  {
    operation: 'lavoraPratica',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, azione: 'prendi_in_carico' }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'lavoraPratica',
    what: 'by the id of the citizen’s side',
    fields: (m) => ({ id: m.anna.segnalazione.id, azione: 'prendi_in_carico' }),
    outcomes: '401 403 403 404 404 401 401',
  },
  {
    operation: 'lavoraPratica',
    what: 'given to X and the office of X',
    fields: (m) => ({ id: m.anna.segnalazione.ufficio, azione: 'assegna', persona: m.operatore, ufficio: m.ufficio }),
    outcomes: UFFICIO_LOGIN,
  },
  { operation: 'visteOperatore', outcomes: '401 403 403 200 200_nothing 401 401 200_nothing' },
  {
    operation: 'salvaVista',
    fields: () => ({ nome: 'In ritardo', filtri: { coda: 'in_ritardo' } }),
    outcomes: '401 403 403 201 201 401 401',
  },
  {
    operation: 'salvaVista',
    what: 'with the ente of X',
    fields: () => ({ nome: 'Di Borgo', filtri: { ente: 'borgo' } }),
    outcomes: '401 403 403 201 404 401 401',
  },
  {
    operation: 'cambiaVista',
    what: 'of X',
    fields: (m) => ({ id: m.vista, nome: 'Buche', iniziale: true }),
    outcomes: '401 403 403 200 404 401 401 404',
  },
  {
    operation: 'eliminaVista',
    what: 'of X',
    fields: (m) => ({ id: m.vista }),
    outcomes: '401 403 403 204 404 401 401 404',
  },
  { operation: 'vicinePratica', fields: (m) => ({ id: m.anna.segnalazione.ufficio }), outcomes: UFFICIO_LOGIN },

  {
    operation: 'nuovaPosizione',
    what: 'with the right codes; A has it already',
    fields: letteraCodici,
    outcomes: '401 409 201 403 403 401 401',
    delegates: '409 409',
  },
  { operation: 'listaPosizioni', outcomes: OWN_LISTS },
  {
    operation: 'togliPosizione',
    fields: (m) => ({ id: m.posizione.id }),
    outcomes: '401 204 404 403 403 401 401',
    delegates: '409 409',
  },
  {
    operation: 'documentiPosizione',
    fields: ({ posizione: { id, codice_utente } }) => ({ id, codice: btoa(codice_utente) }),
    outcomes: '401 200 404 403 403 401 401',
    delegates: SEEN,
  },
  {
    operation: 'documentiPosizione',
    what: 'of A’s ward, on whose positions an office lets A act',
    fields: (m) => ({ id: m.wardship.posizione, codice: btoa('TUTELA-1') }),
    outcomes: '401 200_nothing 404 403 403 401 401',
  },
  { operation: 'mieiDocumenti', outcomes: OWN_LISTS },
  {
    operation: 'posizioniAperte',
    outcomes: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200_nothing',
    delegates: '200 200_nothing',
  },
  {
    operation: 'attoDocumento',
    what: 'of a document whose ente has sent one',
    fields: (m) => ({ id: m.documento.id }),
    outcomes: '401 200 404 403 403 401 401',
    delegates: SEEN,
  },
  {
    operation: 'mioDocumento',
    fields: (m) => ({ id: m.documento.id }),
    outcomes: '401 200 404 403 403 401 401',
    delegates: SEEN,
  },
  { operation: 'controllaPosizione', what: 'with the right codes', fields: letteraCodici, outcomes: '200' },
  {
    operation: 'controllaPosizione',
    what: 'with a wrong control code',
    fields: (m) => ({ ...letteraCodici(m), codice_controllo: 'ZZZZZZ' }),
    outcomes: '422',
  },
  {
    operation: 'documentiDaScegliere',
    fields: () => ({ servizio: 'riesame' }),
    outcomes: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200_nothing',
  },
  {
    operation: 'scegliDocumenti',
    fields: (m) => ({ servizio: 'riesame', documenti: m.documento.id }),
    outcomes: OWN_DOCUMENTO,
    delegates: SENT,
  },
  { operation: 'mieDeleghe', what: 'that they gave and received', outcomes: OWN_DATA },
  {
    operation: 'nuovaDelega',
    what: 'of a position of A’s, which a delegate cannot pass on',
    fields: (m) => ({
      delegato: 'MKJRLA80A01L4L7I',
      posizioni: [m.posizione.id],
      avvisi: 'entrambi',
      fino_a: '2026-12-31',
    }),
    outcomes: '401 201 422 403 403 401 401',
  },
  {
    operation: 'chiediDelega',
    what: 'of an office, for a child, with a file of A’s that B did not upload',
    fields: (m, who) => ({
      ente: 'borgo',
      persona: { nome: 'Mario', cognome: 'Rossi', codice_fiscale: 'RSSMRA15A01H501G' },
      motivo: 'tutore',
      nome: 'Anna',
      cognome: 'Bianchi',
      email: senderEmail(who),
      privacy: true,
      filesAllegati: [{ Id: sentFileOf(m, who) }],
    }),
    outcomes: '401 201 404 403 403 401 401',
    delegates: '201 201',
  },
  {
    operation: 'delegaDiPratica',
    what: 'that A has asked of an office',
    fields: (m) => ({ id: m.wardship.asked }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'chiudiDelegaConcessa',
    what: 'that an office has granted to A',
    fields: (m) => ({ id: m.wardship.granted, motivo: 'È finita.' }),
    outcomes: UFFICIO_LOGIN,
  },
  {
    operation: 'accettaDelega',
    what: 'that A gave to B',
    fields: (m) => ({ id: m.deleghe.waiting }),
    outcomes: '401 404 200 403 403 401 401',
    delegates: '404 404',
  },
  {
    operation: 'chiudiDelega',
    what: 'of A to D',
    fields: (m) => ({ id: m.deleghe.held }),
    outcomes: '401 200 404 403 403 401 401',
    delegates: '200 404',
  },
  {
    operation: 'attiDelega',
    what: 'of A to D',
    fields: (m) => ({ id: m.deleghe.held }),
    outcomes: '401 200 404 403 403 401 401',
    delegates: '200 404',
  },
  {
    operation: 'posizioniDelegate',
    what: 'on which they act',
    outcomes: '401 200 200 403 403 401 401',
  },
  {
    operation: 'posizioneDelegata',
    what: 'of A’s, by a link that is not the caller’s',
    fields: () => ({ id: 'di-nessuno' }),
    outcomes: '401 404 404 403 403 401 401',
  },
  { operation: 'estrattoDeleghe', what: 'of what they act on', outcomes: OWN_DATA },
  { operation: 'estrattoDeleghePdf', what: 'of what they act on', outcomes: OWN_DATA },
  { operation: 'motiviRiesame', outcomes: '200' },
  {
    operation: 'documentoRiesame',
    fields: ({ documento: { numero, sistema } }) => ({ documento: numero, servizio: sistema }),
    outcomes: OWN_DOCUMENTO,
    delegates: SENT,
  },
  {
    operation: 'inviaRiesame',
    what: 'about a document of A’s, with a file of their own',
    fields: (m, who) => ({ ...documentoBody(m, who), motivo: 'altro', fatti: 'Prova' }),
    outcomes: OWN_DOCUMENTO.replace('200', '201'),
    delegates: SENT.replace('200', '201'),
  },
  {
    operation: 'documentiRateizzazione',
    fields: ({ documento: { numero, sistema } }) => ({ documento: numero, servizio: sistema }),
    outcomes: OWN_DOCUMENTO,
    delegates: SENT,
  },
  {
    operation: 'simulaRate',
    fields: ({ documento: { numero, sistema } }) => ({ documenti: numero, servizio: sistema, ...PIANO }),
    outcomes: OWN_DOCUMENTO,
    delegates: SENT,
  },
  {
    operation: 'chiediRate',
    what: 'about a document of A’s, with a file of their own',
    fields: (m, who) => ({ ...documentoBody(m, who), ...PIANO, motivo: 'Prova', difficolta: true }),
    outcomes: OWN_DOCUMENTO.replace('200', '201'),
    delegates: SENT.replace('200', '201'),
  },
  {
    operation: 'documentoProroga',
    fields: ({ documento: { numero, sistema } }) => ({ documento: numero, servizio: sistema }),
    outcomes: OWN_DOCUMENTO,
    delegates: SENT,
  },
  {
    operation: 'chiediProroga',
    what: 'about a document of A’s, with a file of their own',
    fields: (m, who) => ({ ...documentoBody(m, who), nuova_scadenza: '2026-12-31', motivo: 'Prova' }),
    outcomes: OWN_DOCUMENTO.replace('200', '201'),
    delegates: SENT.replace('200', '201'),
  },
  {
    operation: 'controllaDocumentiIstanza',
    fields: ({ documento: { numero, sistema } }) => ({ idDocument: numero, sistema__c: sistema }),
    outcomes: OWN_DOCUMENTO,
    delegates: SENT,
  },
  {
    operation: 'inviaIstanza',
    what: 'about a document of A’s',
    fields: (m, who) => ({
      ...richiestaBody(who),
      sistema__c: m.documento.sistema,
      documenti: [m.documento.numero],
      oggetto: 'Prova',
      testo: 'Prova',
    }),
    outcomes: '404 201 404 404 404 404 404',
    delegates: SENT.replace('200', '201'),
  },
  {
    operation: 'inviaIstanza',
    what: 'without documents; A and B are known by their login, the others would have to show who they are',
    fields: (_m, who) => ({ ...richiestaBody(who), sistema__c: 'TARMB', oggetto: 'Prova', testo: 'Prova' }),
    outcomes: '422 201 201 422 422 422 422',
  },
  { operation: 'tipiTomba', outcomes: '200' },
  { operation: 'cimiteri', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  {
    operation: 'chiediLampade',
    what: 'with a file of A’s; B did not upload it, the others would have to show who they are',
    fields: lampadeBody,
    outcomes: '422 201 404 422 422 422 422',
  },
  { operation: 'zoneParcheggi', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  {
    operation: 'prezzoParcheggi',
    fields: () => ({ ente: 'borgo', zona: 'a', tipo: 'residente', durata: 'mensile' }),
    outcomes: '200',
  },
  {
    operation: 'chiediAbbonamento',
    what: 'A and B are known by their login, the others would have to show who they are',
    fields: (_m, who) => abbonamentoBody(who),
    outcomes: '422 201 201 422 422 422 422',
  },
  {
    operation: 'permessoParcheggio',
    what: 'of a subscription that is not decided yet',
    fields: (m, who) => pairOf(m, who, 'richiesta'),
    outcomes: '404 409 404 409 404 409 409',
  },
  { operation: 'verificaPermesso', what: 'by its code', fields: () => ({ codice: PERMESSO_CODE }), outcomes: '200' },
  {
    operation: 'verificaPermesso',
    what: 'by a code that no permit has',
    fields: () => ({ codice: 'ABCD-EFGH-2345-6789' }),
    outcomes: '404',
  },
  { operation: 'tariffaManifesti', fields: () => ({ ente: 'borgo' }), outcomes: '200' },
  {
    operation: 'chiediAffissione',
    what: 'for a position of A’s',
    fields: (m, who) => ({ ...manifestoBody(who), posizione: m.affissioni }),
    outcomes: '404 201 404 404 404 404 404',
    delegates: SENT.replace('200', '201'),
  },
  {
    operation: 'chiediAffissione',
    what: 'for no position; A and B are known by their login, the others would have to show who they are',
    fields: (_m, who) => manifestoBody(who),
    outcomes: '422 201 201 422 422 422 422',
  },
  { operation: 'listaDichiarazioni', outcomes: OWN_LISTS },

  {
    operation: 'nuovaDichiarazioneMezzi',
    what: 'of new devices',
    fields: () => ({ tipo: 'nuovo', ente: 'borgo' }),
    outcomes: '201',
  },
  {
    operation: 'nuovaDichiarazioneMezzi',
    what: 'about a position of A’s',
    fields: ({ mezzi: { posizione } }) => ({ tipo: 'variazione', posizione }),
    outcomes: OWN_DOCUMENTO.replace('200', '201'),
    delegates: SENT.replace('200', '201'),
  },
  {
    operation: 'leggiDichiarazioneMezzi',
    what: 'that A and the visitor have begun',
    fields: (m, who) => ({ id: begunBy(m, who) }),
    outcomes: OWN_BEGUN,
  },
  {
    operation: 'leggiDichiarazioneMezzi',
    what: 'that A has sent',
    fields: ({ mezzi }) => ({ id: mezzi.sent }),
    outcomes: OWN_DOCUMENTO,
  },
  {
    operation: 'scriviDichiarazioneMezzi',
    what: 'that A and the visitor have begun',
    fields: (m, who) => ({ id: begunBy(m, who), richiedente: richiestaBody(who).richiedente }),
    outcomes: OWN_BEGUN,
  },
  {
    operation: 'scriviDichiarazioneMezzi',
    what: 'the send; the visitor would have to add a device and show who they are',
    fields: (m, who) => ({
      id: begunBy(m, who),
      richiedente: richiestaBody(who).richiedente,
      invia: true,
      privacy: true,
    }),
    outcomes: OWN_BEGUN.replace(/200$/, '422'),
  },
  {
    operation: 'scriviDichiarazioneMezzi',
    what: 'that A has sent: nothing of it changes any more',
    fields: ({ mezzi }) => ({ id: mezzi.sent }),
    outcomes: OWN_DOCUMENTO.replace('200', '409'),
  },
  {
    operation: 'scriviAutomezzo',
    fields: (m, who) => ({ dichiarazione: begunBy(m, who), ...FURGONE }),
    outcomes: OWN_BEGUN.replaceAll('200', '201'),
  },
  {
    operation: 'scriviMezzoFisso',
    fields: (m, who) => ({ dichiarazione: begunBy(m, who), ...CARTELLO }),
    outcomes: OWN_BEGUN.replaceAll('200', '201'),
  },
  {
    operation: 'scriviMezzoFisso',
    what: 'one of A’s position; the visitor tries it in a declaration of their own',
    fields: (m, who) => ({ dichiarazione: begunBy(m, who), id: m.mezzi.existing, ...CARTELLO }),
    outcomes: OWN_DOCUMENTO,
  },
  {
    operation: 'cessaAutomezzo',
    what: 'of A’s position, which is no vehicle; of the visitor’s declaration, which is of new ones',
    fields: (m, who) => ({ dichiarazione: begunBy(m, who), Id: m.mezzi.existing, ...CESSAZIONE }),
    outcomes: '404 422 404 404 404 404 409',
  },
  {
    operation: 'cessaMezzoFisso',
    what: 'of A’s position; of the visitor’s declaration, which is of new ones',
    fields: (m, who) => ({ dichiarazione: begunBy(m, who), Id: m.mezzi.existing, ...CESSAZIONE }),
    outcomes: '404 200 404 404 404 404 409',
  },
  {
    operation: 'togliMezzo',
    what: 'that A declares',
    fields: ({ mezzi }) => ({ id: mezzi.added }),
    outcomes: OWN_DOCUMENTO.replace('200', '204'),
  },
  {
    operation: 'rimettiMezzo',
    what: 'that A declares',
    fields: ({ mezzi }) => ({ id: mezzi.added }),
    outcomes: OWN_DOCUMENTO,
  },
  {
    operation: 'duplicaMezzo',
    what: 'that A declares',
    fields: ({ mezzi }) => ({ id: mezzi.added }),
    outcomes: OWN_DOCUMENTO.replace('200', '201'),
  },
  {
    operation: 'mezziPosizione',
    what: 'of A’s',
    fields: ({ mezzi }) => ({ id: mezzi.posizione }),
    outcomes: OWN_DOCUMENTO,
    delegates: SENT,
  },
  {
    operation: 'mieDichiarazioniMezzi',
    outcomes: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200',
  },
  {
    operation: 'importaMezzi',
    what: 'into what A and the visitor have begun',
    fields: (m, who) => ({ id: begunBy(m, who), file: new File([FOGLIO], 'mezzi.csv', { type: 'text/csv' }) }),
    outcomes: OWN_BEGUN.replaceAll('200', '201'),
  },
  ...(['esportaMezziCsv', 'esportaMezziPdf'] as const).flatMap((operation): OperationRow[] => [
    {
      operation,
      what: 'of what A and the visitor have begun',
      fields: (m, who) => ({ id: begunBy(m, who) }),
      outcomes: OWN_BEGUN,
    },
    {
      operation,
      what: 'of what A has sent, asked for with the address of the case',
      fields: (m, who) => ({ ...pairOf(m, who === 'visitor' ? 'nobody' : who), id: m.mezzi.sent }),
      // The keys opened other cases than this one.
      outcomes: '404 200 404 200 404 404 404',
    },
  ]),
  { operation: 'modelloMezziCsv', outcomes: '200' },
  { operation: 'tariffaMezzi', fields: () => ({ ente: 'borgo' }), outcomes: '200_nothing' },

  { operation: 'entiPagamento', fields: () => ({ elenco: 'PPA' }), outcomes: '200' },
  { operation: 'serviziPagamento', fields: () => ({ elenco: 'PPA', ente: 'borgo' }), outcomes: '200' },
  {
    operation: 'controllaAvviso',
    what: 'what A owes, by the number in a letter',
    fields: ({ avviso: { numero_avviso, dominioEC } }) => ({ numero_avviso, dominioEC }),
    outcomes: '200',
  },
  {
    operation: 'pagaConPagopa',
    what: 'what A owes: anybody with the letter may pay it',
    fields: ({ avviso: { IUV, dominioEC } }) => ({ IUV, dominioEC, ...RICEVUTA_EMAIL }),
    outcomes: '200',
  },
  {
    operation: 'pagaConMooney',
    what: 'what A owes: anybody with the letter may pay it',
    fields: ({ avviso: { IUV, dominioEC } }) => ({ IUV, dominioEC, ...RICEVUTA_EMAIL }),
    outcomes: '200',
  },
  {
    operation: 'pagaSpontaneo',
    fields: () => ({
      ente: 'borgo',
      servizio: 'mensa',
      campi: {},
      ...RICEVUTA_EMAIL,
      pagatore: { nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R' },
    }),
    outcomes: '200',
  },
  {
    operation: 'esitoPagamento',
    what: 'by its reference, which says the outcome and no more',
    fields: (m, who) => ({ riferimento: pagamentiOf(m, who).paid }),
    outcomes: '200',
  },
  {
    operation: 'ricevutaPagamento',
    fields: (m, who) => ({ id: pagamentiOf(m, who).paid }),
    outcomes: '404 200 404 404 404 404 200',
  },
  {
    operation: 'ricevutaPagamento',
    what: 'of a payment that is not paid',
    fields: (m, who) => ({ id: pagamentiOf(m, who).open }),
    outcomes: '404',
  },
  {
    operation: 'ricevutaRedirect',
    fields: (m, who) => ({ id: pagamentiOf(m, who).paid }),
    outcomes: '404 302 404 404 404 404 302',
  },
  {
    operation: 'annullaPagamento',
    what: 'one that is open at the second provider',
    fields: (m, who) => ({ id: pagamentiOf(m, who).open }),
    outcomes: '404 200 404 404 404 404 200',
  },
  {
    operation: 'valutaPagamento',
    what: 'what they paid',
    fields: (m, who) => ({ id: pagamentiOf(m, who).paid, stelle: 5 }),
    outcomes: '404 200 404 404 404 404 200',
  },
  { operation: 'mieiPagamenti', outcomes: OWN_LISTS },
  { operation: 'mieiAvvisi', outcomes: OWN_LISTS },
  {
    operation: 'pagamentiAperti',
    outcomes: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200',
  },
  {
    operation: 'scadenzeCalendario',
    what: 'their own, where there are any',
    outcomes: '401 200 404 403 403 401 401',
  },
  {
    operation: 'notificaMooney',
    what: 'without the provider’s signature',
    fields: (m) => ({ riferimento: m.anna.pagamenti.open, stato: 'PAID' }),
    outcomes: '403',
  },

  { operation: 'utente', outcomes: LOGGED_IN },
  { operation: 'durataAccesso', outcomes: LOGGED_IN },
  { operation: 'restaCollegato', outcomes: LOGGED_IN },
  {
    operation: 'aggiornaContatti',
    what: 'their own telephone',
    fields: (_m, who) => ({ Email_Comunicazione__c: senderEmail(who), Telefono_Comunicazione__c: '333 1234567' }),
    outcomes: OWN_DATA,
  },
  {
    operation: 'aggiornaContatti',
    what: 'an e-mail they have not confirmed',
    fields: () => ({ Email_Comunicazione__c: 'altra@esempio.it' }),
    outcomes: '401 422 422 403 403 401 401',
  },
  { operation: 'modificaAnagrafica', what: 'their own', fields: () => ({ Comune: 'Borgo' }), outcomes: OWN_DATA },
  { operation: 'promemoria', what: 'their own', outcomes: OWN_DATA },
  {
    operation: 'cambiaPromemoria',
    what: 'their own',
    fields: () => ({ cosa: ['appuntamenti'], giorni: [], dove: 'email' }),
    outcomes: OWN_DATA,
  },
  { operation: 'smettiPromemoria', what: 'by words of no mail', fields: () => ({ chiave: 'a.b' }), outcomes: '404' },
  { operation: 'calendarioPersonale', what: 'their own', outcomes: OWN_DATA },
  { operation: 'creaCalendario', what: 'their own', outcomes: OWN_DATA },
  {
    operation: 'revocaCalendario',
    what: 'their own, of which there is none',
    outcomes: '401 204_nothing 204_nothing 403 403 401 401',
  },
  { operation: 'leggiCalendario', what: 'by words of no address', fields: () => ({ chiave: 'a.b' }), outcomes: '404' },
  { operation: 'chiHaVisto', what: 'who opened their own cases', outcomes: OWN_DATA },
  { operation: 'scaricaDati', what: 'their own', outcomes: OWN_DATA },
];

/** @returns the outcome of each actor, as the test finds it */
export function outcomesOf({ outcomes, delegates }: OperationRow): Record<ActorName, string> {
  const [stated = [], ofDelegates = []] = [outcomes, delegates ?? ''].map((some) =>
    some.split(' ').flatMap((outcome) => outcome.replace('_', ' ') || []),
  );
  const every = Object.keys(ACTOR_NAMES) as ActorName[];
  const actors = every.filter((actor) => !DELEGATES.includes(actor));
  if (![1, actors.length - 1, actors.length].includes(stated.length))
    throw new Error(`${outcomes}: one outcome, or one per actor`);
  const ofOperator = stated[actors.indexOf('X')];
  const outcomeOf = (actor: ActorName) =>
    stated.length === 1 ? stated[0] : (stated[actors.indexOf(actor)] ?? ofOperator);
  return Object.fromEntries(
    every.map((actor) => [
      actor,
      actors.includes(actor) ? outcomeOf(actor) : (ofDelegates[DELEGATES.indexOf(actor)] ?? outcomeOf('B')),
    ]),
  ) as Record<ActorName, string>;
}
