/** The schemas of the lists of enti. */
import * as z from 'zod/mini';

const ente = { Id: z.string(), Nome: z.string(), CodiceFiscale: z.string() };

/** An ente of this portal, as calls return it. @property Pubbliche types of report that are on the public list */
export const listedEnte = z.object({ ...ente, Categorie: z.array(z.string()), Pubbliche: z.array(z.string()) });
export const enti = z.array(listedEnte);

/** The enti of one service. */
export const entiServizio = z.array(z.object(ente).register(z.globalRegistry, { id: 'Ente' }));

/** Enti that are suggested. @property distanza "a 3,4 km"; null when no position was sent, or the ente's is not known */
export const suggestedEnti = z.array(z.object({ Id: z.string(), Nome: z.string(), distanza: z.nullable(z.string()) }));
