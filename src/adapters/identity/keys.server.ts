/** Private keys of this portal at an identity provider: one to sign, others to decrypt what was encrypted for the portal. */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';

type PrivateJwk = JsonWebKey & { kid?: string; alg?: string; use?: string };
type NamedKey = { key: CryptoKey; kid?: string };
export type ClientKeys = { sign: NamedKey; decrypt: (NamedKey & { alg: string })[] };

const CURVE_ALGORITHMS: Record<string, string> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

/**
 * @param file PEM, whose one key is used for both, or a JSON Web Key Set, whose keys say `use`
 * @throws Error when there is no key to sign with
 */
export async function readKeys(file: string): Promise<ClientKeys> {
  const text = await readFile(file, 'utf8');
  const all = text.trimStart().startsWith('{')
    ? keysOf(JSON.parse(text))
    : [createPrivateKey(text).export({ format: 'jwk' }) as PrivateJwk];
  const signing = all.find((key) => key.use !== 'enc');
  if (!signing) throw new Error('Nessuna chiave per firmare.');
  const opening = all.filter((key) => key.use !== 'sig' && key.kty === 'RSA');
  return { sign: namedKey(signing, await toSign(signing)), decrypt: (await Promise.all(opening.map(toOpen))).flat() };
}

function keysOf(json: unknown): PrivateJwk[] {
  const { keys } = json as { keys?: PrivateJwk[] };
  return keys ?? [json as PrivateJwk];
}

const namedKey = (jwk: PrivateJwk, key: CryptoKey): NamedKey => ({ key, ...(jwk.kid && { kid: jwk.kid }) });

function toSign(jwk: PrivateJwk): Promise<CryptoKey> {
  const alg = jwk.alg ?? (jwk.kty === 'EC' ? CURVE_ALGORITHMS[jwk.crv ?? ''] : 'RS256');
  const hash = `SHA-${alg?.slice(2)}`;
  const rsa = alg?.startsWith('PS') ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5';
  const algorithm = jwk.kty === 'EC' ? { name: 'ECDSA', namedCurve: jwk.crv ?? '' } : { name: rsa, hash };
  return crypto.subtle.importKey('jwk', bareJwk(jwk), algorithm, false, ['sign']);
}

/** SPID and CIE let the provider choose between the two. */
function toOpen(jwk: PrivateJwk): Promise<(NamedKey & { alg: string })[]> {
  const kinds = [
    ['RSA-OAEP', 'SHA-1'],
    ['RSA-OAEP-256', 'SHA-256'],
  ] as const;
  return Promise.all(
    kinds
      .filter(([alg]) => !jwk.alg || jwk.alg === alg)
      .map(async ([alg, hash]) => {
        const key = await crypto.subtle.importKey('jwk', bareJwk(jwk), { name: 'RSA-OAEP', hash }, false, ['decrypt']);
        return { ...namedKey(jwk, key), alg };
      }),
  );
}

/** These claims of the key would have to agree with the purpose it is imported for. */
function bareJwk({ kid: _kid, alg: _alg, use: _use, key_ops: _ops, ...numbers }: PrivateJwk): JsonWebKey {
  return numbers;
}
