import { atom, type ReadableAtom } from 'nanostores';
import type * as z from 'zod/mini';
import { keep, type ListKey, recall } from './vault.browser.ts';

/**
 * `loading` may already have items: those the vault remembers, while fresh ones are on their way.
 * `failed` always has none (a failed fetch is an empty list), and the screen must say that it failed: an outage never
 * looks like "you owe nothing".
 */
export type ListState<T> = { items: T[]; state: 'loading' | 'loaded' | 'failed' };

/** What the server put in the page: the items, or 'failed' when it could not get them, or nothing. */
export type Rendered<T> = T[] | 'failed' | undefined;

export type RemoteList<T> = {
  $list: ReadableAtom<ListState<T>>;
  /** Begins once per page: what the server rendered wins; else the vault's items at once, then a load. Browser only. */
  start: (rendered?: Rendered<T>) => Promise<void>;
  /** Fetches again. Two calls at a time share one fetch. Never rejects: the failure is in the state. */
  reload: () => Promise<void>;
};

type ListSource<T> = { name: ListKey; schema: z.ZodMiniType<T[]>; load: () => Promise<unknown> };

/**
 * A list of the portal that lives in the browser.
 * @param source name in the vault, schema of the whole list, and the call that fetches it (rejects when it fails)
 */
export function remoteList<T>({ name, schema, load }: ListSource<T>): RemoteList<T> {
  const $list = atom<ListState<T>>({ items: [], state: 'loading' });
  let running: Promise<void> | undefined;
  let started = false;

  async function fetchItems(): Promise<void> {
    const items = await load().then((answer) => {
      const found = schema.safeParse(answer);
      return found.success ? found.data : undefined;
    }, failed);
    running = undefined;
    if (!items) return $list.set({ items: [], state: 'failed' });
    $list.set({ items, state: 'loaded' });
    await keep(name, items);
  }

  function reload(): Promise<void> {
    if (!running) {
      if ($list.get().state !== 'loading') $list.set({ items: $list.get().items, state: 'loading' });
      running = fetchItems();
    }
    return running;
  }

  async function start(rendered?: Rendered<T>): Promise<void> {
    if (started) return;
    started = true;
    if (rendered === 'failed') return $list.set({ items: [], state: 'failed' });
    if (rendered) {
      $list.set({ items: rendered, state: 'loaded' });
      return keep(name, rendered);
    }
    const fetching = reload();
    const remembered = await recall(name, schema);
    // The network may have been quicker than the vault: then its answer stays.
    if (remembered && running) $list.set({ items: remembered, state: 'loading' });
    return fetching;
  }

  return { $list, start, reload };
}

/** A call that failed is the state `failed`; it is no bug, so there is nobody else to tell. */
function failed(): undefined {}
