/** An operator decides what everybody may read of a report: releases it, changes what was released, takes it off the list. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema, optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

/** Longest texts, in characters. */
export const PUBLIC_LIMITS = { titolo: 80, luogo: 200, descrizione: 2000, risposta: 2000 } as const;
/** Photos of one report that everybody may see. */
export const MAX_PHOTOS = 5;
/** Blurred places of one photo. */
const MAX_BLURS = 20;

const WRONG_BLUR = 'Disegna di nuovo i riquadri da sfocare.';
const percentSchema = () => z.number(WRONG_BLUR).check(z.gte(0, WRONG_BLUR), z.lte(100, WRONG_BLUR));

/** A part of a photo that nobody may recognise: left, top, width and height in per cent of its sides. */
export const blurSchema = z.tuple([percentSchema(), percentSchema(), percentSchema(), percentSchema()]);
export type PhotoBlur = z.infer<typeof blurSchema>;

const chosenPhoto = z.object({
  /** Id of the file of the case */
  id: z.string().check(z.maxLength(100)),
  sfoca: z.optional(z.array(blurSchema).check(z.maxLength(MAX_BLURS, `Al massimo ${MAX_BLURS} riquadri per foto.`))),
});

/** The id of the ente's side of the case. */
const praticaId = { id: lookupIdSchema() };

const pubblicazione = z.object({
  /** `nessuna`: its municipality does not publish this type, or its citizen asked to keep it off */
  stato: z.enum(['nessuna', 'in_esame', 'pubblicata']),
  /** Whether type, area and day are on the list already */
  in_elenco: z.boolean(),
  /** Address of its public page */
  pagina: z.optional(z.string()),
  /** What was released, else what the citizen wrote */
  titolo: z.string(),
  descrizione: z.string(),
  luogo: z.string(),
  risposta: z.string(),
  con_punto: z.boolean(),
  ha_punto: z.boolean(),
  /** The pictures that the citizen sent */
  foto: z.array(z.object({ id: z.string(), nome: z.string() })),
  /** How many photos everybody sees */
  pubblicate: z.int(),
  /** How many follow it, and how many of them said that the last closing solved nothing */
  seguita_da: z.int(),
  non_risolta_per: z.int(),
  /** Changes with every change of the public side: the one that was read goes with the release */
  versione: z.string(),
});
export type Pubblicazione = z.infer<typeof pubblicazione>;

export const pubblicazioneOperations = {
  pubblicazionePratica: defineOperation({
    summary: 'An operator reads what everybody may see of a report, and what can be released.',
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/{id}/pubblica',
    access: 'operator',
    input: z.object(praticaId),
    output: pubblicazione,
  }),
  rilasciaSegnalazione: defineOperation({
    summary:
      'An operator releases a report, or changes what was released. Photos are made anew, without metadata, with the given parts made unrecognisable.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/pubblica',
    access: 'operator',
    input: z.object({
      ...praticaId,
      titolo: textSchema({ max: PUBLIC_LIMITS.titolo, required: 'Scrivi il titolo che tutti leggeranno.' }),
      descrizione: optionalSchema(longTextSchema({ max: PUBLIC_LIMITS.descrizione, required: 'Scrivi il testo.' })),
      luogo: optionalSchema(textSchema({ max: PUBLIC_LIMITS.luogo, required: 'Scrivi il luogo.' })),
      risposta: optionalSchema(longTextSchema({ max: PUBLIC_LIMITS.risposta, required: 'Scrivi la risposta.' })),
      /** The point of the case, rounded to some 10 m */
      con_punto: optionalTickSchema(),
      /** Leaves the photos that everybody sees, instead of those in `foto` */
      tieni_foto: optionalTickSchema(),
      foto: z._default(
        z.array(chosenPhoto).check(z.maxLength(MAX_PHOTOS, `Si pubblicano al massimo ${MAX_PHOTOS} foto.`)),
        [],
      ),
      /** As it was read */
      versione: z.string().check(z.maxLength(60)),
    }),
    output: z.object({ pagina: z.string() }),
    creates: true,
    brakes: [{ by: 'visitor', times: 300, minutes: 60 }],
  }),
  togliSegnalazione: defineOperation({
    summary: 'An operator takes a report off the public list: its page, its texts and its photos are gone at once.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/pubblica/togli',
    access: 'operator',
    input: z.object(praticaId),
    output: z.object({ tolta: z.boolean() }),
    creates: true,
  }),
};
