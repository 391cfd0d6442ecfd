/** A citizen tells a body about something broken: what, where, in words and photos; the e-mail is confirmed by a code. */
import * as z from 'zod/mini';
import { codiceFiscale } from '../../platform/atoms/codice-fiscale.ts';
import { email } from '../../platform/atoms/email.ts';
import { telefono } from '../../platform/atoms/telefono.ts';
import { casella, facoltativo, testo, testoLungo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { filesAllegati } from '../allegati/allegati.contract.ts';
import { TIPI } from '../ente/tipi.ts';
import { PRIVACY } from '../modulo/modulo.ts';
import { praticaAperta } from '../pratica/pratica.contract.ts';

export { TIPI };
export type TipoSegnalazione = keyof typeof TIPI;
export const CODICI = Object.keys(TIPI) as [TipoSegnalazione, ...TipoSegnalazione[]];

export const MAX_OGGETTO = 80;
export const MAX_DESCRIZIONE = 2000;

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

/** Where it is: an address, or a point. Said also when other fields are wrong. */
const haUnLuogo = <
  T extends { indirizzo?: string | undefined; lat?: number | undefined; lon?: number | undefined },
>() =>
  z.refine<T>((v) => Boolean(v.indirizzo) || (v.lat !== undefined && v.lon !== undefined), {
    path: ['indirizzo'],
    error: 'Indica il luogo: scrivi l’indirizzo o un punto che si riconosca.',
    when: ({ value }) => typeof (value as { indirizzo?: unknown } | null)?.indirizzo !== 'object',
  });

/** One step of the form: the data, before the privacy text is part of the send. */
export const dati = z.object(campi).check(haUnLuogo());

/** Kinds of report, as they stand on the wire. */
export const opzioni = z.array(z.object({ codice: z.string(), etichetta: z.string() }));

export const operations = {
  opzioniSegnalazione: operation({
    summary: 'Anyone asks which kinds of report there are.',
    method: 'GET',
    path: '/api/v1/generic/segnalazione/options',
    access: 'anyone',
    input: z.object({}),
    output: opzioni,
  }),
  inviaSegnalazione: operation({
    summary: 'Anyone sends a report, once their e-mail is confirmed.',
    method: 'POST',
    path: '/api/v1/generic/segnalazione/new',
    access: 'anyone',
    input: z.object({ ...campi, privacy: casella(PRIVACY) }).check(haUnLuogo()),
    output: praticaAperta,
    status: 201,
    creates: true,
    bot: true,
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  }),
};
