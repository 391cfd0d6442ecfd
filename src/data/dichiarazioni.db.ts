/** Section `dichiarazioni` of the import: compares its rows with the store, writes the difference and reports conflicts. */
import { sql } from 'kysely';
import { STATI, type StatoDichiarazione } from '../features/services/mezzo-permanente/elenco-dichiarazioni.contract.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Tx } from '../store/open.server.ts';
import type { Dichiarazione } from '../store/tables.ts';
import type { RigaDichiarazione } from './dichiarazione.ts';
import type { Riga } from './esame.ts';
import { chiave, entiNoti, nessuna, perEnte, scarta, uguali, unaVolta } from './lotto.ts';

/** Writes declarations. A state that came from a decision stays (product rule), as with documents. */
export function scriviDichiarazioni() {
  const giaNelFile = unaVolta('dichiarazioni', 'La stessa dichiarazione');
  return async (tx: Tx, righe: readonly Riga<RigaDichiarazione>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const accettate = scarta({ sezione: 'dichiarazioni', errori: esito.errori }, righe, (valore, indice) => {
      const doppia = giaNelFile(chiave(valore.ente, valore.numero), indice);
      return ignoto(valore) ?? (doppia ? ['numero', doppia] : undefined);
    });
    const prima = await leggi(tx, accettate);
    const cambiate = accettate.flatMap(({ indice, valore }): Dichiarazione[] => {
      const old = prima.get(chiave(valore.ente, valore.numero));
      const ferma = old?.stato_da === 'decisione';
      if (ferma && old.stato !== valore.stato) {
        esito.conflitti++;
        esito.errori.push({ percorso: ['dichiarazioni', indice, 'stato'], testo: conflitto(old) });
      }
      const nuova = { ...valore, protocollo: valore.protocollo ?? null, stato: ferma ? old.stato : valore.stato };
      const same = old && uguali(nuova, old);
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [{ id: randomId(), ...nuova, stato_da: 'import' }];
    });
    if (cambiate.length > 0) await scrivi(tx, cambiate);
    return esito;
  };
}

const conflitto = ({ stato }: Dichiarazione): string =>
  `Conflitto: resta «${STATI[stato as StatoDichiarazione]}», che viene da una decisione dell’ente. Gli altri campi della riga valgono.`;

async function leggi(tx: Tx, righe: readonly Riga<RigaDichiarazione>[]): Promise<Map<string, Dichiarazione>> {
  const trovate = new Map<string, Dichiarazione>();
  for (const [ente, sue] of perEnte(righe)) {
    const numeri = sue.map((valore) => valore.numero);
    const rows = await tx
      .selectFrom('dichiarazioni')
      .selectAll()
      .where('ente', '=', ente)
      .where('numero', 'in', numeri)
      .execute();
    for (const row of rows) trovate.set(chiave(ente, row.numero), row);
  }
  return trovate;
}

async function scrivi(tx: Tx, righe: Dichiarazione[]): Promise<void> {
  await tx
    .insertInto('dichiarazioni')
    .values(righe)
    .onConflict((c) =>
      c.columns(['ente', 'numero']).doUpdateSet((e) => ({
        codice_fiscale: e.ref('excluded.codice_fiscale'),
        tipo: e.ref('excluded.tipo'),
        data: e.ref('excluded.data'),
        protocollo: e.ref('excluded.protocollo'),
        stato: sql<string>`case when dichiarazioni.stato_da = 'import' then excluded.stato else dichiarazioni.stato end`,
      })),
    )
    .execute();
}
