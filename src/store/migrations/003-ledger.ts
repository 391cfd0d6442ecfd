/**
 * Migration 3: the journal of money, whose rows are never changed: receipts, settlement flows with their payments, movements of the bank, and
 * what an office did about a receipt. The store itself keeps the sums of receipts by hour.
 */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, integer, key, of, optional, primary, type Schema, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  const { table, index, unique, refuseChanges } = schema;
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
  await sumByHour(schema);
}

/** Triggers keep the sums, so that they are right whichever release of the portal writes a receipt. */
async function sumByHour({ db, dialect, table }: Schema): Promise<void> {
  await table('somme_incassi', { ente: text, ora: bigint, fornitore: text, quanti: integer, importo_cent: bigint })
    .addPrimaryKeyConstraint('somme_incassi_pk', ['ente', 'ora', 'fornitore'])
    .execute();
  await sql`insert into somme_incassi (ente, ora, fornitore, quanti, importo_cent)
    select ente, pagato_il / 3600000, fornitore, count(*), sum(importo_cent) from ricevute group by 1, 2, 3`.execute(
    db,
  );
  const emptied = 'delete from somme_incassi where ente = old.ente and ora = old.pagato_il / 3600000 and quanti = 0;';
  for (const { event, row, sign, after } of [
    { event: 'insert', row: 'new', sign: '', after: '' },
    { event: 'delete', row: 'old', sign: '-', after: emptied },
  ]) {
    const work = `insert into somme_incassi (ente, ora, fornitore, quanti, importo_cent)
      values (${row}.ente, ${row}.pagato_il / 3600000, ${row}.fornitore, ${sign}1, ${sign}${row}.importo_cent)
      on conflict (ente, ora, fornitore) do update set
        quanti = somme_incassi.quanti + excluded.quanti, importo_cent = somme_incassi.importo_cent + excluded.importo_cent;
      ${after}`;
    const name = `ricevute_${event}_somme`;
    const trigger = `create trigger ${name} after ${event} on ricevute for each row`;
    if (dialect === 'sqlite') await sql.raw(`${trigger} begin ${work} end`).execute(db);
    else {
      await sql
        .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`)
        .execute(db);
      await sql.raw(`${trigger} execute function ${name}()`).execute(db);
    }
  }
}
