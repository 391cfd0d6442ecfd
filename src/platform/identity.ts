/** The port to whoever tells who somebody is: OpenID Connect providers for citizens (SPID, CIE) and for operators. */

/** Which provider: citizens' or operators'. */
export type IdentityProvider = 'cittadini' | 'operatori';
/** Which button was pressed; SPID and CIE are one provider with parameters of their own. */
export type LoginWay = 'spid' | 'cie' | 'operatori';

/** What ties the answer to the browser that asked. All random, kept by the browser in a cookie until the answer. */
export type StartedLogin = { way: LoginWay; state: string; nonce: string; verifier: string };

/** Who somebody is, as their provider tells it. */
export type IdentifiedPerson = {
  provider: IdentityProvider;
  /** Issuer and subject: never the same for two people */
  issuer: string;
  subject: string;
  nome: string;
  cognome: string;
  /** Without `TINIT-`; '' when the provider of operators tells none */
  codice_fiscale: string;
  email: string | null;
  telefono: string | null;
  /** Ids of bodies; operators only */
  enti: string[];
  /** For the logout at the provider */
  idToken: string | null;
};

/**
 * Why a login did not come about: the person said no, the provider does not answer, the answer is not good, it names no valid
 * tax code, or it names nobody who works for a body of this portal.
 */
export type LoginRefusal = 'denied' | 'away' | 'refused' | 'no_tax_code' | 'no_body';

/** The login did not come about. @property why for the words on screen */
export class IdentityError extends Error {
  readonly why: LoginRefusal;
  constructor(why: LoginRefusal, cause?: unknown) {
    super(`login: ${why}`, { cause });
    this.name = 'IdentityError';
    this.why = why;
  }
}

export type IdentityPort = {
  /** Ways that have a provider */
  ways: readonly LoginWay[];
  /** @returns where to send the browser @throws IdentityError `away` */
  begin(way: LoginWay): Promise<{ url: string; pending: StartedLogin }>;
  /** @param answer the address the provider sent the browser back to, with its query @throws IdentityError */
  finish(answer: URL, pending: StartedLogin): Promise<IdentifiedPerson>;
  /** @returns where the login at the provider is ended, or null when it has no such place */
  end(provider: IdentityProvider, idToken: string | null): Promise<string | null>;
};

/** Nobody can log in: no provider is set. */
export const noIdentity: IdentityPort = {
  ways: [],
  begin: () => Promise.reject(new IdentityError('away')),
  finish: () => Promise.reject(new IdentityError('away')),
  end: async () => null,
};
