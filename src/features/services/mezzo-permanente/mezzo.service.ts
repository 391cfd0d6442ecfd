/** Declarations of permanent advertising devices: the service as one row. */
import { defineService } from '../../../service.ts';
import { dichiarazioneDownloads } from './dichiarazione-downloads.ts';
import { dichiarazioniListOperations } from './dichiarazioni-list.contract.ts';
import { dichiarazioniListHandlers } from './dichiarazioni-list.server.ts';
import { mezziDecisione } from './effect.server.ts';
import { mezziOperations } from './mezzo.contract.ts';
import { mezziHandlers } from './mezzo.server.ts';
import { offertaMezziSchema } from './offerta.ts';
import { praticaData } from './pratica-data.ts';
import { mezzoSheet } from './sheet.ts';
import { SERVICE_TITLE } from './steps.ts';

const servicePath = '/servizio/mezzo-permanente';
const variazionePath = '/servizio/variazione-cessazione-mezzo-pubblicitario';

export const mezzo = defineService({
  codes: { SF100: 'Nuovo mezzo pubblicitario', SF110: 'Variazione o cessazione di un mezzo pubblicitario' },
  path: servicePath,
  alsoAt: [variazionePath],
  card: {
    group: 'Città e territorio',
    name: SERVICE_TITLE,
    officialName: 'Mezzi pubblicitari permanenti',
    text: 'Insegne, cartelli, tende, pubblicità sui veicoli: dichiara quelli nuovi, quelli che cambiano e quelli che non ci sono più.',
    icon: 'horn',
    words:
      'insegna cartello tenda pubblicità veicolo camion furgone negozio vetrina striscione canone impianto mezzo ' +
      'pubblicitario',
  },
  sheet: mezzoSheet,
  onPositions: true,
  screens: [
    // A declaration and its draft are one thing in a portal: another one behind this has both.
    { path: servicePath, title: SERVICE_TITLE, login: 'optional', botCheck: false, form: 'text' },
    // A step without a declaration leads back to the first page.
    { path: `${servicePath}/{step}`, title: SERVICE_TITLE, login: 'optional', botCheck: false },
    {
      path: `${servicePath}/{step}/{id}`,
      title: SERVICE_TITLE,
      login: 'optional',
      botCheck: false,
      form: 'file',
    },
    { path: variazionePath, title: 'Variazione o cessazione di un mezzo pubblicitario', login: 'no', botCheck: false },
  ],
  offers: { SF100: { schema: offertaMezziSchema } },
  downloads: dichiarazioneDownloads,
  data: praticaData,
  decision: mezziDecisione,
  tag: { name: 'mezzi-pubblicitari', description: 'Declarations of permanent advertising devices, device by device.' },
  operations: { ...mezziOperations, ...dichiarazioniListOperations },
  handlers: { ...mezziHandlers, ...dichiarazioniListHandlers },
});
