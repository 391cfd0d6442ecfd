/** The call by which an office writes under which number a case is in the ente's own register, or corrects it. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { accessPair } from './pratica.contract.ts';

export const MAX_PROTOCOLLO_LENGTH = 60;

/** Of a case that the ente has in its own register: the number, the day and its year, the register where there are several, and its place there. */
export const protocolloEnteFields = {
  protocollo_ente: z.optional(z.string()),
  protocollo_ente_il: z.optional(z.string()),
  protocollo_ente_anno: z.optional(z.int()),
  protocollo_ente_registro: z.optional(z.string()),
  protocollo_ente_classifica: z.optional(z.string()),
  protocollo_ente_fascicolo: z.optional(z.string()),
  /** Since when it waits for its number; absent: it has one, or gets none */
  protocollo_atteso_dal: z.optional(z.string()),
};
export type ProtocolloEnteFields = z.infer<z.ZodMiniObject<typeof protocolloEnteFields>>;

const optionalText = (required: string) => optionalSchema(textSchema({ max: MAX_PROTOCOLLO_LENGTH, required }));

export const protocolloEnteOperations = {
  protocollaPratica: defineOperation({
    summary:
      'An operator writes the number of a case in the register of their ente, with day and register, or corrects it.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/protocollo',
    access: 'anyone',
    scope: 'pratiche:scrivi',
    input: z.object({
      ...accessPair,
      protocollo_ente: textSchema({ max: MAX_PROTOCOLLO_LENGTH, required: 'Scrivi il numero di protocollo.' }),
      /** Today without it */
      protocollo_ente_il: optionalSchema(dateSchema()),
      protocollo_ente_registro: optionalText('Scrivi il registro.'),
      protocollo_ente_classifica: optionalText('Scrivi la classifica.'),
      protocollo_ente_fascicolo: optionalText('Scrivi il fascicolo.'),
      /** The number on the caller's screen, '' for none. Another one is a conflict */
      prima: z.string().check(z.maxLength(MAX_PROTOCOLLO_LENGTH)),
      /** Takes the place of the number that is there */
      sostituisci: optionalTickSchema(),
    }),
    output: z.object({ cambiato: z.boolean() }),
    example: {
      input: {
        id: 'u7Hq9kPz3LmX0aBcD5eF1g',
        email: '',
        protocollo_ente: '1234/2026',
        protocollo_ente_il: '2026-11-20',
        protocollo_ente_registro: 'Generale',
        prima: '',
      },
      output: { cambiato: true },
    },
    creates: true,
    brakes: [{ by: 'visitor', times: 300, minutes: 60 }],
  }),
};
