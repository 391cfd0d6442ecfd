/** Appointments at the offices of a municipality: the service as one row. */
import { defineService } from '../../../service.ts';
import { appointmentPath, bookingHref, calendarAddress } from '../../cases/calendario/addresses.ts';
import { readEntiWithCalendari } from '../../cases/calendario/calendari.db.ts';
import { isOpenStato, type StatoPratica } from '../../cases/pratica/stati.ts';
import { appuntamentoOperations } from './appuntamento.contract.ts';
import { APPUNTAMENTO, FORM_PATH, FORM_TITLE } from './appuntamento.fields.ts';
import { appuntamentoHandlers } from './appuntamento.server.ts';
import { appuntamentoDecision } from './effect.server.ts';
import { praticaData } from './pratica-data.ts';
import { appuntamentoSheet } from './sheet.ts';

export const appuntamento = defineService({
  codes: { [APPUNTAMENTO]: 'Appuntamento' },
  officeNames: { [APPUNTAMENTO]: 'Appuntamento allo sportello' },
  path: FORM_PATH,
  card: {
    group: 'Uffici e assistenza',
    name: 'Prenota un appuntamento',
    officialName: FORM_TITLE,
    text: 'Scegli ufficio, giorno e ora tra quelli liberi. Lo sposti o lo annulli quando vuoi, senza telefonare.',
    icon: 'calendar',
    words:
      'appuntamento prenotare prenotazione ufficio sportello incontro visita orario anagrafe tributi carta identità ' +
      'certificato fissare spostare annullare',
  },
  sheet: appuntamentoSheet,
  screens: [
    { path: FORM_PATH, ofStore: true, title: FORM_TITLE, login: 'no', botCheck: false, form: 'text' },
    {
      path: `${FORM_PATH}/{email}/{id}`,
      ofStore: true,
      title: 'Il tuo appuntamento',
      login: 'no',
      botCheck: false,
      form: 'text',
      personal: true,
    },
  ],
  offeredBy: readEntiWithCalendari,
  booking: bookingHref,
  ending: 'visita',
  downloads: ({ id, stato, vista }, email) =>
    isOpenStato(stato as StatoPratica)
      ? [
          ...(vista === 'cittadino'
            ? [{ href: appointmentPath({ email, id }), label: 'Sposta o annulla', main: true, isPage: true } as const]
            : []),
          { href: calendarAddress({ email, id }), label: 'Aggiungi al calendario', main: true },
        ]
      : [],
  data: praticaData,
  decision: appuntamentoDecision,
  tag: { name: 'appuntamenti', description: 'Appointments at the offices of a municipality.' },
  operations: appuntamentoOperations,
  handlers: appuntamentoHandlers,
});
