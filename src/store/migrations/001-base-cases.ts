/** Migration 1, the cases: pratiche with all that belongs to them. */
import { type SqlBool, sql } from 'kysely';
import {
  bigint,
  filled,
  integer,
  integerOr,
  key,
  laterOf,
  nothing,
  of,
  optional,
  optionalOf,
  partOf,
  primary,
  type Schema,
  text,
  textOr,
  uniqueText,
} from './columns.ts';

/** Entries that no operator has read. */
const UNREAD = sql<SqlBool>`"letto_operatore" < "versione"`;

/** Reports and requests, the numbers that they get, and the orders in which their lists are read. */
export async function makePratiche({ table, bytewise }: Schema): Promise<void> {
  await table('pratiche', {
    id: key,
    ente: of('enti'),
    tipo: text,
    codice: text,
    anno: integer,
    numero: integer,
    oggetto: text,
    descrizione: text,
    email: text,
    nome: text,
    cognome: text,
    codice_fiscale: optional.text,
    telefono: optional.text,
    dati_json: text,
    privacy_versione: text,
    proprietario: text,
    utente: optional.text,
    stato: text,
    versione: integer,
    inviata_il: bigint,
    presa_in_carico_il: optional.bigint,
    chiusa_il: optional.bigint,
    sospesa_dal: optional.bigint,
    termine_il: text,
    protocollo_ente: optional.text,
    protocollo_ente_il: optional.text,
    letto_cittadino: integer,
    letto_operatore: integer,
    avvisato_cittadino: optional.bigint,
    avvisato_operatore: optional.bigint,
    cerca: textOr(''),
    ufficio: textOr(''),
    senza_risposta: integerOr(0),
    host: optional.text,
    assegnata_ufficio: optionalOf('uffici'),
    assegnata_a: optional.text,
    prima_risposta_il: optional.bigint,
    canale: optional.text,
    richiedente: bytewise(''),
    assegnata_nome: bytewise(''),
    area: optional.text,
    lat: optional.degrees,
    lon: optional.degrees,
    pubblica: optional.text,
    doppione_di: optional.text,
    protocollo_ente_registro: optional.text,
  })
    .addUniqueConstraint('pratiche_numero', ['ente', 'anno', 'numero'])
    .execute();
  await table('numeratori', { ente: of('enti'), anno: integer, ultimo: integer })
    .addPrimaryKeyConstraint('numeratori_pk', ['ente', 'anno'])
    .execute();
}

/** Each list of cases, its order and its counts are read from an index of their own. */
export async function indexPratiche({ index, unique }: Schema): Promise<void> {
  await index('pratiche_proprietario', 'pratiche', 'proprietario inviata_il');
  await index('pratiche_utente', 'pratiche', 'utente inviata_il');
  await unique('pratiche_ufficio', 'pratiche', 'ufficio');
  // Rows without an owner are most of the table: the index begins with the owner that is asked for, then has the order.
  await index('pratiche_persona', 'pratiche', 'codice_fiscale utente inviata_il');
  // All that the figures of an ente, or of an area, ask of a case: its row, with the long texts, is never read for them.
  await index(
    'pratiche_andamento',
    'pratiche',
    'ente inviata_il codice assegnata_ufficio stato termine_il prima_risposta_il id',
  );
  // Year and number come last in each order, so that no two cases of an ente are equal, and a page of rows is found by an index alone.
  await index('pratiche_ente', 'pratiche', 'ente stato termine_il inviata_il anno numero');
  await index('pratiche_arrivo', 'pratiche', 'ente stato inviata_il anno numero codice');
  await index('pratiche_numeri', 'pratiche', 'ente stato anno numero codice');
  await index('pratiche_richiedente', 'pratiche', 'ente stato richiedente anno numero codice');
  await index(
    'pratiche_assegnatario',
    'pratiche',
    'ente stato assegnata_nome termine_il inviata_il anno numero codice',
  );
  await index('pratiche_servizio', 'pratiche', 'ente codice stato termine_il inviata_il anno numero');
  // Partial: a case without an assignee, an area or a point costs no write.
  await index(
    'pratiche_assegnata_a',
    'pratiche',
    'assegnata_a stato termine_il inviata_il anno numero ente',
    filled('assegnata_a'),
  );
  await index(
    'pratiche_assegnata_ufficio',
    'pratiche',
    'assegnata_ufficio stato termine_il inviata_il anno numero ente',
    filled('assegnata_ufficio'),
  );
  await index('pratiche_area', 'pratiche', 'ente area stato termine_il inviata_il anno numero codice', filled('area'));
  await index(
    'pratiche_andamento_area',
    'pratiche',
    'ente area inviata_il codice assegnata_ufficio stato termine_il prima_risposta_il id',
    filled('area'),
  );
  // What retention reads, the public sides and the duplicates: few among many.
  await index('pratiche_conservazione', 'pratiche', 'chiusa_il', filled('chiusa_il'));
  await index('pratiche_pubblica', 'pratiche', 'pubblica', filled('pubblica'));
  await index('pratiche_doppioni', 'pratiche', 'doppione_di', filled('doppione_di'));
  // By which the office knows who calls.
  await index('pratiche_telefono', 'pratiche', 'telefono inviata_il', filled('telefono'));
  // The same orders for all enti together; the code narrows any list.
  await index('pratiche_tutte_termine', 'pratiche', 'stato termine_il inviata_il anno numero ente codice');
  await index('pratiche_tutte_arrivo', 'pratiche', 'stato inviata_il anno numero ente codice');
  await index('pratiche_tutte_numero', 'pratiche', 'stato anno numero ente codice');
  await index('pratiche_tutte_richiedente', 'pratiche', 'stato richiedente anno numero ente codice');
  await index(
    'pratiche_tutte_assegnata',
    'pratiche',
    'stato assegnata_nome termine_il inviata_il anno numero ente codice',
  );
  await index('pratiche_fiscale', 'pratiche', 'codice_fiscale ente stato', filled('codice_fiscale'));
  // With all that narrows a list, and the words: those that are in many cases are looked for in what is unread.
  await index(
    'pratiche_da_leggere',
    'pratiche',
    'ente stato termine_il inviata_il anno numero codice area assegnata_a assegnata_ufficio assegnata_nome letto_operatore versione cerca',
    UNREAD,
  );
  await index(
    'pratiche_da_leggere_arrivo',
    'pratiche',
    'ente stato inviata_il anno numero codice letto_operatore versione',
    UNREAD,
  );
  // A band of latitude; what else is asked of a case nearby is read from the index.
  await index('pratiche_punto', 'pratiche', 'ente stato lat lon codice inviata_il', filled('lat'));
}

/** The words by which operators find a case, compared byte by byte, so that the beginning of a word is a range of the key. */
export async function makeWords({ db, dialect, table, bytewise }: Schema): Promise<void> {
  const words = table('pratiche_parole', {
    ente: text,
    stato: text,
    parola: bytewise(),
    pratica: text,
    precedente: bytewise(''),
  });
  if (dialect === 'sqlite') {
    const primaryKey = ['ente', 'stato', 'parola', 'pratica'];
    await words.addPrimaryKeyConstraint('pratiche_parole_pk', primaryKey).modifyEnd(sql`without rowid`).execute();
    return;
  }
  await words.execute();
  // SQLite has the whole row in its key.
  await sql`alter table pratiche_parole add constraint pratiche_parole_pk
    primary key (ente, stato, parola, pratica) include (precedente)`.execute(db);
}

/** What belongs to a case: its timeline and files, and the work of the operators on it. */
export async function makeTimeline({ table, index, refuseChanges, bytes }: Schema): Promise<void> {
  await table('eventi', {
    id: key,
    pratica: laterOf('pratiche'),
    n: integer,
    quando: bigint,
    da: text,
    chi: optional.text,
    tipo: text,
    testo: optional.text,
    stato: optional.text,
    nascosto: optional.bigint,
    nascosto_da: optional.text,
  })
    .addUniqueConstraint('eventi_ordine', ['pratica', 'n'])
    .execute();
  // Few among many: what an operator has hidden.
  await index('eventi_nascosti', 'eventi', 'pratica nascosto', filled('nascosto'));
  await table('allegati', {
    id: key,
    proprietario: text,
    pratica: laterOf('pratiche', nothing),
    evento: optional.text,
    nome: text,
    tipo: text,
    dimensione: integer,
    sha256: text,
    nota: optional.text,
    categoria: optional.text,
    miniatura: integer,
    creato: bigint,
    bozza: optional.text,
    nascosto: optional.bigint,
    rete: optional.text,
    deposito: optional.text,
    foto_pubblica: optional.text,
  }).execute();
  await index('allegati_proprietario', 'allegati', 'proprietario creato');
  await index('allegati_nascosti', 'allegati', 'pratica nascosto', filled('nascosto'));
  // The files of one page of the timeline, without those of the rest.
  await index('allegati_pratica', 'allegati', 'pratica evento');
  await index('allegati_rete', 'allegati', 'rete creato');
  // The name of the object in the bucket, under which the sweep asks for its row.
  await index('allegati_deposito', 'allegati', 'deposito', filled('deposito'));
  await table('allegati_pezzi', { allegato: partOf('allegati'), variante: text, n: integer, dati: bytes })
    .addPrimaryKeyConstraint('allegati_pezzi_pk', ['allegato', 'variante', 'n'])
    .execute();
  await table('mappe', {
    pratica: partOf('pratiche', primary),
    dati: bytes,
    attribuzione: text,
    fatta: bigint,
  }).execute();
  await table('valutazioni', {
    pratica: laterOf('pratiche', primary),
    stelle: integer,
    aspetto: optional.text,
    testo: optional.text,
    quando: bigint,
  }).execute();
  await table('chiavi_operatore', {
    id: key,
    pratica: laterOf('pratiche'),
    hash: uniqueText,
    creata: bigint,
    scade: bigint,
  }).execute();
  await index('chiavi_operatore_pratica', 'chiavi_operatore', 'pratica');
  await table('atti', {
    id: key,
    pratica: partOf('pratiche'),
    ente: text,
    quando: bigint,
    n: integer,
    chi: optional.text,
    nome: text,
    azione: text,
    testo: textOr(''),
    dati_json: textOr('{}'),
  }).execute();
  await index('atti_pratica', 'atti', 'pratica quando');
  await refuseChanges('atti');
  // One row per case, operator and hour at most: its key is all that a page of a case writes to.
  await table('consultazioni', {
    pratica: partOf('pratiche'),
    chi: text,
    ora: integer,
    quando: bigint,
    giorno: text,
    ufficio: text,
  })
    .addPrimaryKeyConstraint('consultazioni_pk', ['pratica', 'chi', 'ora'])
    .execute();
  await index('consultazioni_conservazione', 'consultazioni', 'quando');
  await refuseChanges('consultazioni');
  await table('bozze_operatori', {
    pratica: partOf('pratiche'),
    utente: text,
    azione: text,
    valori_json: text,
    aggiornata: bigint,
  })
    .addPrimaryKeyConstraint('bozze_operatori_pk', ['pratica', 'utente'])
    .execute();
  await index('bozze_operatori_aggiornata', 'bozze_operatori', 'aggiornata');
  await table('presenze', { pratica: partOf('pratiche'), utente: text, nome: text, dal: bigint, visto: bigint })
    .addPrimaryKeyConstraint('presenze_pk', ['pratica', 'utente'])
    .execute();
  await index('presenze_visto', 'presenze', 'visto');
}
