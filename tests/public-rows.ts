/** Rows of public reports for tests of the open data: released ones, and such as nobody may read anything of. */
import type { PortalHouse } from '../src/context.ts';
import type { SegnalazionePubblica } from '../src/store/tables.ts';
import { RIG_NOW } from './rig.ts';

/** Released on the day before the clock of the tests begins. @param n tells it from the others, and is its place in the list */
export const publicRow = (n: number, over: Partial<SegnalazionePubblica> = {}): SegnalazionePubblica => ({
  id: `p${String(n).padStart(5, '0')}`,
  ente: 'borgo',
  codice: 'SF510',
  area: null,
  giorno: '2026-11-19',
  stato: 'ricevuta',
  chiusa: null,
  visibile: 1,
  rilasciata: RIG_NOW,
  aggiornata: RIG_NOW,
  titolo: `Lampione ${n}`,
  descrizione: 'Non si accende.',
  risposta: null,
  luogo: 'Via dei Tigli',
  lat: 42.5123,
  lon: 12.4988,
  doppione_di: null,
  ...over,
});

/** What no answer may contain, whatever an answer is made of. */
export const SECRET_WORDS = /SEGRETO|NASCOSTA|ALTROVE|43\.77|11\.25|2026-11-13|2027-/;

const SECRETS = { titolo: 'SEGRETO', descrizione: 'SEGRETO', risposta: 'SEGRETO', luogo: 'SEGRETO' };

/** A row that says more than it may: everything is in it, and nothing was released. */
export const unreleasedRow = (n: number, over: Partial<SegnalazionePubblica> = {}): SegnalazionePubblica =>
  publicRow(n, {
    ...SECRETS,
    lat: 43.77,
    lon: 11.25,
    stato: 'conclusa',
    chiusa: '2026-11-13',
    rilasciata: null,
    aggiornata: Date.UTC(2027, 0, 1),
    ...over,
  });

/** One released, one not, one hidden, one of another municipality. */
export const MIXED_ROWS: readonly SegnalazionePubblica[] = [
  publicRow(1),
  unreleasedRow(2),
  publicRow(3, { visibile: 0, titolo: 'NASCOSTA', aggiornata: Date.UTC(2027, 0, 1) }),
  publicRow(4, { ente: 'valle', titolo: 'ALTROVE' }),
];

export async function writePublicRows({ db }: PortalHouse, rows: readonly SegnalazionePubblica[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 300)
    await db
      .insertInto('segnalazioni_pubbliche')
      .values(rows.slice(at, at + 300))
      .execute();
}

/** Of one of {@link publicRow}, number 1. @param segnalazione its id */
export async function writePublicPhoto({ db }: PortalHouse, segnalazione: string): Promise<void> {
  const bytes = new Uint8Array([1]);
  await db
    .insertInto('foto_pubbliche')
    .values({ id: `f-${segnalazione}`, segnalazione, n: 1, larghezza: 1, altezza: 1, dati: bytes, piccola: bytes })
    .execute();
}

/** Markup, an emoji of two code units, and a mark and an override of the writing direction. */
export const WILD_TEXT = 'Buca <b>&amp; "rami" l’🚧 ]]> \u200f\u202e fine';
