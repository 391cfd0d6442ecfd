/** Prepares the data of many taxpayers, and a citizen whose lists the bench reads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { encodeCodice } from '../../src/features/cases/posizione/codice.ts';
import { cifreControlloOf } from '../../src/platform/atoms/numero-avviso.ts';
import { openStore } from '../../src/store/open.server.ts';
import { logIn } from './login.ts';
import type { LoadTable } from './measure.ts';
import { postJson, seedReport } from './seed.ts';
import type { LoadPlace } from './servers.ts';

/** A citizen with many positions, cases and declarations. */
const TAXPAYER = {
  nome: 'Maria',
  cognome: 'Carico',
  codice_fiscale: 'VRNGNY07D68C351V',
  email: 'maria.carico@posta.example',
};
const POSIZIONI = 20;
const DOCUMENTI = 50;
const PRATICHE = 30;
const DICHIARAZIONI = 10;
const ENTI = ['borgosereno', 'collelume', 'portolieve'];
const SISTEMI = ['Rifiuti TARI', 'CRC', 'OSAP', 'PAR'];

/**
 * Writes a data file with the given number of positions and three documents each; the citizen has the first 20 positions, with 50 documents.
 * @param how.replaces everything of these systems: what the file lacks is closed
 * @returns the path of the file
 */
export function writeDataFile(
  dataDir: string,
  posizioni: number,
  { replaces = false }: { replaces?: boolean } = {},
): string {
  const path = join(dataDir, `contribuenti-${posizioni}.json`);
  const file = openSync(path, 'w');
  const section = (name: string, length: number, row: (n: number) => object[]) => {
    writeSync(file, `"${name}": [\n`);
    for (let start = 0; start < length; start += 1000) {
      const rows = Array.from({ length: Math.min(1000, length - start) }, (_, n) => row(start + n)).flat();
      const text = rows.map((r) => JSON.stringify(r)).join(',\n');
      writeSync(file, `${text}${start + 1000 < length ? ',' : ''}\n`);
    }
    writeSync(file, '],\n');
  };
  writeSync(file, '{ "prova": true,\n');
  if (replaces) {
    const systems = ENTI.flatMap((ente) => SISTEMI.map((sistema) => ({ ente, sistema })));
    writeSync(file, `"sostituisci": ${JSON.stringify(systems)},\n`);
  }
  section('posizioni', posizioni, (n) => [
    { ...posizioneKey(n), codice_controllo: `CC${n}`, intestatario: n < POSIZIONI ? 'Maria Carico' : `Persona ${n}` },
  ]);
  section('rappresentanze', POSIZIONI, (n) => {
    const { sistema: _, ...posizione } = posizioneKey(n);
    return [{ ...posizione, codice_fiscale: TAXPAYER.codice_fiscale, ruolo: 'persona_fisica' }];
  });
  section('documenti', posizioni, (n) => {
    const howMany =
      n < POSIZIONI ? Math.floor(((n + 1) * DOCUMENTI) / POSIZIONI) - Math.floor((n * DOCUMENTI) / POSIZIONI) : 3;
    return Array.from({ length: howMany }, (_, d) => documento(n, d));
  });
  section('dichiarazioni', DICHIARAZIONI, (n) => [
    {
      ente: posizioneKey(n).ente,
      codice_fiscale: TAXPAYER.codice_fiscale,
      numero: `DIC-${n}`,
      tipo: 'TARI: inizio occupazione',
      data: '2026-01-15',
      stato: 'inviata',
      protocollo: `2026/${n}`,
    },
  ]);
  writeSync(file, '"sportelli": [] }\n');
  closeSync(file);
  return path;
}

const posizioneKey = (n: number) => ({
  ente: ENTI[n % ENTI.length],
  codice_utente: `CARICO-${String(n).padStart(6, '0')}`,
  sistema: SISTEMI[n % SISTEMI.length],
});

function documento(n: number, d: number) {
  const firstSixteen = `302${String(n * 10 + d).padStart(13, '0')}`;
  return {
    ...posizioneKey(n),
    numero: `CARICO-${n}-${d}`,
    tipo: 'TARI, acconto',
    data: '2026-03-02',
    scadenza: '2099-12-16',
    importo_cent: 1000 + n,
    stato: 'da_pagare',
    numero_avviso: firstSixteen + cifreControlloOf(firstSixteen),
  };
}

/** Runs `npm run data -- import` beside the running portal. @returns seconds */
export async function importFile(path: string, env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now();
  const script = new URL('../../scripts/data.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, 'import', path], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The import ended with code ${code}`);
  return (performance.now() - began) / 1000;
}

/** Logs the citizen in, sends their reports, and returns the pages and calls to load. The positions must be in the store already. */
export async function prepareTaxpayer(place: LoadPlace, base: string): Promise<LoadTable> {
  const store = await openStore(place);
  const headers = await logIn(store, TAXPAYER);
  const { id, codice_utente } = await store.db
    .selectFrom('posizioni')
    .select(['id', 'codice_utente'])
    .where('codice_utente', '=', posizioneKey(0).codice_utente)
    .executeTakeFirstOrThrow();
  await store.close();

  for (let n = 0; n < PRATICHE; n++) {
    await postJson(base, {
      path: '/api/v1/generic/segnalazione/new',
      headers: { ...headers, 'idempotency-key': `pratica-di-maria-${n}` },
      body: JSON.stringify(seedReport('borgosereno', TAXPAYER.email)),
    });
  }
  const asked = (path: string) => ({ requests: [{ path, headers: { cookie: headers.cookie } }] });
  return {
    'list of positions': asked('/api/v1/posizione/list'),
    'documents of a position': asked(`/api/v1/posizione/documents/list/${id}/${encodeCodice(codice_utente)}`),
    'list of declarations': asked('/api/v1/dichiarazione/list'),
    'list of reports': asked('/api/v1/generic/segnalazione/list'),
    'reserved area': asked('/area-riservata'),
    'page of positions': asked('/area-riservata?scheda=posizioni'),
  };
}
