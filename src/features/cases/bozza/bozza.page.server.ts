/** Reads, saves and discards drafts for pages, by the calls that the browser uses, too. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { Bozza } from './bozza.contract.ts';
import { SAVED_COOKIE_SECONDS } from './bozza.server.ts';

type PageLocals = Pick<AstroGlobal, 'locals'>;
type BozzaContent = { percorso: string; passo: string; valori: Record<string, string>; salva?: boolean };

/** @returns the draft of this form, null when there is none */
export function readPageBozza({ locals }: PageLocals, path: string): Promise<Bozza | null> {
  return callOperation('leggiBozza', { percorso: path }, locals.ctx);
}

/**
 * Saves what was typed. With `salva`, which follows only after "È un dispositivo personale?", the visitor cookie lasts as long as the draft.
 * @returns the key of the form's send
 */
export async function keepBozza({ locals }: PageLocals, content: BozzaContent): Promise<string> {
  const { chiave: sendKey } = await callOperation('salvaBozza', content, locals.ctx);
  if (content.salva && !locals.ctx.user) locals.keepVisitor(SAVED_COOKIE_SECONDS);
  return sendKey;
}

export async function discardBozza({ locals }: PageLocals, path: string): Promise<void> {
  await callOperation('eliminaBozza', { percorso: path }, locals.ctx);
}
