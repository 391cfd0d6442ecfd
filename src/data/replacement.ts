/**
 * What a file replaces as a whole: all positions of a system of an ente, who represents them, and their documents. What the store has and the
 * file lacks is to be closed. `replacement.db.ts` compares with the store.
 */
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../platform/atoms/codice-fiscale.ts';
import { codiceUtenteSchema, enteIdSchema, numeroSchema, sistemaSchema } from './codici.ts';
import { joinKey } from './row-batch.ts';

const replacedSystems = z.array(z.strictObject({ ente: enteIdSchema(), sistema: sistemaSchema() }));
/** A system of an ente. */
export type ReplacedSystem = z.output<typeof replacedSystems>[number];

/** Sections that a file replaces, in the order in which they are closed. */
export const REPLACED_SECTIONS = ['documenti', 'rappresentanze', 'posizioni'] as const;
export type ReplacedSection = (typeof REPLACED_SECTIONS)[number];

/**
 * The brake: a file that would close more than this part of what there is, is refused until somebody says that it is right. A file that is
 * empty, or cut off, would close everything.
 */
const BRAKE_PART = 0.1;

/** @returns undefined when the value is no list of systems */
export function parseReplaced(value: unknown): ReplacedSystem[] | undefined {
  const result = z.safeParse(replacedSystems, value);
  return result.success && result.data.length > 0 ? result.data : undefined;
}

const posizioneKey = z.object({ ente: enteIdSchema(), codice_utente: codiceUtenteSchema() });
const rappresentanzaKey = z.extend(posizioneKey, { codice_fiscale: codiceFiscaleSchema() });
const documentoKey = z.object({ ente: enteIdSchema(), sistema: sistemaSchema(), numero: numeroSchema() });

/** What a row of each section is about. @returns undefined when the row does not tell */
const KEY_READERS: Readonly<Record<ReplacedSection, (row: unknown) => string | undefined>> = {
  posizioni: (row) => {
    const { data } = z.safeParse(posizioneKey, row);
    return data && joinKey(data.ente, data.codice_utente);
  },
  rappresentanze: (row) => {
    const { data } = z.safeParse(rappresentanzaKey, row);
    return data && joinKey(data.ente, data.codice_utente, data.codice_fiscale);
  },
  documenti: (row) => {
    const { data } = z.safeParse(documentoKey, row);
    return data && joinKey(data.ente, data.sistema, data.numero);
  },
};

/**
 * What the file has in a section, row by row: a row that is refused for another fault still says that the thing exists.
 * @property unreadable places of rows that do not say what they are about
 */
export type NamedInFile = { keys: ReadonlySet<string>; unreadable: readonly number[] };

export async function readKeys(
  section: ReplacedSection,
  batches: Iterable<readonly (readonly [index: number, row: unknown])[]>,
): Promise<NamedInFile> {
  const keys = new Set<string>();
  const unreadable: number[] = [];
  for (const batch of batches) {
    for (const [index, row] of batch) {
      const key = KEY_READERS[section](row);
      if (key === undefined) unreadable.push(index);
      else keys.add(key);
    }
    // Others have their turn: a portal may be reading the file.
    await setImmediate();
  }
  return { keys, unreadable };
}

/** Of one section of one system. @property live how many are open before the file @property lacking those that it does not name */
export type ReplacedPart = ReplacedSystem & { section: ReplacedSection; live: number; lacking: readonly string[] };

export const isBraked = ({ live, lacking }: ReplacedPart): boolean => lacking.length > live * BRAKE_PART;

const SECTION_WORDS: Readonly<Record<ReplacedSection, string>> = {
  posizioni: 'delle posizioni',
  rappresentanze: 'delle rappresentanze',
  documenti: 'dei documenti',
};

/** `120 su 300 delle posizioni di Rifiuti TARI (borgo)` */
export const partInWords = ({ section, ente, sistema, live, lacking }: ReplacedPart): string =>
  `${lacking.length} su ${live} ${SECTION_WORDS[section]} di ${sistema} (${ente})`;
