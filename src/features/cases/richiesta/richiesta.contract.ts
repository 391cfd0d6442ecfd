/** Parts that the calls of all requests have in common: the privacy text, and the documents that they may be about. */
import * as z from 'zod/mini';
import { requiredTickSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { PRIVACY_REQUIRED } from '../form/form.ts';
import { documento } from '../posizione/posizione.contract.ts';
import { invioPratica } from '../pratica/pratica.contract.ts';

/** The call that sends a request; a delegate may be refused it. @param body what the form sends; the consent to the privacy text is added */
export const invioRichiesta = <S extends z.core.$ZodShape>(
  path: `/${string}`,
  summary: string,
  body: z.ZodMiniObject<S>,
) =>
  defineOperation({
    ...invioPratica(path, summary, z.extend(body, { privacy: requiredTickSchema(PRIVACY_REQUIRED) })),
    fails: ['forbidden'],
  });

/** A document, with whether a request of the kind may be about it, and the reason when it may not. */
export const usableDocumento = z
  .extend(documento, { usabile: z.boolean(), perche: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'DocumentoUsabile' });
export type UsableAnswer = z.infer<typeof usableDocumento>;

const NOT_USABLE = 'Per questo documento non puoi fare questa richiesta ora.';

/** As a back end answers: whether a request can be about a document is one of the things that can be done about it. */
export const answeredDocumento = z.extend(documento, {
  usabile: z.optional(z.boolean()),
  perche: z.optional(z.nullable(z.string())),
});

/** @param azione name of the request among them */
export const answeredFor = (azione: string) =>
  z.pipe(
    answeredDocumento,
    z.transform((found) => usableFor(azione, found)),
  );

/** @param azione of the request @returns the document with whether a request may be about it */
export function usableFor<T extends z.infer<typeof answeredDocumento>>(azione: string, found: T) {
  const { usabile = found.azioni.includes(azione), perche = usabile ? null : NOT_USABLE } = found;
  return { ...found, usabile, perche };
}
