/** What a process reads from the store once in a while instead of for every page. */

type KeepingHouse = { now(): number };
type KeptValue<T> = { value: Promise<T>; until: number };

/** @param ms how long a value is kept: so late is a change by another process seen */
export function keptFor<T>(ms: number) {
  const houses = new WeakMap<KeepingHouse, Map<string, KeptValue<T>>>();
  return {
    /** Those who ask at once wait for one reading. A reading that fails is not kept. */
    get(house: KeepingHouse, key: string, read: () => Promise<T>): Promise<T> {
      const kept = houses.get(house) ?? new Map<string, KeptValue<T>>();
      houses.set(house, kept);
      const now = house.now();
      const known = kept.get(key);
      // What was kept while the clock was ahead does not count.
      if (known && known.until > now && known.until <= now + ms) return known.value;
      const value = read();
      kept.set(key, { value, until: now + ms });
      value.catch(() => kept.delete(key));
      return value;
    },
    /** @returns false when nothing was kept */
    forget: (house: KeepingHouse): boolean => houses.delete(house),
  };
}
