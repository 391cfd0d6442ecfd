/** Access tokens of programs as an issuer signs them (RFC 9068), checked with the keys that it publishes. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { PortalError } from '../../platform/errors.ts';
import type { ProgramTokens } from '../../platform/program-tokens.ts';

/** How long the issuer may take to answer, in ms. */
const ISSUER_MS = 5_000;
/** What the keys of an issuer sign with; a secret that both sides have is none of them. */
const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** Clocks may differ by so many seconds. */
const CLOCK_SECONDS = 30;

const issuerMetadata = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

export type IssuerOptions = { issuer: string; audience: string; fetch: typeof fetch };

/** The issuer is asked at the first token, and again after a failure. */
export function issuerTokens({ issuer, audience, fetch }: IssuerOptions): ProgramTokens {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const openKeys = () => {
    keys ??= readKeyPlace(issuer, fetch).then((place) =>
      createRemoteJWKSet(place, { timeoutDuration: ISSUER_MS, [customFetch]: fetch }),
    );
    return keys.catch((cause) => {
      keys = undefined;
      throw new PortalError('unavailable', { cause });
    });
  };
  return {
    clientOf: async (token, now) => {
      const found = await openKeys();
      const options = {
        issuer,
        audience,
        typ: 'at+jwt',
        algorithms: SIGNING_ALGORITHMS,
        requiredClaims: ['exp', 'client_id'],
        clockTolerance: CLOCK_SECONDS,
        currentDate: new Date(now),
      };
      try {
        const { payload } = await jwtVerify(token, found, options);
        return typeof payload.client_id === 'string' ? payload.client_id : undefined;
      } catch (cause) {
        if (isTokenFault(cause)) return undefined;
        throw new PortalError('unavailable', { cause });
      }
    },
  };
}

/** Whether the token is at fault, and not the way to the issuer's keys. */
const isTokenFault = (cause: unknown): boolean =>
  cause instanceof errors.JOSEError &&
  !(cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid || cause.code === 'ERR_JOSE_GENERIC');

/** @returns where the issuer publishes its keys (OpenID Connect Discovery 1.0) @throws when it does not say */
async function readKeyPlace(issuer: string, fetch: IssuerOptions['fetch']): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(ISSUER_MS), redirect: 'error' });
  const metadata = z.parse(issuerMetadata, await answer.json());
  if (metadata.issuer !== issuer) throw new Error(`The issuer at ${address} calls itself ${metadata.issuer}`);
  return new URL(metadata.jwks_uri);
}
