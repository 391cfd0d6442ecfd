/** Calls by which an operator keeps filters of their list under a name, to find them again beside the queues. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { areDaysInOrder, listFilters } from './operatore.contract.ts';

/** Views of one operator. */
export const MAX_VISTE = 20;
/** In characters. */
export const MAX_VISTA_NAME = 40;
/** The cases of a view are counted up to one more than this, which means "more". */
export const MAX_VISTA_COUNT = 99;

const vista = z.object({
  id: z.string(),
  nome: z.string(),
  /** As the address of the list has them */
  filtri: z.record(z.string(), z.string()),
  /** The list opens with it */
  iniziale: z.boolean(),
  /** Its cases, at most {@link MAX_VISTA_COUNT} + 1; not counted where every case would have to be looked at */
  pratiche: z.optional(z.int()),
});
export type Vista = z.infer<typeof vista>;

const nome = textSchema({ max: MAX_VISTA_NAME, required: 'Scrivi il nome della vista.' });

export const visteOperations = {
  visteOperatore: defineOperation({
    summary: 'An operator lists the views they saved, with the number of cases in each.',
    method: 'GET',
    path: '/api/v1/portale/operatore/viste',
    access: 'operator',
    input: z.object({}),
    output: z.array(vista),
  }),
  salvaVista: defineOperation({
    summary: `An operator saves filters of their list by name, at most ${MAX_VISTE} views.`,
    method: 'POST',
    path: '/api/v1/portale/operatore/viste',
    access: 'operator',
    input: z.object({ nome, filtri: z.object(listFilters).check(areDaysInOrder()) }),
    output: z.object({ id: z.string() }),
    status: 201,
    creates: true,
  }),
  cambiaVista: defineOperation({
    summary: 'An operator renames a view, or chooses it as the one with which their list opens.',
    method: 'POST',
    path: '/api/v1/portale/operatore/viste/{id}',
    access: 'operator',
    input: z.object({ id: lookupIdSchema(), nome, iniziale: optionalTickSchema() }),
    output: z.object({ cambiata: z.boolean() }),
  }),
  eliminaVista: defineOperation({
    summary: 'An operator deletes a view; its cases stay as they are.',
    method: 'DELETE',
    path: '/api/v1/portale/operatore/viste/{id}',
    access: 'operator',
    input: z.object({ id: lookupIdSchema() }),
    output: z.object({}),
    status: 204,
  }),
};
