/** The part of a case’s page that only its operators see: who has it, internal notes, texts to answer with. */
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { instantInWords } from '../../../platform/atoms/date.ts';
import type { PortalError } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import type { IncaricoPratica } from './incarico.contract.ts';
import { attoInWords } from './incarico-words.ts';

/** The buttons of this part. */
const AZIONI = ['assegna', 'assegna_a_me', 'annota'] as const;
type IncaricoAzione = (typeof AZIONI)[number];

export const isIncaricoAzione = (action: string): action is IncaricoAzione =>
  (AZIONI as readonly string[]).includes(action);

/** @property done what the last form did, in words @property nota what was typed, shown again beside its error */
export type IncaricoView = Omit<IncaricoPratica, 'atti'> & {
  atti: { title: string; when: string; testo: string }[];
  user: { id: string };
  done?: string | undefined;
  nota?: string | undefined;
  error?: { message?: string; fields?: Record<string, string[]> } | undefined;
};

const DONE_TEXTS: Record<string, string> = {
  assegna: 'Assegnazione salvata.',
  annota: 'Nota salvata.',
};

/** @param id of the ente’s side @returns the page to go to afterwards, below the path of the case */
export async function runIncarico(form: PageForm, id: string, ctx: CallContext): Promise<string> {
  const { ufficio, persona, prima, nota } = form.fields;
  if (form.action === 'annota') await callOperation('annotaPratica', { id, nota }, ctx, form.key);
  else {
    const chosen = form.action === 'assegna_a_me' ? ctx.user?.id : persona;
    await callOperation('assegnaPratica', { id, ufficio, persona: chosen, prima }, ctx);
  }
  return `?incarico=${form.action === 'annota' ? 'annota' : 'assegna'}#incarico`;
}

/** @param posted the form of this part that was refused, and why */
export async function readIncaricoView(
  ctx: CallContext,
  id: string,
  { done, posted }: { done: string | null; posted: { form: PageForm; error: PortalError | undefined } | undefined },
): Promise<IncaricoView> {
  const { atti, ...incarico } = await callOperation('incaricoPratica', { id }, ctx);
  const { error, form } = posted ?? {};
  return {
    ...incarico,
    atti: atti
      .map((atto) => ({ ...attoInWords(atto), when: instantInWords(Date.parse(atto.quando)), testo: atto.testo }))
      .reverse(),
    user: { id: ctx.user?.id ?? '' },
    ...(done && !form && { done: DONE_TEXTS[done] }),
    ...(error && {
      error: error.fields ? { fields: error.fields } : { message: error.message },
      nota: form?.fields.nota,
    }),
  };
}
