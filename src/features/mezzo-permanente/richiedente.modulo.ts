/** Who declares advertising devices, as a step of its own: its fields and where its buttons lead. Pure: page and island ask the same. */
import type { Modulo } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';
import { CESSA_IN_CORSO, IN_CORSO, percorsoDi } from './mezzo.ts';
import { indirizzo, TITOLO } from './passi.ts';

/** Where the steps of a form stand in this one. */
const DOVE = { privacy: 'tipo', dati: 'richiedente', riepilogo: 'mezzi' } as const;

/** @param id of the declaration */
export const moduloRichiedente = (id: string): Modulo => ({
  percorso: percorsoDi(id),
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Richiedente',
  // A device or a cessation half typed stands in the same draft.
  campi: [...CAMPI_RICHIEDENTE, IN_CORSO, CESSA_IN_CORSO],
  categorie: CATEGORIE_RICHIEDENTE,
  indirizzo: (passo, segue) => indirizzo(DOVE[passo], id, segue.replace(/^&/, '?')),
});
