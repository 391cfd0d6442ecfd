/**
 * Service worker of the form of a report: without a connection it answers with the still shell of the form. It stores that page and
 * hashed scripts, style and icons, and nothing else: no page of a person, no answer of the API. It has no imports, so that every
 * browser runs it.
 */

/** What TypeScript's library for pages does not have. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = WorkerEvent & { request: Request; respondWith(answer: Promise<Response>): void };
type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  location: Location;
};
const shellScope = self as unknown as WorkerScope;

const FORM_PATH = '/segnalazione';
const SHELL_PATH = '/segnalazione/senza-linea';
/** Scripts that the form loads later, and the version of all; written in by the build. */
const LATER_SCRIPTS: readonly string[] = JSON.parse('__LATER_SCRIPTS__');
const CACHE_PREFIX = 'senza-linea:';
const CACHE_NAME = `${CACHE_PREFIX}__VERSION__`;
const DAY_MS = 24 * 3600_000;

shellScope.addEventListener('install', (event) => event.waitUntil(keepAll()));

shellScope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));

shellScope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== shellScope.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname !== FORM_PATH) return;
    event.respondWith(fetch(request).catch((cause) => findKept(SHELL_PATH, cause)));
    event.waitUntil(renewShell().catch(() => undefined));
  } else if (pathname.startsWith('/_astro/')) event.respondWith(findKept(pathname).catch(() => fetch(request)));
});

/** @throws cause when it is not there */
async function findKept(path: string, cause: unknown = new Error(path)): Promise<Response> {
  const kept = await (await caches.open(CACHE_NAME)).match(path);
  if (!kept) throw cause;
  return kept;
}

/** As a stranger gets it: without cookies, it is nobody's. @throws Error for any other answer */
async function fetchStill(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { credentials: 'omit', redirect: 'error', ...init });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

const assetsIn = (text: string): string[] => [...text.matchAll(/\/_astro\/[\w.@$-]+/g)].map(([path]) => path);

/** Scripts that a script needs to run at all: those it may ask for later are not among them. */
const importsIn = (script: string): string[] =>
  [...script.matchAll(/(?:from|import)\s*["']\.\/([\w.@$-]+)["']/g)].map(([, name]) => `/_astro/${name}`);

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const shell = await fetchStill(SHELL_PATH, { cache: 'no-store' });
  const open = [...assetsIn(await shell.clone().text()), ...LATER_SCRIPTS];
  const known = new Set<string>();
  for (let path = open.pop(); path; path = open.pop()) {
    if (known.has(path)) continue;
    known.add(path);
    const asset = await fetchStill(path);
    await cache.put(path, asset.clone());
    if (path.endsWith('.js')) open.push(...importsIn(await asset.text()));
  }
  await cache.put(SHELL_PATH, shell);
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await caches.delete(name);
}

/** Once a day, because the municipalities and what they receive change. One of another version waits for its worker. */
async function renewShell(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const kept = await cache.match(SHELL_PATH);
  if (!kept || Date.now() - Date.parse(kept.headers.get('date') ?? '') < DAY_MS) return;
  const shell = await fetchStill(SHELL_PATH, { cache: 'no-store' });
  for (const path of assetsIn(await shell.clone().text())) if (!(await cache.match(path))) return;
  await cache.put(SHELL_PATH, shell);
}
