/** One position: a taxpayer's account at a body, and the code that opens it. */
import type * as z from 'zod/mini';
import { campi, detto } from './campi.ts';
import { codiceControllo, codiceUtente, enteDi, riga, sistema } from './codici.ts';

export const schemaPosizione = () =>
  campi({
    ente: enteDi(),
    codice_utente: detto(codiceUtente(), 'Unique for the ente. Blanks and small letters make no difference.'),
    codice_controllo: detto(
      codiceControllo(),
      'What opens the position together with the user code. Only its keyed hash is kept.',
    ),
    sistema: detto(sistema(), 'System of the ente that the position comes from.'),
    intestatario: detto(riga(160, 'Scrivi l’intestatario.'), 'Whose position it is, as its holder is shown.'),
  });

export type RigaPosizione = z.output<ReturnType<typeof schemaPosizione>>;
