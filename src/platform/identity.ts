/** The port to identity providers: OpenID Connect for citizens (SPID, CIE, eIDAS) and for operators. */

/** Which provider: citizens' or operators'. */
export type IdentityProvider = 'cittadini' | 'operatori';
/** Which button was pressed. SPID, CIE and eIDAS are one provider with different parameters. */
export const LOGIN_WAYS = ['spid', 'cie', 'eidas', 'operatori'] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

/** Ties the answer to the browser that asked. All values are random and kept by the browser in a cookie until the answer. */
export type StartedLogin = { way: LoginWay; state: string; nonce: string; verifier: string };

/** A person's identity, as their provider tells it. */
export type IdentifiedPerson = {
  provider: IdentityProvider;
  /** Issuer and subject: never the same for two people */
  issuer: string;
  subject: string;
  nome: string;
  cognome: string;
  /** Without `TINIT-`; '' when the provider of operators, or another country by eIDAS, gives none */
  codice_fiscale: string;
  /** `YYYY-MM-DD`; missing when the provider does not say, or says no day */
  data_nascita?: string | undefined;
  /** The identifier of another country (`ES/IT/02635542Y`), which stands for the tax code that there is not */
  identificativo?: string | undefined;
  email: string | null;
  telefono: string | null;
  /** Ids of the enti an operator works for; operators only */
  enti: string[];
  /** Ids or names of their offices, and ids of the enti they administer; operators only. Missing: the provider does not say */
  uffici?: string[] | undefined;
  amministra?: string[] | undefined;
  /** For the logout at the provider */
  idToken: string | null;
};

/**
 * Why a login failed: the person refused, the provider does not answer, its answer is not valid, it contains no valid tax code (with eIDAS: no identifier either),
 * or it names a person who works for no ente of this portal.
 */
export type LoginRefusal = 'denied' | 'away' | 'refused' | 'no_tax_code' | 'no_ente';

/** A failed login. @property why decides the words on screen */
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
  /**
   * @param mark letters and digits that the state of the login ends with
   * @returns the address to redirect the browser to
   * @throws IdentityError `away`
   */
  begin(way: LoginWay, mark?: string): Promise<{ url: string; pending: StartedLogin }>;
  /** @param answer the address to which the provider sent the browser back, with its query @throws IdentityError */
  finish(answer: URL, pending: StartedLogin): Promise<IdentifiedPerson>;
  /**
   * @param mark letters and digits that the `state` of the way back ends with
   * @returns the address that ends the session at the provider, or null when it has none
   */
  end(provider: IdentityProvider, idToken: string | null, mark?: string): Promise<string | null>;
};

/** Refuses every login: no provider is set. */
export const noIdentity: IdentityPort = {
  ways: [],
  begin: () => Promise.reject(new IdentityError('away')),
  finish: () => Promise.reject(new IdentityError('away')),
  end: async () => null,
};
