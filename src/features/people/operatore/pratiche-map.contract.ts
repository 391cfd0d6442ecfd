/** An operator sees where the cases of their list are. */
import * as z from 'zod/mini';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { areSidesInOrder, boxFields } from '../../../platform/atoms/geo-box.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { areDaysInOrder, listFilters } from './operatore.contract.ts';

/** Cases that one square of the map has at most. */
export const MAX_POINTS = MAX_COUNT;

/** Path of the operator's chat, latitude, longitude, number and subject, state or that it is late. */
const mapPoint = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.string(),
  z.enum(['in_ritardo', ...(Object.keys(STATO_LABELS) as StatoPratica[])]),
]);
export type PraticaPoint = z.infer<typeof mapPoint>;

export const praticheMapOperations = {
  mappaPratiche: defineOperation({
    summary: `An operator reads where the cases of a list are that lie in a square of the map: at most ${MAX_POINTS}, of more those due first.`,
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/mappa',
    access: 'operator',
    input: z.object({ ...listFilters, ...boxFields }).check(areDaysInOrder(), ...areSidesInOrder()),
    output: z.object({
      /** There are more in the square */
      altri: z.boolean(),
      punti: z.array(mapPoint),
    }),
  }),
};
