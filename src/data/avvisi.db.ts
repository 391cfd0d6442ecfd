/** Section `avvisi` of the import: compares its rows with notices and documents in the store, and writes the difference. */
import { sql } from 'kysely';
import { iuvDi } from '../platform/atoms/numero-avviso.ts';
import type { Tx } from '../store/open.server.ts';
import type { Avviso } from '../store/tables.ts';
import type { RigaAvviso } from './avviso.ts';
import { resta } from './conflitto.ts';
import type { Riga } from './esame.ts';
import {
  chiave,
  entiNoti,
  nessuna,
  POSIZIONE_IGNOTA,
  perEnte,
  posizioniNote,
  type Strumenti,
  scarta,
  uguali,
  unaVolta,
} from './lotto.ts';

/**
 * Writes notices without a document. A state that came from a receipt or a decision stays (product rule), as with documents. A
 * notice that the portal made itself, and one of a document, are not the file's to change.
 */
export function scriviAvvisi({ now }: Strumenti) {
  const giaNelFile = unaVolta('avvisi', 'Lo stesso numero di avviso');
  const iuvNelFile = unaVolta('avvisi', 'Lo stesso IUV');
  return async (tx: Tx, righe: readonly Riga<RigaAvviso>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const dei = await documentiConAvviso(tx, righe);
    const prima = await leggi(tx, righe);
    const posizione = await posizioniDelle(tx, righe);
    const accettati = scarta({ sezione: 'avvisi', errori: esito.errori }, righe, (valore, indice) => {
      const contro = ignoto(valore) ?? (posizione(valore) === undefined ? POSIZIONE_IGNOTA : undefined);
      if (contro) return contro;
      const { ente, numero_avviso } = valore;
      const altrui = dei(valore) ?? nonDelFile(prima, valore);
      const testo =
        altrui ?? giaNelFile(chiaveDi(valore), indice) ?? iuvNelFile(chiave(ente, iuvDi(numero_avviso)), indice);
      return testo ? ['numero_avviso', testo] : undefined;
    });
    const creato = now();
    const cambiati = accettati.flatMap(({ indice, valore }): Avviso[] => {
      const { scadenza = null, pagabile_fino = null, debitore = null, codice_utente: _, ...altri } = valore;
      const old = prima.get(chiaveDi(valore));
      const fermo = old !== undefined && old.stato_da !== 'import';
      if (fermo && old.stato !== valore.stato) {
        esito.conflitti++;
        esito.errori.push({ percorso: ['avvisi', indice, 'stato'], testo: resta(old.stato, old.stato_da) });
      }
      const stato = fermo ? old.stato : valore.stato;
      const iuv = iuvDi(valore.numero_avviso);
      const nuovo = { ...altri, iuv, scadenza, pagabile_fino, debitore, posizione: posizione(valore) ?? null, stato };
      const same = old && uguali(nuovo, old);
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [{ ...nuovo, ...SUO, creato }];
    });
    if (cambiati.length > 0) await scrivi(tx, cambiati);
    return esito;
  };
}

/** What the file does not say of a notice that comes from one. */
const SUO = {
  stato_da: 'import',
  pratica: null,
  servizio: null,
  dati_json: '{}',
  proprietario: null,
  scade: null,
} as const;

/** @returns id of the position that owes a row's notice, null when it names none, undefined when the store does not have it */
async function posizioniDelle(tx: Tx, righe: readonly Riga<RigaAvviso>[]) {
  const nominate = righe.flatMap(({ valore, ...riga }) => {
    const { codice_utente } = valore;
    return codice_utente === undefined ? [] : [{ ...riga, valore: { ...valore, codice_utente } }];
  });
  const note = await posizioniNote(tx, nominate);
  return ({ ente, codice_utente }: RigaAvviso): string | null | undefined =>
    codice_utente === undefined ? null : note({ ente, codice_utente });
}

const chiaveDi = ({ ente, numero_avviso }: { ente: string; numero_avviso: string }) => chiave(ente, numero_avviso);

/** Notices under the numbers of the rows, and under their IUVs, which two numbers with aux digit 0 may share. */
async function leggi(tx: Tx, righe: readonly Riga<RigaAvviso>[]): Promise<Map<string, Avviso>> {
  const trovati = new Map<string, Avviso>();
  for (const [ente, suoi] of perEnte(righe)) {
    const iuv = [...new Set(suoi.map((valore) => iuvDi(valore.numero_avviso)))];
    const rows = await tx.selectFrom('avvisi').selectAll().where('iuv', 'in', iuv).where('ente', '=', ente).execute();
    for (const row of rows) {
      trovati.set(chiaveDi(row), row);
      trovati.set(chiave(ente, 'iuv', row.iuv), row);
    }
  }
  return trovati;
}

/** @returns the words against a row that names a notice which is not a file's, or takes the IUV of another */
function nonDelFile(prima: Map<string, Avviso>, { ente, numero_avviso }: RigaAvviso): string | undefined {
  const altro = prima.get(chiave(ente, 'iuv', iuvDi(numero_avviso)));
  if (altro && altro.numero_avviso !== numero_avviso)
    return `Lo stesso IUV è già dell’avviso ${altro.numero_avviso} nell’archivio: ogni IUV è di un avviso solo.`;
  if (altro && (altro.servizio !== null || altro.pratica !== null || altro.stato_da === 'portale'))
    return 'Questo avviso lo ha creato il portale per un pagamento o una pratica: togli la riga.';
  return undefined;
}

/** @returns the words against a row whose number or IUV a document of the body has in the store */
async function documentiConAvviso(tx: Tx, righe: readonly Riga<RigaAvviso>[]) {
  const di = new Map<string, string>();
  for (const [ente, suoi] of perEnte(righe)) {
    const numeri = [...new Set(suoi.map((valore) => valore.numero_avviso))];
    const rows = await tx
      .selectFrom('documenti')
      .select(['numero', 'sistema', 'numero_avviso', 'iuv'])
      .where((e) => e.or([e('numero_avviso', 'in', numeri), e('iuv', 'in', numeri.map(iuvDi))]))
      .where('ente', '=', ente)
      .execute();
    for (const row of rows) {
      const iuv = row.iuv ?? iuvDi(row.numero_avviso ?? '');
      di.set(chiave(ente, iuv), `${row.numero} (${row.sistema})`);
    }
  }
  return ({ ente, numero_avviso }: RigaAvviso): string | undefined => {
    const documento = di.get(chiave(ente, iuvDi(numero_avviso)));
    return documento && `Questo numero di avviso è già del documento ${documento} nell’archivio: togli la riga.`;
  };
}

async function scrivi(tx: Tx, righe: Avviso[]): Promise<void> {
  await tx
    .insertInto('avvisi')
    .values(righe)
    .onConflict((c) =>
      c.columns(['numero_avviso', 'ente']).doUpdateSet((e) => ({
        causale: e.ref('excluded.causale'),
        importo_cent: e.ref('excluded.importo_cent'),
        scadenza: e.ref('excluded.scadenza'),
        pagabile_fino: e.ref('excluded.pagabile_fino'),
        debitore: e.ref('excluded.debitore'),
        posizione: e.ref('excluded.posizione'),
        // A receipt may have come since the row was read.
        stato: sql<string>`case when avvisi.stato_da = 'import' then excluded.stato else avvisi.stato end`,
      })),
    )
    .execute();
}
