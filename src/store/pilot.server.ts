/** Stores of pilots, from before 1.0.0: the steps that made their schema are now one. One that has them all goes on. */
import { sql } from 'kysely';
import type { StoreDb, StoreTx } from './tables.ts';

/** Together they made what `001-base` makes. */
export const PILOT_STEPS: readonly string[] = `
  001-casa 002-persone 003-ricerca 004-pagamenti 005-richieste 006-mezzi 007-indici 008-richieste-di-un-documento 009-due-lati
  010-sistemi-degli-enti 011-file-di-una-rete 012-di-nessuno 013-rate-di-una-posizione 014-chi-e-tornato 015-rete-delle-bozze
  016-host-di-partenza 017-codice-negozio 018-valutazione-dei-pagamenti 019-mappe 020-immagini 021-permessi 022-uffici
  024-modifiche 025-consultazioni 026-andamento 027-promemoria 028-canale 029-servizio 030-parole 032-viste 033-al-lavoro
  034-posti-dall-accesso 035-aree 036-da-leggere 037-cancellazioni 038-deposito-dei-file 039-segnalazioni-pubbliche
  040-segnalazioni-seguite 041-programmi 042-doppioni 044-foto-nascoste 045-codice-fiscale-degli-enti
  046-registro-di-protocollo 047-corsie 048-bozze-dei-mezzi 049-chi-telefona 050-parole-con-apostrofo
  051-elenchi-di-molti-enti
`
  .trim()
  .split(/\s+/);

export const isPilotStep = (name: string): boolean => PILOT_STEPS.includes(name);

/** @param what the store, in Italian @param done names of its migrations @returns why it cannot go on; undefined when it can */
export function whyNotWhole(what: string, done: readonly string[]): string | undefined {
  const missing = PILOT_STEPS.filter((name) => !done.includes(name)).length;
  if (missing === 0 || missing === PILOT_STEPS.length) return undefined;
  return (
    `${what} è di prima della versione 1.0.0 del portale, e il suo schema è rimasto a metà: apri l’archivio una volta con ` +
    'l’ultima versione prima della 1.0.0, che lo completa.'
  );
}

/** Of a store with all the steps: `001-base` stands for them from now on, and what it does not make is dropped. */
export async function endPilot(db: StoreDb): Promise<void> {
  const end = async (tx: StoreDb | StoreTx) => {
    const [first, ...others] = PILOT_STEPS;
    await sql`delete from kysely_migration where name in (${sql.join(others)})`.execute(tx);
    await sql`update kysely_migration set name = '001-base' where name = ${first}`.execute(tx);
    await sql`alter table pagamenti drop column tornato`.execute(tx);
  };
  await (db.isTransaction ? end(db) : db.transaction().execute(end));
}
