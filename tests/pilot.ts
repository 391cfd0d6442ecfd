/** Makes of a store one of a pilot, as the last version before 1.0.0 left it. */
import { sql } from 'kysely';
import type { PortalStore } from '../src/store/open.server.ts';
import { PILOT_STEPS } from '../src/store/pilot.server.ts';

/** @param steps of those that made its schema */
export async function makePilot(
  { db, dialect }: Pick<PortalStore, 'db' | 'dialect'>,
  steps: readonly string[] = PILOT_STEPS,
): Promise<void> {
  // What came with 1.0.0 and after it.
  for (const trigger of [
    'ricevute_immutabili',
    'ricevute_insert_somme',
    'ricevute_update_somme',
    'ricevute_delete_somme',
    'pratiche_insert_cambiamenti',
    'pratiche_update_cambiamenti',
    'pratiche_etichette_cambiamenti',
    'eventi_open311',
    'segnalazioni_pubbliche_open311',
  ])
    await sql`drop ${sql.raw(dialect === 'sqlite' ? `trigger ${trigger}` : `function ${trigger} cascade`)}`.execute(db);
  for (const index of ['pratiche_priorita', 'pratiche_email']) await sql`drop index ${sql.ref(index)}`.execute(db);
  for (const column of ['priorita', 'etichette'])
    await sql`alter table pratiche drop column ${sql.ref(column)}`.execute(db);
  for (const index of ['pratiche_delega', 'pagamenti_avvisi_delega', 'rappresentanze_proprie'])
    await sql`drop index ${sql.ref(index)}`.execute(db);
  for (const table of ['pratiche', 'pagamenti_avvisi'])
    await sql`alter table ${sql.table(table)} drop column delega`.execute(db);
  for (const table of [
    'deleghe_posizioni',
    'deleghe',
    'consegne_webhook',
    'webhook_in_ritardo',
    'webhook',
    'appuntamenti',
    'calendari',
    'richieste_open311',
    'messaggi_esterni',
    'pratiche_esterne',
    'per_conto',
    'ditte',
    'etichette',
    'tracciati',
    'importazioni',
    'cambiamenti',
    'numeri_cambiamenti',
    'somme_incassi',
    'decisioni_incassi',
    'accrediti',
    'flussi_pagamenti',
    'flussi',
    'letture_flussi',
  ]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
    if (dialect === 'postgres') await sql.raw(`drop function if exists ${table}_immutabili`).execute(db);
  }
  await sql`drop index ricevute_doppie`.execute(db);
  await sql`drop table convenzioni`.execute(db);
  await sql`drop table messaggi_io`.execute(db);
  await sql`drop table chiavi_io`.execute(db);
  for (const index of ['documenti_in_scadenza', 'avvisi_in_scadenza'])
    await sql`drop index ${sql.ref(index)}`.execute(db);
  await sql`drop table sistemi_protocollo`.execute(db);
  await sql`drop table protocolli`.execute(db);
  await sql`drop index pratiche_da_protocollare`.execute(db);
  for (const column of ['protocollo_ente_classifica', 'protocollo_ente_fascicolo', 'protocollo_atteso_dal'])
    await sql`alter table pratiche drop column ${sql.ref(column)}`.execute(db);
  await sql`drop table letture_ricevute`.execute(db);
  await sql`drop table bolli`.execute(db);
  await sql`alter table avvisi drop column bollo_cent`.execute(db);
  await sql`drop index ricevute_iuv`.execute(db);
  await sql`drop index ricevute_elenco`.execute(db);
  for (const index of ['ricevute_servizi', 'utenti_cittadini', 'utenti_calendario'])
    await sql`drop index ${sql.ref(index)}`.execute(db);
  await sql`drop index allegati_documento`.execute(db);
  await sql`alter table allegati drop column documento`.execute(db);
  for (const index of ['bozze_email', 'bozze_chiave', 'invii_chiave'])
    await sql`drop index ${sql.ref(index)}`.execute(db);
  for (const index of ['programmi_hash_prima', 'programmi_client']) await sql`drop index ${sql.ref(index)}`.execute(db);
  for (const column of ['permessi', 'servizi', 'reti', 'fino_al', 'hash_prima', 'prima_fino', 'client_id'])
    await sql`alter table programmi drop column ${sql.ref(column)}`.execute(db);
  await sql`alter table uffici drop column incassi`.execute(db);
  for (const [table, column] of [
    ['utenti', 'calendario'],
    ['utenti', 'promemoria_json'],
    ['utenti', 'data_nascita'],
    ['rappresentanze', 'fine'],
    ['rappresentanze', 'da_elenco'],
    ['rappresentanze', 'delegata'],
    ['posizioni', 'chiusa'],
    ['documenti', 'chiuso'],
    ['bozze', 'email'],
    ['bozze', 'mano'],
  ] as const)
    await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
  for (const column of ['iuv', 'giorno', 'servizio', 'bollo_cent'])
    await sql`alter table ricevute drop column ${sql.ref(column)}`.execute(db);
  await sql`alter table pagamenti add column tornato bigint`.execute(db);
  await sql`delete from kysely_migration`.execute(db);
  const rows = steps.map((name, n) => sql`(${name}, ${new Date(Date.UTC(2026, 9, 1, 0, n)).toISOString()})`);
  await sql`insert into kysely_migration (name, timestamp) values ${sql.join(rows)}`.execute(db);
}
