/** The port by which programs call with a token of an issuer instead of with a key of the portal. */

export type ProgramTokens = {
  /**
   * @param now in ms
   * @returns the client for which the issuer made the token; undefined for one that is not valid, over, or made for another audience
   * @throws PortalError `unavailable` when the issuer's keys cannot be read
   */
  clientOf(token: string, now: number): Promise<string | undefined>;
};

/** A token has three parts with dots between; a key of the portal has no dot. */
export const isToken = (bearer: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(bearer);
