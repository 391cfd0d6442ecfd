import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { oidcServer } from '../../../tests/doubles/oidc-server.ts';
import { oidcIdentity } from './oidc.server.ts';

const RETURN = 'http://127.0.0.1:4321/accesso/ritorno';
const folder = mkdtempSync(join(tmpdir(), 'chiavi-'));
const file = join(folder, 'chiave');
afterAll(() => rmSync(folder, { recursive: true }));

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (pair: typeof rsa) => pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;

test.each([
  ['RSA as PEM', rsa, 'RS256', pem(rsa)],
  ['elliptic as PEM', ec, 'ES256', pem(ec)],
  ['RSA as JSON Web Key that names PS256', rsa, 'PS256', jwk({ alg: 'PS256' })],
  ['RSA as JSON Web Key for signing alone', rsa, 'RS256', jwk({ use: 'sig', kid: 'uno' })],
] as const)('a private key proves the portal’s identity: %s', async (_what, pair, alg, text) => {
  writeFileSync(file, text);
  const idp = await oidcServer(RETURN, {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: alg,
    jwks: { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'uno' } as never] },
  });
  idp.person = { claims: { given_name: 'Mario', family_name: 'Rossi', fiscal_number: 'RSSMRA80A01Z999Y' } };
  const settings = { issuer: idp.issuer, clientId: 'portale', clientSecret: undefined, privateKeyFile: file };
  const identity = oidcIdentity({
    oidc: { cittadini: { ...settings, signedRequest: false, claims: {}, params: {}, role: undefined } },
    redirectUri: RETURN,
    afterLogout: RETURN,
    enti: async () => [],
  });
  const { url, pending } = await identity.begin('spid');
  expect(await identity.finish(await idp.visit(url), pending)).toMatchObject({ nome: 'Mario' });
  await idp.stop();
});

function jwk(over: object): string {
  return JSON.stringify({ ...rsa.privateKey.export({ format: 'jwk' }), ...over });
}
