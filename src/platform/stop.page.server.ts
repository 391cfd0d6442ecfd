/** The pages to which mails lead that can be stopped: a button for people, a POST for their mail programs (RFC 8058). */
import type { AstroGlobal } from 'astro';
import { attemptSend, failWith, readForm } from './page.server.ts';

/** `attesa`: the button was not pressed yet. `rotta`: words that are in no mail. */
export type StopView = { state: 'attesa' | 'smessa' | 'rotta' };

/**
 * The words in the address are all that counts: a mail program sends no cookie and no anti-forgery token (RFC 8058), and what else it
 * sends is not looked at. A GET stops nothing, because mail scanners follow links.
 * @param isKnown whether words are in a mail of ours @param stop the call that stops the mails
 */
export async function openStopPage(
  astro: AstroGlobal,
  { isKnown, stop }: { isKnown(chiave: string): boolean; stop(chiave: string): Promise<unknown> },
): Promise<StopView> {
  const chiave = astro.url.searchParams.get('chiave') ?? '';
  if ((await readForm(astro, { unlimited: true })) === null) {
    if (isKnown(chiave)) return { state: 'attesa' };
    astro.response.status = 404;
    return { state: 'rotta' };
  }
  const stopped = await attemptSend(astro, astro.url.pathname, () => stop(chiave));
  if (stopped.ok) return { state: 'smessa' };
  failWith(astro, stopped.error);
  return { state: 'rotta' };
}
