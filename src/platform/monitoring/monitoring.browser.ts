/** The content of `<meta name="portale-dsn" content data-route data-environment data-release>`, written by the server. */
export type PageMonitoring = { dsn: string; route: string; environment?: string; release?: string };

const MAX_WAITING = 20; // errors kept until the SDK is loaded; a page that throws without end must not fill the memory

/**
 * Collects the errors of the page and hands them to the provider's SDK, which is fetched only when the page is idle and names a
 * DSN, so that it never delays the first paint. An island that catches an error of its own passes it on with the browser's
 * `reportError(error)`.
 * @param load fetches and starts the SDK, and resolves to its report function
 */
export function watchErrors(load: (page: PageMonitoring) => Promise<(error: unknown) => void>): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="portale-dsn"]');
  if (!meta?.content) return;
  const { route = '', environment, release } = meta.dataset;
  const page: PageMonitoring = { dsn: meta.content, route, environment, release };
  const waiting: unknown[] = [];
  let report = (error: unknown): void => {
    if (waiting.length < MAX_WAITING) waiting.push(error);
  };
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));

  const start = (): void => {
    load(page).then((sdk) => {
      report = sdk;
      waiting.forEach(sdk);
    }, stayQuiet);
  };
  const whenIdle = (): void => void (globalThis.requestIdleCallback ?? setTimeout)(start);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
}

/** The provider cannot be reached: the page continues, and its errors stay unreported. */
function stayQuiet(): void {}
