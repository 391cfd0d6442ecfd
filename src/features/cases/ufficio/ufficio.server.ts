/** Finds the office that a new case goes to and the people who work there, and settles at a login where an operator works. */

import * as z from 'zod/mini';
import type { LoggedInUser } from '../../../context.ts';
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { surnameFirst } from '../../../platform/atoms/nome.ts';
import type { IdentifiedPerson } from '../../../platform/identity.ts';
import type { StoreDb, StoreTx, Ufficio, Utente } from '../../../store/tables.ts';
import {
  addAdministrator,
  addToUffici,
  findUfficio,
  removeAdministrator,
  removeFromUffici,
  selectAbsences,
  selectPersone,
  selectPlaces,
  selectUffici,
  takeAwaiting,
} from './ufficio.db.ts';

/**
 * An office of an ente. @property email '' when its mails go to the mailbox of the ente @property servizi codes that go there
 * @property incassi its people read what came in
 */
export type EnteUfficio = Pick<Ufficio, 'id' | 'ente' | 'nome' | 'email'> & {
  servizi: string[];
  attivo: boolean;
  incassi: boolean;
};

/**
 * A person of an office. @property assente_dal, assente_al first and last day of an absence
 * @property uffici_da_accesso 1: their login says in which offices they work
 */
export type UfficioPerson = {
  id: string;
  uffici_da_accesso: number;
  nome: string;
  cognome: string;
  email: string | null;
  assente_dal: string | null;
  assente_al: string | null;
};

const idList = z.array(z.string());

const toEnteUfficio = ({ servizi_json, attivo, incassi, ...row }: Ufficio): EnteUfficio => ({
  ...row,
  servizi: idList.parse(JSON.parse(servizi_json)),
  attivo: attivo === 1,
  incassi: incassi === 1,
});

const inItalian = new Intl.Collator('it');

/** The offices of an ente by name, those that are closed included. */
export async function listUffici(db: StoreDb, ente: string): Promise<EnteUfficio[]> {
  const rows = await selectUffici(db, [ente]);
  return rows.map(toEnteUfficio).sort((a, b) => inItalian.compare(a.nome, b.nome));
}

/** The office that a case of this code goes to: the first one by name that is open. Without one the case is the whole ente's. */
export async function ufficioOfCode(db: StoreDb, ente: string, codice: string): Promise<EnteUfficio | undefined> {
  return (await listUffici(db, ente)).find(({ attivo, servizi }) => attivo && servizi.includes(codice));
}

/** @returns the address of an office for mails; undefined when it has none or is closed */
export async function emailOfUfficio(db: StoreDb, id: string): Promise<string | undefined> {
  const ufficio = await findUfficio(db, id);
  return ufficio?.attivo === 1 && ufficio.email ? ufficio.email : undefined;
}

/**
 * The people of some offices by surname, absent ones included; without those who, as their last login said, have left the ente. A person
 * of two offices is there twice.
 */
export async function peopleOf(
  db: StoreDb,
  ...uffici: readonly Pick<Ufficio, 'id' | 'ente'>[]
): Promise<UfficioPerson[]> {
  if (uffici.length === 0) return [];
  const enti = new Map(uffici.map(({ id, ente }) => [id, ente]));
  const rows = await selectPersone(db, [...enti.keys()]);
  return rows
    .filter(({ ufficio, enti_json }) => idList.parse(JSON.parse(enti_json)).includes(enti.get(ufficio) as string))
    .map(({ ufficio: _ufficio, enti_json: _enti, ...person }) => person)
    .sort((a, b) => inItalian.compare(surnameFirst(a), surnameFirst(b)));
}

/** @param today `YYYY-MM-DD`: the first and the last day of an absence count */
export const isAway = (
  { assente_dal, assente_al }: Pick<UfficioPerson, 'assente_dal' | 'assente_al'>,
  today: string,
): boolean =>
  (assente_dal !== null || assente_al !== null) &&
  (assente_dal === null || assente_dal <= today) &&
  (assente_al === null || today <= assente_al);

/** An absence in words, as it stands beside a name. */
export const absenceInWords = ({ assente_al }: Pick<UfficioPerson, 'assente_al'>): string =>
  assente_al === null ? 'assente' : `assente fino ${withArticle('al', dateInWords(assente_al))}`;

/** @returns those of some operators who are absent on a day, by id, in words */
export async function awayAmong(db: StoreDb, utenti: readonly string[], today: string): Promise<Map<string, string>> {
  const absences = utenti.length > 0 ? await selectAbsences(db, utenti) : [];
  return new Map(absences.filter((a) => isAway(a, today)).map((a) => [a.utente, absenceInWords(a)]));
}

type UserPlaces = Pick<LoggedInUser, 'amministra' | 'uffici' | 'incassi'>;

/** Where an operator works and what they administer: only of enti that they still work for. */
export async function placesOf(db: StoreDb, { id, enti }: Pick<LoggedInUser, 'id' | 'enti'>): Promise<UserPlaces> {
  const rows = (await selectPlaces(db, id)).filter(({ ente }) => enti.includes(ente));
  return {
    amministra: rows.flatMap(({ ente, ufficio }) => (ufficio === null ? [ente] : [])),
    uffici: rows.flatMap(({ ufficio }) => (ufficio === null ? [] : [ufficio])),
    incassi: [...new Set(rows.flatMap(({ ente, incassi }) => (incassi === 1 ? [ente] : [])))],
  };
}

/** How an office that waits for a person names them. */
export const awaitedAs = {
  email: (address: string) => `email:${address.toLowerCase()}`,
  sub: (subject: string) => `sub:${subject}`,
};

/**
 * Writes at the login of an operator what their provider says about offices and administration. Where it says nothing, the tables
 * stay as they are, and the person joins the offices that the import or an administrator named them for. Either way no office waits
 * for them any longer.
 */
export async function settlePlaces(
  tx: StoreTx,
  { id }: Pick<Utente, 'id'>,
  { enti, uffici, amministra, email, subject }: IdentifiedPerson,
): Promise<void> {
  if (enti.length === 0) return;
  const before = await placesOf(tx, { id, enti });
  const all = await selectUffici(tx, enti);
  const persone = [awaitedAs.sub(subject), ...(email ? [awaitedAs.email(email)] : [])];
  const awaiting = all.length > 0 ? await takeAwaiting(tx, { persone, uffici: all.map((u) => u.id) }) : [];
  if (uffici) {
    const claimed = new Set(uffici.map(foldName));
    const wanted = all.filter((u) => uffici.includes(u.id) || claimed.has(foldName(u.nome))).map((u) => u.id);
    await removeFromUffici(
      tx,
      id,
      before.uffici.filter((ufficio) => !wanted.includes(ufficio)),
    );
    await addToUffici(tx, id, wanted);
  } else await addToUffici(tx, id, awaiting);
  if (!amministra) return;
  for (const ente of enti) {
    if (amministra.includes(ente)) await addAdministrator(tx, { ente, utente: id });
    else await removeAdministrator(tx, { ente, utente: id });
  }
}

/** Names of offices are compared without regard to capitals and blanks around. */
const foldName = (name: string) => name.trim().toLocaleLowerCase('it');
