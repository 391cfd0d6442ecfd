/** A half-typed device or cessation in a draft, and the files that a form carries as text. */
import * as z from 'zod/mini';
import type { FormValues } from '../../cases/form/form.ts';
import type { NamedFile } from './mezzo.ts';
import { valuesOf } from './mezzo-fields.ts';
import { namedFile } from './pratica-data.ts';

/** @property mezzo id of the device, or `nuovo` @property file the files of the form */
export type MezzoInProgress = { mezzo: string; valori: FormValues; file: NamedFile[] };

/** Characters: the longest value of a draft, and how much of a field is kept in it. */
const MAX_BOZZA_LENGTH = 8000;
const MAX_FIELD_LENGTH = 400;

/** @returns text for the draft, within its limit: fields that are too long are cut */
export function formatMezzoInProgress({ mezzo, valori: values, file }: MezzoInProgress): string {
  const formatWith = (max: number) => {
    const shortened = Object.entries(values).map(([name, v]) => [name, v.slice(0, max)]);
    const plainFiles = file.map(({ Id, categoria }) => ({ Id, categoria }));
    return JSON.stringify({ mezzo, valori: Object.fromEntries(shortened), file: plainFiles } satisfies MezzoInProgress);
  };
  return [MAX_FIELD_LENGTH, 100, 10].map(formatWith).find((t) => t.length <= MAX_BOZZA_LENGTH) ?? '';
}

const keptFile = z.extend(namedFile, { IsDeleted: z.optional(z.boolean()) });

/** Anything else than files of devices is left out. */
const keptFiles = z.catch(
  z.pipe(
    z.array(z.unknown()),
    z.transform((items) => items.flatMap((item) => z.safeParse(keptFile, item).data ?? [])),
  ),
  [],
);

const mezzoInProgress = z.object({
  mezzo: z.string(),
  valori: z.pipe(z.catch(z.record(z.string(), z.unknown()), {}), z.transform(valuesOf)),
  file: keptFiles,
});

const cessazioneInProgress = z.object({ cessa: z.string(), dal: z.string(), motivo: z.string() });

/** @param text from the draft @returns null when there is none, or none that can be read */
export const parseMezzoInProgress = (text: string | undefined): MezzoInProgress | null =>
  parseKept(text, mezzoInProgress) ?? null;

/** @param text from the draft @returns undefined when there is none, or none that can be read. `mezzo`: its id */
export function parseCessazioneInProgress(
  text: string | undefined,
): { mezzo: string; dal: string; motivo: string } | undefined {
  const kept = parseKept(text, cessazioneInProgress);
  return kept && { mezzo: kept.cessa, dal: kept.dal, motivo: kept.motivo };
}

/** @param text `[{Id, categoria}]` as the form carries it @returns the entries of that form */
export const parseNamedFiles = (text: string | undefined): NamedFile[] => parseKept(text, keptFiles) ?? [];

/** @returns undefined for what was not written by our page: the citizen can type it again, and the page has to open */
function parseKept<T>(text: string | undefined, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(text || 'null')).data;
  } catch {
    // Not JSON.
    return undefined;
  }
}
