/** Queries for cases by the words that they have: each is found when one of its words begins with a searched one. */
import { sql } from 'kysely';
import { escapeLike } from '../../../platform/atoms/plain-text.ts';
import type { StoreDb } from '../../../store/tables.ts';
import { rangeEnd } from '../../cases/pratica/pratica-search.ts';

/** Tests a case. */
export const hasWord = (word: string) => sql<boolean>`cerca like ${`% ${escapeLike(word)}%`} escape '!'`;

/**
 * The cases that have all the words, each once: of its words that begin alike, the first follows one that begins otherwise. The longest
 * word finds them, since it is in the fewest cases as a rule, and the others are tested.
 */
export function selectByWords(
  db: StoreDb,
  { words, enti, stati }: { words: readonly string[]; enti: readonly string[]; stati: readonly string[] },
) {
  const [longest = '', ...others] = words.toSorted((one, other) => other.length - one.length);
  const query = db
    .selectFrom('pratiche_parole')
    .select('pratiche_parole.pratica')
    .where('pratiche_parole.ente', 'in', enti)
    .where('pratiche_parole.stato', 'in', stati)
    .where('parola', '>=', longest)
    .where('parola', '<', rangeEnd(longest))
    .where('precedente', '<', longest);
  if (others.length === 0) return query;
  return query.where((e) => {
    const pratica = e.selectFrom('pratiche').select('id').whereRef('id', '=', 'pratiche_parole.pratica');
    return e.exists(others.reduce((q, word) => q.where(hasWord(word)), pratica));
  });
}
