/** Those who wait take turns by name: five hundred under one name delay another by one, not by five hundred. */
export class Rotation<T> {
  /** In the order of turns: each name, and who waits under it. */
  readonly #waiting = new Map<string, T[]>();

  readonly names = (): string[] => [...this.#waiting.keys()];
  readonly of = (name: string): readonly T[] => this.#waiting.get(name) ?? [];
  readonly size = (): number => this.names().reduce((sum, name) => sum + this.of(name).length, 0);

  add(name: string, waiter: T): void {
    const queue = this.#waiting.get(name);
    if (queue) queue.push(waiter);
    else this.#waiting.set(name, [waiter]);
  }

  /** Takes out the first of the first name that may have a turn, and puts that name at the end. */
  next(may: (name: string) => boolean = () => true): T | undefined {
    for (const [name, [first, ...others]] of this.#waiting) {
      if (!may(name)) continue;
      this.#waiting.delete(name);
      if (others.length > 0) this.#waiting.set(name, others);
      return first;
    }
    return undefined;
  }

  /** Takes out one that waits no longer. */
  remove(name: string, waiter: T): void {
    const left = this.of(name).toSpliced(this.of(name).indexOf(waiter), 1);
    if (left.length > 0) this.#waiting.set(name, left);
    else this.#waiting.delete(name);
  }
}
