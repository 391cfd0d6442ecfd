/** Map tiles: where the sandbox serves its own. */

/** The tiles that the portal draws itself in sandbox mode, the same under each of its host names. */
export const SANDBOX_TILES = '/sandbox/mappa/{z}/{x}/{y}.png';
