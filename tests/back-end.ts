/** A running portal in front of the double of a municipality's back end, with its login and logout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Citizen, segnalazione } from './citizen.ts';
import { type LaravelDouble, laravelDouble } from './doubles/laravel.ts';
import { loginAs, type Persona } from './login.ts';
import { freePort, type Portal, portal } from './portal.ts';

/** Whom the button for the login logs in: with positions, documents in every state and declarations. */
export const LOGGED_IN: Persona = 'mario';

/** @property behind what the double answers by: its store holds what was sent */
export type BackEndPair = { house: Portal; double: LaravelDouble; behind: Portal; end(): Promise<void> };

/**
 * @param lean the back end has the fields that each of them has, and none of the portal's own wishes
 * @param env settings of the portal in front beyond its port and the addresses of the back end @param behindEnd of the one behind
 */
export async function portalAndBackEnd({
  lean = false,
  env = {},
  behindEnv = {},
}: {
  lean?: boolean;
  env?: Record<string, string>;
  behindEnv?: Record<string, string>;
} = {}): Promise<BackEndPair> {
  const port = await freePort();
  const behind = await portal({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    LIMITS_FACTOR: '1000',
    ...behindEnv,
  });
  const double = await laravelDouble(behind, { lean });
  const house = await portal({
    PORT: String(port),
    // The bot check of both: what the one in front gave to a form is verified behind.
    PORTAL_SECRET: readFileSync(join(behind.dataDir, 'segreto-sandbox'), 'utf8').trim(),
    API_UPSTREAM_URL: double.url,
    API_UPSTREAM_LOGIN_URL: `${double.url}/login/${LOGGED_IN}?ritorno={ritorno}`,
    API_UPSTREAM_LOGOUT_URL: `${double.url}/logout?ritorno={ritorno}`,
    ...env,
  });
  return {
    house,
    double,
    behind,
    end: async () => {
      await house.end();
      await double.close();
      await behind.end();
    },
  };
}

/** The citizen of the login sends a report behind. @returns its id and address, and the citizen there */
export async function sendPratica({ behind }: BackEndPair): Promise<{ id: string; email: string; citizen: Citizen }> {
  const email = 'mario.rossi@posta.example';
  const citizen = new Citizen(behind.local, behind.base);
  await loginAs(citizen, LOGGED_IN);
  await citizen.arrive();
  const { data } = await citizen.post('/api/v1/generic/segnalazione/new', segnalazione('borgosereno', email));
  return { id: (data as { id: string }).id, email, citizen };
}
