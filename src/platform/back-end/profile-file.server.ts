/** Reads the file of API_UPSTREAM_PROFILE, a module of JavaScript or TypeScript whose default export is a profile. */
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { SettingError } from '../setting.ts';
import type { BackEndProfile } from './profile.ts';

const profileFunction = z.optional(z.custom<never>((value) => typeof value === 'function'));
const profileSteps = { to: profileFunction, from: profileFunction, field: profileFunction };
const profileForm = z.strictObject({
  calls: z.optional(
    z.record(
      z.string(),
      z.strictObject({ ...profileSteps, path: z.optional(z.string().check(z.regex(/^\/(?!\/)[^?#\\]*$/))) }),
    ),
  ),
  every: z.optional(z.strictObject(profileSteps)),
});

/** @param file absolute path @throws SettingError which says what is wrong, and where */
export async function readProfile(file: string): Promise<BackEndProfile> {
  let read: { default?: unknown };
  try {
    read = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: unknown };
  } catch (error) {
    throw new SettingError(
      `API_UPSTREAM_PROFILE: ${file} non si legge (${error instanceof Error ? error.message : error}).`,
    );
  }
  const checked = z.safeParse(profileForm, read.default);
  if (checked.success) return checked.data as BackEndProfile;
  const place = checked.error.issues[0]?.path.join('.') || 'default';
  throw new SettingError(
    `API_UPSTREAM_PROFILE: in ${file} non va «${place}». Un profilo ha calls ed every; ogni chiamata path, to, from e field.`,
  );
}
