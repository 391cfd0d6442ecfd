/** Desks of a municipality and messages to them: the service as one row. */
import { defineService } from '../../../service.ts';
import { readEnteIds } from '../../cases/ente/sportelli.db.ts';
import { sportelloSheet } from './sheet.ts';
import { sportelloOperations } from './sportello.contract.ts';
import { FORM_PATH, FORM_TITLE } from './sportello.fields.ts';
import { sportelloHandlers } from './sportello.server.ts';

const documentiPath = '/documenti';

export const sportello = defineService({
  codes: { SPORTELLO: 'Messaggio a un ufficio' },
  officeNames: { SPORTELLO: 'Sportello territoriale' },
  path: FORM_PATH,
  alsoAt: [documentiPath],
  card: {
    group: 'Uffici e assistenza',
    name: FORM_TITLE,
    officialName: 'Sportello territoriale',
    text: 'Indirizzi, orari e moduli degli uffici. Se non puoi andarci, scrivi da qui e segui la risposta.',
    icon: 'pa',
    words:
      'orari ufficio orario indirizzo telefono contatto recapito modulo modulistica domanda informazione assistenza ' +
      'aiuto urp anagrafe municipio appuntamento scrivere parlare carta identità certificato matrimonio nascita tessera elettorale',
    tile: { name: 'Uffici e orari', at: 4 },
  },
  sheet: sportelloSheet,
  screens: [
    { path: FORM_PATH, title: FORM_TITLE, login: 'no', botCheck: false, form: 'file' },
    { path: documentiPath, title: FORM_TITLE, login: 'no', botCheck: false, form: 'file' },
  ],
  offeredBy: readEnteIds,
  ending: 'conclusione',
  tag: { name: 'sportelli', description: 'Desks of a municipality and messages to them.' },
  operations: sportelloOperations,
  handlers: sportelloHandlers,
});
