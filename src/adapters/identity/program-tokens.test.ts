/** Tokens of programs, as a real provider makes them for a client that asks with its secret. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OidcServer, oidcServer } from '../../../tests/doubles/oidc-server.ts';
import { issuerTokens } from './program-tokens.server.ts';

const AUDIENCE = 'https://portale.example';
let there: OidcServer;
beforeAll(async () => {
  there = await oidcServer('https://portale.example/accesso/ritorno');
});
afterAll(() => there.stop());

const tokensOf = (over: { issuer?: string; audience?: string } = {}) =>
  issuerTokens({ issuer: there.issuer, audience: AUDIENCE, fetch, ...over });
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a token of a program', () => {
  test('names the client for which it was made', async () => {
    const token = await there.programToken(AUDIENCE);
    expect(await tokensOf().clientOf(token, Date.now())).toBe('gestionale-tari');
  });

  test('is not valid for another audience, when it is over, and before it begins', async () => {
    const token = await there.programToken(AUDIENCE);
    expect(await tokensOf().clientOf(await there.programToken('https://altro.example'), Date.now())).toBeUndefined();
    expect(await tokensOf({ audience: 'https://altro.example' }).clientOf(token, Date.now())).toBeUndefined();
    expect(await tokensOf().clientOf(token, Date.now() + 400_000)).toBeUndefined();
    const later = there.resigned(token, { nbf: Math.floor(Date.now() / 1000) + 300 });
    expect(await tokensOf().clientOf(later, Date.now())).toBeUndefined();
  });

  test('is not valid without a signature of the issuer', async () => {
    const token = await there.programToken(AUDIENCE);
    const [head = '', , signature = ''] = token.split('.');
    const body = Buffer.from(JSON.stringify({ ...claimsOf(token), client_id: 'altro' })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    const byName = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt' })).toString('base64url');
    for (const forged of [`${head}.${body}.${signature}`, `${none}.${body}.x`, `${byName}.${body}.${signature}`])
      expect(await tokensOf().clientOf(forged, Date.now())).toBeUndefined();
  });

  test('is none of a person, and none without a client', async () => {
    const token = await there.programToken(AUDIENCE);
    for (const claims of [{ client_id: undefined }, { exp: undefined }, { client_id: 7 }])
      expect(await tokensOf().clientOf(there.resigned(token, claims), Date.now())).toBeUndefined();
    const [head = '', body = ''] = token.split('.');
    const other = { ...JSON.parse(Buffer.from(head, 'base64url').toString()), typ: 'JWT' };
    const renamed = `${Buffer.from(JSON.stringify(other)).toString('base64url')}.${body}.x`;
    expect(await tokensOf().clientOf(renamed, Date.now())).toBeUndefined();
  });
});

test('an issuer that is away is told as that, and asked again the next time', async () => {
  const token = await there.programToken(AUDIENCE);
  const tokens = tokensOf();
  await there.stop();
  await expect(tokens.clientOf(token, Date.now())).rejects.toMatchObject({ code: 'unavailable' });
  await there.start();
  expect(await tokens.clientOf(token, Date.now())).toBe('gestionale-tari');
});

test('an issuer that calls itself otherwise is not believed', async () => {
  const token = await there.programToken(AUDIENCE);
  await expect(tokensOf({ issuer: `${there.issuer}/` }).clientOf(token, Date.now())).rejects.toMatchObject({
    code: 'unavailable',
  });
});
