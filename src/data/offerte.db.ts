import type { Tx } from '../store/open.server.ts';
import type { Tables } from '../store/tables.ts';
import type { Riga } from './esame.ts';
import { chiave, entiNoti, nessuna, perEnte, scarta, uguali, unaVolta } from './lotto.ts';
import type { RigaOfferta } from './offerta.ts';

type Offerta = Tables['offerte'];

/** Writes what bodies offer, one row per body and service. */
export function scriviOfferte() {
  const giaNelFile = unaVolta('offerte', 'L’offerta di questo servizio');
  return async (tx: Tx, righe: readonly Riga<RigaOfferta>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const accettate = scarta({ sezione: 'offerte', errori: esito.errori }, righe, (valore, indice) => {
      const doppia = giaNelFile(chiave(valore.ente, valore.codice), indice);
      return ignoto(valore) ?? (doppia ? ['codice', doppia] : undefined);
    });
    const prima = await leggi(tx, accettate);
    const cambiate = accettate.flatMap(({ valore: { ente, codice, dati } }): Offerta[] => {
      const old = prima.get(chiave(ente, codice));
      const nuova = { ente, codice, dati_json: JSON.stringify(dati) };
      const same = old && uguali(nuova, old);
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [nuova];
    });
    if (cambiate.length > 0) await scrivi(tx, cambiate);
    return esito;
  };
}

async function leggi(tx: Tx, righe: readonly Riga<RigaOfferta>[]): Promise<Map<string, Offerta>> {
  const enti = [...perEnte(righe).keys()];
  if (enti.length === 0) return new Map();
  const rows = await tx.selectFrom('offerte').selectAll().where('ente', 'in', enti).execute();
  return new Map(rows.map((row) => [chiave(row.ente, row.codice), row]));
}

async function scrivi(tx: Tx, righe: Offerta[]): Promise<void> {
  await tx
    .insertInto('offerte')
    .values(righe)
    .onConflict((c) => c.columns(['ente', 'codice']).doUpdateSet((e) => ({ dati_json: e.ref('excluded.dati_json') })))
    .execute();
}
