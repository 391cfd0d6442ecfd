/** Lists that the islands of a page share and the vault keeps, such as a citizen's posizioni. */
import { atom, type ReadableAtom } from 'nanostores';
import { keepList, type ListKey, type ListShape, recallList } from './vault.browser.ts';

/**
 * `loading` may already have items: those of the vault, while fresh ones are on their way.
 * `callFailed` never has any (a failed fetch is an empty list), and the screen must say that it failed: an outage must never look
 * like "you owe nothing".
 */
export type ListState<T> = { items: T[]; state: 'loading' | 'loaded' | 'failed' };

/** What the server put in the page: the items, 'failed' when it could not get them, or nothing. */
export type RenderedList<T> = T[] | 'failed' | undefined;

export type RemoteList<T> = {
  $list: ReadableAtom<ListState<T>>;
  /** Starts once per page: items that the server rendered win; else the vault's items at once, then a load. Browser only. */
  start: (rendered?: RenderedList<T>) => Promise<void>;
  /** Fetches again. Two calls at a time share one fetch. Never rejects: the failure is in the state. */
  reload: () => Promise<void>;
};

type ListSource<T> = { name: ListKey; schema: () => Promise<ListShape<T[]>>; load: () => Promise<unknown> };

/**
 * A list of the portal that lives in the browser.
 * @param source name in the vault, how its schema is fetched (a list that came with the page needs none), and the call that
 * fetches the list; both reject when they fail
 */
export function remoteList<T>({ name, schema, load }: ListSource<T>): RemoteList<T> {
  const $list = atom<ListState<T>>({ items: [], state: 'loading' });
  let running: Promise<void> | undefined;
  let started = false;

  async function fetchItems(): Promise<void> {
    // One after the other: some browsers never retry an import that has failed once.
    const items = await load()
      .then(async (answer) => (await schema()).safeParse(answer).data)
      .catch(callFailed);
    running = undefined;
    if (!items) return $list.set({ items: [], state: 'failed' });
    $list.set({ items, state: 'loaded' });
    await keepList(name, items);
  }

  function reload(): Promise<void> {
    if (!running) {
      if ($list.get().state !== 'loading') $list.set({ items: $list.get().items, state: 'loading' });
      running = fetchItems();
    }
    return running;
  }

  async function start(rendered?: RenderedList<T>): Promise<void> {
    if (started) return;
    started = true;
    if (rendered === 'failed') return $list.set({ items: [], state: 'failed' });
    if (rendered) {
      $list.set({ items: rendered, state: 'loaded' });
      return keepList(name, rendered);
    }
    const fetching = reload();
    const shape = await schema().catch(callFailed);
    const remembered = shape && (await recallList(name, shape));
    // The network may have been faster than the vault: then its answer stays.
    if (remembered && running) $list.set({ items: remembered, state: 'loading' });
    return fetching;
  }

  return { $list, start, reload };
}

/** A failed call becomes the state `callFailed`; it is not a bug, so it is not reported. */
function callFailed(): undefined {}
