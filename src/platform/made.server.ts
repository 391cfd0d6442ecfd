/** What is costly to make and always the same for the same key: kept while there is room. */

type MadeEntry<T> = { made: Promise<T>; weight: number };

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
  /** In the order of their last use. @property weight 0 while it is made */
  const kept = new Map<string, MadeEntry<T>>();
  let sum = 0;

  function drop(key: string): void {
    sum -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  }

  /** What was dropped while it was made, and perhaps begun anew since, weighs nothing. */
  async function makeAndWeigh(key: string, isKept: () => boolean, make: () => Promise<T>): Promise<T> {
    try {
      const made = await make();
      const entry = isKept() ? kept.get(key) : undefined;
      if (entry) entry.weight = weigh(made);
      sum += entry?.weight ?? 0;
      for (const oldest of kept.keys()) {
        if (sum <= most) break;
        drop(oldest);
      }
      return made;
    } catch (error) {
      if (isKept()) drop(key);
      throw error;
    }
  }

  return {
    get(key, make) {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known.made;
      }
      const isKept = () => kept.get(key) === entry;
      const entry: MadeEntry<T> = { made: Promise.resolve().then(() => makeAndWeigh(key, isKept, make)), weight: 0 };
      kept.set(key, entry);
      return entry.made;
    },
  };
}
