/** Checks the ids that callers send back, so that a malformed one is answered like one that does not exist. */
import * as z from 'zod/mini';
import { atomSchema, type OwnWords } from './localised.ts';

/**
 * An id is opaque: the portal makes it of at least 128 random bits, a back end in its own way (`1`, or eighteen letters), and what
 * keeps it secret is not its form.
 */
const ID_FORM = /^[\w-]{1,100}$/;

/** @returns whether a text from an address can be an id; one that cannot finds nothing */
export const isLookupId = (text: string | null | undefined): text is string => ID_FORM.test(text ?? '');

/** Citizens never type an id, so the message speaks of the link. */
export const idSchema = (own?: OwnWords) =>
  atomSchema(
    { valid: (s) => ID_FORM.test(s), json: { pattern: ID_FORM.source } },
    {
      missing: 'Manca l’identificativo: apri di nuovo la pagina dal collegamento che hai ricevuto.',
      wrong: 'L’identificativo non è corretto: apri di nuovo la pagina dal collegamento che hai ricevuto.',
    },
    own,
  );

/**
 * The id in an address. A text that cannot be an id finds nothing, like an id that does not exist: both are answered with the
 * same 404.
 * A missing or repeated id is an error of the call.
 */
export const lookupIdSchema = () =>
  z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' && !isLookupId(v) ? '-' : v)),
    z.string({ error: 'Manca l’identificativo: apri di nuovo la pagina dal collegamento che hai ricevuto.' }),
  );
