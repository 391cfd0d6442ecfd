/** A citizen takes what is due and expected along: as a file, or at an address that their calendar reads again and again. */
import * as z from 'zod/mini';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { ACCOUNT_BRAKES } from '../../cases/utente/utente.contract.ts';

const PERSONAL_PATH = '/api/v1/portale/calendario';

/** The words in the address of a calendar: an id, and its signature. */
const chiave = z.string().check(z.maxLength(200));

/** http address; null: none */
const indirizzo = z.nullable(z.string());

export const calendarioOperations = {
  scadenzeCalendario: defineOperation({
    summary:
      'A citizen takes their due dates, appointments and the ends of permits along as a calendar file (iCalendar).',
    method: 'GET',
    path: '/api/v1/portale/scadenze.ics',
    access: 'citizen',
    input: z.object({}),
    output: fileOutput,
  }),
  calendarioPersonale: defineOperation({
    summary: 'A citizen reads the address at which their calendar finds the same file.',
    method: 'GET',
    path: PERSONAL_PATH,
    access: 'citizen',
    input: z.object({}),
    output: z.object({ indirizzo }),
  }),
  creaCalendario: defineOperation({
    summary: 'A citizen gets an address for their calendar; one that they had before no longer answers.',
    method: 'POST',
    path: PERSONAL_PATH,
    access: 'citizen',
    input: z.object({}),
    output: z.object({ indirizzo: z.string() }),
    brakes: ACCOUNT_BRAKES,
  }),
  revocaCalendario: defineOperation({
    summary: 'A citizen takes the address of their calendar back: it no longer answers.',
    method: 'DELETE',
    path: PERSONAL_PATH,
    access: 'citizen',
    input: z.object({}),
    output: z.object({}),
    status: 204,
  }),
  leggiCalendario: defineOperation({
    summary:
      'A calendar reads the due dates, appointments and ends of permits of the citizen who gave it this address (iCalendar).',
    method: 'GET',
    path: `${PERSONAL_PATH}/{chiave}/scadenze.ics`,
    access: 'anyone',
    input: z.object({ chiave }),
    output: fileOutput,
    brakes: [{ by: 'address', times: 600, minutes: 60 }],
  }),
};
