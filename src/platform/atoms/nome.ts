/** The names of a person: how they are checked and how they are shown, for people who have one name only as well. */
import * as z from 'zod/mini';
import { trimUnseen } from './characters.ts';
import { textSchema } from './text.ts';

/** Stands for the name of a person who has only a surname: typed in forms, sent by programs, and stored. */
export const NO_NOME = '-';

/** How registers and login providers write that there is no name: `-`, `.`, `//`. */
const isNoName = (s: string): boolean => !/[\p{L}\p{N}]/u.test(s);

const tidyName = (s: string): string => trimUnseen(s).replace(/\s+/g, ' ');

/** @param missing the error of an empty field, as a sentence */
const nameSchema = (missing: string) => textSchema({ max: 60, required: missing }).check(z.overwrite(tidyName));

const hasLetter = (s: string): boolean => /\p{L}/u.test(s);

/** A name, or `-` for a person who has none (the national register knows them: ANPR, `senzaNome`). */
export const nomeSchema = (missing: string) =>
  nameSchema(`${missing} Se nei documenti c’è un nome solo, scrivilo come cognome e qui metti un trattino (-).`).check(
    z.overwrite((s) => (s && isNoName(s) ? NO_NOME : s)),
    z.refine((s) => !s || s === NO_NOME || hasLetter(s), { error: 'Controlla il nome: non contiene lettere.' }),
  );

/** A surname, which is also the place of an only name. */
export const cognomeSchema = (missing: string) =>
  nameSchema(missing).check(
    z.refine((s) => !s || !isNoName(s), {
      error: 'Se nei documenti c’è un nome solo, scrivilo qui e metti un trattino (-) nel campo del nome.',
    }),
    z.refine((s) => !s || isNoName(s) || hasLetter(s), { error: 'Controlla il cognome: non contiene lettere.' }),
  );

/** What is known of a person's names: a back end, a login or a draft may lack either. */
export type PersonNames = { nome?: unknown; cognome?: unknown };

const visibleName = (name: unknown): string[] => (typeof name === 'string' && !isNoName(name) ? [tidyName(name)] : []);

/** "Anna Bianchi", and "Sukarno" for a person who has one name only. */
export const fullName = ({ nome, cognome }: PersonNames): string =>
  [...visibleName(nome), ...visibleName(cognome)].join(' ');

/** "Bianchi Anna", as lists are sorted. */
export const surnameFirst = ({ nome, cognome }: PersonNames): string => fullName({ nome: cognome, cognome: nome });

/** The name that a person is greeted by. */
export const firstName = ({ nome, cognome }: PersonNames): string =>
  [...visibleName(nome), ...visibleName(cognome)][0] ?? '';

/** A person's names as the portal keeps them: an only name, wherever it was given, becomes the surname. Null without a name. */
export function namesOf({ nome, cognome }: PersonNames): { nome: string; cognome: string } | null {
  const [[first], [last]] = [visibleName(nome), visibleName(cognome)];
  const surname = last ?? first;
  return surname === undefined ? null : { nome: (last !== undefined && first) || NO_NOME, cognome: surname };
}
