/** Runs the Nu Html Checker over the pages of a folder. */
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';

/** What Astro prints before the first island, wherever that stands: the one thing on our pages that is not as the standard has it. */
export const OF_ASTRO = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/**
 * CSS that the checker's list does not have yet: `field-sizing` is of Basic User Interface 4, `plus-lighter` of Compositing 2, containers
 * are of Conditional Rules 5.
 */
const YOUNG_CSS =
  /Property “(?:field-sizing|container-type)” doesn't exist|Unrecognized at-rule “@container”|“plus-lighter” is not a “mix-blend-mode” value/;

const answer = z.object({
  messages: z.array(z.object({ url: z.string(), message: z.string(), extract: z.optional(z.string()) })),
});

/** @property url of the file */
export type NuFault = { url: string; message: string; extract?: string | undefined };

/** @returns whether there is a Java to run it */
export const hasJava = (): boolean => spawnSync('java', ['-version']).status === 0;

/** For a program that ends after some seconds, Java's first compiler is enough: with the second and its threads it takes twice as much. */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss16m'];

/** One run for all pages: starting the checker costs more than its work. */
export async function judgeByNu(folder: string): Promise<NuFault[]> {
  const jar = String(createRequire(import.meta.url)('vnu-jar'));
  const checker = spawn('java', [
    ...SHORT_RUN,
    '-jar',
    jar,
    '--errors-only',
    '--skip-non-html',
    '--format',
    'json',
    folder,
  ]);
  const { messages } = answer.parse(JSON.parse(await text(checker.stderr)));
  return messages.filter(({ message }) => !YOUNG_CSS.test(message));
}
