/**
 * Checks publiccode.yml against the published standard, version 0.5: keys, lengths and vocabularies, and that its files exist.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const textSchema = z.string().check(z.trim(), z.minLength(1));
const dateSchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
/** BCP 47, with its primary subtag */
const languageSchema = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z\d]{1,8})*$/));
const listSchema = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.minLength(1));

const descriptionSchema = z.strictObject({
  localisedName: z.optional(textSchema),
  shortDescription: textSchema.check(z.maxLength(150)),
  longDescription: textSchema.check(z.minLength(150), z.maxLength(10_000)),
  documentation: z.optional(z.url()),
  apiDocumentation: z.optional(z.url()),
  features: listSchema(textSchema.check(z.maxLength(100))),
  screenshots: z.optional(listSchema(textSchema)),
  videos: z.optional(listSchema(z.url())),
  awards: z.optional(listSchema(textSchema)),
});

const contactSchema = z.strictObject({
  name: textSchema,
  email: z.optional(z.email()),
  phone: z.optional(textSchema),
  affiliation: z.optional(textSchema),
});
const contractorSchema = z.strictObject({
  name: textSchema,
  until: dateSchema,
  email: z.optional(z.email()),
  website: z.optional(z.url()),
});
const maintenanceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['internal', 'community']), contacts: listSchema(contactSchema) }),
  z.strictObject({
    type: z.literal('contract'),
    contractors: listSchema(contractorSchema),
    contacts: z.optional(listSchema(contactSchema)),
  }),
  z.strictObject({ type: z.literal('none') }),
]);

const dependencySchema = z.strictObject({
  name: textSchema,
  version: z.optional(textSchema),
  versionMin: z.optional(textSchema),
  versionMax: z.optional(textSchema),
  optional: z.optional(z.boolean()),
});

/** The full vocabulary has some hundred words; these are the ones that may describe this software. */
const PUBLICCODE_CATEGORIES = [
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

const publiccodeSchema = z.strictObject({
  publiccodeYmlVersion: z.literal('0.5'),
  name: textSchema,
  applicationSuite: z.optional(textSchema),
  url: z.url(),
  landingURL: z.optional(z.url()),
  isBasedOn: z.optional(z.union([z.url(), listSchema(z.url())])),
  softwareVersion: z.optional(textSchema),
  releaseDate: z.optional(dateSchema),
  logo: z.optional(textSchema),
  platforms: listSchema(z.enum(['web', 'windows', 'mac', 'linux', 'ios', 'android'])),
  categories: listSchema(z.enum(PUBLICCODE_CATEGORIES)),
  usedBy: z.optional(listSchema(textSchema)),
  roadmap: z.optional(z.url()),
  developmentStatus: z.enum(['concept', 'development', 'beta', 'stable', 'obsolete']),
  softwareType: z.literal('standalone/web'),
  intendedAudience: z.optional(
    z.strictObject({ scope: listSchema(z.enum(['local-authorities', 'government', 'society'])) }),
  ),
  description: z
    .record(languageSchema, descriptionSchema)
    .check(z.refine((languages) => Object.keys(languages).length > 0, 'at least one language')),
  legal: z.strictObject({
    license: z.literal('EUPL-1.2'),
    mainCopyrightOwner: z.optional(textSchema),
    repoOwner: z.optional(textSchema),
  }),
  maintenance: maintenanceSchema,
  localisation: z.strictObject({ localisationReady: z.boolean(), availableLanguages: listSchema(languageSchema) }),
  dependsOn: z.optional(
    z.strictObject({
      open: z.optional(listSchema(dependencySchema)),
      proprietary: z.optional(listSchema(dependencySchema)),
      hardware: z.optional(listSchema(dependencySchema)),
    }),
  ),
  /** What the Italian catalogue asks for besides; its keys on conformity are deprecated */
  IT: z.strictObject({
    countryExtensionVersion: z.literal('1.0'),
    piattaforme: z.strictObject({
      spid: z.boolean(),
      cie: z.boolean(),
      anpr: z.boolean(),
      pagopa: z.boolean(),
      io: z.boolean(),
    }),
    /** Code of the administration that publishes it, in the index of administrations */
    riuso: z.optional(z.strictObject({ codiceIPA: textSchema })),
  }),
});

/** @returns a sentence per rule of the standard that the file breaks */
export function publiccodeFaults(root: string, yaml: string): string[] {
  const result = publiccodeSchema.safeParse(parse(yaml));
  if (!result.success) return result.error.issues.map(inWords);
  const { logo, description } = result.data;
  const files = [logo ?? [], ...Object.values(description).map(({ screenshots = [] }) => screenshots)].flat();
  return [...new Set(files)]
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `publiccode.yml: ${path} is not there`);
}

/** The mini build of the library has no messages of its own: the key and the kind of error say enough. */
function inWords(issue: z.core.$ZodIssue): string {
  const what = issue.code === 'unrecognized_keys' ? `${issue.code} ${issue.keys.join(', ')}` : issue.code;
  return `publiccode.yml: ${issue.path.join('/') || 'the file'}: ${what}`;
}
