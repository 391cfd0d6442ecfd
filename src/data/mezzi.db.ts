/** Section `mezzi` of the import: compares permanent advertising devices with the store, and writes the difference. */
import { sql } from 'kysely';
import { type DatiMezzo, datiDi } from '../features/services/mezzo-permanente/mezzo.ts';
import { differenze, ETICHETTE } from '../features/services/mezzo-permanente/parole.ts';
import { TIPO } from '../features/services/mezzo-permanente/valori.ts';
import { dataBreve } from '../platform/atoms/date.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Tx } from '../store/open.server.ts';
import type { Mezzo } from '../store/tables.ts';
import { restaCosi } from './conflitto.ts';
import type { Errore, Riga } from './esame.ts';
import {
  chiave,
  entiNoti,
  nessuna,
  POSIZIONE_IGNOTA,
  perEnte,
  posizioniNote,
  scarta,
  uguali,
  unaVolta,
} from './lotto.ts';
import type { RigaMezzo } from './mezzo.ts';

/**
 * Writes advertising devices. What a decision has made of one stays (product rule), as with documents: a file that says otherwise is
 * told so, and its position goes in. That a device is no more the body may tell also of one that a decision has changed.
 */
export function scriviMezzi() {
  const giaNelFile = unaVolta('mezzi', 'Lo stesso mezzo');
  return async (tx: Tx, righe: readonly Riga<RigaMezzo>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const posizione = await posizioniNote(tx, righe);
    const accettate = scarta({ sezione: 'mezzi', errori: esito.errori }, righe, (valore, indice) => {
      const contro = ignoto(valore) ?? (posizione(valore) ? undefined : POSIZIONE_IGNOTA);
      if (contro) return contro;
      const doppio = giaNelFile(chiave(valore.ente, valore.codice), indice);
      return doppio ? ['codice', doppio] : undefined;
    });
    const prima = await leggi(tx, accettate);
    const cambiati = accettate.flatMap(({ indice, valore }): Mezzo[] => {
      const { ente, codice, cessato_dal, dati } = valore;
      const old = prima.get(chiave(ente, codice));
      const letto = { ente, codice, posizione: posizione(valore) ?? null, ...scritto(dati), cessato_dal };
      const resta = old?.stato_da === 'decisione' ? cheResta(old, cessato_dal) : {};
      if (old?.stato_da === 'decisione') {
        const contro = conflitti(old, valore).map(
          ([campo, testo]): Errore => ({ percorso: ['mezzi', indice, campo], testo }),
        );
        if (contro.length > 0) esito.conflitti++;
        esito.errori.push(...contro);
      }
      const nuovo = { ...letto, ...resta };
      const same = old && uguali(nuovo, { ...old, ...scritto(datiDi(old)) });
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [{ id: randomId(), ...nuovo, stato_da: 'import', pratica: null }];
    });
    if (cambiati.length > 0) await scrivi(tx, cambiati);
    return esito;
  };
}

/** The same values are the same text, in whatever order they were written. */
function scritto(dati: DatiMezzo): Pick<Mezzo, 'tipo' | 'dati_json'> {
  const campi = Object.keys(ETICHETTE) as (keyof DatiMezzo)[];
  return { tipo: dati[TIPO], dati_json: JSON.stringify(Object.fromEntries(campi.map((c) => [c, dati[c]]))) };
}

const cheResta = (old: Mezzo, nelFile: string | null): Partial<Mezzo> => ({
  ...scritto(datiDi(old)),
  cessato_dal: old.cessato_dal ?? nelFile,
});

function conflitti(old: Mezzo, { dati, cessato_dal }: RigaMezzo): [campo: string, testo: string][] {
  const diversi = differenze(datiDi(old), dati).map(({ campo, prima }): [string, string] => [
    campo === TIPO ? 'tipo' : campo,
    restaCosi(prima || 'nessun valore', 'decisione'),
  ]);
  const tornato = old.cessato_dal !== null && old.cessato_dal !== cessato_dal;
  const fino: [string, string] = ['cessato_dal', restaCosi(dataBreve(old.cessato_dal ?? ''), 'decisione')];
  return tornato ? [...diversi, fino] : diversi;
}

async function leggi(tx: Tx, righe: readonly Riga<RigaMezzo>[]): Promise<Map<string, Mezzo>> {
  const trovati = new Map<string, Mezzo>();
  for (const [ente, suoi] of perEnte(righe)) {
    const codici = suoi.map((valore) => valore.codice);
    const rows = await tx
      .selectFrom('mezzi')
      .selectAll()
      .where('ente', '=', ente)
      .where('codice', 'in', codici)
      .execute();
    for (const row of rows) trovati.set(chiave(ente, row.codice), row);
  }
  return trovati;
}

/** A decision taken beside the import stays, too. */
async function scrivi(tx: Tx, mezzi: Mezzo[]): Promise<void> {
  const importato = sql<boolean>`mezzi.stato_da = 'import'`;
  await tx
    .insertInto('mezzi')
    .values(mezzi)
    .onConflict((c) =>
      c.columns(['ente', 'codice']).doUpdateSet((e) => ({
        posizione: e.ref('excluded.posizione'),
        tipo: sql<string>`case when ${importato} then excluded.tipo else mezzi.tipo end`,
        dati_json: sql<string>`case when ${importato} then excluded.dati_json else mezzi.dati_json end`,
        cessato_dal: sql<string | null>`case when ${importato} then excluded.cessato_dal
          else coalesce(mezzi.cessato_dal, excluded.cessato_dal) end`,
      })),
    )
    .execute();
}
