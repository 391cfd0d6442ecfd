/** The test App IO: its API as IO API 4.0.0 says, with its quota, and a page that shows what is on the phones of its people. */
import * as z from 'zod/mini';
import { IO_FISCAL_CODE, type IoMessage, ioMessage } from '../../platform/app-io.ts';
import { jsonResponse, problemResponse, readJson } from '../pagopa/responses.server.ts';
import type { IoFault } from './io-faults.ts';
import {
  readIoFault,
  readIoProfile,
  type StoredMessage,
  storedMessage,
  type TestAppIo,
  writeIoProfile,
} from './io-memory.server.ts';
import { answerPhones } from './phones.server.ts';
import { CLOSED_IO_KEY, IO_API_PATH, WRONG_IO_KEY } from './settings.ts';

/** Of each key: so many requests in so many ms. */
const IO_QUOTA = { requests: 150, ms: 5_000 };
/** Longer than the portal waits. */
const SLOW_MS = 25_000;
const IO_KEY = /^[!-~]{16,200}$/;

/** @returns 404 for paths that IO does not have */
export async function answerAppIo(request: Request, io: TestAppIo): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(`${IO_API_PATH}/`)) return answerPhones(request, io);
  const key = request.headers.get('ocp-apim-subscription-key') ?? '';
  if (!IO_KEY.test(key) || key.startsWith(WRONG_IO_KEY))
    return jsonResponse(401, { statusCode: 401, message: 'Access denied due to invalid subscription key.' });
  if (key.startsWith(CLOSED_IO_KEY)) return problemResponse(403, 'Forbidden', 'You do not have enough permission.');
  const fault = await readIoFault(io);
  if (fault === 'quota' || isOverQuota(io, key))
    return jsonResponse(429, { statusCode: 429, message: 'Rate limit is exceeded. Try again in 5 seconds.' });
  if (fault === 'fermo') return jsonResponse(503, { statusCode: 503, message: 'Service unavailable.' });
  if (fault === 'spazzatura')
    return new Response('<!doctype html><title>Manutenzione</title>', { headers: { 'content-type': 'text/html' } });
  const path = pathname.slice(IO_API_PATH.length);
  if (request.method === 'POST' && path === '/profiles') return answerProfile(io, request, fault);
  if (request.method === 'POST' && path === '/messages') return takeMessage(io, request, { key, fault });
  const [, fiscalCode, id] = /^\/messages\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (request.method === 'GET' && fiscalCode && id) return answerMessage(io, { fiscalCode, id, tail: tailOf(key) });
  return jsonResponse(404, { statusCode: 404, message: 'Resource not found' });
}

const tailOf = (key: string): string => key.slice(-4);

function isOverQuota({ quota, now }: TestAppIo, key: string): boolean {
  const since = now() - IO_QUOTA.ms;
  const recent = (quota.get(key) ?? []).filter((at) => at > since);
  quota.set(key, recent);
  if (recent.length >= IO_QUOTA.requests) return true;
  recent.push(now());
  return false;
}

const profilePayload = z.strictObject({ fiscal_code: z.string().check(z.regex(IO_FISCAL_CODE)) });

async function answerProfile(io: TestAppIo, request: Request, fault: IoFault): Promise<Response> {
  const asked = z.safeParse(profilePayload, await readJson(request));
  if (!asked.success) return problemResponse(400, 'Invalid payload', 'fiscal_code is not a valid FiscalCode');
  const { fiscal_code } = asked.data;
  const profile = await readIoProfile(io, fiscal_code);
  if (profile === 'assente')
    return problemResponse(404, 'Profile not found', 'The profile you requested was not found.');
  if (fault === 'chiude' && profile === 'attivo') await writeIoProfile(io, fiscal_code, 'chiuso');
  return jsonResponse(200, { sender_allowed: profile === 'attivo', preferred_languages: ['it_IT'] });
}

/** It is taken whatever the profile says, and rejected afterwards: so does IO. */
async function takeMessage(
  io: TestAppIo,
  request: Request,
  { key, fault }: { key: string; fault: IoFault },
): Promise<Response> {
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? ''))
    return problemResponse(400, 'Invalid payload', 'content-type is not application/json');
  const given = z.safeParse(ioMessage, await readJson(request));
  if (!given.success)
    return problemResponse(
      400,
      'Invalid payload',
      given.error.issues.map((one) => `${one.path.join('.')}: ${one.code}`).join(', '),
    );
  if (fault === 'guasto') return problemResponse(500, 'Internal server error', 'The message cannot be delivered.');
  const { id } = await storeMessage(io, given.data, tailOf(key));
  if (fault === 'vuoto') return jsonResponse(504, { statusCode: 504, message: 'Gateway timeout.' });
  if (fault === 'lento') await io.wait(SLOW_MS);
  const location = `${io.publicUrl}${IO_API_PATH}/messages/${given.data.fiscal_code}/${id}`;
  return new Response(JSON.stringify({ id }), {
    status: 201,
    headers: { 'content-type': 'application/json', location },
  });
}

async function storeMessage(io: TestAppIo, message: IoMessage, tail: string): Promise<StoredMessage> {
  const at = io.now();
  const isOpen = (await readIoProfile(io, message.fiscal_code)) === 'attivo';
  const stored: StoredMessage = {
    id: makeUlid(at),
    ...message,
    created_at: new Date(at).toISOString(),
    status: isOpen ? 'PROCESSED' : 'REJECTED',
    tail,
  };
  await io.memory.write('messaggio', stored.id, { dati: stored, quando: at });
  return stored;
}

const CROCKFORD_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ids of IO are ULIDs: ten characters of the time, sixteen by chance. */
function makeUlid(at: number): string {
  let time = '';
  for (let rest = at; time.length < 10; rest = Math.floor(rest / 32)) time = CROCKFORD_DIGITS.charAt(rest % 32) + time;
  return (
    time + Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => CROCKFORD_DIGITS.charAt(byte % 32)).join('')
  );
}

/** A service reads its own messages only. */
async function answerMessage(
  { memory }: TestAppIo,
  { fiscalCode, id, tail }: { fiscalCode: string; id: string; tail: string },
): Promise<Response> {
  const found = (await memory.read('messaggio', id, storedMessage))?.dati;
  if (found?.fiscal_code !== fiscalCode || found.tail !== tail)
    return problemResponse(404, 'Message not found', 'The message that you requested was not found in the system.');
  const { status, tail: _tail, ...message } = found;
  return jsonResponse(200, {
    message: { ...message, feature_level_type: 'STANDARD', sender_service_id: `servizio-${tail}` },
    notification: { email: 'SENT', webhook: 'SENT' },
    status,
  });
}
