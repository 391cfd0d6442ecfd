/** The exhibits of docs/museum, and how they are typed into whatever has fields for them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { targaInWords } from '../src/platform/atoms/targa-format.ts';

const told = { why: z.string().check(z.minLength(1)), source: z.string().check(z.regex(/^https:\/\/|^[DL]\./)) };
const typedExhibit = z.object({ typed: z.string(), kept: z.string(), ...told });

export const museum = z
  .object({
    licence: z.literal('CC0-1.0'),
    names: z.array(z.object({ given: z.string(), family: z.string(), kept: z.string(), ...told })),
    codici_fiscali: z.array(typedExhibit),
    telefoni: z.array(typedExhibit),
    targhe: z.array(typedExhibit),
    indirizzi: z.array(typedExhibit),
    date: z.array(typedExhibit),
    importi: z.array(z.object({ typed: z.string(), kept: z.number(), ...told })),
    file: z.array(typedExhibit),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../docs/museum/oddities.json'), 'utf8')));

/** What a field holds, as far as the museum has exhibits for it. */
export const FIELD_KINDS = ['name', 'code', 'phone', 'plate', 'address', 'day', 'amount', 'file'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/**
 * One exhibit of each kind, typed at the same time.
 * @property day writes a day, `2026-12-31`, in the way of an exhibit
 * @property says whether a text has what is kept of it, wherever the text has its blanks and line ends
 */
export type TypedExhibits = {
  given: string;
  family: string;
  code: string;
  phone: string;
  plate: string;
  address: string;
  amount: string;
  file: string;
  day(iso: string): string;
  says(kind: Exclude<FieldKind, 'day'>, text: string): boolean;
};

type Kept = { typed: string; kept: string };
type TypedParts = {
  name: { given: string; family: string; kept: string };
  code: Kept;
  phone: Kept;
  plate: Kept;
  address: Kept;
  file: Kept;
  day: string;
  amount: { typed: string; kept: number };
};

const asTyped = (kept: string): Kept => ({ typed: kept, kept });

/** What nobody would call odd. */
export const USUAL_EXHIBITS: TypedExhibits = typedExhibits({
  name: { given: 'Zoraide', family: 'Pellizzari', kept: 'Zoraide Pellizzari' },
  code: asTyped('MKJRLA80A01L4L7I'),
  phone: asTyped('+393479876543'),
  plate: asTyped('ZZ987YX'),
  address: asTyped('Viale Quattrofontane 7'),
  file: asTyped('planimetria.pdf'),
  day: '2026-12-31',
  amount: { typed: '23,45', kept: 2345 },
});

/** A program that sends a path breaks it on the way: a name alone arrives. What is sent is a PDF. */
export const pdfNames = museum.file.filter(({ typed: name }) => /^[^\\]+\.pdf$/i.test(name));

const LISTS: Readonly<Record<FieldKind, readonly unknown[]>> = {
  name: museum.names,
  code: museum.codici_fiscali,
  phone: museum.telefoni,
  plate: museum.targhe,
  address: museum.indirizzi,
  day: museum.date,
  amount: museum.importi,
  file: pdfNames,
};

/** The n-th exhibit of each kind, from the first one again where a kind has fewer. */
function exhibitsAt(n: number): TypedExhibits {
  const at = <T>(list: readonly T[]): T => list[n % list.length] as T;
  return typedExhibits({
    name: at(museum.names),
    code: at(museum.codici_fiscali),
    phone: at(museum.telefoni),
    plate: at(museum.targhe),
    address: at(museum.indirizzi),
    file: at(pdfNames),
    day: at(museum.date).typed,
    amount: at(museum.importi),
  });
}

/** As many of {@link exhibitsAt} as show every exhibit of these kinds. */
export const exhibitsOf = (kinds: Iterable<FieldKind>): TypedExhibits[] =>
  Array.from({ length: Math.max(0, ...[...kinds].map((kind) => LISTS[kind].length)) }, (_, n) => exhibitsAt(n));

function typedExhibits({ name, code, phone, plate, address, file, day, amount }: TypedParts): TypedExhibits {
  const kept: Record<Exclude<FieldKind, 'day'>, readonly string[]> = {
    // A name of one letter is in every text.
    name: name.kept.split(' ').filter((word) => word.length > 1),
    code: [code.kept],
    phone: [phone.kept],
    plate: [plate.kept],
    address: [address.kept],
    file: [file.kept],
    amount: [String(amount.kept)],
  };
  return {
    given: name.given,
    family: name.family,
    code: code.typed,
    phone: phone.typed,
    plate: plate.typed,
    address: address.typed,
    file: file.typed,
    amount: amount.typed,
    day: (iso) => daySpelled(iso, day),
    says: (kind, text) => {
      const there = withoutBlanks(text);
      const has = (word: string) => there.includes(withoutBlanks(word));
      // A plate may be said with its country; the number of an office is shown as the office writes it.
      if (kind === 'plate') return has(plate.kept) || has(targaInWords(plate.kept));
      if (kind === 'phone') return has(phone.kept) || has(phone.typed);
      return kept[kind].every(has);
    },
  };
}

/** @param like `1/3/2026`: the day is written with its signs, and with zeros where it has some */
function daySpelled(iso: string, like: string): string {
  const sign = /\D/.exec(like)?.[0];
  if (sign === undefined || /^\d{4}/.test(like)) return iso;
  const [year, ...others] = iso.split('-');
  const parts = others.toReversed().map((part) => (/^\d\d/.test(like) ? part : String(Number(part))));
  return [...parts, year].join(sign);
}

/** A PDF breaks its lines elsewhere. */
const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '');
