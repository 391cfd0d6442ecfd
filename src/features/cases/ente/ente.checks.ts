/** The schemas of the lists of enti. */
import * as z from 'zod/mini';

const ente = { Id: z.string(), Nome: z.string(), CodiceFiscale: z.string() };

/** The enti of this portal, as calls return them. */
export const enti = z.array(z.object({ ...ente, Categorie: z.array(z.string()) }));

/** The enti of one service. */
export const entiServizio = z.array(z.object(ente));
