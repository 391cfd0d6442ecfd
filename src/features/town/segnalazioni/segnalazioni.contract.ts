/** Anybody reads the reports that a municipality publishes: as a list, one by one, and on a map. */
import * as z from 'zod/mini';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { areSidesInOrder, boxFields } from '../../../platform/atoms/geo-box.ts';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';

/** Rows of a page. Pages beyond {@link MAX_COUNT} rows are not served: a filter makes the list shorter. */
export const PAGE_SIZE = 20;
const MAX_PAGES = MAX_COUNT / PAGE_SIZE;

/** States by which a public report is filtered, and what everybody reads of them. */
export const STATI_PUBBLICI = {
  in_esame: 'Ricevuta',
  ricevuta: 'Ricevuta',
  in_lavorazione: 'In lavorazione',
  conclusa: 'Conclusa',
} as const;
const statoPubblico = z.enum(Object.keys(STATI_PUBBLICI) as [keyof typeof STATI_PUBBLICI]);

const WRONG_STATO = 'Scegli uno stato dell’elenco.';
const WRONG_PAGE = 'Le pagine vanno da 1 a 50.';
const WRONG_FILTER = 'Questo valore non è nell’elenco.';

/** What of the list is asked for. A type or an area that does not exist finds nothing. */
export const listFilters = z.object({
  ente: textSchema({ max: 60, required: 'Scegli il Comune.' }),
  tipo: optionalSchema(z.string().check(z.maxLength(20, WRONG_FILTER))),
  stato: optionalSchema(z.enum(Object.keys(STATI_PUBBLICI) as [keyof typeof STATI_PUBBLICI], WRONG_STATO)),
  area: optionalSchema(z.string().check(z.maxLength(40, WRONG_FILTER))),
  /** Days between which it arrived, both included */
  dal: optionalSchema(dateSchema()),
  al: optionalSchema(dateSchema()),
});

/** Points that one square of the map has at most. */
export const MAX_POINTS = 1000;

/** A point of the map, short: a square has many. Its type and state are named by their codes. */
const mapPoint = z.tuple([z.string(), z.number(), z.number(), z.string(), statoPubblico]);
export type PublicPoint = z.infer<typeof mapPoint>;

/** A photo. @property n its number, from 1 */
const photoSize = z
  .object({ n: z.int(), larghezza: z.int(), altezza: z.int() })
  .register(z.globalRegistry, { id: 'FotoPubblica' });

/** Until an operator has released it: type, area and day. */
const publicItem = {
  id: z.string(),
  ente: z.string(),
  tipo: z.string(),
  /** Name of the type */
  tipo_nome: z.string(),
  area: z.nullable(z.string()),
  /** Name of the area */
  area_nome: z.nullable(z.string()),
  giorno: z.string(),
  stato: statoPubblico,
  chiusa: z.nullable(z.string()),
  titolo: z.nullable(z.string()),
  luogo: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
};
/** How many follow it by mail */
const followerCount = { seguita_da: z.int() };
const publicRow = z.object({ ...publicItem, ...followerCount, foto: z.nullable(photoSize) });
export type PublicRow = z.infer<typeof publicRow>;

const publicDetail = z.object({
  ...publicItem,
  ...followerCount,
  descrizione: z.nullable(z.string()),
  risposta: z.nullable(z.string()),
  foto: z.array(photoSize),
  tappe: z.array(z.object({ giorno: z.string(), stato: statoPubblico })),
});
export type PublicDetail = z.infer<typeof publicDetail>;

export const segnalazioniOperations = {
  elencoSegnalazioni: defineOperation({
    summary: `Anyone lists the public reports of a municipality, the newest first: ${PAGE_SIZE} a page, by type, state, area and period.`,
    method: 'GET',
    path: '/api/v1/portale/segnalazioni',
    access: 'anyone',
    input: z.extend(listFilters, { pagina: pageNumberSchema(WRONG_PAGE, { max: MAX_PAGES, digits: 4 }) }),
    output: z.object({
      /** At most {@link MAX_COUNT} + 1, which means "more" */
      totale: z.int(),
      pagine: z.int(),
      /** Closed in the last twelve months, whatever the filters */
      risolte: z.int(),
      segnalazioni: z.array(publicRow),
    }),
  }),
  mappaSegnalazioni: defineOperation({
    summary: `Anyone reads where the public reports of a square of the map are, as far as their place was released: at most ${MAX_POINTS}, of more the newest.`,
    method: 'GET',
    path: '/api/v1/portale/segnalazioni/mappa',
    access: 'anyone',
    input: z.extend(listFilters, boxFields).check(...areSidesInOrder()),
    output: z.object({
      /** There are more in the square */
      altri: z.boolean(),
      /** Id, latitude, longitude, code of the type, state */
      punti: z.array(mapPoint),
    }),
  }),
  leggiSegnalazione: defineOperation({
    summary:
      'Anyone reads a public report: what an operator released of it, and what became of it. One about the same problem as another is answered by that one.',
    method: 'GET',
    path: '/api/v1/portale/segnalazioni/{id}',
    access: 'anyone',
    input: z.object({ id: z.string().check(z.maxLength(40)) }),
    output: publicDetail,
  }),
  puntoSegnalazione: defineOperation({
    summary:
      'Anyone sees a small picture of the map around the place of a public report (PNG), as far as it was released.',
    method: 'GET',
    path: '/api/v1/portale/segnalazioni/{id}/mappa',
    access: 'anyone',
    input: z.object({ id: z.string().check(z.maxLength(40)) }),
    output: fileOutput,
    brakes: [
      { by: 'visitor', times: 120, minutes: 60 },
      { by: 'address', times: 600, minutes: 60 },
    ],
    anyOrigin: true,
  }),
  fotoSegnalazione: defineOperation({
    summary: 'Anyone sees a photo that an operator released with a public report (JPEG); `piccola`: its thumbnail.',
    method: 'GET',
    path: '/api/v1/portale/segnalazioni/{id}/foto/{n}',
    access: 'anyone',
    input: z.object({
      id: z.string().check(z.maxLength(40)),
      n: z.string().check(z.regex(/^[1-9]$/)),
      piccola: z.optional(z.string().check(z.maxLength(5))),
    }),
    output: fileOutput,
    anyOrigin: true,
  }),
};
