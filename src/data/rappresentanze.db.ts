/** Section `rappresentanze` of the import: links tax codes to the positions that citizens find after logging in. */
import { randomId } from '../platform/signer.server.ts';
import type { RappresentanzaRow } from './rappresentanza.ts';
import type { ImportContext } from './row-batch.ts';
import type { RowRules } from './write-rows.db.ts';

type NewColumn = 'id' | 'creata' | 'tolta';

/** Which people may see a position. A link that its holder removed stays removed: only the two codes restore it. */
export const rappresentanzeRules = ({
  now,
}: ImportContext): RowRules<RappresentanzaRow, 'rappresentanze', NewColumn> => ({
  table: 'rappresentanze',
  what: 'La stessa persona per la stessa posizione',
  key: ['posizione', 'codice_fiscale'],
  listed: 'posizione',
  isOfPosizione: true,
  columnsOf: ({ codice_fiscale, ruolo, fine = null }, { posizione }) => ({
    posizione: posizione ?? '',
    codice_fiscale,
    ruolo,
    fine,
    da_elenco: 1,
    // What the ente says of a person is more than what a citizen lets them do.
    delegata: null,
  }),
  newColumns: () => ({ id: randomId(), creata: now(), tolta: null }),
});
