/** One ente as the data file describes it: its identity, its looks, its mailboxes. */
import * as z from 'zod/mini';
import { isCenterNear } from '../features/cases/ente/confine.ts';
import { enteRecord } from '../features/cases/ente/ente.fields.ts';
import { PORTAL_ID } from '../features/cases/ente/ente.ts';
import { NO_SUCH_CODE } from '../features/cases/ente/ente-atoms.ts';
import { SISTEMI } from '../features/cases/ente/sistemi.ts';
import { TIPI, TIPI_WITHOUT_LUOGO } from '../features/services/segnalazione/options.ts';
import { SERVICE_CODES } from '../services.ts';
import { strictFields } from './fields.ts';
import { type ImageShelf, imageSchema } from './image.ts';

/** Types of report with a place: the others are about a person. */
const PUBLISHABLE_CODES = Object.keys(TIPI).filter((codice) => !TIPI_WITHOUT_LUOGO.includes(codice));

/** Services for which an ente may ask for money, and systems whose documents it collects. */
const INCASSO_CODES = [
  ...Object.keys(SERVICE_CODES).filter((codice) => !Object.hasOwn(TIPI, codice)),
  ...SISTEMI.map(({ codice }) => codice),
];

/** From the middle of the largest municipality to its furthest hamlet. */
const MAX_AREA_METRES = 60_000;

/** The fields that a rule about the whole record reads; it is also checked while other fields are wrong. */
const recordShape = z.object({
  id: z.string(),
  codice_fiscale: z._default(z.string(), ''),
  categorie: z._default(z.array(z.unknown()), []),
  caselle: z._default(z.record(z.string(), z.unknown()), {}),
  mappa: z.optional(z.unknown()),
  confine: z.optional(z.unknown()),
  aree: z.optional(z.unknown()),
  sistemi: z._default(z.array(z.looseObject({ codice: z.optional(z.unknown()) })), []),
  capitoli: z._default(z.array(z.looseObject({ sistemi: z._default(z.array(z.unknown()), []) })), []),
});
const recordRule = (path: string[], error: string, holds: (e: z.infer<typeof recordShape>) => boolean) =>
  z.refine((value) => holds(z.parse(recordShape, value)), {
    path,
    error,
    when: ({ value }) => z.safeParse(recordShape, value).success,
  });

/**
 * The schema of one element of `enti`. Its output is an `Ente`.
 * @param sandbox true allows http addresses to this machine and to `.example`
 * @param images gets the bytes of the pictures
 */
export const enteSchema = (sandbox: boolean, images: ImageShelf = { bytes: new Map() }) =>
  enteRecord({
    sandbox,
    codice: z.enum(Object.keys(SERVICE_CODES), NO_SUCH_CODE),
    incasso: z.enum(INCASSO_CODES, NO_SUCH_CODE),
    image: () => imageSchema(images),
    pubblicazione: (value) => strictFields(Object.fromEntries(PUBLISHABLE_CODES.map((codice) => [codice, value]))),
  }).check(
    recordRule(
      ['codice_fiscale'],
      'Scrivi il codice fiscale dell’ente: 11 cifre.',
      (e) => e.id === PORTAL_ID || e.codice_fiscale !== '',
    ),
    recordRule(
      ['categorie'],
      'Il portale non è un ente e non riceve pratiche: lascia vuoto l’elenco.',
      (e) => e.id !== PORTAL_ID || e.categorie.length === 0,
    ),
    recordRule(
      ['caselle', '*'],
      'Manca la casella «*», che riceve le pratiche dei servizi senza una casella propria.',
      (e) => e.categorie.length === 0 || e.caselle['*'] !== undefined,
    ),
    recordRule(
      ['capitoli'],
      'Un capitolo ha un sistema che l’ente non ha: aggiungilo a «sistemi», o controlla come è scritto.',
      ({ capitoli, sistemi }) =>
        capitoli.every((item) => item.sistemi.every((codice) => sistemi.some((one) => one.codice === codice))),
    ),
    recordRule(
      ['confine'],
      'Il centro della mappa è lontano dal confine: controlla che ogni punto sia [longitudine, latitudine].',
      (e) => isCenterNear(e.confine, e.mappa),
    ),
    recordRule(
      ['aree'],
      'Il confine di una zona è lontano dalla mappa: controlla che ogni punto sia [longitudine, latitudine].',
      ({ aree, mappa }) => !Array.isArray(aree) || aree.every((a) => isCenterNear(a?.confine, mappa, MAX_AREA_METRES)),
    ),
  );
