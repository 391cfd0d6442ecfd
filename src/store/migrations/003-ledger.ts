/**
 * Migration 3: the journal of money, whose rows are never changed: receipts, settlement flows with their payments, movements of the bank, and
 * what an office did about a receipt.
 */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, integer, key, of, optional, primary, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { table, index, unique, refuseChanges } = schemaOf(db, dialect);
  await table('flussi', {
    id: key,
    ente: of('enti'),
    psp: text,
    nome: text,
    revisione: bigint,
    nome_psp: text,
    data: text,
    regolamento: text,
    pagamenti: bigint,
    importo_cent: bigint,
    letti: bigint,
    letti_cent: bigint,
    pubblicato: bigint,
  }).execute();
  await unique('flussi_uno', 'flussi', 'ente nome psp revisione');
  await index('flussi_elenco', 'flussi', 'ente data id');
  await table('flussi_pagamenti', {
    flusso: text,
    n: bigint,
    ente: of('enti'),
    iuv: text,
    iur: text,
    trasferimento: integer,
    importo_cent: bigint,
    esito: text,
    pagato_il: bigint,
  })
    .addPrimaryKeyConstraint('flussi_pagamenti_pk', ['flusso', 'n'])
    .execute();
  await index('flussi_pagamenti_iuv', 'flussi_pagamenti', 'iuv iur ente');
  await table('accrediti', {
    id: key,
    ente: of('enti'),
    data: text,
    importo_cent: bigint,
    causale: text,
    numero: text,
    flusso: text,
    caricato_il: bigint,
    caricato_da: optional.text,
  }).execute();
  await index('accrediti_flusso', 'accrediti', 'flusso ente data');
  await index('accrediti_elenco', 'accrediti', 'ente data id');
  await table('decisioni_incassi', {
    ricevuta: text,
    n: integer,
    ente: of('enti'),
    tipo: text,
    testo: text,
    quando: bigint,
    utente: optional.text,
  })
    .addPrimaryKeyConstraint('decisioni_incassi_pk', ['ricevuta', 'n'])
    .execute();
  for (const name of ['flussi', 'flussi_pagamenti', 'accrediti', 'decisioni_incassi']) await refuseChanges(name);
  await refuseChanges('ricevute', ['rif', 'fornitore', 'ente', 'numero_avviso', 'importo_cent', 'pagato_il', 'doppia']);
  await index('ricevute_doppie', 'ricevute', 'ente pagato_il', sql`doppia = 1`);
  await table('letture_flussi', { ente: of('enti', primary), prossima: bigint, presa_fino: bigint }).execute();
}
