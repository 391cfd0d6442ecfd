/** One advertising device of a position, as the body knows it. */
import * as z from 'zod/mini';
import { interoFra, unaDi } from '../features/cases/offerta/voci.ts';
import { automezzo, mezzoFisso } from '../features/services/mezzo-permanente/mezzo.controlli.ts';
import {
  type DatiMezzo,
  FACCE,
  ILLUMINAZIONE,
  MAX_LATO,
  MAX_PEZZI,
  tipiMezzo,
  VEICOLI,
} from '../features/services/mezzo-permanente/mezzo.ts';
import { TIPO } from '../features/services/mezzo-permanente/valori.ts';
import { data } from '../platform/atoms/data.ts';
import { targa } from '../platform/atoms/targa.ts';
import { campi, detto } from './campi.ts';
import { codiceUtente, enteDi, riga, unoFra } from './codici.ts';

const FERMI = 'Stays as it is once a decision has changed the device.';
const autoSolo = (che: string) => `${che} Of a vehicle, and of nothing else.`;
const altroSolo = (che: string) => `${che} Not of a vehicle.`;

const base = () =>
  campi({
    ente: enteDi(),
    codice: detto(
      riga(60, 'Scrivi il codice del mezzo.'),
      'Code that the ente gives the device; unique for the ente. One that was declared and accepted here has the number of its case and its place in it, like `2026/000123-1`.',
    ),
    codice_utente: detto(codiceUtente(), 'User code of the position it belongs to.'),
    tipo: detto(unoFra(tipiMezzo), `Type of device. ${FERMI}`),
    targa: z.optional(detto(targa(), autoSolo('Plate, the country before `:` of a foreign one.'))),
    categoria_veicolo: z.optional(detto(unaDi(VEICOLI), autoSolo('By what it may carry: 30 quintali are 3,000 kg.'))),
    indirizzo: z.optional(detto(riga(200, 'Scrivi dove si trova.'), altroSolo('Where it stands; needed.'))),
    quantita: z.optional(detto(interoFra(1, MAX_PEZZI), altroSolo('How many of the kind there are; needed.'))),
    testo: z.optional(detto(riga(200, 'Scrivi il testo o il marchio.'), altroSolo('What one reads on it; needed.'))),
    dal: z.optional(detto(data(), altroSolo('First day, when it stands for a while only.'))),
    al: z.optional(detto(data(), altroSolo('Last day.'))),
    facce: detto(unaDi(FACCE), `Sides with advertising. ${FERMI}`),
    illuminazione: detto(unaDi(ILLUMINAZIONE), `Whether it shines or is lit. ${FERMI}`),
    larghezza_cm: detto(interoFra(1, MAX_LATO), `Whole centimetres. ${FERMI}`),
    altezza_cm: detto(interoFra(1, MAX_LATO), `Whole centimetres. ${FERMI}`),
    cessato_dal: z.optional(detto(data(), 'Day from which it is no more; what a decision has said of it stays.')),
  });

/** @property dati as a declaration would say them */
export type RigaMezzo = {
  ente: string;
  codice: string;
  codice_utente: string;
  cessato_dal: string | null;
  dati: DatiMezzo;
};

const ESTRANEO = 'Questo tipo di mezzo non ha questo campo: toglilo, o correggi il tipo.';

/** The schema of one element of `mezzi`: each field first, then what its type calls for, by the rules of the declarations. */
export const schemaMezzo = () =>
  z.pipe(
    base(),
    z.transform((scritto, ctx): RigaMezzo => {
      const { ente, codice, codice_utente, tipo, cessato_dal = null, ...suoi } = scritto;
      const schema: z.ZodMiniType<DatiMezzo> = tipo === 'Automezzo' ? automezzo : mezzoFisso;
      const suo: readonly string[] = Object.keys((tipo === 'Automezzo' ? automezzo : mezzoFisso).shape);
      const estranei = Object.entries(suoi).filter(([campo, valore]) => valore !== undefined && !suo.includes(campo));
      const esito = schema.safeParse({ [TIPO]: tipo, ...suoi });
      if (esito.success && estranei.length === 0) return { ente, codice, codice_utente, cessato_dal, dati: esito.data };
      const issues = [
        ...estranei.map(([campo]) => ({ code: 'custom', path: [campo], message: ESTRANEO })),
        ...(esito.success ? [] : esito.error.issues),
      ];
      for (const issue of issues) ctx.issues.push({ ...issue, input: scritto } as z.core.$ZodRawIssue);
      return z.NEVER;
    }),
  );
