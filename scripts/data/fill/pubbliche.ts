/** The public reports of a filled store, as many as it has cases. */
import { addDays, todayInRome } from '../../../src/platform/atoms/date.ts';
import type { SegnalazionePubblica, StatoPubblico } from '../../../src/store/tables.ts';
import { enteOf, type FilledStore } from './enti.ts';
import type { PraticheOrder } from './pratiche.ts';
import { mixedNumber, pickValue } from './spread.ts';

/** Those that the first ente of the demo publishes. */
const PUBLISHED_CODES = ['SF310', 'SF410', 'SF420', 'SF510'];
const THINGS = ['Lampione spento', 'Buca nell’asfalto', 'Rifiuti abbandonati', 'Ramo pericolante'];
const DAYS = 3 * 365;
/** Both engines take at most 32,766 values in a statement. */
const BATCH = 700;
/** South-west corner of each municipality, and its side in degrees: some 10 km. */
const CORNER = { lat: 42.45, lon: 12.45 };
const SIDE = 0.1;
/** On a side, so that squares of the map have some hundred points. */
const STEPS = 1000;

export function pubblicaOf(n: number, { pratiche: total, enti, now }: PraticheOrder): SegnalazionePubblica {
  const giorno = addDays(todayInRome(now), -Math.floor(((total - n) / total) * DAYS));
  const stato: StatoPubblico = pickValue(['conclusa', 'conclusa', 'conclusa', 'in_lavorazione', 'ricevuta'], n, 31);
  const along = (seed: number) => (SIDE * (mixedNumber(n, seed) % STEPS)) / STEPS;
  return {
    id: `pubblica-${n.toString(36).padStart(8, '0')}`,
    ente: enteOf(n, { enti, choice: mixedNumber(n, 2) }),
    codice: pickValue(PUBLISHED_CODES, n, 32),
    area: pickValue(['centro', 'stazione', 'vigne'], n, 33),
    giorno,
    stato,
    chiusa: stato === 'conclusa' ? addDays(giorno, mixedNumber(n, 34) % 30) : null,
    visibile: 1,
    rilasciata: now,
    titolo: pickValue(THINGS, n, 35),
    descrizione: 'Si vede dalla strada, da qualche settimana.',
    doppione_di: null,
    risposta: null,
    luogo: `Via Roma ${mixedNumber(n, 36) % 200}`,
    lat: CORNER.lat + along(37),
    lon: CORNER.lon + along(38),
    aggiornata: now,
  };
}

export async function fillPubbliche({ db }: FilledStore, order: PraticheOrder): Promise<void> {
  for (let n = 0; n < order.pratiche; n += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, order.pratiche - n) }, (_, i) => pubblicaOf(n + i, order));
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('segnalazioni_pubbliche').values(rows).execute();
      await tx
        .insertInto('tappe_pubbliche')
        .values(rows.map(({ id, giorno, stato }) => ({ segnalazione: id, n: 1, giorno, stato })))
        .execute();
    });
  }
}
