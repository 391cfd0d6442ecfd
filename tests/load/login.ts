/** Logs people of the bench in, as an identity provider would have them do. */
import type { PortalHouse } from '../../src/context.ts';
import { accessoCookie, beginSession } from '../../src/features/people/accesso/session.server.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { csrfToken, newVisitor, visitorCookie } from '../../src/platform/visitor.server.ts';
import { portalScreens } from '../../src/routes.ts';
import { SERVICE_ROWS } from '../../src/services.ts';
import { readSettings } from '../../src/settings.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { LOAD_SECRET } from './servers.ts';

type LoadPerson = { nome: string; cognome: string } & (
  | { codice_fiscale: string; email: string }
  | { codice_fiscale?: undefined; enti: string[] }
);

/** @param person a citizen has a tax code, an operator enti @returns headers of their calls */
export async function logIn(
  { db }: Pick<PortalStore, 'db'>,
  person: LoadPerson,
): Promise<Record<string, string> & { cookie: string }> {
  const visitor = newVisitor();
  const signing = createSigner([LOAD_SECRET]);
  const isCitizen = person.codice_fiscale !== undefined;
  const settings = readSettings({ PORTAL_SECRET: LOAD_SECRET });
  const services: PortalHouse['services'] = SERVICE_ROWS;
  const house = { db, now: Date.now, services, screens: portalScreens, settings, signer: signing } as PortalHouse;
  const { cookie } = await beginSession(
    house,
    {
      provider: isCitizen ? 'cittadini' : 'operatori',
      issuer: 'https://carico.example',
      subject: person.nome,
      codice_fiscale: '',
      email: null,
      telefono: null,
      enti: [],
      idToken: null,
      ...person,
    },
    visitor.hash,
  );
  return {
    'x-forwarded-for': '10.99.0.1',
    cookie: `visitatore=${visitorCookie(signing, visitor)}; ${accessoCookie(cookie, false).split(';', 1)[0]}`,
    'x-xsrf-token': csrfToken(signing, visitor),
    'content-type': 'application/json',
  };
}
