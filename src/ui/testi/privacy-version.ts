/** Version of the portal's privacy text (the day it was last changed); stored with each case whose sender accepted it. */
export const PRIVACY_VERSION = '2026-11-28';
