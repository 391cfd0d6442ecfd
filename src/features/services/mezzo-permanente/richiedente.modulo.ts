/** Who declares advertising devices, as a step of its own: its fields, what it is checked by and where its buttons lead. Pure: page and island ask the same. */
import * as z from 'zod/mini';
import type { PortalError } from '../../../platform/errors.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { inOrdine } from '../../cases/modulo/modulo.passi.ts';
import type { Modulo } from '../../cases/modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente, richiedente } from '../../cases/richiedente/richiedente.controlli.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../../cases/richiedente/richiedente.ts';
import { CESSA_IN_CORSO, IN_CORSO } from './mezzo.ts';
import { indirizzo, TITOLO } from './passi.ts';

/** Where the steps of a form stand in this one. */
const DOVE = { privacy: 'tipo', dati: 'richiedente', riepilogo: 'mezzi' } as const;

/** @param id of the declaration */
export const moduloRichiedente = (id: string): Modulo => ({
  percorso: percorsoDichiarazione(id),
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Richiedente',
  // A device or a cessation half typed stands in the same draft.
  campi: [...CAMPI_RICHIEDENTE, IN_CORSO, CESSA_IN_CORSO],
  categorie: CATEGORIE_RICHIEDENTE,
  indirizzo: (passo, segue) => indirizzo(DOVE[passo], id, segue.replace(/^&/, '?')),
  schema: z.object({ richiedente }),
  body: (valori) => ({ richiedente: componiRichiedente(valori) }),
  alsoWrong: oltreRichiedente,
});

/**
 * What follows from a refused send. @param id of the declaration
 * @returns `altrove`: the step where it is put right, when that is another; the words to show where it is none
 */
export function rifiutoInvio(id: string, error: PortalError): { altrove?: string; message: string } {
  const modulo = moduloRichiedente(id);
  const [campo, frasi] = Object.entries(inOrdine(modulo, error.fields ?? {}))[0] ?? [];
  const message = frasi?.[0] ?? error.message;
  // What is wrong with the applicant is told where it is put right.
  if (campo && ['richiedente', ...modulo.campi].includes(campo))
    return { altrove: indirizzo('richiedente', id, '?verso=riepilogo'), message };
  // Its position is closed: the page asks for the codes again.
  return error.code === 'not_found' ? { altrove: indirizzo('riepilogo', id), message } : { message };
}
