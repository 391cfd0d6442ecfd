/** What the islands of the reserved area share. Written in the browser only. */
import { map } from 'nanostores';

/** Numbers beside the names of the tabs; undefined is what the server rendered. */
export const $conteggi = map<{ posizioni?: number; messaggi?: number }>({});
