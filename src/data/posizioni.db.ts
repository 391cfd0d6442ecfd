/** Section `posizioni` of the import: positions and their two codes. */
import { hashControllo, isRightControllo } from '../features/cases/posizione/controllo.server.ts';
import { randomId } from '../platform/signer.server.ts';
import type { PosizioneRow } from './posizione.ts';
import type { ImportContext } from './row-batch.ts';
import { hasSameFields, type RowRules } from './write-rows.db.ts';

/**
 * The store has a control code only as a keyed hash; one made under a secret that is being retired is made again under the current
 * one, which changes nothing for the citizen.
 */
export const posizioniRules = ({ signer }: ImportContext): RowRules<PosizioneRow, 'posizioni', 'id'> => ({
  table: 'posizioni',
  what: 'La stessa posizione',
  key: ['ente', 'codice_utente'],
  columnsOf: ({ codice_controllo, ...value }) => ({
    ...value,
    controllo: hashControllo(signer, value.ente, value.codice_utente, codice_controllo),
    // A closed position that a file names is there again.
    chiusa: null,
  }),
  newColumns: () => ({ id: randomId() }),
  isSame: ({ codice_controllo, ...value }, old) =>
    hasSameFields({ ...value, chiusa: null }, old) && isRightControllo(signer, old, codice_controllo),
});
