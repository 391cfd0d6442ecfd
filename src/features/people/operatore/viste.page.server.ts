/** The saved views beside the queues of `/operatore`, and the forms that save, change and delete one. */
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import type { FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import { isSameList, type ListFilters, listPath, withoutPage } from './list-filters.ts';
import { MAX_VISTA_COUNT, MAX_VISTE, type Vista } from './viste.contract.ts';

/**
 * @property current the view whose list is on screen @property canSave the list on screen is none of them, and has filters
 * @property done what the last form did, in words @property refused the form that was refused, with what was typed
 */
export type VisteView = {
  links: { id: string; name: string; count: string | undefined; href: string; isCurrent: boolean; isFirst: boolean }[];
  current?: Vista | undefined;
  canSave: boolean;
  done?: string | undefined;
  refused?: { nome: string; errors?: FieldErrors | undefined; message?: string | undefined } | undefined;
};

/** Buttons of these forms. */
const AZIONI = ['salva_vista', 'cambia_vista', 'elimina_vista'] as const;

const DONE_TEXTS: Record<string, string> = {
  salvata: 'Vista salvata: la ritrovi accanto alle code.',
  cambiata: 'Vista cambiata.',
  eliminata: 'Vista eliminata. Le pratiche sono rimaste come erano.',
};

export const isVistaForm = ({ action }: PageForm): boolean => (AZIONI as readonly string[]).includes(action);

/** @returns the address to go to afterwards */
export async function changeViste(form: PageForm, filters: ListFilters, ctx: CallContext): Promise<string> {
  const { action, key } = form;
  const { nome, iniziale, vista: id } = form.fields;
  if (form.error) throw form.error;
  if (action === 'salva_vista') await callWithFields('salvaVista', { nome, filtri: withoutPage(filters) }, ctx, key);
  else if (action === 'cambia_vista') await callWithFields('cambiaVista', { id, nome, iniziale }, ctx);
  else await callOperation('eliminaVista', { id }, ctx);
  const done = { salva_vista: 'salvata', cambia_vista: 'cambiata' }[action] ?? 'eliminata';
  return `${listPath(filters)}&vista=${done}`;
}

/** @param posted the form that was refused, and why */
export function vistaViewOf(
  viste: readonly Vista[],
  filters: ListFilters,
  { done, posted }: { done: string | null; posted: { form: PageForm; error: PortalError } | undefined },
): VisteView {
  const current = viste.find(({ filtri }) => isSameList(filtri, filters));
  const { righe } = filters;
  return {
    links: viste.map(({ id, nome, filtri, iniziale, pratiche }) => ({
      id,
      name: nome,
      isFirst: iniziale,
      isCurrent: id === current?.id,
      count: pratiche === undefined ? undefined : vistaCountInWords(pratiche),
      href: listPath({ ...filtri, righe }),
    })),
    current,
    canSave: !current && viste.length < MAX_VISTE && !isSameList(filters, {}),
    ...(done && !posted && { done: DONE_TEXTS[done] }),
    ...(posted && {
      refused: {
        nome: posted.form.fields.nome ?? '',
        ...(posted.error.fields ? { errors: posted.error.fields } : { message: posted.error.message }),
      },
    }),
  };
}

const vistaCountInWords = (n: number): string => (n > MAX_VISTA_COUNT ? `oltre ${MAX_VISTA_COUNT}` : String(n));
