/** The prerendered pages for when the store, or the portal itself, does not work: they need neither. */
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../html.ts';
import type { ResendForm } from '../page.server.ts';

/** The place on the 503 page for the form that was posted. */
const RESEND_PLACE = '<div id="di-nuovo"></div>';

/** @param clientUrl folder of the built pages */
export function prerenderedPages(clientUrl: URL): Required<Pick<App.Locals, 'brokenPage' | 'awayPage'>> {
  const broken = prerenderedPage(new URL('500.html', clientUrl), 500);
  const away = prerenderedPage(new URL('503/index.html', clientUrl), 503);
  return { brokenPage: () => broken(), awayPage: (again) => away(sendAgain(again)) };
}

/** As the build writes it into the head of a page. */
const POLICY_IN_HEAD = /<meta http-equiv="content-security-policy" content="([^"]+)">/i;

/** Its policy goes from its head, where browsers heed only a part of it, into the header. */
function prerenderedPage(file: URL, status: number): (fill?: string) => Response {
  const built = readFileSync(file, 'utf8');
  const policy = POLICY_IN_HEAD.exec(built)?.[1] ?? "default-src 'self'";
  const html = built.replace(POLICY_IN_HEAD, '');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
  };
  return (fill = '') =>
    new Response(
      html.replace(RESEND_PLACE, () => fill),
      { status, headers },
    );
}

/** @returns the content of that place: a form that sends the same again, or what to do when only the browser can */
function sendAgain(again: ResendForm | undefined): string {
  if (!again) return '<p>Aspetta qualche secondo e ricarica la pagina.</p>';
  const once = again.fields.some(([name]) => name === '_chiave');
  const twice = once ? ' Se era già arrivato, non arriva due volte.' : '';
  if (again.byBrowser)
    return `<p>Quello che hai appena inviato lo conserva per intero il tuo browser: aspetta qualche secondo, ricarica la pagina e conferma il nuovo invio.${twice}</p>`;
  const fields = again.fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<p>Quello che hai appena scritto è ancora in questa pagina: aspetta qualche secondo e invialo di nuovo.${twice}</p>
<form method="post">${fields.join('')}<button class="btn btn-primary">Invia di nuovo</button></form>`;
}
