/** The programs of others that judge the portal, each in a run of its own: `npm run test:others`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** @property of what it was found in @property words of the program, or about it */
const otherFinding = z.object({ of: z.string(), words: z.string() });
export type OtherFinding = z.infer<typeof otherFinding>;

/** @property version of each program @property judged how many things it read @property notes what it said that is no fault */
const otherJudgement = z.object({
  version: z.string(),
  judged: z.int(),
  findings: z.array(otherFinding),
  notes: z.optional(z.array(z.string())),
});
export type OtherJudgement = z.infer<typeof otherJudgement>;

const otherResult = z.extend(otherJudgement, { program: z.string(), date: z.string() });
export type OtherResult = z.infer<typeof otherResult>;

/** @property reads what it judges, for the report @property load the run */
type OtherRun = { program: string; reads: string; load: () => Promise<() => Promise<OtherJudgement>> };

export const OTHER_RUNS = {
  prism: {
    program: 'Prism, con i file OpenAPI di pagoPA',
    reads: 'le richieste del portale a pagoPA, e le risposte del pagoPA di prova',
    load: async () => (await import('./prism.ts')).judgePagopaCalls,
  },
  laravel: {
    program: 'Laravel',
    reads: 'il portale davanti a un gestionale vero: le prove di tests/laravel',
    load: async () => (await import('./laravel.ts')).judgeBeforeLaravel,
  },
  openapi: {
    program: 'Redocly e Spectral',
    reads: 'le descrizioni OpenAPI del portale e di Open311',
    load: async () => (await import('./openapi.ts')).judgeOpenApi,
  },
  catalogue: {
    program: 'jsonld e rdf-validate-shacl, con le forme di DCAT-AP_IT',
    reads: 'i cataloghi dei dati aperti',
    load: async () => (await import('./catalogue.ts')).judgeCatalogues,
  },
  feeds: {
    program: 'rss-parser',
    reads: 'i feed Atom delle segnalazioni',
    load: async () => (await import('./feeds.ts')).judgeFeeds,
  },
  calendars: {
    program: 'node-ical e ical.js',
    reads: 'i calendari (iCalendar) che il portale dà e spedisce',
    load: async () => (await import('./calendars.ts')).judgeCalendars,
  },
  mail: {
    program: 'SpamAssassin',
    reads: 'una e-mail per tipo',
    load: async () => (await import('./mail.ts')).judgeMails,
  },
  pdf: {
    program: 'qpdf e mutool',
    reads: 'un documento PDF per tipo',
    load: async () => (await import('./pdf.ts')).judgePdfs,
  },
  lynx: {
    program: 'Lynx',
    reads: 'una segnalazione, dalla prima pagina al numero di protocollo',
    load: async () => (await import('./lynx.ts')).judgeInLynx,
  },
  firefox: {
    program: 'Firefox ESR',
    reads:
      'segnalazione, pagamento, accesso, area riservata e area operatori, a 360 e a 1280 px; segnalazione e pagamento senza JavaScript',
    load: async () => (await import('./browsers/firefox.ts')).judgeInFirefox,
  },
  webkit: {
    program: 'WebKitGTK',
    reads: 'le stesse pagine',
    load: async () => (await import('./browsers/webkit.ts')).judgeInWebkit,
  },
} as const satisfies Record<string, OtherRun>;
export type OtherName = keyof typeof OTHER_RUNS;

export const OTHER_NAMES = Object.keys(OTHER_RUNS) as OtherName[];

/** @param folder of the audit @returns where a run leaves its result */
export const otherResultFile = (folder: string, name: OtherName): string => join(folder, 'others', `${name}.json`);

/** @property result undefined: it did not run here */
export type OtherOutcome = { name: OtherName; program: string; reads: string; result: OtherResult | undefined };

/** What the runs have left, whenever that was. @param folder of the audit */
export function readOtherOutcomes(folder: string): OtherOutcome[] {
  return OTHER_NAMES.map((name) => {
    const file = otherResultFile(folder, name);
    const result = existsSync(file) ? otherResult.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
    const { program, reads } = OTHER_RUNS[name];
    return { name, program, reads, result };
  });
}
