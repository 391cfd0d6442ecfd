/** Lists of the report's form, kept in the vault of the browser for the way back on a slow line. */
import { sendCall } from '../../../platform/client.browser.ts';
import { remoteList } from '../../../platform/vault/list.browser.ts';
import { enteOperations } from '../../cases/ente/ente.contract.ts';
import type { OfferedTipo } from './form-props.ts';
import { segnalazioneOperations } from './segnalazione.contract.ts';
import type { OfferedEnte } from './segnalazione.fields.ts';
import { tipoOptions } from './segnalazione.fields.ts';

export const tipiList = remoteList<OfferedTipo>({
  name: 'tipi-segnalazione',
  schema: async () => tipoOptions,
  load: () => sendCall(segnalazioneOperations.opzioniSegnalazione, {}),
});

export const entiList = remoteList<OfferedEnte>({
  name: 'enti-categoria/segnalazione',
  schema: async () => (await import('../../cases/ente/ente.checks.ts')).enti,
  load: () => sendCall(enteOperations.listaEnti, {}),
});
