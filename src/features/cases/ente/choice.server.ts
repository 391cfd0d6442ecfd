/** Which enti a page offers to choose from: all when they are few; of many those that were searched, or that the caller wrote to last. */
import { type CallContext, ownerOf } from '../../../context.ts';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import {
  type AskedServizi,
  type EnteChoices,
  type EnteSearch,
  findByName,
  MAX_FOUND_ENTI,
  MAX_LISTED_ENTI,
  searchTold,
} from './choice.ts';
import { listLastEnti } from './ente.db.ts';

/** Of an ente as calls return it. */
export const optionOfEnte = ({ Id, Nome }: { Id: string; Nome: string }): SelectOption => ({ value: Id, label: Nome });

/** How many of the enti of earlier cases come first. */
const MAX_LAST = 3;

/**
 * @property query the name that was typed @property chosen id of the chosen ente, which is always offered
 * @property servizi what the list is of: see {@link EnteSearch}
 */
export type AskedEnte = { query?: string | undefined; chosen?: string | undefined; servizi?: AskedServizi };

/** Ids of the enti that the caller wrote to, the last one first. */
export const listLastOf = async (ctx: CallContext): Promise<string[]> =>
  ownerOf(ctx) === '' ? [] : listLastEnti(ctx.db, ownerOf(ctx), MAX_LAST);

/** @property search absent where all are listed */
export async function choosableEnti<E>(
  ctx: CallContext,
  all: readonly E[],
  { query = '', chosen = '', servizi }: AskedEnte,
  optionOf: (ente: E) => SelectOption,
): Promise<{ enti: E[]; search?: EnteSearch }> {
  if (all.length <= MAX_LISTED_ENTI) return { enti: [...all] };
  const byId = new Map(all.map((ente) => [optionOf(ente).value, ente]));
  const typed = query.trim();
  const found = findByName(all, typed, (ente) => optionOf(ente).label);
  const last = typed ? [] : await listLastOf(ctx);
  const first = [chosen, ...last].flatMap((id) => byId.get(id) ?? []);
  return {
    enti: [...new Set([...first, ...found.slice(0, MAX_FOUND_ENTI)])],
    search: { query: typed, told: searchTold(typed, found.length), servizi },
  };
}

/** The same for a page of plain forms. */
export async function enteChoices<E>(
  ctx: CallContext,
  all: readonly E[],
  asked: AskedEnte,
  optionOf: (ente: E) => SelectOption,
): Promise<EnteChoices> {
  const { enti, search } = await choosableEnti(ctx, all, asked, optionOf);
  return { options: enti.map(optionOf), search };
}
