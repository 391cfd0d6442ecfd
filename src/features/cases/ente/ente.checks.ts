/** The lists of enti as they are checked. */
import * as z from 'zod/mini';

const ente = { Id: z.string(), Nome: z.string(), CodiceFiscale: z.string() };

/** The enti of this portal, as they stand on the wire. */
export const enti = z.array(z.object({ ...ente, Categorie: z.array(z.string()) }));

/** Those of one service. */
export const entiServizio = z.array(z.object(ente));
