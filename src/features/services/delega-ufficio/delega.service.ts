/** Delegations that an office grants on the positions of a person who cannot give one: the service as one row. */
import { defineService } from '../../../service.ts';
import { delegaOperations } from './delega.contract.ts';
import { DELEGA_CODE, FORM_PATH, FORM_TITLE } from './delega.fields.ts';
import { delegaHandlers } from './delega.server.ts';
import { delegaDeskOperations } from './desk.contract.ts';
import { delegaDeskHandlers } from './desk.server.ts';
import { deskPath } from './desk.ts';
import { delegaDecision } from './effect.server.ts';
import { praticaData } from './pratica-data.ts';
import { delegaSheet } from './sheet.ts';

export const delegaUfficio = defineService({
  codes: { [DELEGA_CODE]: 'Delega per un’altra persona' },
  officeNames: { [DELEGA_CODE]: 'Delega concessa dall’ufficio' },
  path: FORM_PATH,
  card: {
    group: 'Tributi',
    name: FORM_TITLE,
    text: 'Sei erede, tutore o ti prendi cura di qualcuno? Chiedi di vedere e pagare per questa persona.',
    icon: 'user',
    words:
      'delega delegare erede eredi eredità successione defunto morto tutore curatore amministratore sostegno caregiver ' +
      'assistenza genitore anziano disabile familiare rappresentare conto',
  },
  sheet: delegaSheet,
  screens: [{ path: FORM_PATH, ofStore: true, title: FORM_TITLE, login: 'required', botCheck: false, form: 'file' }],
  downloads: ({ id, vista }) =>
    vista === 'operatore'
      ? [{ href: deskPath(id), label: 'La persona e le sue posizioni', main: true, isPage: true, icon: 'user' }]
      : [],
  data: praticaData,
  decision: delegaDecision,
  tag: { name: 'deleghe-ufficio', description: 'Delegations that an office grants.' },
  operations: { ...delegaOperations, ...delegaDeskOperations },
  handlers: { ...delegaHandlers, ...delegaDeskHandlers },
});
