/** An operator gives a case to a firm outside the municipality by a link, and the firm answers the office. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema, optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { filesAllegati } from '../allegati/allegati.checks.ts';
import { allegato } from '../allegati/allegati.contract.ts';
import { SHOWN_PART_NAMES } from './ditta.ts';

export const MAX_DITTA_TEXT = 2000;

const praticaId = { id: lookupIdSchema() };
const WRONG_LINK = 'Apri di nuovo la pagina dal collegamento nell’e-mail.';
/** The words of the link */
const chiave = { chiave: z.string(WRONG_LINK).check(z.maxLength(200, WRONG_LINK)) };

const rapporto = z
  .object({
    quando: z.string(),
    testo: z.string(),
    /** With it the firm said that the work is done */
    fatto: z.boolean(),
    allegati: z.array(allegato),
  })
  .register(z.globalRegistry, { id: 'Rapporto' });
export type Rapporto = z.infer<typeof rapporto>;

const ditta = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.string(),
  messaggio: z.string(),
  mostra: z.array(z.enum(SHOWN_PART_NAMES)),
  stato: z.enum(['attiva', 'scaduta', 'revocata']),
  affidata_il: z.string(),
  /** Name of the operator */
  affidata_da: z.string(),
  /** Last day on which the link works */
  fino_al: z.string(),
  /** When the firm first opened it, and when it last said that the work is done */
  vista_il: z.optional(z.string()),
  fatta_il: z.optional(z.string()),
  /** What it wrote, the oldest first */
  rapporti: z.array(rapporto),
});
export type ShownDitta = z.infer<typeof ditta>;

export const dittaOperations = {
  ditteDiPratica: defineOperation({
    summary: 'An operator reads which firms have a case by a link, and what each of them wrote.',
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/{id}/ditte',
    access: 'operator',
    scope: 'pratiche:leggi',
    input: z.object(praticaId),
    output: z.array(ditta),
  }),
  affidaDitta: defineOperation({
    summary: 'An operator gives a case to a firm, which gets a link by mail that opens this case alone until a day.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/ditte',
    access: 'operator',
    input: z.object({
      ...praticaId,
      nome: textSchema({ max: 80, required: 'Scrivi il nome della ditta.' }),
      email: emailAddressSchema({ missing: 'Scrivi l’indirizzo e-mail della ditta.' }),
      /** What it is to do */
      messaggio: optionalSchema(longTextSchema({ max: MAX_DITTA_TEXT })),
      fino_al: dateSchema({ missing: 'Scrivi fino a quando vale il collegamento.' }),
      /** What it sees of the case beside subject and place */
      mostra: z._default(z.array(z.enum(SHOWN_PART_NAMES)), []),
    }),
    output: z.object({ id: z.string() }),
    status: 201,
    creates: true,
    brakes: [{ by: 'visitor', times: 60, minutes: 60 }],
  }),
  revocaDitta: defineOperation({
    summary: 'An operator ends the link of a firm at once. What the firm wrote stays.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/ditte/{ditta}/revoca',
    access: 'operator',
    input: z.object({ ...praticaId, ditta: lookupIdSchema() }),
    output: z.object({ revocata: z.boolean() }),
  }),
  leggiAffidata: defineOperation({
    summary:
      'Anyone with the link of a firm reads the case that it opens: of its citizen only what an operator has ticked.',
    method: 'GET',
    path: '/api/v1/portale/ditte/{chiave}',
    access: 'anyone',
    input: z.object(chiave),
    output: z.object({
      ditta: z.string(),
      /** Id of the ente */
      ente: z.string(),
      protocollo: z.string(),
      servizio: z.string(),
      oggetto: z.string(),
      descrizione: z.optional(z.string()),
      luogo: z.optional(z.string()),
      lat: z.optional(z.number()),
      lon: z.optional(z.number()),
      nome: z.optional(z.string()),
      telefono: z.optional(z.string()),
      messaggio: z.string(),
      foto: z.array(allegato),
      fino_al: z.string(),
      fatta_il: z.optional(z.string()),
      rapporti: z.array(rapporto),
    }),
    brakes: [{ by: 'address', times: 600, minutes: 60 }],
  }),
  scriviDitta: defineOperation({
    summary: 'Anyone with the link of a firm writes to the office, with files, and says that the work is done.',
    method: 'POST',
    path: '/api/v1/portale/ditte/{chiave}',
    access: 'anyone',
    input: z
      .object({
        ...chiave,
        testo: optionalSchema(longTextSchema({ max: MAX_DITTA_TEXT })),
        fatto: optionalTickSchema(),
        filesAllegati,
      })
      .check(
        z.refine(({ testo, fatto, filesAllegati: files }) => Boolean(testo) || fatto || files.length > 0, {
          path: ['testo'],
          error: 'Scrivi qualcosa, aggiungi una foto, o spunta che il lavoro è fatto.',
        }),
      ),
    output: z.object({ scritto: z.boolean() }),
    status: 201,
    creates: true,
    brakes: [{ by: 'address', times: 120, minutes: 60 }],
  }),
  fileDitta: defineOperation({
    summary:
      'Anyone with the link of a firm downloads a photo of the case that they may see, or a file that the firm sent.',
    method: 'GET',
    path: '/api/v1/portale/ditte/{chiave}/file/{id}',
    access: 'anyone',
    input: z.object({
      ...chiave,
      id: lookupIdSchema(),
      miniatura: z.optional(z.literal('1', 'Valore non ammesso.')),
    }),
    output: fileOutput,
    brakes: [{ by: 'address', times: 1200, minutes: 60 }],
  }),
};
