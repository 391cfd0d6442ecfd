/** Holds publiccode.yml to the published standard, version 0.5: keys, lengths and vocabularies, and that its files are there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const text = z.string().check(z.trim(), z.minLength(1));
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
/** BCP 47, with its primary subtag */
const language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z\d]{1,8})*$/));
const list = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.minLength(1));

const description = z.strictObject({
  localisedName: z.optional(text),
  shortDescription: text.check(z.maxLength(150)),
  longDescription: text.check(z.minLength(150), z.maxLength(10_000)),
  documentation: z.optional(z.url()),
  apiDocumentation: z.optional(z.url()),
  features: list(text.check(z.maxLength(100))),
  screenshots: z.optional(list(text)),
  videos: z.optional(list(z.url())),
  awards: z.optional(list(text)),
});

const contact = z.strictObject({
  name: text,
  email: z.optional(z.email()),
  phone: z.optional(text),
  affiliation: z.optional(text),
});
const contractor = z.strictObject({
  name: text,
  until: date,
  email: z.optional(z.email()),
  website: z.optional(z.url()),
});
const maintenance = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['internal', 'community']), contacts: list(contact) }),
  z.strictObject({ type: z.literal('contract'), contractors: list(contractor), contacts: z.optional(list(contact)) }),
  z.strictObject({ type: z.literal('none') }),
]);

const dependency = z.strictObject({
  name: text,
  version: z.optional(text),
  versionMin: z.optional(text),
  versionMax: z.optional(text),
  optional: z.optional(z.boolean()),
});

/** The whole vocabulary has some hundred words: those that may describe this software. */
const CATEGORIES = [
  'appointment-scheduling',
  'billing-and-invoicing',
  'business-process-management',
  'customer-service-and-support',
  'digital-citizenship',
  'document-management',
  'help-desk',
  'payment-gateway',
  'service-desk',
  'taxes-management',
  'workflow-management',
] as const;

const publiccode = z.strictObject({
  publiccodeYmlVersion: z.literal('0.5'),
  name: text,
  applicationSuite: z.optional(text),
  url: z.url(),
  landingURL: z.optional(z.url()),
  isBasedOn: z.optional(z.union([z.url(), list(z.url())])),
  softwareVersion: z.optional(text),
  releaseDate: z.optional(date),
  logo: z.optional(text),
  platforms: list(z.enum(['web', 'windows', 'mac', 'linux', 'ios', 'android'])),
  categories: list(z.enum(CATEGORIES)),
  usedBy: z.optional(list(text)),
  roadmap: z.optional(z.url()),
  developmentStatus: z.enum(['concept', 'development', 'beta', 'stable', 'obsolete']),
  softwareType: z.literal('standalone/web'),
  intendedAudience: z.optional(z.strictObject({ scope: list(z.enum(['local-authorities', 'government', 'society'])) })),
  description: z
    .record(language, description)
    .check(z.refine((languages) => Object.keys(languages).length > 0, 'at least one language')),
  legal: z.strictObject({
    license: z.literal('EUPL-1.2'),
    mainCopyrightOwner: z.optional(text),
    repoOwner: z.optional(text),
  }),
  maintenance,
  localisation: z.strictObject({ localisationReady: z.boolean(), availableLanguages: list(language) }),
  dependsOn: z.optional(
    z.strictObject({
      open: z.optional(list(dependency)),
      proprietary: z.optional(list(dependency)),
      hardware: z.optional(list(dependency)),
    }),
  ),
});

/** @returns a sentence per rule of the standard that the file breaks */
export function publiccodeFaults(root: string, yaml: string): string[] {
  const result = publiccode.safeParse(parse(yaml));
  if (!result.success) return result.error.issues.map(inWords);
  const { logo, description } = result.data;
  const files = [logo ?? [], ...Object.values(description).map(({ screenshots = [] }) => screenshots)].flat();
  return [...new Set(files)]
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `publiccode.yml: ${path} is not there`);
}

/** The mini build of the library has no sentences of its own: the key and the kind of fault say enough. */
function inWords(issue: z.core.$ZodIssue): string {
  const what = issue.code === 'unrecognized_keys' ? `${issue.code} ${issue.keys.join(', ')}` : issue.code;
  return `publiccode.yml: ${issue.path.join('/') || 'the file'}: ${what}`;
}
