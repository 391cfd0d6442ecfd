/// <reference types="astro/client" />
/** Loads the script of the bot check in use: the portal's solver or, after consent, Google's script. */
import { BOT_META, type BotConfig, CONSENT_COOKIE } from './bot-check.ts';
import solverUrl from './pow.worker.ts?worker&url';

/** How long anything of the check may take before the citizen continues without it (product rule). */
const LIMIT_MS = 8000;
const HALF_A_YEAR_S = 182 * 24 * 60 * 60;

/** @returns the content of a meta element, '' when absent */
export function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** @returns the check of this page, undefined when it names none */
export function readBotConfig(): BotConfig | undefined {
  const json = readMeta(BOT_META);
  return json ? JSON.parse(json) : undefined;
}

/** @returns the citizen's answer to the verification by Google, undefined when not asked in the last six months */
export function readConsent(): string | undefined {
  return document.cookie.match(`(?:^|; )${CONSENT_COOKIE}=(si|no)`)?.[1];
}

/** Kept for six months: the citizen is not asked again before (Garante, guidelines on cookies of 10 June 2021). */
export function writeConsent(answer: 'si' | 'no'): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every browser.
  document.cookie = `${CONSENT_COOKIE}=${answer}; Path=/; Max-Age=${HALF_A_YEAR_S}; SameSite=Lax${secure}`;
}

/** Nothing of Google is fetched without a yes (ePrivacy directive, art. 5(3)); the portal's own solver needs none. */
export function mayLoad(config: BotConfig): boolean {
  return config.kind === 'altcha' || readConsent() === 'si';
}

/** @throws Error when `work` takes more than the limit */
export function withinLimit<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, new Promise<never>((_, late) => setTimeout(late, LIMIT_MS, new Error('too late')))]);
}

/**
 * The file is fetched before a worker is made of it: a worker's own request cannot be cancelled, and one that hangs would block
 * the next try in the browser's cache.
 */
async function fetchSolver(): Promise<void> {
  const response = await fetch(solverUrl, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (!response.ok) throw new Error(`solver: ${response.status}`);
  await response.text();
}

/** @returns a worker with the solver; the caller ends it @throws when its file does not load within the limit */
export async function startSolver(): Promise<Worker> {
  await fetchSolver();
  return new Worker(solverUrl, { type: 'module' });
}

let googleScript: Promise<void> | undefined;

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('script not loaded'));
    document.head.append(script);
  });
}

/** Loads the script of the check. @throws when it does not load within 8 s; a later call tries again */
export async function loadBotScript(config: BotConfig): Promise<void> {
  if (config.kind === 'altcha') return fetchSolver();
  googleScript ??= addScript(config.script);
  try {
    await withinLimit(googleScript);
  } catch (cause) {
    googleScript = undefined;
    throw cause;
  }
}
