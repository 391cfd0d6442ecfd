/** Lists of the report form, kept in the browser's vault so that going back is fast on a slow connection. */
import { sendCall } from '../../../platform/client.browser.ts';
import { remoteList } from '../../../platform/vault/list.browser.ts';
import { enteCalls } from '../../cases/ente/ente.calls.ts';
import { fieldOptions } from '../../cases/form/options.ts';
import type { OfferedTipo } from './form-props.ts';
import { segnalazioneCalls } from './segnalazione.calls.ts';
import type { OfferedEnte } from './segnalazione.fields.ts';

export const tipiList = remoteList<OfferedTipo>({
  name: 'tipi-segnalazione',
  schema: async () => fieldOptions,
  load: () => sendCall(segnalazioneCalls.opzioniSegnalazione, {}),
});

export const entiList = remoteList<OfferedEnte>({
  name: 'enti-categoria/segnalazione',
  schema: async () => (await import('../../cases/ente/ente.checks.ts')).enti,
  load: () => sendCall(enteCalls.listaEnti, {}),
});
