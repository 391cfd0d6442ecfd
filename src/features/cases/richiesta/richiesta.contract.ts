/** What every request has in common on the wire: the privacy text, and the documents that it may be about. */
import * as z from 'zod/mini';
import { requiredTickSchema } from '../../../platform/atoms/text.ts';
import { PRIVACY_REQUIRED } from '../form/form.ts';
import { documento } from '../posizione/posizione.contract.ts';
import { invioPratica } from '../pratica/pratica.contract.ts';

/** The send of a request. @param body what the form sends, which the privacy box is added to */
export const invioRichiesta = <S extends z.core.$ZodShape>(
  path: `/${string}`,
  summary: string,
  body: z.ZodMiniObject<S>,
) => invioPratica(path, summary, z.extend(body, { privacy: requiredTickSchema(PRIVACY_REQUIRED) }));

/** A document, and whether a request of the kind may be about it; in words, when it may not. */
export const usableDocumento = z.extend(documento, { usabile: z.boolean(), perche: z.nullable(z.string()) });
