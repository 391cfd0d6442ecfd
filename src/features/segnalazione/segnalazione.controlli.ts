/** What a report is checked by. Pure. */
import * as z from 'zod/mini';
import { codiceFiscale } from '../../platform/atoms/codice-fiscale.ts';
import { email } from '../../platform/atoms/email.ts';
import { telefono } from '../../platform/atoms/telefono.ts';
import { facoltativo, testo, testoLungo } from '../../platform/atoms/testo.ts';
import { filesAllegati } from '../allegati/allegati.controlli.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { CODICI, MAX_DESCRIZIONE, MAX_OGGETTO, MODULO } from './segnalazione.passi.ts';
import { SENZA_LUOGO } from './tipi.ts';

const RIPROVA = 'usa di nuovo «Usa la mia posizione» o scrivi l’indirizzo.';

/** Degrees, as a form or a program writes them. */
const gradi = (limite: number) =>
  z
    .pipe(
      z.transform((v: unknown) => (typeof v === 'string' && /^-?\d{1,3}(\.\d{1,20})?$/.test(v.trim()) ? Number(v) : v)),
      z.custom<number>((v) => typeof v === 'number' && Math.abs(v) <= limite, {
        error: ({ input }) => `La posizione non è ${typeof input === 'number' ? 'valida' : 'leggibile'}: ${RIPROVA}`,
      }),
    )
    .register(z.globalRegistry, { type: 'number', minimum: -limite, maximum: limite });

/** The data of the report itself; the words beside each field are what a citizen reads. */
export const campi = {
  ente: testo({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
  codice: z.enum(CODICI, 'Scegli il tipo di segnalazione.'),
  indirizzo: facoltativo(testo({ max: 200 })),
  lat: facoltativo(gradi(90)),
  lon: facoltativo(gradi(180)),
  oggetto: testo({ max: MAX_OGGETTO, required: 'Scrivi in poche parole che cosa segnali.' }),
  descrizione: testoLungo({ max: MAX_DESCRIZIONE, required: 'Descrivi che cosa hai visto.' }),
  filesAllegati,
  nome: testo({ max: 60, required: 'Scrivi il tuo nome.' }),
  cognome: testo({ max: 60, required: 'Scrivi il tuo cognome.' }),
  codice_fiscale: facoltativo(codiceFiscale()),
  email: email(),
  telefono: facoltativo(telefono()),
};

/** Where it is, for the kinds that happen somewhere: an address, or a point. Said also when other fields are wrong. */
export const haUnLuogo = <
  T extends { codice: string; indirizzo?: string | undefined; lat?: number | undefined; lon?: number | undefined },
>() =>
  z.refine<T>(
    (v) => SENZA_LUOGO.includes(v.codice) || Boolean(v.indirizzo) || (v.lat !== undefined && v.lon !== undefined),
    {
      path: ['indirizzo'],
      error: 'Indica il luogo: scrivi l’indirizzo o un punto che si riconosca.',
      when: ({ value }) => typeof (value as { indirizzo?: unknown } | null)?.indirizzo !== 'object',
    },
  );

/** One step of the form: the data, before the privacy text is part of the send. */
export const dati = z.object(campi).check(haUnLuogo());

export const CONTROLLATO: ModuloControllato = { ...MODULO, schema: dati };

/** Kinds of report, as they stand on the wire. */
export const opzioni = z.array(z.object({ codice: z.string(), etichetta: z.string() }));
