/** Anyone asks which bodies (enti) this portal serves, and which of them answers for a service. */
import * as z from 'zod/mini';
import { operation } from '../../platform/contract.ts';
import type { Categoria } from './categorie.ts';
import { CODICI_SERVIZIO } from './codici.ts';
import { enti, entiServizio } from './ente.controlli.ts';

export const operations = {
  listaEnti: operation({
    summary:
      'Anyone lists the bodies of this portal with the service codes they offer: without those whose cemeteries, zones, tariffs or desks the portal was not given.',
    method: 'GET',
    path: '/api/v1/generic/ente',
    access: 'anyone',
    input: z.object({}),
    output: enti,
  }),
  entiPerCategoria: operation({
    summary:
      'Anyone lists the bodies that offer a service; with the code of a system (ICP, TARMB, …) in `optional`, of these only the ones that have a position or a document of that system.',
    method: 'GET',
    path: '/api/v1/generic/ente/list/{category}/{optional?}',
    access: 'anyone',
    input: z.object({
      category: z.enum(CODICI_SERVIZIO as [Categoria, ...Categoria[]], 'Il codice del servizio non esiste.'),
      optional: z.optional(z.string().check(z.maxLength(40))),
    }),
    output: entiServizio,
  }),
};
