/**
 * Who may do what: every operation × every actor. The test calls each cell for real; docs/authorization.md is printed from here.
 * What somebody asks for is Anna's (A's), unless the row says otherwise; the visitor asks for what they sent themselves.
 */
import type { OperationName } from '../src/handlers.ts';
import type { Mondo } from './mondo.ts';

/** `nobody` to `visitor` in the order of the columns. */
export const ATTORI = {
  nobody: 'a person who is not logged in and knows only the id',
  A: 'the citizen concerned, logged in',
  B: 'another citizen, logged in, who knows only the id',
  X: 'an operator of the ente of the case, logged in',
  Y: 'an operator of another ente, logged in, who was even given the address and id of the case',
  key: 'a person who opened the links in the mails to the mailbox of the ente',
  visitor: 'a person who is not logged in, with the browser that sent a case of its own',
} as const;
export type Attore = keyof typeof ATTORI;

/** Status of the answer; `200 nothing`: done, and nothing comes back. */
export type Riga = {
  operazione: OperationName;
  /** What exactly is asked, where the operation alone does not say it */
  cosa?: string;
  fields?(m: Mondo, chi: Attore): Record<string, unknown>;
  /** One per actor, in the order of {@link ATTORI}; a single one stands for all */
  esiti: string;
};

const LOGGATI = '401 200 200 200 200 401 401';
/** Own lists of a citizen. */
const MIE = '401 200 200_nothing 403 403 401 401';
const PROPRIE = '401 200 200 403 403 401 401';
/** What is in a case: read by its two sides. */
const PARTI = '404 200 404 200 404 200 200';

/** The pair and side with which each asks for a case. */
function coppia(m: Mondo, chi: Attore, quale: 'segnalazione' | 'richiesta' = 'segnalazione') {
  const { id, email } = (chi === 'visitor' ? m.ospite : m.anna)[quale];
  if (chi === 'X' || chi === 'Y' || chi === 'key') return { id, email, vista: 'operatore' };
  return { id, email: chi === 'nobody' || chi === 'B' ? 'bruno@esempio.it' : email };
}

/** The citizen's side, asked for by the citizen's pair, which the operators and the holder of the key were given. */
const daCittadino = (m: Mondo, chi: Attore, quale?: 'segnalazione' | 'richiesta') => ({
  ...coppia(m, chi, quale),
  vista: 'cittadino',
});
const CITTADINO = 'as the citizen, by the pair, which X, Y and the key’s holder were given';
/** What the citizen's side may do: an operator of the body, by login or key, never. */
const LATO_CITTADINO = '404 200 404 403 200 403 200';

/** By the id that the links of the body carry. */
const daUfficio = (m: Mondo, vista: 'cittadino' | 'operatore') => ({
  ...{ id: m.anna.segnalazione.ufficio, email: m.anna.segnalazione.email, vista },
});
const LATO_UFFICIO = '404 404 404 200 404 200 404';

const mittente = (chi: Attore) =>
  chi === 'visitor' ? 'ospite@esempio.it' : chi === 'A' ? 'anna@esempio.it' : 'bruno@esempio.it';
const scritto = (chi: Attore) => ({
  ...{ ente: 'borgo', oggetto: 'Prova', nome: 'Anna', cognome: 'Bianchi', privacy: true },
  email: mittente(chi),
});
const codici = ({ posizione: { codice_utente, codice_controllo } }: Mondo) => ({ codice_utente, codice_controllo });
const fileDi = (m: Mondo, chi: Attore) => (chi === 'visitor' ? m.ospite : m.anna).file;
/** A request as A, B and the visitor would send it. */
const domanda = (chi: Attore) => ({
  ...{ ente: 'borgo', filesAllegati: [], privacy: true },
  richiedente: {
    ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R', telefono: '333 1234567' },
    email: mittente(chi),
  },
});
const suDocumento = (m: Mondo, chi: Attore) => ({
  ...domanda(chi),
  ...{ servizio: m.documento.sistema, documenti: [m.documento.numero], filesAllegati: [{ Id: fileDi(m, chi) }] },
});
const manifesto = (chi: Attore) => ({
  ...domanda(chi),
  ...{ categoria: 'culturale', titolo: 'Prova', formato: '70x100', quantita: 1, dal: '2026-12-01', al: '2026-12-02' },
});
const lampade = (m: Mondo, chi: Attore) => ({
  ...domanda(chi),
  ...{ cimitero: 'a', tipo: 'a', lampade: 1, decorrenza: '2026-12-01', filesAllegati: [{ Id: fileDi(m, chi) }] },
  defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: '2026-01-01' },
  fatturazione: { indirizzo: 'Via Roma 1', cap: '00100', comune: 'Roma', provincia: 'RM' },
});
const abbonamento = (chi: Attore) => ({
  ...domanda(chi),
  ...{ zona: 'a', tipo: 'residente', durata: 'mensile', dal: '2026-12-01', targhe: ['AB123CD'] },
});
/** What A has begun, and what the visitor has. */
const iniziata = ({ mezzi }: Mondo, chi: Attore) => (chi === 'visitor' ? mezzi.delVisitatore : mezzi.iniziata);
const CARTELLO = {
  ...{ Tipologia_impianto_publicitario__c: 'Cartello', indirizzo: 'Via Roma 1', quantita: 1, testo: 'Bar' },
  ...{ facce: 'Monofacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 100 },
};
const FURGONE = {
  ...{ Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'AB123CD', categoria_veicolo: 'altra' },
  ...{ facce: 'Monofacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 100 },
};
const CESSA = { dal: '2026-11-30', motivo: 'Rimosso' };
const FOGLIO = [
  'tipo;indirizzo;quantita;testo;facce;illuminazione;larghezza_cm;altezza_cm',
  'Cartello;Via Roma 1;1;Bar;Monofacciale;Opaco;100;100',
].join('\n');
const PIANO = { rate: 3, prima_scadenza: '2026-12-31' };
/** What A and the visitor have begun, each their own. */
const INIZIATA = '404 200 404 404 404 404 200';
/** Who may see a document of A’s. */
const APERTO = '404 200 404 404 404 404 404';
const pagamentiDi = (m: Mondo, chi: Attore) => (chi === 'visitor' ? m.ospite : m.anna).pagamenti;
const PER_LA_RICEVUTA = { emailDebitore: 'anna@esempio.it' };
const decisione = (stato: string) => (m: Mondo, chi: Attore) => ({
  ...coppia(m, chi, 'richiesta'),
  ...{ stato, motivo: 'Perché sì.' },
});
const commento = (fields: Record<string, unknown>) => (m: Mondo, chi: Attore) => ({ ...coppia(m, chi), ...fields });

export const TABELLA: readonly Riga[] = [
  { operazione: 'listaEnti', esiti: '200' },
  { operazione: 'entiPerCategoria', fields: () => ({ category: 'SF510' }), esiti: '200' },
  { operazione: 'entiSportello', esiti: '200' },
  { operazione: 'serviziSportello', fields: () => ({ comune: 'Comune di Borgo' }), esiti: '200' },
  { operazione: 'opzioniSegnalazione', esiti: '200' },
  { operazione: 'sfida', esiti: '200' },
  { operazione: 'codiceEmail', fields: () => ({ email: 'nuova@esempio.it' }), esiti: '201' },

  {
    operazione: 'inviaSegnalazione',
    cosa: 'with an e-mail that A and B have in their contacts, the visitor has confirmed, the others have not',
    fields: (_m, chi) => ({ ...scritto(chi), codice: 'SF510', indirizzo: 'Via Roma 1', descrizione: 'Prova' }),
    esiti: '422 201 201 422 422 422 201',
  },
  {
    operazione: 'scriviSportello',
    cosa: 'with the same e-mails',
    fields: (_m, chi) => ({ ...scritto(chi), servizio: 'urp', testo: 'Prova' }),
    esiti: '422 201 201 422 422 422 201',
  },
  { operazione: 'listaSegnalazioni', esiti: MIE },
  { operazione: 'messaggiDaLeggere', esiti: '401 200 200 403 403 401 401' },

  { operazione: 'caricaFile', fields: () => ({ file: new File(['%PDF-1.7\n%%EOF\n'], 'a.pdf') }), esiti: '201' },
  {
    operazione: 'scaricaFile',
    cosa: 'one that was not sent yet',
    fields: (m, chi) => ({ id: fileDi(m, chi) }),
    esiti: '404 200 404 404 404 404 200',
  },
  {
    operazione: 'scaricaFile',
    cosa: 'one of A’s case',
    fields: (m, chi) => ({ ...coppia(m, chi === 'visitor' ? 'nobody' : chi), id: m.allegato }),
    esiti: '404 200 404 200 404 200 404',
  },
  {
    operazione: 'togliFile',
    cosa: 'one that was not sent yet',
    fields: (m, chi) => ({ id: fileDi(m, chi) }),
    esiti: '404 204 404 404 404 404 204',
  },
  {
    operazione: 'scaricaFile',
    cosa: `one of A’s case, ${CITTADINO}`,
    fields: (m, chi) => ({ ...daCittadino(m, chi === 'visitor' ? 'nobody' : chi), id: m.allegato }),
    esiti: '404 200 404 403 200 403 404',
  },
  { operazione: 'togliFile', cosa: 'one of A’s case', fields: (m) => ({ id: m.allegato }), esiti: '404' },

  {
    operazione: 'salvaBozza',
    cosa: 'their own',
    fields: () => ({ percorso: '/servizio/riesame', passo: 'dati', valori: { a: 'b' } }),
    esiti: '200',
  },
  {
    operazione: 'leggiBozza',
    cosa: 'of a form that A and the visitor have begun',
    fields: () => ({ percorso: '/segnalazione' }),
    esiti: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200',
  },
  { operazione: 'mieBozze', esiti: MIE },
  {
    operazione: 'eliminaBozza',
    cosa: 'of a form that A and the visitor have begun: only one’s own is deleted',
    fields: () => ({ percorso: '/segnalazione' }),
    esiti: '204_nothing 204 204_nothing 204_nothing 204_nothing 204_nothing 204',
  },

  { operazione: 'dettaglioPratica', fields: coppia, esiti: PARTI },
  { operazione: 'dettaglioPratica', cosa: CITTADINO, fields: daCittadino, esiti: LATO_CITTADINO },
  {
    operazione: 'dettaglioPratica',
    cosa: 'by the id of the ente’s side, which all were given',
    fields: (m) => daUfficio(m, 'operatore'),
    esiti: LATO_UFFICIO,
  },
  {
    operazione: 'dettaglioPratica',
    cosa: 'as the citizen, by the id of the ente’s side',
    fields: (m) => daUfficio(m, 'cittadino'),
    esiti: '404',
  },
  { operazione: 'ricevutaPratica', fields: coppia, esiti: PARTI },
  { operazione: 'ricevutaPratica', cosa: CITTADINO, fields: daCittadino, esiti: LATO_CITTADINO },
  { operazione: 'segnaLetto', fields: coppia, esiti: PARTI },
  { operazione: 'segnaLetto', cosa: CITTADINO, fields: daCittadino, esiti: LATO_CITTADINO },
  {
    operazione: 'filePronti',
    fields: coppia,
    esiti: '404 200 404 200_nothing 404 200_nothing 200',
  },
  {
    operazione: 'filePronti',
    cosa: CITTADINO,
    fields: daCittadino,
    esiti: '404 200 404 403 200_nothing 403 200',
  },
  {
    operazione: 'valutaServizio',
    cosa: CITTADINO,
    fields: (m, chi) => ({ ...coppia(m, chi), stelle: 5 }),
    esiti: LATO_CITTADINO,
  },
  {
    operazione: 'nuovoLink',
    cosa: 'by the pair alone; the link goes to the mailbox of the ente, nowhere else',
    fields: coppia,
    esiti: '404 200 404 200 200 200 200',
  },
  {
    operazione: 'commenta',
    cosa: 'a message',
    fields: commento({ testo: 'Buongiorno' }),
    esiti: '404 201 404 201 404 201 201',
  },
  {
    operazione: 'commenta',
    cosa: `a message, ${CITTADINO}`,
    fields: (m, chi) => ({ ...daCittadino(m, chi), testo: 'Buongiorno' }),
    esiti: LATO_CITTADINO.replaceAll('200', '201'),
  },
  {
    operazione: 'commenta',
    cosa: 'takes in charge',
    fields: commento({ stato: 'in_elaborazione' }),
    esiti: '404 403 404 201 404 201 403',
  },
  {
    operazione: 'commenta',
    cosa: 'closes a report',
    fields: commento({ stato: 'conclusa', testo: 'Fatto' }),
    esiti: '404 403 404 201 404 201 403',
  },
  {
    operazione: 'commenta',
    cosa: 'the ente’s own register number',
    fields: commento({ protocollo_ente: '123/2026' }),
    esiti: '404 403 404 201 404 201 403',
  },
  {
    operazione: 'commenta',
    cosa: 'accepts a request',
    fields: decisione('accettata'),
    esiti: '404 403 404 201 404 403 403',
  },
  {
    operazione: 'commenta',
    cosa: 'refuses a request',
    fields: decisione('rifiutata'),
    esiti: '404 403 404 201 404 403 403',
  },
  {
    operazione: 'commenta',
    cosa: 'withdraws a request',
    fields: (m, chi) => ({ ...coppia(m, chi, 'richiesta'), stato: 'ritirata' }),
    esiti: '404 201 404 403 404 403 201',
  },
  {
    operazione: 'commenta',
    cosa: `withdraws a request, ${CITTADINO}`,
    fields: (m, chi) => ({ ...daCittadino(m, chi, 'richiesta'), stato: 'ritirata' }),
    esiti: LATO_CITTADINO.replaceAll('200', '201'),
  },
  {
    operazione: 'commenta',
    cosa: 'with a file that B, X and the key’s holder did not upload',
    fields: (m, chi) => ({ ...coppia(m, chi), filesAllegati: [{ Id: fileDi(m, chi) }] }),
    esiti: '404 201 404 404 404 404 201',
  },
  {
    operazione: 'nascondi',
    fields: (m, chi) => ({ ...coppia(m, chi), evento: m.messaggio }),
    esiti: '404 404 404 200 404 200 404',
  },
  {
    operazione: 'praticheDaPrendere',
    cosa: 'sent as a guest with A’s tax code',
    esiti: MIE,
  },
  {
    operazione: 'prendiPratica',
    cosa: 'sent as a guest with A’s tax code',
    fields: (m) => ({ id: m.ospite.segnalazione.id }),
    esiti: '401 200 404 403 403 401 401',
  },
  { operazione: 'praticheOperatore', esiti: '401 403 403 200 200_nothing 401 401' },
  {
    operazione: 'praticheOperatore',
    cosa: 'of the ente of X',
    fields: () => ({ ente: 'borgo' }),
    esiti: '401 403 403 200 404 401 401',
  },

  {
    operazione: 'nuovaPosizione',
    cosa: 'with the right codes; A has it already',
    fields: codici,
    esiti: '401 409 201 403 403 401 401',
  },
  { operazione: 'listaPosizioni', esiti: MIE },
  {
    operazione: 'togliPosizione',
    fields: (m) => ({ id: m.posizione.id }),
    esiti: '401 204 404 403 403 401 401',
  },
  {
    operazione: 'documentiPosizione',
    fields: ({ posizione: { id, codice_utente } }) => ({ id, codice: btoa(codice_utente) }),
    esiti: '401 200 404 403 403 401 401',
  },
  { operazione: 'mieiDocumenti', esiti: MIE },
  { operazione: 'controllaPosizione', cosa: 'with the right codes', fields: codici, esiti: '200' },
  {
    operazione: 'controllaPosizione',
    cosa: 'with a wrong control code',
    fields: (m) => ({ ...codici(m), codice_controllo: 'ZZZZZZ' }),
    esiti: '422',
  },
  {
    operazione: 'documentiDaScegliere',
    fields: () => ({ servizio: 'riesame' }),
    esiti: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200_nothing',
  },
  {
    operazione: 'scegliDocumenti',
    fields: (m) => ({ servizio: 'riesame', documenti: m.documento.id }),
    esiti: APERTO,
  },
  { operazione: 'motiviRiesame', esiti: '200' },
  {
    operazione: 'documentoRiesame',
    fields: ({ documento: { numero, sistema } }) => ({ documento: numero, servizio: sistema }),
    esiti: APERTO,
  },
  {
    operazione: 'inviaRiesame',
    cosa: 'about a document of A’s, with a file of their own',
    fields: (m, chi) => ({ ...suDocumento(m, chi), motivo: 'altro', fatti: 'Prova' }),
    esiti: APERTO.replace('200', '201'),
  },
  {
    operazione: 'documentiRateizzazione',
    fields: ({ documento: { numero, sistema } }) => ({ documento: numero, servizio: sistema }),
    esiti: APERTO,
  },
  {
    operazione: 'simulaRate',
    fields: ({ documento: { numero, sistema } }) => ({ documenti: numero, servizio: sistema, ...PIANO }),
    esiti: APERTO,
  },
  {
    operazione: 'chiediRate',
    cosa: 'about a document of A’s, with a file of their own',
    fields: (m, chi) => ({ ...suDocumento(m, chi), ...PIANO, motivo: 'Prova', difficolta: true }),
    esiti: APERTO.replace('200', '201'),
  },
  {
    operazione: 'documentoProroga',
    fields: ({ documento: { numero, sistema } }) => ({ documento: numero, servizio: sistema }),
    esiti: APERTO,
  },
  {
    operazione: 'chiediProroga',
    cosa: 'about a document of A’s, with a file of their own',
    fields: (m, chi) => ({ ...suDocumento(m, chi), nuova_scadenza: '2026-12-31', motivo: 'Prova' }),
    esiti: APERTO.replace('200', '201'),
  },
  {
    operazione: 'controllaDocumentiIstanza',
    fields: ({ documento: { numero, sistema } }) => ({ idDocument: numero, sistema__c: sistema }),
    esiti: APERTO,
  },
  {
    operazione: 'inviaIstanza',
    cosa: 'about a document of A’s',
    fields: (m, chi) => ({
      ...domanda(chi),
      ...{ sistema__c: m.documento.sistema, documenti: [m.documento.numero], oggetto: 'Prova', testo: 'Prova' },
    }),
    esiti: '404 201 404 404 404 404 404',
  },
  {
    operazione: 'inviaIstanza',
    cosa: 'without documents; A and B are known by their login, the others would have to show who they are',
    fields: (_m, chi) => ({ ...domanda(chi), sistema__c: 'TARMB', oggetto: 'Prova', testo: 'Prova' }),
    esiti: '422 201 201 422 422 422 422',
  },
  { operazione: 'tipiTomba', esiti: '200' },
  { operazione: 'cimiteri', fields: () => ({ ente: 'borgo' }), esiti: '200' },
  {
    operazione: 'chiediLampade',
    cosa: 'with a file of A’s; B did not upload it, the others would have to show who they are',
    fields: lampade,
    esiti: '422 201 404 422 422 422 422',
  },
  { operazione: 'zoneParcheggi', fields: () => ({ ente: 'borgo' }), esiti: '200' },
  {
    operazione: 'prezzoParcheggi',
    fields: () => ({ ente: 'borgo', zona: 'a', tipo: 'residente', durata: 'mensile' }),
    esiti: '200',
  },
  {
    operazione: 'chiediAbbonamento',
    cosa: 'A and B are known by their login, the others would have to show who they are',
    fields: (_m, chi) => abbonamento(chi),
    esiti: '422 201 201 422 422 422 422',
  },
  {
    operazione: 'permessoParcheggio',
    cosa: 'of a subscription that is not decided yet',
    fields: (m, chi) => coppia(m, chi, 'richiesta'),
    esiti: '404 409 404 409 404 409 409',
  },
  { operazione: 'tariffaManifesti', fields: () => ({ ente: 'borgo' }), esiti: '200' },
  {
    operazione: 'chiediAffissione',
    cosa: 'for a position of A’s',
    fields: (m, chi) => ({ ...manifesto(chi), posizione: m.affissioni }),
    esiti: '404 201 404 404 404 404 404',
  },
  {
    operazione: 'chiediAffissione',
    cosa: 'for no position; A and B are known by their login, the others would have to show who they are',
    fields: (_m, chi) => manifesto(chi),
    esiti: '422 201 201 422 422 422 422',
  },
  { operazione: 'listaDichiarazioni', esiti: MIE },

  {
    operazione: 'nuovaDichiarazioneMezzi',
    cosa: 'of new devices',
    fields: () => ({ tipo: 'nuovo', ente: 'borgo' }),
    esiti: '201',
  },
  {
    operazione: 'nuovaDichiarazioneMezzi',
    cosa: 'about a position of A’s',
    fields: ({ mezzi: { posizione } }) => ({ tipo: 'variazione', posizione }),
    esiti: APERTO.replace('200', '201'),
  },
  {
    operazione: 'leggiDichiarazioneMezzi',
    cosa: 'that A and the visitor have begun',
    fields: (m, chi) => ({ id: iniziata(m, chi) }),
    esiti: INIZIATA,
  },
  {
    operazione: 'leggiDichiarazioneMezzi',
    cosa: 'that A has sent',
    fields: ({ mezzi }) => ({ id: mezzi.inviata }),
    esiti: APERTO,
  },
  {
    operazione: 'scriviDichiarazioneMezzi',
    cosa: 'that A and the visitor have begun',
    fields: (m, chi) => ({ id: iniziata(m, chi), richiedente: domanda(chi).richiedente }),
    esiti: INIZIATA,
  },
  {
    operazione: 'scriviDichiarazioneMezzi',
    cosa: 'the send; the visitor would have to add a device and show who they are',
    fields: (m, chi) => ({
      ...{ id: iniziata(m, chi), richiedente: domanda(chi).richiedente, invia: true, privacy: true },
    }),
    esiti: INIZIATA.replace(/200$/, '422'),
  },
  {
    operazione: 'scriviDichiarazioneMezzi',
    cosa: 'that A has sent: nothing of it changes any more',
    fields: ({ mezzi }) => ({ id: mezzi.inviata }),
    esiti: APERTO.replace('200', '409'),
  },
  {
    operazione: 'scriviAutomezzo',
    fields: (m, chi) => ({ dichiarazione: iniziata(m, chi), ...FURGONE }),
    esiti: INIZIATA.replaceAll('200', '201'),
  },
  {
    operazione: 'scriviMezzoFisso',
    fields: (m, chi) => ({ dichiarazione: iniziata(m, chi), ...CARTELLO }),
    esiti: INIZIATA.replaceAll('200', '201'),
  },
  {
    operazione: 'scriviMezzoFisso',
    cosa: 'one of A’s position; the visitor tries it in a declaration of their own',
    fields: (m, chi) => ({ dichiarazione: iniziata(m, chi), id: m.mezzi.di, ...CARTELLO }),
    esiti: APERTO,
  },
  {
    operazione: 'cessaAutomezzo',
    cosa: 'of A’s position, which is no vehicle; of the visitor’s declaration, which is of new ones',
    fields: (m, chi) => ({ dichiarazione: iniziata(m, chi), Id: m.mezzi.di, ...CESSA }),
    esiti: '404 422 404 404 404 404 409',
  },
  {
    operazione: 'cessaMezzoFisso',
    cosa: 'of A’s position; of the visitor’s declaration, which is of new ones',
    fields: (m, chi) => ({ dichiarazione: iniziata(m, chi), Id: m.mezzi.di, ...CESSA }),
    esiti: '404 200 404 404 404 404 409',
  },
  {
    operazione: 'togliMezzo',
    cosa: 'that A declares',
    fields: ({ mezzi }) => ({ id: mezzi.nuovo }),
    esiti: APERTO.replace('200', '204'),
  },
  {
    operazione: 'rimettiMezzo',
    cosa: 'that A declares',
    fields: ({ mezzi }) => ({ id: mezzi.nuovo }),
    esiti: APERTO,
  },
  {
    operazione: 'duplicaMezzo',
    cosa: 'that A declares',
    fields: ({ mezzi }) => ({ id: mezzi.nuovo }),
    esiti: APERTO.replace('200', '201'),
  },
  {
    operazione: 'mezziPosizione',
    cosa: 'of A’s',
    fields: ({ mezzi }) => ({ id: mezzi.posizione }),
    esiti: APERTO,
  },
  {
    operazione: 'mieDichiarazioniMezzi',
    esiti: '200_nothing 200 200_nothing 200_nothing 200_nothing 200_nothing 200',
  },
  {
    operazione: 'importaMezzi',
    cosa: 'into what A and the visitor have begun',
    fields: (m, chi) => ({ id: iniziata(m, chi), file: new File([FOGLIO], 'mezzi.csv', { type: 'text/csv' }) }),
    esiti: INIZIATA.replaceAll('200', '201'),
  },
  ...(['esportaMezziCsv', 'esportaMezziPdf'] as const).flatMap((operazione): Riga[] => [
    {
      operazione,
      cosa: 'of what A and the visitor have begun',
      fields: (m, chi) => ({ id: iniziata(m, chi) }),
      esiti: INIZIATA,
    },
    {
      operazione,
      cosa: 'of what A has sent, asked for with the address of the case',
      fields: (m, chi) => ({ ...coppia(m, chi === 'visitor' ? 'nobody' : chi), id: m.mezzi.inviata }),
      // The keys opened other cases than this one.
      esiti: '404 200 404 200 404 404 404',
    },
  ]),
  { operazione: 'modelloMezziCsv', esiti: '200' },
  { operazione: 'tariffaMezzi', fields: () => ({ ente: 'borgo' }), esiti: '200_nothing' },

  { operazione: 'entiPagamento', fields: () => ({ elenco: 'PPA' }), esiti: '200' },
  { operazione: 'serviziPagamento', fields: () => ({ elenco: 'PPA', ente: 'borgo' }), esiti: '200' },
  {
    operazione: 'controllaAvviso',
    cosa: 'what A owes, by the number in a letter',
    fields: ({ avviso: { numero_avviso, dominioEC } }) => ({ numero_avviso, dominioEC }),
    esiti: '200',
  },
  {
    operazione: 'pagaConPagopa',
    cosa: 'what A owes: whoever has the letter may pay it',
    fields: ({ avviso: { IUV, dominioEC } }) => ({ IUV, dominioEC, ...PER_LA_RICEVUTA }),
    esiti: '200',
  },
  {
    operazione: 'pagaConMooney',
    cosa: 'what A owes: whoever has the letter may pay it',
    fields: ({ avviso: { IUV, dominioEC } }) => ({ IUV, dominioEC, ...PER_LA_RICEVUTA }),
    esiti: '200',
  },
  {
    operazione: 'pagaSpontaneo',
    fields: () => ({
      ...{ ente: 'borgo', servizio: 'mensa', campi: {}, ...PER_LA_RICEVUTA },
      pagatore: { nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R' },
    }),
    esiti: '200',
  },
  {
    operazione: 'esitoPagamento',
    cosa: 'by its reference, which says the outcome and no more',
    fields: (m, chi) => ({ riferimento: pagamentiDi(m, chi).pagato }),
    esiti: '200',
  },
  {
    operazione: 'ricevutaPagamento',
    fields: (m, chi) => ({ id: pagamentiDi(m, chi).pagato }),
    esiti: '404 200 404 404 404 404 200',
  },
  {
    operazione: 'ricevutaPagamento',
    cosa: 'of a payment that is not paid',
    fields: (m, chi) => ({ id: pagamentiDi(m, chi).aperto }),
    esiti: '404',
  },
  {
    operazione: 'ricevutaRedirect',
    fields: (m, chi) => ({ id: pagamentiDi(m, chi).pagato }),
    esiti: '404 302 404 404 404 404 302',
  },
  {
    operazione: 'annullaPagamento',
    cosa: 'one that is open at the second provider',
    fields: (m, chi) => ({ id: pagamentiDi(m, chi).aperto }),
    esiti: '404 200 404 404 404 404 200',
  },
  { operazione: 'mieiPagamenti', esiti: MIE },
  { operazione: 'mieiAvvisi', esiti: MIE },
  {
    operazione: 'scadenzeCalendario',
    cosa: 'their own, where there are any',
    esiti: '401 200 404 403 403 401 401',
  },
  {
    operazione: 'notificaMooney',
    cosa: 'without the provider’s signature',
    fields: (m) => ({ riferimento: m.anna.pagamenti.aperto, stato: 'PAID' }),
    esiti: '403',
  },

  { operazione: 'utente', esiti: LOGGATI },
  { operazione: 'durataAccesso', esiti: LOGGATI },
  { operazione: 'restaCollegato', esiti: LOGGATI },
  {
    operazione: 'aggiornaContatti',
    cosa: 'their own telephone',
    fields: (_m, chi) => ({ Email_Comunicazione__c: mittente(chi), Telefono_Comunicazione__c: '333 1234567' }),
    esiti: PROPRIE,
  },
  {
    operazione: 'aggiornaContatti',
    cosa: 'an e-mail they have not confirmed',
    fields: () => ({ Email_Comunicazione__c: 'altra@esempio.it' }),
    esiti: '401 422 422 403 403 401 401',
  },
  { operazione: 'modificaAnagrafica', cosa: 'their own', fields: () => ({ Comune: 'Borgo' }), esiti: PROPRIE },
  { operazione: 'scaricaDati', cosa: 'their own', esiti: PROPRIE },
];

/** @returns the outcome of each actor, as the test finds it */
export function esitiDi({ esiti }: Riga): Record<Attore, string> {
  const uno = esiti.split(' ').map((esito) => esito.replace('_', ' '));
  const attori = Object.keys(ATTORI) as Attore[];
  if (uno.length !== 1 && uno.length !== attori.length) throw new Error(`${esiti}: one outcome, or one per actor`);
  return Object.fromEntries(attori.map((attore, i) => [attore, uno[uno.length === 1 ? 0 : i]])) as Record<
    Attore,
    string
  >;
}
