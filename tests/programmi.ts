/** Programs with keys, for the tests of the server. */
import type { PortalHouse } from '../src/context.ts';
import { randomId, sha256Of } from '../src/platform/signer.server.ts';
import type { Programma } from '../src/store/tables.ts';

/** Writes a program of Borgo that may send reports, or what is said instead. @returns its key */
export async function makeProgramma(
  { db, now }: Pick<PortalHouse, 'db' | 'now'>,
  over: Partial<Programma> = {},
  key: string = randomId(),
): Promise<string> {
  const row: Programma = {
    id: `programma-${key}`,
    ente: 'borgo',
    nome: 'App dei lampioni',
    email: 'app@esempio.it',
    garantisce: 1,
    all_ora: 100,
    al_giorno: 1000,
    hash: sha256Of(key),
    creato: now(),
    usato: null,
    revocato: null,
    permessi: 'segnalazioni:invia',
    servizi: '',
    reti: '',
    fino_al: null,
    hash_prima: null,
    prima_fino: null,
    ...over,
  };
  await db.insertInto('programmi').values(row).execute();
  return key;
}
