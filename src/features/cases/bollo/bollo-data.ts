/** What a case keeps of its stamp duty for programs. */
import * as z from 'zod/mini';

/** @property tassonomia taxonomy code of the duty, from the offer at the send: the notice of the fee needs it */
export const storedBollo = z.discriminatedUnion('modo', [
  z.object({ modo: z.literal('carta'), numero: z.string(), data: z.iso.date() }),
  z.object({ modo: z.literal('online'), provincia: z.string(), tassonomia: z.string() }),
  z.object({ modo: z.literal('esente'), esenzione: z.string() }),
]);
export type StoredBollo = z.infer<typeof storedBollo>;
