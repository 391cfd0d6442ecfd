/** A program with a key, for the browser tests. */
import { createHash } from 'node:crypto';
import { ONE_POINT_PNG } from '../files.ts';
import type { Portal } from '../portal.ts';
import { expect } from './fixtures.ts';
import { ENTE } from './flow.ts';
import { changeStore } from './store.ts';

/**
 * Sends a report with a photo by a program.
 * @param over fields in place of those of the report @property vouches for the addresses of its citizens
 * @returns what it was answered
 */
export async function sendByProgramma(
  house: Portal,
  over: Record<string, string>,
  { ente = ENTE, vouches = false } = {},
): Promise<{ token?: string; service_request_id?: string }> {
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
    first_name: 'Anna',
    last_name: 'Bianchi',
    'attribute[fixmystreet_id]': '48151623',
    'attribute[palo]': 'L-7',
    ...over,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(report)) form.append(name, value);
  form.append('media', new File([ONE_POINT_PNG], 'lampione.png', { type: 'image/png' }));
  const answer = await fetch(`${house.base}/open311/v2/requests.json`, {
    method: 'POST',
    body: form,
  });
  expect(answer.status).toBe(201);
  return (await answer.json())[0];
}
