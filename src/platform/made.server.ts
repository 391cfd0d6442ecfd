/** What is costly to make and always the same for the same key: kept while there is room. */
import { LRUCache } from 'lru-cache';

export type MadeCache<T> = {
  /** Those who ask at once wait for one making; what failed is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T>;
};

/**
 * What was kept longest without being asked for goes first.
 * @param most the sum of the weights of all that is kept; something heavier is made and not kept @param weigh each weighs 1 unless said
 */
export function createMadeCache<T>({
  most,
  weigh = () => 1,
}: {
  most: number;
  weigh?: (made: T) => number;
}): MadeCache<T> {
  const kept = new LRUCache<string, { made: T }>({
    maxSize: most,
    sizeCalculation: ({ made }) => Math.max(1, weigh(made)),
  });
  const making = new Map<string, Promise<T>>();

  async function makeAndKeep(key: string, make: () => Promise<T>): Promise<T> {
    try {
      const made = await Promise.resolve().then(make);
      kept.set(key, { made });
      return made;
    } finally {
      making.delete(key);
    }
  }

  return {
    async get(key, make) {
      const known = kept.get(key);
      if (known) return known.made;
      const begun = making.get(key) ?? makeAndKeep(key, make);
      making.set(key, begun);
      return begun;
    },
  };
}
