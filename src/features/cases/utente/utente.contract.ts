/** Calls by which a page asks who is logged in, and a citizen changes their contacts and residence. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { capOfPlace, capSchema, provinciaSchema } from '../../../platform/atoms/indirizzo.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { orNull } from '../../../platform/back-end/answer.ts';
import { defineOperation } from '../../../platform/contract.ts';

/** Fields of the residence, in the order of the form. */
export const RESIDENZA = ['Indirizzo', 'Cap', 'Comune', 'Provincia'] as const;

/** The person who is logged in. The residence is absent until they have written it. */
const utente = z
  .object({
    Id: z.string(),
    Nome: z.string(),
    Cognome: z.string(),
    CodiceFiscale: z.string(),
    /** As the identity provider gives it */
    PersonEmail: orNull(z.string()),
    /** Where the portal writes to; always confirmed */
    Email_Comunicazione__c: orNull(z.string()),
    Telefono_Comunicazione__c: orNull(z.string()),
    Indirizzo: z.optional(z.string()),
    Cap: z.optional(z.string()),
    Comune: z.optional(z.string()),
    Provincia: z.optional(z.string()),
    Ruolo: z.enum(['cittadino', 'operatore']),
    Enti: z._default(z.array(z.string()), []),
    /** Of an operator: ids of the enti they administer, and of their offices */
    Amministra: z.optional(z.array(z.string())),
    Uffici: z.optional(z.array(z.string())),
    /** The login: seconds until it ends without another action, and whether it is the first of this account */
    Accesso: z.optional(z.object({ secondi: z.number(), primo: z.boolean() })),
  })
  .register(z.globalRegistry, { id: 'Utente' });
export type UtenteView = z.infer<typeof utente>;

/** A field that can be emptied: '' and blanks become null, and a missing key changes nothing. */
const clearableSchema = <T extends z.core.SomeType>(schema: T) =>
  z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' && !v.trim() ? null : v)),
    z.optional(z.nullable(schema)),
  );

/** Limits of the calls by which a citizen reads or changes their own account. */
export const ACCOUNT_BRAKES = [
  { by: 'visitor', times: 30, minutes: 60 },
  { by: 'address', times: 300, minutes: 60 },
] as const;

export const utenteOperations = {
  utente: defineOperation({
    summary: 'A page asks who is logged in; 401 means a guest, which is not an error.',
    method: 'GET',
    path: '/api/v1/user',
    access: 'login',
    input: z.object({}),
    output: utente,
  }),
  aggiornaContatti: defineOperation({
    summary:
      'A citizen changes where the portal writes to; a new e-mail address is confirmed by its code, and a mail informs the old one.',
    method: 'POST',
    path: '/api/v1/user',
    access: 'citizen',
    input: z.object({
      Email_Comunicazione__c: emailAddressSchema(),
      Telefono_Comunicazione__c: clearableSchema(telefonoSchema()),
    }),
    output: utente,
    bot: 'spent',
    brakes: ACCOUNT_BRAKES,
  }),
  modificaAnagrafica: defineOperation({
    summary: 'A citizen changes their residence or contacts; name and tax code are those of the identity.',
    method: 'POST',
    path: '/api/v1/user/modifica_anagrafica',
    access: 'citizen',
    input: z
      .object({
        Indirizzo: clearableSchema(textSchema({ max: 120 })),
        Cap: clearableSchema(capSchema()),
        Comune: clearableSchema(textSchema({ max: 60 })),
        Provincia: clearableSchema(provinciaSchema()),
        Email_Comunicazione__c: z.optional(emailAddressSchema()),
        Telefono_Comunicazione__c: clearableSchema(telefonoSchema()),
      })
      .check(capOfPlace({ cap: 'Cap', provincia: 'Provincia' })),
    output: utente,
    bot: 'checked',
    brakes: ACCOUNT_BRAKES,
  }),
};
