/** What every request has in common on the wire: the privacy text, and what comes back. */
import * as z from 'zod/mini';
import { declarationSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { PRIVACY_REQUIRED } from '../form/form.ts';
import { documento } from '../posizione/posizione.contract.ts';
import { openedPratica } from '../pratica/pratica.contract.ts';

/** The send of a request: opens a case. */
export const invioRichiesta = <I extends z.ZodMiniType>(path: `/${string}`, summary: string, input: I) =>
  defineOperation({
    summary,
    method: 'POST',
    path,
    access: 'anyone',
    input,
    output: openedPratica,
    status: 201,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  });

/** A document, and whether a request of the kind may be about it; in words, when it may not. */
export const usableDocumento = z.extend(documento, { usabile: z.boolean(), perche: z.nullable(z.string()) });

/** The privacy box, as the last field of a send. */
export const privacyBox = () => declarationSchema(PRIVACY_REQUIRED);
