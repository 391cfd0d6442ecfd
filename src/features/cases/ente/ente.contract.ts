/** Calls by which anybody asks which enti this portal serves, and which of them answer for a service. */
import * as z from 'zod/mini';
import { degreesSchema } from '../../../platform/atoms/degrees.ts';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { replacedBy } from '../../../platform/back-end/answer.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { MAX_ENTE_QUERY } from './choice.ts';
import { enti, entiServizio, listedEnte, suggestedEnti } from './ente.checks.ts';

/** Code of a service. A text, since the services define the values: the handler refuses others, and the API document lists them. */
export const serviceCode = z.string();

const NO_POSITION = 'scrivi il nome dell’ente.';
const WRONG_PAGE = 'Le pagine cominciano da 1.';

/** Part of a list. Without a page the list is whole. */
const partOfEnti = {
  /** Words of the name, or their beginnings */
  q: z.optional(z.string().check(z.maxLength(MAX_ENTE_QUERY, 'La ricerca è troppo lunga.'))),
  /** Of {@link ENTI_PAGE} enti each, from 1 */
  pagina: pageNumberSchema(WRONG_PAGE, { max: 10_000, digits: 5 }),
};

/** The list of public reports is the portal's alone. */
const answeredEnte = z.extend(listedEnte, {
  Categorie: z._default(z.array(z.string()), []),
  Pubbliche: replacedBy<string[]>([]),
});

export const enteOperations = {
  listaEnti: defineOperation({
    summary:
      'Anyone lists the enti of this portal with the service codes they offer: without those whose cemeteries, zones, tariffs or desks the portal was not given.',
    method: 'GET',
    path: '/api/v1/generic/ente',
    access: 'anyone',
    input: z.object(partOfEnti),
    output: enti,
    answer: () => z.array(answeredEnte),
  }),
  entiPerCategoria: defineOperation({
    summary:
      'Anyone lists the enti that offer a service; with the code of a system (ICP, TARMB, …) in `optional`, of these only the ones that have a position or a document of that system.',
    method: 'GET',
    path: '/api/v1/generic/ente/list/{category}/{optional?}',
    access: 'anyone',
    input: z.object({
      ...partOfEnti,
      category: serviceCode,
      optional: z.optional(z.string().check(z.maxLength(40))),
    }),
    output: entiServizio,
  }),
  // POST, so that no position stands in the log of a proxy.
  suggerisciEnti: defineOperation({
    summary:
      'Anyone is suggested enti by the beginning of a name, or those nearest to a position; with `servizi`, of those that offer one of these. Nothing of it is kept.',
    method: 'POST',
    path: '/api/v1/generic/ente/suggeriti',
    access: 'anyone',
    kept: true,
    input: z.object({
      testo: optionalSchema(textSchema({ max: MAX_ENTE_QUERY, required: 'Scrivi il nome.' })),
      lat: optionalSchema(degreesSchema(90, NO_POSITION)),
      lon: optionalSchema(degreesSchema(180, NO_POSITION)),
      servizi: z.optional(z.array(serviceCode.check(z.maxLength(40))).check(z.maxLength(20))),
    }),
    output: suggestedEnti,
    brakes: [
      { by: 'visitor', times: 240, minutes: 60 },
      { by: 'address', times: 2400, minutes: 60 },
    ],
  }),
};
