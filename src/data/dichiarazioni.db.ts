/** Section `dichiarazioni` of the import: declarations, of which a state that a decision has set stays. */
import { STATI, type StatoDichiarazione } from '../features/services/mezzo-permanente/dichiarazioni-list.contract.ts';
import { randomId } from '../platform/signer.server.ts';
import { conflictText } from './conflict-text.ts';
import type { DichiarazioneRow } from './dichiarazione.ts';
import { importedColumn, type RowRules } from './write-rows.db.ts';

/** As with documents, a state set by a decision stays (product rule). */
export const dichiarazioniRules = (): RowRules<DichiarazioneRow, 'dichiarazioni', 'id' | 'stato_da'> => ({
  table: 'dichiarazioni',
  what: 'La stessa dichiarazione',
  key: ['ente', 'numero'],
  columnsOf: (value) => ({ ...value, protocollo: value.protocollo ?? null }),
  newColumns: () => ({ id: randomId(), stato_da: 'import' }),
  keep: ({ stato, stato_da }, columns) =>
    stato_da === 'import' || stato === columns.stato
      ? {}
      : {
          kept: { stato },
          conflicts: [['stato', conflictText(STATI[stato as StatoDichiarazione], stato_da)]],
        },
  guards: { stato: importedColumn('dichiarazioni', 'stato') },
});
