/** Section `documenti` of the import: compares its rows with the store, and writes the difference, each notice number once. */
import { sql } from 'kysely';
import { DOVUTI, STATI, type StatoDocumento } from '../features/cases/posizione/documenti.ts';
import { dataBreve } from '../platform/atoms/date.ts';
import { euro } from '../platform/atoms/euro.ts';
import { iuvDi } from '../platform/atoms/numero-avviso.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Tx } from '../store/open.server.ts';
import type { Documento } from '../store/tables.ts';
import { restaCosi } from './conflitto.ts';
import type { RigaDocumento } from './documento.ts';
import type { Riga } from './esame.ts';
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

/**
 * Writes documents. A state that came from a receipt or a decision stays, and of a decision amount and due date too (product rule):
 * a file that says otherwise is told so, and its other fields go in. A notice number is one document's for ever, and then no
 * notice's by itself.
 */
export function scriviDocumenti() {
  const giaNelFile = unaVolta('documenti', 'Lo stesso documento');
  const avvisoNelFile = unaVolta('documenti', 'Lo stesso numero di avviso');
  return async (tx: Tx, righe: readonly Riga<RigaDocumento>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const posizione = await posizioniNote(tx, righe);
    const diAltri = await avvisiDiAltri(tx, righe);
    const accettate = scarta({ sezione: 'documenti', errori: esito.errori }, righe, (valore, indice) => {
      const contro = ignoto(valore) ?? (posizione(valore) ? undefined : POSIZIONE_IGNOTA);
      if (contro) return contro;
      const doppio = giaNelFile(chiaveDi(valore), indice);
      if (doppio) return ['numero', doppio];
      const { ente, numero_avviso } = valore;
      const avviso = diAltri(valore) ?? (numero_avviso && avvisoNelFile(chiave(ente, numero_avviso), indice));
      return avviso ? ['numero_avviso', avviso] : undefined;
    });
    const prima = await leggi(tx, accettate);
    const cambiati = accettate.flatMap(({ indice, valore }): Documento[] => {
      const { codice_utente: _, scadenza = null, numero_avviso = null, ...altri } = valore;
      // Who pays may know the IUV only.
      const iuv = valore.iuv ?? (numero_avviso && iuvDi(numero_avviso));
      const old = prima.get(chiaveDi(valore));
      const letto = { ...altri, posizione: posizione(valore) ?? '', scadenza, iuv, numero_avviso };
      const resta = old ? cheResta(old, valore.stato) : {};
      if (old) {
        const contro = CAMPI_FERMI.filter((nome) => nome in resta && resta[nome] !== letto[nome]);
        if (contro.length > 0) esito.conflitti++;
        for (const nome of contro)
          esito.errori.push({ percorso: ['documenti', indice, nome], testo: conflitto(old, nome) });
      }
      const nuovo = { ...letto, ...resta };
      const same = old && uguali(nuovo, old);
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [{ id: randomId(), ...nuovo, stato_da: 'import' }];
    });
    if (cambiati.length > 0) await scrivi(tx, cambiati);
    return esito;
  };
}

const CAMPI_FERMI = ['stato', 'importo_cent', 'scadenza'] as const;

const dovuto = (stato: string): boolean => DOVUTI.some((d) => d === stato);

/**
 * What a file does not change. A receipt says that it was paid; a decision, how it stands, until when and how much. What a decision
 * left to be paid may be paid or withdrawn later on, and the body's own systems hear of it first.
 */
function cheResta({ stato, stato_da, importo_cent, scadenza }: Documento, nelFile: string): Partial<Documento> {
  if (stato_da === 'import') return {};
  if (stato_da === 'ricevuta') return { stato };
  const oltre = dovuto(stato) && !dovuto(nelFile);
  return { importo_cent, scadenza, ...(!oltre && { stato }) };
}

function conflitto(documento: Documento, nome: (typeof CAMPI_FERMI)[number]): string {
  const { stato, scadenza, importo_cent, stato_da } = documento;
  const valore = {
    stato: STATI[stato as StatoDocumento],
    importo_cent: euro(importo_cent),
    scadenza: scadenza ? dataBreve(scadenza) : 'nessuna scadenza',
  }[nome];
  return restaCosi(valore, stato_da);
}

type Quale = { ente: string; sistema: string; numero: string };
const chiaveDi = ({ ente, sistema, numero }: Quale) => chiave(ente, sistema, numero);

async function leggi(tx: Tx, righe: readonly Riga<RigaDocumento>[]): Promise<Map<string, Documento>> {
  const trovati = new Map<string, Documento>();
  for (const [ente, suoi] of perEnte(righe)) {
    for (const [sistema, di] of Map.groupBy(suoi, (valore) => valore.sistema)) {
      const numeri = di.map((valore) => valore.numero);
      const rows = await tx
        .selectFrom('documenti')
        .selectAll()
        .where('ente', '=', ente)
        .where('sistema', '=', sistema)
        .where('numero', 'in', numeri)
        .execute();
      for (const row of rows) trovati.set(chiaveDi(row), row);
    }
  }
  return trovati;
}

/** @returns the words against a row whose notice number another document of the body, or a notice by itself, has in the store */
async function avvisiDiAltri(tx: Tx, righe: readonly Riga<RigaDocumento>[]) {
  const di = new Map<string, Quale>();
  const soli = new Set<string>();
  for (const [ente, suoi] of perEnte(righe)) {
    const numeri = [...new Set(suoi.flatMap((valore) => valore.numero_avviso ?? []))];
    if (numeri.length === 0) continue;
    const rows = await tx
      .selectFrom('documenti')
      .select(['ente', 'sistema', 'numero', 'numero_avviso'])
      .where('numero_avviso', 'in', numeri)
      .where('ente', '=', ente)
      .execute();
    for (const row of rows) di.set(chiave(ente, row.numero_avviso ?? ''), row);
    const avvisi = await tx
      .selectFrom('avvisi')
      .select('iuv')
      .where('iuv', 'in', numeri.map(iuvDi))
      .where('ente', '=', ente)
      .execute();
    for (const row of avvisi) soli.add(chiave(ente, row.iuv));
  }
  return (valore: RigaDocumento): string | undefined => {
    const { ente, numero_avviso: numero } = valore;
    if (numero && soli.has(chiave(ente, iuvDi(numero))))
      return 'Questo numero è già di un avviso senza documento nell’archivio: ogni avviso è di uno solo.';
    const altro = di.get(chiave(ente, numero ?? ''));
    if (!altro || chiaveDi(altro) === chiaveDi(valore)) return undefined;
    return `Questo numero di avviso è già del documento ${altro.numero} (${altro.sistema}) nell’archivio: ogni avviso è di uno solo.`;
  };
}

async function scrivi(tx: Tx, righe: Documento[]): Promise<void> {
  await tx
    .insertInto('documenti')
    .values(righe)
    .onConflict((c) =>
      c.columns(['ente', 'sistema', 'numero']).doUpdateSet((e) => ({
        posizione: e.ref('excluded.posizione'),
        tipo: e.ref('excluded.tipo'),
        data: e.ref('excluded.data'),
        // A receipt or a decision may have come since the row was read.
        scadenza: deciso<string | null>('scadenza'),
        importo_cent: deciso<number>('importo_cent'),
        iuv: e.ref('excluded.iuv'),
        numero_avviso: e.ref('excluded.numero_avviso'),
        stato: sql<string>`case when documenti.stato_da = 'import' then excluded.stato
          when documenti.stato_da = 'decisione' and documenti.stato in (${sql.join(DOVUTI)})
            and excluded.stato not in (${sql.join(DOVUTI)}) then excluded.stato else documenti.stato end`,
      })),
    )
    .execute();
}

const deciso = <T>(nome: 'scadenza' | 'importo_cent') =>
  sql<T>`case when documenti.stato_da = 'decisione' then ${sql.ref(`documenti.${nome}`)} else ${sql.ref(`excluded.${nome}`)} end`;
