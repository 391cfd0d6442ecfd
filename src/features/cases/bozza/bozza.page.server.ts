/** Reads, saves and discards drafts for pages, by the calls that the browser uses, too. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend } from '../../../platform/page.server.ts';
import type { Bozza, SeenBozza } from './bozza.contract.ts';
import { SAVED_COOKIE_SECONDS } from './bozza.server.ts';

type PageLocals = Pick<AstroGlobal, 'locals'>;
/** @property isPart of the values: the draft keeps the others */
export type BozzaContent = {
  percorso: string;
  passo: string;
  valori: Record<string, string>;
  salva?: boolean;
  isPart?: boolean;
} & SeenBozza;

/** A draft that is stored. @property chiave key of the form's send @property aggiornata its version */
export type StoredBozza = Pick<Bozza, 'chiave' | 'aggiornata'>;

/** @returns the draft of this form, null when there is none */
export function readPageBozza({ locals }: PageLocals, path: string): Promise<Bozza | null> {
  return callOperation('leggiBozza', { percorso: path }, locals.ctx);
}

/**
 * Saves what was typed. With `salva`, which follows only after "È un dispositivo personale?", the visitor cookie lasts as long as the draft.
 * @throws PortalError `conflict` when `vista` says that the page has not seen the draft that is stored
 */
export async function keepBozza({ locals }: PageLocals, content: BozzaContent): Promise<StoredBozza> {
  const stored = await callOperation('salvaBozza', content, locals.ctx);
  if (content.salva && !locals.ctx.user) locals.keepVisitor(SAVED_COOKIE_SECONDS);
  return stored;
}

/**
 * Brings a draft back that was taken up on another device. @param chiave of the send, as the page has it
 * @returns its version; '' when there is none any more, so that what the page has is a draft of its own
 */
export async function bringBackBozza({ locals }: PageLocals, chiave: string): Promise<string> {
  try {
    return (await callOperation('riportaBozza', { chiave }, locals.ctx)).aggiornata;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'not_found') return '';
    throw error;
  }
}

export async function discardBozza({ locals }: PageLocals, path: string): Promise<void> {
  await callOperation('eliminaBozza', { percorso: path }, locals.ctx);
}

/**
 * The answer to a form that a person began who is not logged in now: the login page, which leads back to the step. What they
 * typed waits for their next login in this browser, and is shown to nobody else (product rule).
 * @param typed what to keep, null when nothing was typed
 * @returns null for any other form
 */
export async function leaveToOwner(
  astro: Pick<AstroGlobal, 'locals' | 'url' | 'redirect'>,
  typed: BozzaContent | null,
): Promise<Response | null> {
  const { ctx, formerOwner } = astro.locals;
  if (!formerOwner) return null;
  const former = { ...ctx, user: null, session: null, visitor: formerOwner };
  if (typed) await attemptSend(astro, typed.percorso, () => keepFor(former, typed));
  const query = { state: ctx.user ? 'altri' : 'scaduto', da: astro.url.pathname + astro.url.search };
  return astro.redirect(`/login?${new URLSearchParams(query)}`, 303);
}

async function keepFor(owner: CallContext, { isPart, ...typed }: BozzaContent): Promise<void> {
  const { percorso } = typed;
  const before = isPart ? await callOperation('leggiBozza', { percorso }, owner) : null;
  await callOperation('salvaBozza', { ...typed, valori: { ...before?.valori, ...typed.valori } }, owner);
}
