/** Where the test protocol is: inside the portal itself, for any ente and any key. */
export const PROTOCOLLO_PATH = '/sandbox/protocollo';
/** A key that begins so is refused, so that a wrong one can be tried. */
export const WRONG_PROTOCOL_KEY = 'sbagliata';
