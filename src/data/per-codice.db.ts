/** Writes what a body and a code name: services of the desks, payment services, offers. */
import type { Kysely } from 'kysely';
import type { Tx } from '../store/open.server.ts';
import type { Riga } from './esame.ts';
import { chiave, entiNoti, nessuna, perEnte, scarta, uguali, unaVolta } from './lotto.ts';

type Tabella = 'sportelli' | 'servizi_pagamento' | 'offerte';
/** @property ordine place in the last file that named it, where the order is shown */
type Scritta = { ente: string; codice: string; ordine?: number; dati_json: string };
type Nominata = { ente: string; codice: string };

/**
 * @property cosa what a row is, when the file names it twice
 * @property dati what is kept of a row as JSON
 * @property ordinate the place in the file is kept
 */
type Come<T> = { cosa: string; dati(valore: T): object; ordinate: boolean };

/** @param tabella named like the section of the file */
export function scriviPerCodice<T extends Nominata>(tabella: Tabella, { cosa, dati, ordinate }: Come<T>) {
  const giaNelFile = unaVolta(tabella, cosa);
  return async (tx: Tx, righe: readonly Riga<T>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const accettate = scarta({ sezione: tabella, errori: esito.errori }, righe, (valore, indice) => {
      const doppia = giaNelFile(chiave(valore.ente, valore.codice), indice);
      return ignoto(valore) ?? (doppia ? ['codice', doppia] : undefined);
    });
    // The three tables have these columns in common; `offerte` has no `ordine`, and none is written to it.
    const db = tx as unknown as Kysely<Record<Tabella, Scritta>>;
    const prima = await leggi(db, tabella, [...perEnte(accettate).keys()]);
    const cambiate = accettate.flatMap(({ indice, valore }): Scritta[] => {
      const { ente, codice } = valore;
      const old = prima.get(chiave(ente, codice));
      const nuova = { ente, codice, ...(ordinate && { ordine: indice }), dati_json: JSON.stringify(dati(valore)) };
      const same = old && uguali<Scritta>(nuova, old as Required<Scritta>);
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [nuova];
    });
    if (cambiate.length > 0) await scrivi(db, tabella, { righe: cambiate, ordinate });
    return esito;
  };
}

async function leggi(db: Kysely<Record<Tabella, Scritta>>, tabella: Tabella, enti: string[]) {
  const rows = enti.length === 0 ? [] : await db.selectFrom(tabella).selectAll().where('ente', 'in', enti).execute();
  return new Map(rows.map((row) => [chiave(row.ente, row.codice), row]));
}

async function scrivi(
  db: Kysely<Record<Tabella, Scritta>>,
  tabella: Tabella,
  { righe, ordinate }: { righe: Scritta[]; ordinate: boolean },
): Promise<void> {
  await db
    .insertInto(tabella)
    .values(righe)
    .onConflict((c) =>
      c.columns(['ente', 'codice']).doUpdateSet((e) => ({
        ...(ordinate && { ordine: e.ref('excluded.ordine') }),
        dati_json: e.ref('excluded.dati_json'),
      })),
    )
    .execute();
}
