/** Section `rappresentanze` of the import: links tax codes to the positions that citizens find after logging in. */
import { randomId } from '../platform/signer.server.ts';
import type { Tx } from '../store/open.server.ts';
import type { Tables } from '../store/tables.ts';
import type { Riga } from './esame.ts';
import {
  chiave,
  entiNoti,
  nessuna,
  POSIZIONE_IGNOTA,
  posizioniNote,
  type Strumenti,
  scarta,
  unaVolta,
} from './lotto.ts';
import type { RigaRappresentanza } from './rappresentanza.ts';

type Rappresentanza = Tables['rappresentanze'];

/** Writes who sees a position. What its holder removed stays removed: only the two codes bring it back. */
export function scriviRappresentanze({ now }: Strumenti) {
  const giaNelFile = unaVolta('rappresentanze', 'La stessa persona per la stessa posizione');
  return async (tx: Tx, righe: readonly Riga<RigaRappresentanza>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const posizione = await posizioniNote(tx, righe);
    const accettate = scarta({ sezione: 'rappresentanze', errori: esito.errori }, righe, (valore, indice) => {
      const contro = ignoto(valore) ?? (posizione(valore) ? undefined : POSIZIONE_IGNOTA);
      if (contro) return contro;
      const doppia = giaNelFile(chiave(valore.ente, valore.codice_utente, valore.codice_fiscale), indice);
      return doppia ? ['codice_fiscale', doppia] : undefined;
    });
    const dove = accettate.map(({ valore }) => ({ ...valore, posizione: posizione(valore) ?? '' }));
    const prima = await leggi(tx, [...new Set(dove.map((valore) => valore.posizione))]);
    const creata = now();
    const cambiate = dove.flatMap(({ posizione, codice_fiscale, ruolo }): Rappresentanza[] => {
      const old = prima.get(chiave(posizione, codice_fiscale));
      const same = old?.ruolo === ruolo;
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [{ id: randomId(), posizione, codice_fiscale, ruolo, creata, tolta: null }];
    });
    if (cambiate.length > 0) await scrivi(tx, cambiate);
    return esito;
  };
}

async function leggi(tx: Tx, posizioni: string[]): Promise<Map<string, Rappresentanza>> {
  if (posizioni.length === 0) return new Map();
  const rows = await tx.selectFrom('rappresentanze').selectAll().where('posizione', 'in', posizioni).execute();
  return new Map(rows.map((row) => [chiave(row.posizione, row.codice_fiscale), row]));
}

async function scrivi(tx: Tx, righe: Rappresentanza[]): Promise<void> {
  await tx
    .insertInto('rappresentanze')
    .values(righe)
    .onConflict((c) =>
      c.columns(['codice_fiscale', 'posizione']).doUpdateSet((e) => ({ ruolo: e.ref('excluded.ruolo') })),
    )
    .execute();
}
