/** Lists of the report's form, kept in the vault of the browser for the way back on a slow line. */
import { send } from '../../../platform/client.browser.ts';
import { remoteList } from '../../../platform/vault/list.browser.ts';
import { operations as operazioniEnte } from '../../cases/ente/ente.contract.ts';
import type { TipoOfferto } from './modulo.ts';
import { operations } from './segnalazione.contract.ts';
import type { EnteOfferto } from './segnalazione.fields.ts';
import { opzioni } from './segnalazione.fields.ts';

export const elencoTipi = remoteList<TipoOfferto>({
  name: 'tipi-segnalazione',
  schema: async () => opzioni,
  load: () => send(operations.opzioniSegnalazione, {}),
});

export const elencoEnti = remoteList<EnteOfferto>({
  name: 'enti-categoria/segnalazione',
  schema: async () => (await import('../../cases/ente/ente.controlli.ts')).enti,
  load: () => send(operazioniEnte.listaEnti, {}),
});
