/** What the case of an appointment keeps for programs. The appointment itself is in its own table. */
import * as z from 'zod/mini';

export const praticaData = z.looseObject({
  calendario: z.string(),
  motivo: z.string(),
  /** Instants, ISO 8601 in UTC */
  inizio: z.string(),
  fine: z.string(),
});
