/**
 * The three browser objects that the vault uses, in memory, for tests: cookies with attributes and a clock, session storage that
 * keeps strings and lists its keys, and a location.
 */
export class CookieJar {
  /** Milliseconds since the epoch; a test moves it forward. */
  now = 0;
  /** Every line ever written, attributes included. */
  readonly written: string[] = [];
  readonly #cookies = new Map<string, { value: string; expires: number }>();

  get cookie(): string {
    const alive = [...this.#cookies].filter(([, { expires }]) => expires > this.now);
    return alive.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  set cookie(line: string) {
    this.written.push(line);
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split('=');
    const age = attributes.map((attribute) => /^max-age=(-?\d+)$/i.exec(attribute)?.[1]).find(Boolean);
    this.#cookies.set(name, { value, expires: age === undefined ? Infinity : this.now + Number(age) * 1000 });
  }
}

/** Entries are own enumerable properties, as in browsers, so that Object.keys lists them. */
class MemoryStorage {
  getItem(key: string): string | null {
    return (Object.getOwnPropertyDescriptor(this, key)?.value as string | undefined) ?? null;
  }

  setItem(key: string, value: string): void {
    Object.defineProperty(this, key, { value: String(value), enumerable: true, configurable: true, writable: true });
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** Puts a fresh browser into the global scope. @returns its cookie jar and its session storage */
export function openBrowser(url = 'http://localhost:4321/'): { jar: CookieJar; storage: MemoryStorage } {
  const jar = new CookieJar();
  const storage = new MemoryStorage();
  const parts = { document: jar, sessionStorage: storage, location: new URL(url) };
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return { jar, storage };
}
