/** Calls by which a guest's draft goes on on another device: its e-mail address is confirmed on the one, and again on the other. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { optionalTickSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { formPath } from './bozza.contract.ts';

const chiave = z.string().check(z.maxLength(100));

/** A person does each of these a few times in a day. */
const deviceBrakes = [
  { by: 'visitor', times: 60, minutes: 60 },
  { by: 'address', times: 600, minutes: 60 },
] as const;

const travellingBozza = z
  .object({ chiave: z.string(), percorso: z.string(), aggiornata: z.string(), scade: z.string(), file: z.int() })
  .register(z.globalRegistry, { id: 'BozzaAltrove' });
export type TravellingBozza = z.infer<typeof travellingBozza>;

export const otherDeviceOperations = {
  lasciaBozza: defineOperation({
    summary:
      'A guest lets their draft be taken up on another device by an e-mail address that they have confirmed by its code.',
    method: 'POST',
    path: '/api/v1/portale/bozze/lascia',
    access: 'anyone',
    input: z.object({ percorso: formPath(), email: emailAddressSchema() }),
    output: z.object({ scade: z.string() }),
    brakes: deviceBrakes,
    fails: ['not_found', 'conflict', 'forbidden'],
  }),
  bozzeAltrove: defineOperation({
    summary: 'Anyone lists the drafts that were left for an e-mail address that they have confirmed by its code.',
    method: 'POST',
    path: '/api/v1/portale/bozze/altrove',
    access: 'anyone',
    input: z.object({ email: emailAddressSchema() }),
    output: z.array(travellingBozza),
    brakes: deviceBrakes,
    fails: ['forbidden'],
  }),
  riprendiBozza: defineOperation({
    summary:
      'Anyone takes up here a draft that was left for an e-mail address that they have confirmed: its values, step, files and the key of its send.',
    method: 'POST',
    path: '/api/v1/portale/bozze/riprendi',
    access: 'anyone',
    /** @property sostituisci the draft of the same form that is here already is thrown away */
    input: z.object({ email: emailAddressSchema(), chiave, sostituisci: optionalTickSchema() }),
    output: z.object({ percorso: z.string(), passo: z.string() }),
    brakes: deviceBrakes,
    fails: ['not_found', 'conflict', 'forbidden'],
  }),
  riportaBozza: defineOperation({
    summary: 'A guest whose draft was taken up on another device brings it back to the one that had it.',
    method: 'POST',
    path: '/api/v1/portale/bozze/riporta',
    access: 'anyone',
    input: z.object({ chiave }),
    output: z.object({ aggiornata: z.string() }),
    brakes: deviceBrakes,
    fails: ['not_found', 'conflict'],
  }),
};
