/**
 * How a back end says the calls of the contract in its own words: what the file of API_UPSTREAM_PROFILE exports. docs/upstream.md
 * tells how to write one.
 */

/** Names and values of a call, or of its answer. */
export type ProfileFields = Record<string, unknown>;

/**
 * One call, translated. Pure functions: no clock, no network, nothing remembered from one call to the next.
 * @property path of the back end, with holes that are filled from what `to` returns: `/api/v1/immobili/{id}`
 * @property to the contract's fields → its own; what the path does not name goes into the query of a GET or DELETE, else into the body
 * @property from the whole body of a success → what the contract has in `data`
 * @property field name of one of its fields in a refusal (422) → that of the contract
 */
export type CallProfile = {
  path?: `/${string}`;
  to?(fields: ProfileFields): ProfileFields;
  from?(body: unknown): unknown;
  field?(name: string): string;
};

/**
 * @property calls by the name of the operation in docs/api.md
 * @property every for the calls that have no function of their own for this step
 */
export type BackEndProfile = {
  calls?: Readonly<Record<string, CallProfile>>;
  every?: Pick<CallProfile, 'to' | 'from' | 'field'>;
};

/** The contract as it is: the result is in `data`. */
export const identityProfile: BackEndProfile = {};

/** Declares a profile; it checks nothing, so that a mistake is seen where the profile is written. */
export const defineProfile = (profile: BackEndProfile): BackEndProfile => profile;
