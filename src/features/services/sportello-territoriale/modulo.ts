/** Types of the data that the page of a message to a sportello passes to its form. */
import type * as z from 'zod/mini';
import type { Rendered } from '../../../platform/vault/list.browser.ts';
import type { ModuloProps as Comuni } from '../../cases/modulo/modulo.ts';
import type { ServizioSportello } from './sportello.contract.ts';
import type { enti } from './sportello.fields.ts';

export type EnteSportello = z.infer<typeof enti>[number];
/** What the form needs of a desk. */
export type SportelloOfferto = Pick<ServizioSportello, 'codice' | 'nome'>;

/** What the page gives the form. @property sportelli those of the chosen body */
export type ModuloProps = Comuni & { enti: Rendered<EnteSportello>; sportelli: Rendered<SportelloOfferto> };
