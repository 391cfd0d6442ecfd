/** What every request has in common on the wire: the privacy text, and what comes back. */
import * as z from 'zod/mini';
import { dichiarazione } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';
import { PRIVACY } from '../modulo/modulo.ts';
import { documento } from '../posizione/posizione.contract.ts';
import { praticaAperta } from '../pratica/pratica.contract.ts';

/** The send of a request: opens a case. */
export const invioRichiesta = <I extends z.ZodMiniType>(path: `/${string}`, summary: string, input: I) =>
  operation({
    summary,
    method: 'POST',
    path,
    access: 'anyone',
    input,
    output: praticaAperta,
    status: 201,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  });

/** A document, and whether a request of the kind may be about it; in words, when it may not. */
export const documentoUsabile = z.extend(documento, { usabile: z.boolean(), perche: z.nullable(z.string()) });

/** The privacy box, as the last field of a send. */
export const privacy = () => dichiarazione(PRIVACY);
