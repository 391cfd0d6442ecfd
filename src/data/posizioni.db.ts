/** Section `posizioni` of the import: compares positions and their two codes with the store, and writes the difference. */
import { controlloGiusto, improntaControllo } from '../features/cases/posizione/controllo.server.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Tx } from '../store/open.server.ts';
import type { Posizione } from '../store/tables.ts';
import type { Riga } from './esame.ts';
import { chiave, entiNoti, nessuna, perEnte, type Strumenti, scarta, uguali, unaVolta } from './lotto.ts';
import type { RigaPosizione } from './posizione.ts';

/**
 * Writes positions. The store has a control code only as a keyed hash; one made under a secret on its way out is made anew, which
 * changes nothing for anybody.
 */
export function scriviPosizioni({ signer }: Strumenti) {
  const giaNelFile = unaVolta('posizioni', 'La stessa posizione');
  return async (tx: Tx, righe: readonly Riga<RigaPosizione>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const accettate = scarta({ sezione: 'posizioni', errori: esito.errori }, righe, (valore, indice) => {
      const doppia = giaNelFile(chiave(valore.ente, valore.codice_utente), indice);
      return ignoto(valore) ?? (doppia ? ['codice_utente', doppia] : undefined);
    });
    const prima = await leggi(tx, accettate);
    const cambiate = accettate.flatMap(({ valore: { codice_controllo, ...valore } }): Posizione[] => {
      const old = prima.get(chiave(valore.ente, valore.codice_utente));
      const controllo = improntaControllo(signer, valore.ente, valore.codice_utente, codice_controllo);
      const impresso = old?.controllo === controllo;
      const same = old && uguali(valore, old) && (impresso || controlloGiusto(signer, old, codice_controllo));
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same && impresso ? [] : [{ id: randomId(), ...valore, controllo }];
    });
    if (cambiate.length > 0) await scrivi(tx, cambiate);
    return esito;
  };
}

async function leggi(tx: Tx, righe: readonly Riga<RigaPosizione>[]): Promise<Map<string, Posizione>> {
  const trovate = new Map<string, Posizione>();
  for (const [ente, sue] of perEnte(righe)) {
    const rows = await tx
      .selectFrom('posizioni')
      .selectAll()
      .where(
        'codice_utente',
        'in',
        sue.map((valore) => valore.codice_utente),
      )
      .where('ente', '=', ente)
      .execute();
    for (const row of rows) trovate.set(chiave(ente, row.codice_utente), row);
  }
  return trovate;
}

async function scrivi(tx: Tx, righe: Posizione[]): Promise<void> {
  await tx
    .insertInto('posizioni')
    .values(righe)
    .onConflict((c) =>
      c.columns(['codice_utente', 'ente']).doUpdateSet((e) => ({
        controllo: e.ref('excluded.controllo'),
        sistema: e.ref('excluded.sistema'),
        intestatario: e.ref('excluded.intestatario'),
      })),
    )
    .execute();
}
