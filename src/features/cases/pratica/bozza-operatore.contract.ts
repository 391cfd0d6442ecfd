/** Calls by which an operator keeps what they have begun to write on a case, and finds it again on any machine. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { DECISIONE_FIELDS } from './decisione.ts';
import { OPERATORE_PANELS } from './operatore-panels.ts';

/** What was typed is checked when it is sent, and may be too long until then. */
const typedText = (max: number) => optionalSchema(z.string().check(z.maxLength(max, 'Il testo è troppo lungo.')));

const typedValues = {
  /** The message, or the reason of a decision */
  testo: typedText(8000),
  ...Object.fromEntries(DECISIONE_FIELDS.map((name) => [name, typedText(40)])),
};

const praticaId = { id: lookupIdSchema() };
const BOZZA_PATH = '/api/v1/portale/operatore/pratiche/{id}/bozza';

export const bozzaOperatoreOperations = {
  leggiBozzaOperatore: defineOperation({
    summary: 'An operator reads what they have begun to write on a case of their ente.',
    method: 'GET',
    path: BOZZA_PATH,
    access: 'operator',
    input: z.object(praticaId),
    output: z.nullable(
      z.object({ azione: z.enum(OPERATORE_PANELS), valori: z.record(z.string(), z.string()), aggiornata: z.string() }),
    ),
  }),
  salvaBozzaOperatore: defineOperation({
    summary: 'An operator keeps what they have begun to write on a case of their ente; an empty one is deleted.',
    method: 'POST',
    path: BOZZA_PATH,
    access: 'operator',
    input: z.object({ ...praticaId, azione: z.enum(OPERATORE_PANELS, 'Scegli che cosa fare.'), ...typedValues }),
    output: z.object({ aggiornata: z.string() }),
    brakes: [{ by: 'visitor', times: 1200, minutes: 60 }],
  }),
  eliminaBozzaOperatore: defineOperation({
    summary: 'An operator deletes what they have begun to write on a case of their ente.',
    method: 'DELETE',
    path: BOZZA_PATH,
    access: 'operator',
    input: z.object(praticaId),
    output: z.void(),
    status: 204,
  }),
};
