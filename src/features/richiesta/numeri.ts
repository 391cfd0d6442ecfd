/** Numbers of documents on the wire: a list, or a text with commas. */
import * as z from 'zod/mini';

const SCEGLI = 'Scegli almeno un documento.';

// Refined, not `regex` and `minLength`: those would weigh on every island.
export const numeriDocumenti = z.pipe(
  z.transform((v: unknown) => (typeof v === 'string' ? v.split(',').filter(Boolean) : v)),
  z
    .array(
      z.string().check(z.refine((n) => /^[\w.-]{1,100}$/.test(n), 'Il numero di un documento non è valido.')),
      SCEGLI,
    )
    .check(
      z.refine((n) => n.length > 0, SCEGLI),
      z.refine((n) => n.length <= 100, 'I documenti sono troppi.'),
    ),
);
