/** Where the test App IO is: inside the portal itself, for any key. */
export const IO_PATH = '/sandbox/io';
/** Its API, as PagoPA's has one. */
export const IO_API_PATH = `${IO_PATH}/api/v1`;
/** A key that begins so is not known, and one that begins so may not write: so that a wrong one can be tried. */
export const WRONG_IO_KEY = 'sbagliata';
export const CLOSED_IO_KEY = 'sospesa';
/** The key that the demonstration has. */
export const DEMO_IO_KEY = 'chiave-di-prova-di-app-io-0001';
