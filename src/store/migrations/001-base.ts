/**
 * Migration 1: the whole schema, as the first release has it. Each group of tables comes after those that it refers to.
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { indexPratiche, makePratiche, makeTimeline, makeWords } from './001-base-cases.ts';
import { makePublicReports } from './001-base-public.ts';
import { makePayments, makePosizioni, makeRequests } from './001-base-requests.ts';
import {
  bigint,
  integer,
  integerOr,
  key,
  of,
  optional,
  partOf,
  primary,
  type Schema,
  schemaOf,
  text,
  textOr,
  uniqueText,
} from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  const groups = [
    makeEnti,
    makePeople,
    makePosizioni,
    makePratiche,
    indexPratiche,
    makeWords,
    makeTimeline,
    makePublicReports,
    makeRequests,
    makePayments,
    makeHouse,
  ];
  for (const make of groups) await make(schema);
}

/** The portal, its enti, and what administrators change of them. */
async function makeEnti({ table, index, unique, refuseChanges, bytes }: Schema): Promise<void> {
  await table('portale', { chiave: key, valore: text }).execute();
  await table('enti', {
    id: key,
    host: ['text', (c) => c.unique()],
    ordine: integer,
    dati_json: text,
    codice_fiscale: optional.text,
  }).execute();
  await unique('enti_codice_fiscale', 'enti', 'codice_fiscale');
  await table('immagini', { ente: of('enti'), impronta: text, tipo: text, dati: bytes })
    .addPrimaryKeyConstraint('immagini_pk', ['ente', 'impronta'])
    .execute();
  await table('sportelli', { ente: of('enti'), codice: text, ordine: integer, dati_json: text })
    .addPrimaryKeyConstraint('sportelli_pk', ['ente', 'codice'])
    .execute();
  await table('offerte', { ente: of('enti'), codice: text, dati_json: text })
    .addPrimaryKeyConstraint('offerte_pk', ['ente', 'codice'])
    .execute();
  await table('servizi_pagamento', { ente: of('enti'), codice: text, ordine: integer, dati_json: text })
    .addPrimaryKeyConstraint('servizi_pagamento_pk', ['ente', 'codice'])
    .execute();
  // What administrators change of their ente.
  await table('modifiche', {
    id: key,
    ente: text,
    quando: bigint,
    n: integer,
    chi: text,
    nome: text,
    oggetto: text,
    chiave: text,
    prima_json: text,
    dopo_json: text,
  })
    .addUniqueConstraint('modifiche_ordine', ['ente', 'n'])
    .execute();
  await index('modifiche_conservazione', 'modifiche', 'quando');
  await refuseChanges('modifiche');
}

/** People who log in, and the offices in which operators work. */
async function makePeople({ table, index }: Schema): Promise<void> {
  await table('utenti', {
    id: key,
    identita: uniqueText,
    ruolo: text,
    nome: text,
    cognome: text,
    codice_fiscale: text,
    email: optional.text,
    email_comunicazione: optional.text,
    telefono_comunicazione: optional.text,
    residenza_json: text,
    enti_json: text,
    creato: bigint,
    ultimo_accesso: bigint,
    uffici_da_accesso: integerOr(0),
    amministra_da_accesso: integerOr(0),
  }).execute();
  // The operators are few among millions of citizens.
  await index('utenti_operatori', 'utenti', 'cognome nome', sql<SqlBool>`ruolo = 'operatore'`);
  await table('accessi', {
    hash: key,
    utente: of('utenti'),
    creato: bigint,
    ultimo: bigint,
    scade: bigint,
    id_token: optional.text,
  }).execute();
  await index('accessi_scadenza', 'accessi', 'scade');
  await table('amministratori', { ente: of('enti'), utente: of('utenti') })
    .addPrimaryKeyConstraint('amministratori_pk', ['ente', 'utente'])
    .execute();
  await index('amministratori_utente', 'amministratori', 'utente');
  await table('uffici', {
    id: key,
    ente: of('enti'),
    nome: text,
    email: textOr(''),
    servizi_json: text,
    attivo: integerOr(1),
  })
    .addUniqueConstraint('uffici_nome', ['ente', 'nome'])
    .execute();
  await table('uffici_persone', {
    ufficio: of('uffici'),
    utente: of('utenti'),
    assente_dal: optional.text,
    assente_al: optional.text,
  })
    .addPrimaryKeyConstraint('uffici_persone_pk', ['ufficio', 'utente'])
    .execute();
  await index('uffici_persone_utente', 'uffici_persone', 'utente');
  // Named for an office, not logged in yet.
  await table('uffici_attesi', { ufficio: of('uffici'), persona: text })
    .addPrimaryKeyConstraint('uffici_attesi_pk', ['ufficio', 'persona'])
    .execute();
  await index('uffici_attesi_persona', 'uffici_attesi', 'persona');
  await table('viste', { id: key, utente: partOf('utenti'), nome: text, filtri_json: text, iniziale: integerOr(0) })
    .addUniqueConstraint('viste_nome', ['utente', 'nome'])
    .execute();
  // Of several hosts, the one that writes the day sends the reminders of the ente.
  await table('promemoria', { ente: of('enti', primary), giorno: text }).execute();
}

/** What the portal itself keeps: drafts, codes, limits, idempotency keys, outgoing mail, and what the sandbox remembers. */
async function makeHouse({ table, index }: Schema): Promise<void> {
  await table('bozze', {
    proprietario: text,
    percorso: text,
    valori_json: text,
    passo: text,
    chiave: text,
    salvata: integer,
    creata: bigint,
    aggiornata: bigint,
    scade: bigint,
    rete: optional.text,
    dimensione: integerOr(0),
    dimensione_mezzi: integerOr(0),
  })
    .addPrimaryKeyConstraint('bozze_pk', ['proprietario', 'percorso'])
    .execute();
  await index('bozze_scadenza', 'bozze', 'scade');
  await index('bozze_rete', 'bozze', 'rete aggiornata');
  await table('codici', {
    casella: text,
    proprietario: text,
    hash: text,
    creato: bigint,
    scade: bigint,
    tentativi: integer,
  })
    .addPrimaryKeyConstraint('codici_pk', ['casella', 'proprietario'])
    .execute();
  await table('prove_email', {
    proprietario: text,
    email: text,
    verificata: bigint,
    scade: bigint,
    usata: optional.bigint,
  })
    .addPrimaryKeyConstraint('prove_email_pk', ['proprietario', 'email'])
    .execute();
  await table('limiti', { chiave: key, tempi_json: text, scade: bigint }).execute();
  await index('limiti_scadenza', 'limiti', 'scade');
  await table('sfide_usate', { id: key, scade: bigint }).execute();
  await index('sfide_usate_scadenza', 'sfide_usate', 'scade');
  await table('invii', {
    proprietario: text,
    operazione: text,
    chiave: text,
    impronta: text,
    risposta_json: optional.text,
    creato: bigint,
  })
    .addPrimaryKeyConstraint('invii_pk', ['proprietario', 'operazione', 'chiave'])
    .execute();
  await index('invii_scadenza', 'invii', 'creato');
  await table('posta_in_uscita', {
    id: key,
    tipo: text,
    dati_json: text,
    creata: bigint,
    da_inviare: bigint,
    tentativi: integer,
    presa_fino: bigint,
    inviata: optional.bigint,
    errore: optional.text,
    corsia: textOr('receipts'),
  }).execute();
  // The worker asks several times a second for the rows still to be sent.
  await index('posta_da_inviare', 'posta_in_uscita', 'inviata corsia da_inviare');
  await table('cancellazioni', {
    giorno: text,
    motivo: text,
    tipo: text,
    ente: text,
    anno: integer,
    quante: bigint,
    fino_a: optional.bigint,
    quando: bigint,
  })
    .addPrimaryKeyConstraint('cancellazioni_pk', ['giorno', 'motivo', 'tipo', 'ente', 'anno'])
    .execute();
  await table('posta_sandbox', { id: key, quando: bigint, a: text, oggetto: text, messaggio_json: text }).execute();
  await index('posta_sandbox_quando', 'posta_sandbox', 'quando');
  // The memory of the providers' test pages.
  await table('fornitori_sandbox', { fornitore: text, cosa: text, chiave: text, dati_json: text, quando: bigint })
    .addPrimaryKeyConstraint('fornitori_sandbox_pk', ['fornitore', 'cosa', 'chiave'])
    .execute();
}
