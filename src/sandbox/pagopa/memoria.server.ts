/** What a test provider remembers: things of a kind, each by its key, in the portal's own store. */
import type { Db } from '../../store/open.server.ts';

/** @property quando epoch ms, as given when it was written */
export type Voce = { dati: unknown; quando: number };

export type Memoria = {
  leggi(cosa: string, chiave: string): Promise<Voce | undefined>;
  /** In place of what was there */
  scrivi(cosa: string, chiave: string, voce: Voce): Promise<void>;
  /** @returns false when something is there already: it stays */
  aggiungi(cosa: string, chiave: string, voce: Voce): Promise<boolean>;
  /** What was written before that moment goes. */
  dimentica(cosa: string, prima: number): Promise<void>;
};

/** @param fornitore whose memory it is, in a table for all */
export function memoriaDi(db: Db, fornitore: string): Memoria {
  const riga = (cosa: string, chiave: string, { dati, quando }: Voce) => ({
    fornitore,
    cosa,
    chiave,
    dati_json: JSON.stringify(dati),
    quando,
  });
  return {
    leggi: async (cosa, chiave) => {
      const row = await db
        .selectFrom('fornitori_sandbox')
        .select(['dati_json', 'quando'])
        .where('fornitore', '=', fornitore)
        .where('cosa', '=', cosa)
        .where('chiave', '=', chiave)
        .executeTakeFirst();
      return row && { dati: JSON.parse(row.dati_json), quando: row.quando };
    },
    scrivi: async (cosa, chiave, voce) => {
      const values = riga(cosa, chiave, voce);
      await db
        .insertInto('fornitori_sandbox')
        .values(values)
        .onConflict((on) =>
          on
            .columns(['fornitore', 'cosa', 'chiave'])
            .doUpdateSet({ dati_json: values.dati_json, quando: values.quando }),
        )
        .execute();
    },
    aggiungi: async (cosa, chiave, voce) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('fornitori_sandbox')
        .values(riga(cosa, chiave, voce))
        .onConflict((on) => on.columns(['fornitore', 'cosa', 'chiave']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    dimentica: async (cosa, prima) => {
      await db
        .deleteFrom('fornitori_sandbox')
        .where('fornitore', '=', fornitore)
        .where('cosa', '=', cosa)
        .where('quando', '<', prima)
        .execute();
    },
  };
}
