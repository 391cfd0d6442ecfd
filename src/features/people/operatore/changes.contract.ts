/** A program, or an operator, reads which cases of an ente have changed since it last asked. */
import * as z from 'zod/mini';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { praticaListItem } from './operatore.contract.ts';

/** Rows of an answer at most. */
export const CHANGES_PAGE = 200;

export const changesOperations = {
  cambiamentiPratiche: defineOperation({
    summary: `A program reads the cases of an ente that have changed since a cursor, the change that is longest ago first, at most ${CHANGES_PAGE}; without a cursor all cases.`,
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/cambiamenti',
    access: 'operator',
    scope: 'pratiche:leggi',
    input: z.object({
      ente: textSchema({ max: 100, required: 'Indica l’ente.' }),
      cursore: optionalSchema(z.string().check(z.maxLength(100, 'Questo cursore non è valido.'))),
    }),
    output: z.object({
      pratiche: z.array(praticaListItem),
      /** For the next question, whether there was something or not */
      cursore: z.string(),
      /** Whether there is more now; else asking again in a minute is soon enough */
      altre: z.boolean(),
    }),
    example: {
      input: { ente: 'portolieve', cursore: '8412.Qx2m0bTz' },
      output: {
        pratiche: [
          {
            id: 'u7Hq9kPz3LmX0aBcD5eF1g',
            protocollo: '2026/000123',
            tipo: 'segnalazione',
            codice: 'SF310',
            servizio: 'Strade, parcheggi e mobilità',
            oggetto: 'Buca davanti alla scuola',
            richiedente: 'Anna Bianchi',
            ente: 'portolieve',
            stato: 'inviata',
            inviata_il: '2026-11-20T09:00:00.000Z',
            termine_il: '2026-12-20',
            in_ritardo: false,
            non_letti: 1,
            priorita: 'normale',
            etichette: ['scuola'],
            chat: '/segnalazione/chat/operatore/anna.bianchi%40esempio.it/u7Hq9kPz3LmX0aBcD5eF1g',
          },
        ],
        cursore: '8413.Vn4r7cYw',
        altre: false,
      },
    },
  }),
};
