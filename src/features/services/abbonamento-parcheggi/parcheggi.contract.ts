/** A citizen asks for a parking subscription, sees its price before and downloads its permit afterwards; anybody checks the permit. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput, PDF_BRAKES } from '../../../platform/contract.ts';
import { fieldOptions } from '../../cases/form/options.ts';
import { accessPair } from '../../cases/pratica/pratica.contract.ts';
import { invioRichiesta } from '../../cases/richiesta/richiesta.contract.ts';
import { abbonamentoBody, abbonamentoFields } from './parcheggi.fields.ts';

const { zona, tipo, durata } = abbonamentoFields.shape;

/** What an ente offers, as the form shows it. */
const offerta = z.object({
  zone: fieldOptions,
  prezzi: z.array(z.object({ zona: z.optional(z.string()), tipo, durata, importo_cent: z.number() })),
  max_targhe: z.number(),
  /** Absent where the request is subject to no stamp duty */
  bollo: z.optional(z.object({ online: z.boolean() })),
});
export type OffertaView = z.infer<typeof offerta>;

const ente = () => textSchema({ max: 60, required: 'Indica l’ente.' });

export const parcheggiOperations = {
  zoneParcheggi: defineOperation({
    summary: 'Anyone lists the zones, kinds, durations and prices of an ente’s parking subscriptions.',
    method: 'GET',
    path: '/api/v1/portale/abbonamento-parcheggi/zone',
    access: 'anyone',
    kept: true,
    input: z.object({ ente: ente() }),
    output: offerta,
  }),
  prezzoParcheggi: defineOperation({
    summary: 'Anyone asks what one subscription costs and how long it lasts.',
    method: 'GET',
    path: '/api/v1/portale/abbonamento-parcheggi/prezzo',
    access: 'anyone',
    kept: true,
    input: z.object({ ente: ente(), zona, tipo, durata, dal: optionalSchema(dateSchema()) }),
    output: z.object({ importo_cent: z.number(), dal: z.string(), al: z.string() }),
  }),
  chiediAbbonamento: invioRichiesta(
    '/api/v1/abbonamento-parcheggi/new',
    'Anyone asks an ente for a parking subscription.',
    abbonamentoBody,
  ),
  verificaPermesso: defineOperation({
    summary:
      'Anyone asks whether the permit with a code is valid today. Answers with its plates, zone and days, and nothing about its holder.',
    method: 'GET',
    path: '/api/v1/portale/abbonamento-parcheggi/permessi/{codice}',
    access: 'anyone',
    input: z.object({ codice: textSchema({ max: 60 }) }),
    output: z.object({
      ente: z.string(),
      esito: z.enum(['valido', 'futuro', 'scaduto', 'revocato']),
      targhe: z.array(z.string()),
      zona: z.string(),
      dal: z.string(),
      al: z.string(),
    }),
    brakes: [{ by: 'address', times: 300, minutes: 60 }],
  }),
  permessoParcheggio: defineOperation({
    summary: 'A participant in the case of a subscription downloads its permit (PDF), once the fee is paid.',
    method: 'GET',
    path: '/api/v1/portale/abbonamento-parcheggi/{id}/permesso',
    access: 'anyone',
    input: z.object(accessPair),
    output: fileOutput,
    fails: ['conflict'],
    brakes: PDF_BRAKES,
  }),
};
