/** Migration 1, the accounts of taxpayers, and what is requested and paid. */
import { type SqlBool, sql } from 'kysely';
import {
  bigint,
  filled,
  integer,
  key,
  of,
  optional,
  optionalOf,
  partOf,
  primary,
  type Schema,
  text,
} from './columns.ts';

/** The accounts of taxpayers with an ente, who may see them, and their documents. */
export async function makePosizioni({ table, index }: Schema): Promise<void> {
  await table('posizioni', {
    id: key,
    ente: of('enti'),
    codice_utente: text,
    controllo: text,
    sistema: text,
    intestatario: text,
  })
    .addUniqueConstraint('posizioni_codice', ['codice_utente', 'ente'])
    .execute();
  // Which enti have positions or documents of a system: guests ask this, so it must not read whole tables.
  await index('posizioni_sistema', 'posizioni', 'ente sistema');
  await table('rappresentanze', {
    id: key,
    posizione: of('posizioni'),
    codice_fiscale: text,
    ruolo: text,
    creata: bigint,
    tolta: optional.bigint,
  })
    .addUniqueConstraint('rappresentanze_una', ['codice_fiscale', 'posizione'])
    .execute();
  await index('rappresentanze_posizione', 'rappresentanze', 'posizione');
  await table('concessioni', { proprietario: text, posizione: of('posizioni'), scade: bigint })
    .addPrimaryKeyConstraint('concessioni_pk', ['proprietario', 'posizione'])
    .execute();
  await index('concessioni_scadenza', 'concessioni', 'scade');
  await table('documenti', {
    id: key,
    posizione: of('posizioni'),
    ente: of('enti'),
    sistema: text,
    numero: text,
    tipo: text,
    data: text,
    scadenza: optional.text,
    importo_cent: bigint,
    stato: text,
    stato_da: text,
    iuv: optional.text,
    numero_avviso: optional.text,
  })
    // The number first: an address names numbers and a system, but no ente.
    .addUniqueConstraint('documenti_numero', ['numero', 'sistema', 'ente'])
    .addUniqueConstraint('documenti_avviso', ['numero_avviso', 'ente'])
    .execute();
  // A covering index for what a position owes.
  await index('documenti_posizione', 'documenti', 'posizione stato importo_cent');
  // A notice of a document is looked up by IUV, too.
  await index('documenti_iuv', 'documenti', 'iuv ente');
  await index('documenti_sistema', 'documenti', 'ente sistema');
  await table('dichiarazioni', {
    id: key,
    ente: of('enti'),
    codice_fiscale: text,
    numero: text,
    tipo: text,
    data: text,
    stato: text,
    stato_da: text,
    protocollo: optional.text,
  })
    .addUniqueConstraint('dichiarazioni_numero', ['ente', 'numero'])
    .execute();
  await index('dichiarazioni_persona', 'dichiarazioni', 'codice_fiscale data');
}

/** What requests are about: documents, number plates, permits, advertising devices. */
export async function makeRequests({ table, index, unique }: Schema): Promise<void> {
  await table('richieste_documenti', {
    pratica: of('pratiche'),
    documento: of('documenti'),
    codice: text,
    aperta: integer,
  })
    .addPrimaryKeyConstraint('richieste_documenti_pk', ['pratica', 'documento'])
    .execute();
  // One open request per document and kind (product rule), also when two are sent at once.
  await unique('richieste_documenti_aperte', 'richieste_documenti', 'documento codice', sql<SqlBool>`aperta = 1`);
  // Also those that have ended: the owner of a document owes what they made payable.
  await index('richieste_documenti_documento', 'richieste_documenti', 'documento');
  // Plates for which a parking subscription was requested or given, never twice on a day.
  await table('targhe', {
    pratica: of('pratiche'),
    targa: text,
    ente: of('enti'),
    zona: text,
    dal: text,
    al: text,
    valida: integer,
  })
    .addPrimaryKeyConstraint('targhe_pk', ['targa', 'pratica'])
    .execute();
  await index('targhe_pratica', 'targhe', 'pratica');
  // Stored, not derived from a secret: what is printed holds for a year, a secret may be retired in between.
  await table('permessi', { codice_verifica: key, pratica: partOf('pratiche', (c) => c.notNull().unique()) }).execute();
  await table('mezzi', {
    id: key,
    ente: of('enti'),
    codice: text,
    posizione: optionalOf('posizioni'),
    tipo: text,
    dati_json: text,
    cessato_dal: optional.text,
    stato_da: text,
    pratica: optionalOf('pratiche'),
  })
    .addUniqueConstraint('mezzi_codice', ['ente', 'codice'])
    .execute();
  await index('mezzi_posizione', 'mezzi', 'posizione');
  await index('mezzi_pratica', 'mezzi', 'pratica');
  await table('dichiarazioni_mezzi', {
    id: key,
    proprietario: text,
    tipo: text,
    ente: of('enti'),
    posizione: optionalOf('posizioni'),
    creata: bigint,
    pratica: of('pratiche', (c) => c.unique()),
  }).execute();
  await index('dichiarazioni_mezzi_di', 'dichiarazioni_mezzi', 'proprietario pratica');
  await index('dichiarazioni_mezzi_pratica', 'dichiarazioni_mezzi', 'pratica');
  await table('mezzi_dichiarati', {
    id: key,
    dichiarazione: partOf('dichiarazioni_mezzi'),
    n: integer,
    azione: text,
    mezzo: optionalOf('mezzi'),
    tipo: text,
    dati_json: text,
    allegati_json: text,
    tolto: optional.bigint,
  }).execute();
  await index('mezzi_dichiarati_ordine', 'mezzi_dichiarati', 'dichiarazione n');
  // A declaration has one entry for each device of the position, also when two are sent at once.
  await unique('mezzi_dichiarati_mezzo', 'mezzi_dichiarati', 'dichiarazione mezzo', filled('mezzo'));
  await index('mezzi_dichiarati_di', 'mezzi_dichiarati', 'mezzo');
}

/** What can be paid, attempts to pay, receipts, and notifications of the providers. */
export async function makePayments({ table, index }: Schema): Promise<void> {
  await table('avvisi', {
    ente: of('enti'),
    numero_avviso: text,
    iuv: text,
    causale: text,
    importo_cent: bigint,
    scadenza: optional.text,
    pagabile_fino: optional.text,
    stato: text,
    stato_da: text,
    debitore: optional.text,
    pratica: optionalOf('pratiche'),
    servizio: optional.text,
    dati_json: text,
    proprietario: optional.text,
    creato: bigint,
    scade: optional.bigint,
    posizione: optionalOf('posizioni'),
  })
    // The number first: an address names it before the ente is known.
    .addPrimaryKeyConstraint('avvisi_pk', ['numero_avviso', 'ente'])
    .addUniqueConstraint('avvisi_iuv', ['iuv', 'ente'])
    .execute();
  await index('avvisi_pratica', 'avvisi', 'pratica');
  await index('avvisi_debitore', 'avvisi', 'debitore stato');
  await index('avvisi_scadenza', 'avvisi', 'scade');
  await index('avvisi_posizione', 'avvisi', 'posizione');
  await table('pagamenti', {
    id: key,
    fornitore: text,
    stato: text,
    proprietario: text,
    utente: optional.text,
    email: text,
    importo_cent: bigint,
    rif_fornitore: optional.text,
    creato: bigint,
    aggiornato: bigint,
    controllato: bigint,
    scade: bigint,
    host: optional.text,
    codice_negozio: optional.text,
    qr_negozio: optional.text,
  }).execute();
  await index('pagamenti_fornitore', 'pagamenti', 'rif_fornitore fornitore');
  await index('pagamenti_utente', 'pagamenti', 'utente creato');
  await index('pagamenti_proprietario', 'pagamenti', 'proprietario creato');
  // The regular checks of payments without an end.
  await index('pagamenti_controllo', 'pagamenti', 'stato controllato');
  await index('pagamenti_conservazione', 'pagamenti', 'aggiornato');
  await table('pagamenti_avvisi', {
    pagamento: of('pagamenti'),
    n: integer,
    ente: of('enti'),
    numero_avviso: text,
    causale: text,
    importo_cent: bigint,
  })
    .addPrimaryKeyConstraint('pagamenti_avvisi_pk', ['pagamento', 'n'])
    .execute();
  await index('pagamenti_avvisi_avviso', 'pagamenti_avvisi', 'numero_avviso ente');
  await table('ricevute', {
    id: key,
    fornitore: text,
    rif: text,
    ente: of('enti'),
    numero_avviso: text,
    pagamento: optionalOf('pagamenti'),
    causale: text,
    importo_cent: bigint,
    pagato_il: bigint,
    intermediario: optional.text,
    doppia: integer,
  })
    .addUniqueConstraint('ricevute_una', ['rif', 'fornitore', 'ente', 'numero_avviso'])
    .execute();
  await index('ricevute_avviso', 'ricevute', 'numero_avviso ente');
  await index('ricevute_pagamento', 'ricevute', 'pagamento');
  await table('valutazioni_pagamenti', {
    pagamento: partOf('pagamenti', primary),
    stelle: integer,
    aspetto: optional.text,
    testo: optional.text,
    quando: bigint,
  }).execute();
  await table('notifiche', { evento: text, fornitore: text, pagamento: optional.text, esito: text, quando: bigint })
    .addPrimaryKeyConstraint('notifiche_pk', ['evento', 'fornitore'])
    .execute();
  await index('notifiche_pagamento', 'notifiche', 'pagamento');
}
