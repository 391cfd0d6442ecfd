import { expect, test } from 'vitest';
import {
  currentRequest,
  duringRequest,
  isRequestId,
  namingRequest,
  outsideRequests,
  requestIdOf,
} from './request.server.ts';

const ID = '0123456789abcdef0123456789abcdef';

test('the id of a trusted proxy is kept when it is well-formed; otherwise the portal makes one', () => {
  expect(requestIdOf(ID, true)).toBe(ID);
  expect(requestIdOf('01234567-89AB-cdef-0123-456789abcdef', true)).toBe('01234567-89AB-cdef-0123-456789abcdef');
  for (const given of [undefined, '', 'mario.rossi@posta.example', `${ID}\n`, ID.slice(1), `${ID}0`, [ID, ID]]) {
    const made = requestIdOf(given, true);
    expect(isRequestId(made)).toBe(true);
    expect(made).not.toBe(given);
  }
  expect(requestIdOf(ID, false)).not.toBe(ID);
});

test('a call to a provider names the request that it is made for, and keeps its own headers; other calls name none', async () => {
  const seen: Headers[] = [];
  const reach = namingRequest(async (_input, init) => {
    seen.push(new Headers(init?.headers));
    return new Response();
  });
  await duringRequest({ id: ID }, () => reach('https://pagopa.example', { headers: { accept: 'text/plain' } }));
  await reach('https://pagopa.example', { headers: { accept: 'text/plain' } });
  expect(seen.map((headers) => headers.get('x-request-id'))).toEqual([ID, null]);
  expect(seen.map((headers) => headers.get('accept'))).toEqual(['text/plain', 'text/plain']);
});

test('work that outlives its request does not belong to it', () => {
  duringRequest({ id: ID }, () => {
    expect(currentRequest()?.id).toBe(ID);
    expect(outsideRequests(currentRequest)).toBeUndefined();
  });
});
