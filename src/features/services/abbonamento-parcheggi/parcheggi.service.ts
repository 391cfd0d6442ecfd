/** Parking subscriptions: the service as one row. */
import { defineService } from '../../../service.ts';
import { abbonamentoDecision } from './effect.server.ts';
import { offertaParcheggiSchema } from './offerta.ts';
import { parcheggiOperations } from './parcheggi.contract.ts';
import { FORM_PATH, FORM_TITLE } from './parcheggi.fields.ts';
import { parcheggiHandlers } from './parcheggi.server.ts';
import { permessoDownload, VERIFICA_PATH } from './permesso.ts';
import { PERMESSO_ALERTS, PERMESSO_OUTBOX } from './permesso-outbox.server.ts';
import { praticaData } from './pratica-data.ts';
import { parcheggiSheet } from './sheet.ts';

export const parcheggi = defineService({
  codes: { SF300: 'Abbonamento parcheggi' },
  path: FORM_PATH,
  card: {
    group: 'Città e territorio',
    name: FORM_TITLE,
    text: 'Parcheggia nella tua zona: scegli durata e targhe, vedi il prezzo e scarica il permesso da qui.',
    icon: 'car',
    words:
      'parcheggio parcheggiare posteggio sosta posto auto macchina moto strisce blu permesso residente pass targa zona ztl ' +
      'abbonamento',
  },
  sheet: parcheggiSheet,
  screens: [
    { path: FORM_PATH, title: FORM_TITLE, login: 'no', botCheck: true, form: 'file' },
    {
      path: `${VERIFICA_PATH}/{codice}`,
      ofStore: true,
      title: 'Verifica di un permesso',
      login: 'no',
      botCheck: false,
      personal: true,
    },
  ],
  offers: { SF300: { schema: offertaParcheggiSchema, needed: true } },
  afterwards: [
    { name: 'Paghi', kind: 'payment' },
    { name: 'Scarichi il permesso', kind: 'download' },
  ],
  downloads: permessoDownload,
  data: praticaData,
  decision: abbonamentoDecision,
  deliveries: PERMESSO_OUTBOX,
  alerts: PERMESSO_ALERTS,
  tag: { name: 'parcheggi', description: 'Parking subscriptions: zones, fees, the request and its permit.' },
  operations: parcheggiOperations,
  handlers: parcheggiHandlers,
});
