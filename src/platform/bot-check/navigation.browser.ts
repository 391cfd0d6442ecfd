/**
 * Loads the script of the bot check before a plain click leads to a page with it. If it does not load the citizen stays and is
 * told (product rule). Runs on every page, so it stays tiny.
 */
import { BOT_ROUTES_META } from './bot-check.ts';
import { loadBotScript, mayLoad, readBotConfig, readMeta } from './bot-script.browser.ts';

const ALERT_ID = 'verifica-non-caricata';

/**
 * @param patterns paths separated by blanks, `{x}` for one part of a path, `/{x?}` for one that may be absent
 * @returns whether a path is one of them, with or without a slash at the end
 */
export function compileRoutes(patterns: string): (pathname: string) => boolean {
  const routes = patterns.split(' ').filter(Boolean);
  const parts = routes.map((route) => route.replace(/\/{\w+\?}/g, '(?:/[^/]+)?').replace(/{\w+}/g, '[^/]+'));
  const any = new RegExp(`^(?:${parts.join('|') || '(?!)'})/?$`);
  return (pathname) => any.test(pathname);
}

/** Called once per page. Clicks with a modifier, new windows, downloads and other sites are left alone. */
export function guardNavigation(isBotRoute = compileRoutes(readMeta(BOT_ROUTES_META))): void {
  // A later click on any link replaces the one that still waits.
  let latest: HTMLAnchorElement | undefined;

  const follow = async (event: MouseEvent): Promise<void> => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || !isPlain(event, link)) return;
    latest = undefined;
    const config = isBotRoute(link.pathname) && !isHere(link) && readBotConfig();
    if (!config || !mayLoad(config)) return;
    event.preventDefault();
    latest = link;
    const { href } = link;
    link.setAttribute('aria-busy', 'true');
    const loaded = await loadBotScript(config).then(
      () => true,
      () => false,
    );
    link.removeAttribute('aria-busy');
    if (latest !== link) return;
    if (loaded) location.assign(href);
    else tellFailure(link);
  };
  addEventListener('click', follow, true);
}

function isPlain(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return (
    !(event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    (!link.target || link.target === '_self') &&
    !link.hasAttribute('download') &&
    link.origin === location.origin
  );
}

/** True for a place or a step of this page: its own form says when the script did not load. */
function isHere(link: HTMLAnchorElement): boolean {
  return link.pathname === location.pathname;
}

/** Shows the notice in the part of the page where the citizen clicked, with a link to try again. */
function tellFailure(link: HTMLAnchorElement): void {
  const place = link.closest('dialog,nav,main,header,footer') ?? document.body;
  const again = document.createElement('a');
  again.href = link.href;
  again.className = 'alert-link';
  again.textContent = 'Riprova';
  const box = document.createElement('div');
  box.id = ALERT_ID;
  box.className = 'alert alert-danger';
  box.setAttribute('role', 'alert');
  box.append(
    'La pagina non si è aperta: il controllo contro gli invii automatici non si è caricato. ',
    'Controlla la connessione. ',
    again,
    ' oppure apri il collegamento in una nuova scheda.',
  );
  document.getElementById(ALERT_ID)?.remove();
  place.prepend(box);
  again.focus();
}
