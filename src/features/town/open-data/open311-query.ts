/** What an Open311 client may ask for: the arguments of GET requests, in the standard's names and those of its usual extensions. */
import * as z from 'zod/mini';
import { addDays, daysBetween, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import { degreesSchema } from '../../../platform/atoms/degrees.ts';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';

/** Requests of a page; also how many can be asked for by their ids. */
export const MAX_REQUESTS = 100;
const MAX_PAGES = 1000;
/** The longest period (GeoReport v2). An hour of summer time may make it a day more. */
const MAX_DAYS = 90;
const MAX_METRES = 100_000;

const splitList = (v: unknown) => (typeof v === 'string' ? v.split(',').map((item) => item.trim()) : v);
const listOf = <T extends z.core.SomeType>(item: T, wrong: string) =>
  optionalSchema(z.pipe(z.transform(splitList), z.array(item).check(z.maxLength(MAX_REQUESTS, wrong))));

const DATE_WORDS = 'si scrive con il fuso orario, ad esempio 2026-11-20T00:00:00Z.';
const WRONG_ORDER = 'start_date viene prima di end_date.';
const TOO_LONG = `Tra start_date e end_date ci sono al massimo ${MAX_DAYS} giorni.`;
const BOX_WORDS = 'bbox è ovest,sud,est,nord in gradi.';
const CIRCLE_WORDS = 'lat, long e radius (in metri) vanno insieme.';

/** A date and time of the W3C's profile, or a day; a plus sign that a client did not encode arrives as a blank. */
const dayOrInstant = (name: string) =>
  z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' ? v.trim().replace(/ (\d\d:\d\d)$/, '+$1') : v)),
    z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: `${name} ${DATE_WORDS}` }),
  );

/** @returns the day in Rome */
const dayOf = (name: string) =>
  optionalSchema(
    z.pipe(
      dayOrInstant(name),
      z.transform((text) => (text.length === 10 ? text : todayInRome(Date.parse(text)))),
    ),
  );

const boxSchema = z.pipe(
  z.transform(splitList),
  z
    .tuple(
      [
        degreesSchema(180, BOX_WORDS),
        degreesSchema(90, BOX_WORDS),
        degreesSchema(180, BOX_WORDS),
        degreesSchema(90, BOX_WORDS),
      ],
      {
        error: `Controlla il riquadro: ${BOX_WORDS}`,
      },
    )
    .check(
      z.refine(([west, south, east, north]) => west <= east && south <= north, {
        error: `Controlla il riquadro: ${BOX_WORDS}`,
      }),
    ),
);

const METRES_ERROR = `radius è un numero di metri, al massimo ${MAX_METRES}.`;
const metresSchema = z.pipe(
  z.transform((v: unknown) => (typeof v === 'string' && /^\d{1,6}(\.\d{1,9})?$/.test(v.trim()) ? Number(v) : v)),
  z.number(METRES_ERROR).check(z.positive(METRES_ERROR), z.lte(MAX_METRES, METRES_ERROR)),
);

const PAGE_WORDS = `page va da 1 a ${MAX_PAGES}.`;
const SIZE_WORDS = `page_size va da 1 a ${MAX_REQUESTS}.`;

/** Without `service_request_id`, which overrides all of these. */
const requestsQuery = z
  .object({
    service_code: listOf(
      z.string().check(z.maxLength(20, 'Un service_code è troppo lungo.')),
      'I service_code sono troppi.',
    ),
    status: listOf(z.enum(['open', 'closed'], 'status è open, closed, o tutti e due.'), 'status è open o closed.'),
    start_date: dayOf('start_date'),
    end_date: dayOf('end_date'),
    bbox: optionalSchema(boxSchema),
    lat: optionalSchema(degreesSchema(90, CIRCLE_WORDS)),
    long: optionalSchema(degreesSchema(180, CIRCLE_WORDS)),
    radius: optionalSchema(metresSchema),
    page: pageNumberSchema(PAGE_WORDS, { max: MAX_PAGES, digits: 4 }),
    page_size: pageNumberSchema(SIZE_WORDS, { max: MAX_REQUESTS, digits: 3 }),
  })
  .check(
    z.refine(
      ({ lat, long, radius }) => new Set([lat, long, radius].map((value) => value === undefined)).size === 1,
      CIRCLE_WORDS,
    ),
    z.refine(({ start_date: from, end_date: to }) => !from || !to || from <= to, WRONG_ORDER),
    z.refine(({ start_date: from, end_date: to }) => !from || !to || daysBetween(from, to) <= MAX_DAYS + 1, TOO_LONG),
  );

const idsQuery = z.object({
  service_request_id: listOf(
    z.string().check(z.maxLength(40, 'Un service_request_id è troppo lungo.')),
    `I service_request_id sono al massimo ${MAX_REQUESTS}.`,
  ),
});

/** The same as an instant. A day begins at its midnight in Rome. */
const instantOf = (name: string) =>
  z.pipe(
    dayOrInstant(name),
    z.transform((text) => (text.length === 10 ? midnightInRome(text) : Date.parse(text))),
  );

const updatesQuery = z.object({
  start_date: optionalSchema(instantOf('start_date')),
  end_date: optionalSchema(instantOf('end_date')),
});

const DAY_MS = 24 * 3600_000;

/** @returns from when to when, both included, as {@link periodOf} has days; or a sentence for each fault */
export function readUpdatesQuery(
  asked: URLSearchParams,
  now: number,
): { period: { dal: number; al: number }; faults?: undefined } | { faults: string[] } {
  const parsed = z.safeParse(updatesQuery, {
    start_date: asked.get('start_date') ?? '',
    end_date: asked.get('end_date') ?? '',
  });
  if (!parsed.success) return faultsOf(parsed.error);
  const { start_date: from, end_date: to } = parsed.data;
  const al = to ?? (from === undefined ? now : from + MAX_DAYS * DAY_MS);
  const dal = from ?? al - MAX_DAYS * DAY_MS;
  if (dal > al) return { faults: [WRONG_ORDER] };
  return al - dal > (MAX_DAYS + 1) * DAY_MS ? { faults: [TOO_LONG] } : { period: { dal, al } };
}

/** Names of the arguments with which a list is asked for. */
export type RequestsArgument = keyof z.input<typeof requestsQuery> | keyof z.input<typeof idsQuery>;

/** Codes and states may be given several times. */
const REPEATED_ARGUMENTS = ['service_code', 'status', 'service_request_id'];

export type RequestsQuery = { ids: string[] } | z.output<typeof requestsQuery>;

/** @returns what is asked for, or a sentence for each fault */
export function readRequestsQuery(
  asked: URLSearchParams,
): { query: RequestsQuery; faults?: undefined } | { faults: string[] } {
  const fields = Object.fromEntries(
    [...new Set(asked.keys())].map((name) => [
      name,
      REPEATED_ARGUMENTS.includes(name) ? asked.getAll(name).filter(Boolean).join(',') : (asked.get(name) ?? ''),
    ]),
  );
  if (fields.service_request_id?.trim()) {
    const parsed = z.safeParse(idsQuery, fields);
    return parsed.success ? { query: { ids: parsed.data.service_request_id ?? [] } } : faultsOf(parsed.error);
  }
  const parsed = z.safeParse(requestsQuery, fields);
  return parsed.success ? { query: parsed.data } : faultsOf(parsed.error);
}

const faultsOf = ({ issues }: z.core.$ZodError) => ({ faults: [...new Set(issues.map(({ message }) => message))] });

/**
 * The period of a search (GeoReport v2): the last 90 days unless said otherwise; 90 days from the one end that was given.
 * A report is known by its day, and belongs to every period that touches it.
 */
export function periodOf(
  { start_date: from, end_date: to }: { start_date?: string | undefined; end_date?: string | undefined },
  today: string,
): { dal: string; al: string } {
  if (from && to) return { dal: from, al: to };
  if (from) return { dal: from, al: addDays(from, MAX_DAYS) };
  const al = to ?? today;
  return { dal: addDays(al, -MAX_DAYS), al };
}
