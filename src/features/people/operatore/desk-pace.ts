/** How often an open list asks for its counts. Pure. */

export const COUNTS_EVERY_MS = 30_000;
