/** A running portal in front of a double of a municipality's back end, with its login and logout. */
import { type SanctumOptions, type SanctumServer, sanctumServer } from './doubles/sanctum.ts';
import { freePort, type Portal, portal } from './portal.ts';

/** Tax code of the citizen whom the button for the login logs in. */
export const CITIZEN_TAX_CODE = 'MRTCHR83B54Z999P';

export type BackEndPair = { house: Portal; double: SanctumServer; end(): Promise<void> };

/** @param env settings of the portal beyond its port and the addresses of the back end */
export async function portalAndBackEnd(
  options: SanctumOptions = {},
  env: Record<string, string> = {},
): Promise<BackEndPair> {
  const port = await freePort();
  const double = await sanctumServer({ ...options, stateful: [`127.0.0.1:${port}`] });
  const house = await portal({
    PORT: String(port),
    API_UPSTREAM_URL: double.url,
    API_UPSTREAM_LOGIN_URL: `${double.url}/login/${CITIZEN_TAX_CODE}?ritorno={ritorno}`,
    API_UPSTREAM_LOGOUT_URL: `${double.url}/logout?ritorno={ritorno}`,
    ...env,
  });
  return {
    house,
    double,
    end: async () => {
      await house.end();
      await double.close();
    },
  };
}
