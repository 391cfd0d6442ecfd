/** A program with a key, for the browser tests. */
import { createHash } from 'node:crypto';
import { ONE_POINT_PNG, pdfText } from '../files.ts';
import type { Portal } from '../portal.ts';
import { expect } from './fixtures.ts';
import { ENTE } from './flow.ts';
import { changeStore, withStore } from './store.ts';

/** Sends the act of a document, as the tax program of its ente does. @param id of the document */
export async function sendAct(house: Portal, id: string): Promise<void> {
  const key = crypto.randomUUID();
  const [found] = withStore(house, (db) =>
    db.prepare('select ente, sistema, numero from documenti where id = ?').all(id),
  );
  const columns = 'id, ente, nome, email, garantisce, all_ora, al_giorno, hash, creato, permessi';
  const values = "?, ?, 'Gestionale', 'app@esempio.it', 0, 100, 1000, ?, 0, 'posizioni:scrivi'";
  const hash = createHash('sha256').update(key).digest('base64url');
  changeStore(house, `insert into programmi (${columns}) values (${values})`, key, String(found?.ente), hash);
  const form = new FormData();
  for (const name of ['ente', 'sistema', 'numero']) form.append(name, String(found?.[name]));
  form.append('file', new File([pdfText()], 'atto.pdf', { type: 'application/pdf' }));
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${house.base}/api/v1/portale/operatore/atti`, { method: 'POST', body: form, headers });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"nome":"atto.pdf"')]);
}

/** @returns the key of a new program */
function makeKey(house: Portal, of: { ente: string; nome: string; permessi: string; vouches: boolean }): string {
  const key = crypto.randomUUID();
  const columns = 'id, ente, nome, email, garantisce, all_ora, al_giorno, hash, creato, permessi';
  const values = "?, ?, ?, 'app@esempio.it', ?, 100, 1000, ?, 0, ?";
  const hash = createHash('sha256').update(key).digest('base64url');
  const { ente, nome, permessi, vouches } = of;
  changeStore(
    house,
    `insert into programmi (${columns}) values (${values})`,
    key,
    ente,
    nome,
    vouches ? 1 : 0,
    hash,
    permessi,
  );
  return key;
}

/** A program of the building office. @returns calls with its key, which give the data of the answer */
export function buildingProgram(house: Portal) {
  const permessi = 'pratiche:leggi pratiche:scrivi';
  const key = makeKey(house, { ente: ENTE, nome: 'Sportello edilizia', permessi, vouches: false });
  const ask = async (path: string, asked: RequestInit) => {
    const answer = await fetch(house.base + path, {
      ...asked,
      headers: { authorization: `Bearer ${key}`, ...asked.headers },
    });
    const { data, message } = await answer.json();
    expect([path, answer.ok, message]).toEqual([path, true, undefined]);
    return data;
  };
  return {
    upload: async (file: File): Promise<{ Id: string }> => {
      const form = new FormData();
      form.append('file', file);
      const { Id } = await ask('/api/v1/generic/documento/upload', { method: 'POST', body: form });
      return { Id };
    },
    say: (fields: Record<string, unknown>): Promise<{ id: string; protocollo: string }> =>
      ask('/api/v1/portale/operatore/pratiche/esterne', {
        method: 'POST',
        body: JSON.stringify({ ente: ENTE, ...fields }),
        headers: { 'content-type': 'application/json' },
      }),
    read: (id: string) => ask(`/api/v1/generic/segnalazione/detail?id=${id}&email=`, {}),
  };
}

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
  const key = makeKey(house, { ente, nome: 'App di prova', permessi: 'segnalazioni:invia', vouches });
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
