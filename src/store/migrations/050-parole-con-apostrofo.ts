/** Migration 50: words with an apostrophe are found without it, too: "dangelo" finds D'Angelo. */
import { type Kysely, sql } from 'kysely';

type Tables = {
  pratiche: { id: string; ente: string; stato: string; cerca: string };
  pratiche_parole: { ente: string; stato: string; parola: string; pratica: string };
};

export async function up(anyDb: Kysely<unknown>): Promise<void> {
  const db = anyDb as Kysely<Tables>;
  const rows = await db
    .selectFrom('pratiche')
    .select(['id', 'ente', 'stato', 'cerca'])
    .where('cerca', 'like', "%'%")
    .execute();
  for (const { id, ente, stato, cerca } of rows) {
    const parts = cerca.split(' ').filter(Boolean);
    const joined = parts.map((part) => part.replace(/(?<=\p{L})'(?=\p{L})/gu, ''));
    const fresh = [...new Set(joined)].filter((part) => !parts.includes(part));
    if (fresh.length === 0) continue;
    const words = fresh.map((parola) => ({ ente, stato, parola, pratica: id }));
    await db
      .insertInto('pratiche_parole')
      .values(words)
      .onConflict((c) => c.doNothing())
      .execute();
    const more = fresh.map((part) => ` ${part}`).join('');
    await db
      .updateTable('pratiche')
      .set({ cerca: sql`cerca || ${more}` })
      .where('id', '=', id)
      .execute();
  }
}
