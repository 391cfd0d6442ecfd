/** A program with a key, for the browser tests. */
import { createHash } from 'node:crypto';
import type { Portal } from '../portal.ts';
import { expect } from './fixtures.ts';
import { ENTE } from './flow.ts';
import { changeStore } from './store.ts';

/** Sends a report by a program. @property vouches for its citizens @returns the token, when it does not */
export async function sendByProgramma(
  house: Portal,
  email: string,
  { ente = ENTE, vouches = false } = {},
): Promise<string> {
  const key = crypto.randomUUID();
  const columns = 'id, ente, nome, email, garantisce, all_ora, al_giorno, hash, creato';
  const values = "?, ?, 'App di prova', 'app@esempio.it', ?, 100, 1000, ?, 0";
  const hash = createHash('sha256').update(key).digest('base64url');
  changeStore(house, `insert into programmi (${columns}) values (${values})`, key, ente, vouches ? 1 : 0, hash);
  const report = {
    api_key: key,
    jurisdiction_id: ente,
    service_code: 'SF310',
    address_string: 'Via Garibaldi 4',
    description: 'Il lampione è spento.',
    email,
    first_name: 'Anna',
    last_name: 'Bianchi',
  };
  const answer = await fetch(`${house.base}/open311/v2/requests.json`, {
    method: 'POST',
    body: new URLSearchParams(report),
  });
  expect(answer.status).toBe(201);
  const [{ token }] = await answer.json();
  return token;
}
