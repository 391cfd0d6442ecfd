import type { Tx } from '../store/open.server.ts';
import type { Tables } from '../store/tables.ts';
import type { Riga } from './esame.ts';
import { chiave, entiNoti, nessuna, perEnte, scarta, uguali, unaVolta } from './lotto.ts';
import type { RigaSportello } from './sportello.ts';

type Sportello = Tables['sportelli'];

/** Writes the services of the desks. One stands at its place in the last file that named it. */
export function scriviSportelli() {
  const giaNelFile = unaVolta('sportelli', 'Lo stesso servizio');
  return async (tx: Tx, righe: readonly Riga<RigaSportello>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const accettati = scarta({ sezione: 'sportelli', errori: esito.errori }, righe, (valore, indice) => {
      const doppio = giaNelFile(chiave(valore.ente, valore.codice), indice);
      return ignoto(valore) ?? (doppio ? ['codice', doppio] : undefined);
    });
    const prima = await leggi(tx, accettati);
    const cambiati = accettati.flatMap(({ indice, valore }): Sportello[] => {
      const { ente, codice } = valore;
      const old = prima.get(chiave(ente, codice));
      const nuovo = { ente, codice, ordine: indice, dati_json: JSON.stringify(valore) };
      const same = old && uguali(nuovo, old);
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [nuovo];
    });
    if (cambiati.length > 0) await scrivi(tx, cambiati);
    return esito;
  };
}

async function leggi(tx: Tx, righe: readonly Riga<RigaSportello>[]): Promise<Map<string, Sportello>> {
  const enti = [...perEnte(righe).keys()];
  if (enti.length === 0) return new Map();
  const rows = await tx.selectFrom('sportelli').selectAll().where('ente', 'in', enti).execute();
  return new Map(rows.map((row) => [chiave(row.ente, row.codice), row]));
}

async function scrivi(tx: Tx, righe: Sportello[]): Promise<void> {
  await tx
    .insertInto('sportelli')
    .values(righe)
    .onConflict((c) =>
      c.columns(['ente', 'codice']).doUpdateSet((e) => ({
        ordine: e.ref('excluded.ordine'),
        dati_json: e.ref('excluded.dati_json'),
      })),
    )
    .execute();
}
