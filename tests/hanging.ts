/**
 * The longest that the portal may take for an answer, in ms: by the default of DATABASE_TIMEOUT a connection (7.5 s) and a statement
 * (18 s) that both come to nothing, and what a busy machine adds. A request without an answer by then hangs.
 */
export const ANSWER_MS = 30_000;

/** Whether a request had no answer in {@link ANSWER_MS}. */
export const isHanging = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
