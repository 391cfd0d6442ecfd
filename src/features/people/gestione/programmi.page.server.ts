/** What `/gestione/programmi` shows, and what its forms do. A key that was just made is shown once, in the answer to its form. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { attemptSend, failWith, type PageForm } from '../../../platform/page.server.ts';
import { type GestioneFrame, openGestione } from './gestione.page.server.ts';
import { DEFAULT_DAILY, DEFAULT_HOURLY, type ProgrammaView } from './programmi.contract.ts';

/**
 * @property made the program whose key was just made @property asks the one that is about to be revoked
 * @property values of the form for a new one
 */
export type ProgrammiView = GestioneFrame & {
  programmi: ProgrammaView[];
  made: { nome: string; chiave: string } | undefined;
  asks: ProgrammaView | undefined;
  values: Readonly<Record<'nome' | 'email' | 'all_ora' | 'al_giorno', string>> & { garantisce: boolean };
  apiUrl: string;
};

const EMPTY_VALUES = { nome: '', email: '', all_ora: String(DEFAULT_HOURLY), al_giorno: String(DEFAULT_DAILY) };

export async function openProgrammiPage(astro: AstroGlobal): Promise<ProgrammiView | Response> {
  const opened = await openGestione(astro, {
    revoca: (form) => ({ operation: 'revocaProgramma', fields: { programma: form.fields.programma } }),
    crea: () => null,
    chiedi: () => null,
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ctx } = astro.locals;
  const made = form?.action === 'crea' && !form.error ? await makeKey(astro, form, frame.ente) : undefined;
  const { programmi } = await callOperation('programmiEnte', { ente: frame.ente }, ctx);
  const error = made && !made.ok ? made.error : undefined;
  if (error) failWith(astro, error);
  const isTyped = form?.action === 'crea' && !made?.ok;
  const asked = form?.action === 'chiedi' && !form.error ? form.fields.programma : undefined;
  return {
    ...frame,
    errors: error?.fields ?? frame.errors,
    message: error && !error.fields ? error.message : frame.message,
    programmi,
    made: made?.ok ? { nome: form?.fields.nome ?? '', chiave: made.data.chiave } : undefined,
    asks: programmi.find(({ id, revocato }) => id === asked && revocato === null),
    values: {
      ...EMPTY_VALUES,
      ...(isTyped && form?.fields),
      garantisce: isTyped && form?.fields.garantisce === 'on',
    },
    apiUrl: `${new URL(ctx.house.settings.publicUrl).origin}/open311/v2`,
  };
}

const makeKey = (astro: AstroGlobal, { fields }: PageForm, ente: string) =>
  attemptSend(astro, astro.url.pathname, () => {
    const { nome, email, garantisce, all_ora, al_giorno } = fields;
    return callWithFields('creaProgramma', { ente, nome, email, garantisce, all_ora, al_giorno }, astro.locals.ctx);
  });
