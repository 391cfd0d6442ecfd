/** Where the still shell of the form is, which a browser keeps for when there is no connection, and the worker that keeps it. */

/** The form as for a guest without a cookie: it holds nothing of anybody, and sends nothing by itself. */
export const SHELL_PATH = '/segnalazione/senza-linea';
/** Written by the build (scripts/browser-build.ts). */
export const WORKER_PATH = '/senza-linea.js';
