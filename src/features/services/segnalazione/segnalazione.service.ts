/** Reports of what is broken or wrong: the service as one row. */
import { defineService } from '../../../service.ts';
import { attesaOperations } from './attesa.contract.ts';
import { ATTESA_OUTBOX, attesaHandlers } from './attesa.server.ts';
import { luogoOperations } from './luogo.contract.ts';
import { luogoHandlers } from './luogo.server.ts';
import { TIPI, TIPI_UFFICIO } from './options.ts';
import { praticaData } from './pratica-data.ts';
import { pubblicheNearbyOperations } from './pubbliche-nearby.contract.ts';
import { pubblicheNearbyHandlers } from './pubbliche-nearby.server.ts';
import { registrazioneOperations } from './registrazione.contract.ts';
import { registrazioneHandlers } from './registrazione.server.ts';
import { segnalazioneOperations } from './segnalazione.contract.ts';
import { CONFIRM_PATH, FORM_PATH, FORM_TITLE } from './segnalazione.fields.ts';
import { segnalazioneHandlers } from './segnalazione.server.ts';
import { nearbyOperations } from './segnalazioni-nearby.contract.ts';
import { nearbyHandlers } from './segnalazioni-nearby.server.ts';
import { segnalazioneSheet } from './sheet.ts';
import { SHELL_PATH } from './shell.ts';

export const segnalazione = defineService({
  codes: TIPI,
  officeNames: TIPI_UFFICIO,
  path: FORM_PATH,
  card: {
    group: 'Città e territorio',
    name: FORM_TITLE,
    text: 'Un lampione spento, una buca, rifiuti abbandonati: dillo al Comune, anche con foto, e segui la risposta.',
    icon: 'flag',
    words:
      'buca strada asfalto marciapiede lampione luce spenta buio illuminazione rifiuti spazzatura immondizia ' +
      'cassonetto discarica abbandonati degrado danno guasto rotto albero verde giardino parco fogna tombino ' +
      'perdita acqua semaforo cartello segnaletica rumore vandalismo problema disservizio segnalare reclamo ' +
      'cane animale randagio deiezioni',
    tile: { name: 'Segnala un problema', at: 2 },
  },
  sheet: segnalazioneSheet,
  screens: [
    { path: FORM_PATH, title: FORM_TITLE, login: 'optional', botCheck: true, form: 'file' },
    { path: SHELL_PATH, title: 'Segnalazione senza connessione', login: 'no', botCheck: false, ofStore: true },
    {
      path: `${CONFIRM_PATH}/{chiave}`,
      title: 'Conferma una segnalazione',
      login: 'no',
      botCheck: false,
      form: 'text',
      personal: true,
      ofStore: true,
    },
  ],
  tipo: 'segnalazione',
  data: praticaData,
  tag: { name: 'segnalazioni', description: 'Reports of what is broken or wrong: options, place, sending.' },
  operations: {
    ...segnalazioneOperations,
    ...luogoOperations,
    ...registrazioneOperations,
    ...nearbyOperations,
    ...pubblicheNearbyOperations,
    ...attesaOperations,
  },
  handlers: {
    ...segnalazioneHandlers,
    ...luogoHandlers,
    ...registrazioneHandlers,
    ...nearbyHandlers,
    ...pubblicheNearbyHandlers,
    ...attesaHandlers,
  },
  deliveries: ATTESA_OUTBOX,
});
