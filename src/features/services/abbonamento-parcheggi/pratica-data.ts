/** What the case of a parking subscription stores for decision and permit. */
import * as z from 'zod/mini';
import { storedBollo } from '../../cases/bollo/bollo-data.ts';
import { parsePraticaData } from '../../cases/pratica/pratica-data.ts';
import { DURATION_LABELS, type Durata, TIPI, type Tipo } from './options.ts';

/** @property dal, @property al first and last day, `YYYY-MM-DD` @property importo_cent as computed by the server at the send */
export const praticaData = z.object({
  zona: z.string(),
  nome_zona: z.string(),
  tipo: z.enum(Object.keys(TIPI) as [Tipo, ...Tipo[]]),
  durata: z.enum(Object.keys(DURATION_LABELS) as [Durata, ...Durata[]]),
  dal: z.iso.date(),
  al: z.iso.date(),
  targhe: z.array(z.string()),
  importo_cent: z.int(),
  bollo: z.optional(storedBollo),
});
export type PraticaData = z.infer<typeof praticaData>;

export const abbonamentoOf = (pratica: { dati_json: string }) => parsePraticaData(praticaData, pratica);
