/** The positions of a filled store, each with three documents and the person who finds it after logging in. */
import { hashControllo } from '../../../src/features/cases/posizione/controllo.server.ts';
import type { StatoDocumento } from '../../../src/features/cases/posizione/documenti.ts';
import { isCodiceFiscale } from '../../../src/platform/atoms/codice-fiscale.ts';
import { cifreControlloOf, iuvOf } from '../../../src/platform/atoms/numero-avviso.ts';
import type { PortalSigner } from '../../../src/platform/signer.server.ts';
import type { Documento, Posizione } from '../../../src/store/tables.ts';
import { enteOf, type FilledStore } from './enti.ts';
import { cognomeOf, mixedNumber, nomeOf, pickValue } from './spread.ts';

const SISTEMI = ['Rifiuti TARI', 'CRC', 'OSAP', 'PAR'];
/** Out of four documents: one is still to be paid. */
const STATI: StatoDocumento[] = ['da_pagare', 'pagato', 'pagato', 'pagato'];
const DOCUMENTI = 3;
/** The first person has so many, as an accountant has; the others have two on average. */
const OF_THE_FIRST = 20;
/** Both engines take at most 32,766 values in a statement. */
const BATCH = 500;

/** @property posizioni how many @property enti how many enti share them @property now when they were linked, in ms since 1970 */
export type PosizioniOrder = { posizioni: number; enti: number; now: number; signer: PortalSigner };

/** The user code of a position, and the control code that is printed beside it. */
export const codiceUtenteOf = (n: number): string => `CARICO-${String(n).padStart(7, '0')}`;
export const codiceControlloOf = (n: number): string => `CC${n}`;

/** The tax code of a person. */
export function codiceFiscaleOf(persona: number): string {
  const name = Array.from({ length: 6 }, (_, place) => 'ABCDEFGHILMNOPQRSTUV'[Math.floor(persona / 20 ** place) % 20]);
  const body = `${name.join('')}80A01Z999`;
  const letter = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').find((last) => isCodiceFiscale(body + last));
  return `${body}${letter}`;
}

export async function fillPosizioni({ db }: FilledStore, order: PosizioniOrder): Promise<void> {
  const { posizioni: total, now } = order;
  for (let start = 0; start < total; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, total - start) }, (_, i) => start + i);
    const posizioni = numbers.map((n) => posizioneOf(n, order));
    const documenti = posizioni.flatMap((posizione, i) =>
      Array.from({ length: DOCUMENTI }, (_, d) => documentoOf(posizione, (start + i) * DOCUMENTI + d)),
    );
    const rappresentanze = posizioni.map(({ id }, i) => ({
      id: `r-${id}`,
      posizione: id,
      codice_fiscale: codiceFiscaleOf(personaOf(start + i, total)),
      ruolo: 'persona_fisica',
      creata: now,
      tolta: null,
    }));
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('posizioni').values(posizioni).execute();
      await tx.insertInto('documenti').values(documenti).execute();
      await tx.insertInto('rappresentanze').values(rappresentanze).execute();
    });
  }
}

const personaOf = (n: number, total: number): number =>
  n < OF_THE_FIRST ? 0 : 1 + (mixedNumber(n, 34) % Math.ceil(total / 2));

function posizioneOf(n: number, { posizioni: total, enti, signer }: PosizioniOrder): Posizione {
  const ente = enteOf(n, { enti, choice: mixedNumber(n, 30) });
  const codice_utente = codiceUtenteOf(n);
  return {
    id: `posizione-${n.toString(36).padStart(8, '0')}-${mixedNumber(n, 31).toString(36)}`,
    ente,
    codice_utente,
    controllo: hashControllo(signer, ente, codice_utente, codiceControlloOf(n)),
    sistema: pickValue(SISTEMI, n, 32),
    intestatario: `${nomeOf(personaOf(n, total), 10)} ${cognomeOf(n, 12)}`,
    chiusa: null,
  };
}

/** @param n of all documents */
function documentoOf({ id, ente, sistema }: Posizione, n: number): Documento {
  const firstSixteen = `302${String(n).padStart(13, '0')}`;
  const numero_avviso = firstSixteen + cifreControlloOf(firstSixteen);
  return {
    id: `documento-${n.toString(36).padStart(8, '0')}-${mixedNumber(n, 33).toString(36)}`,
    posizione: id,
    ente,
    sistema,
    numero: `CARICO-${n}`,
    tipo: 'TARI, acconto',
    data: '2026-03-02',
    scadenza: '2099-12-16',
    importo_cent: 1000 + (mixedNumber(n, 35) % 50_000),
    stato: pickValue(STATI, n, 36),
    stato_da: 'import',
    iuv: iuvOf(numero_avviso),
    numero_avviso,
    chiuso: null,
  };
}
