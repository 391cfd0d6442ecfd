/** One office of an ente: the services and kinds of report that go there, its address, its people. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../platform/atoms/email.ts';
import { SERVICE_CODES } from '../services.ts';
import { enteIdSchema, textLineSchema } from './codici.ts';
import { describeField, LIST_WANTED, strictFields } from './fields.ts';

const CODICI = Object.keys(SERVICE_CODES);
const ONE_NAME = 'Di ogni persona scrivi l’e-mail oppure «sub», uno solo dei due.';

const personSchema = () =>
  strictFields({
    email: z.optional(
      describeField(emailAddressSchema(), 'Address of a person, as the operators’ identity provider gives it.'),
    ),
    sub: z.optional(
      describeField(
        textLineSchema(255, 'Scrivi l’identificativo della persona, oppure togli il campo.'),
        'Or the subject (`sub`) by which the provider names the person.',
      ),
    ),
  }).check(z.refine(({ email, sub }) => (email === undefined) !== (sub === undefined), ONE_NAME));

export const ufficioSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    nome: describeField(textLineSchema(120, 'Scrivi il nome dell’ufficio.'), 'Unique for the ente.'),
    email: z.optional(
      describeField(
        emailAddressSchema(),
        'Where the mails about its cases go; without it to the mailbox of the ente (`caselle`).',
      ),
    ),
    servizi: describeField(
      z
        .array(z.enum(CODICI, 'Questo codice di servizio non esiste: i codici sono in docs/data.md.'), LIST_WANTED)
        .check(z.refine((codes) => new Set(codes).size === codes.length, 'Un codice è ripetuto: tienilo una volta.')),
      'Codes of the services and kinds of report that go there. Of several offices with a code the first by name has it.',
    ),
    persone: z.optional(
      z
        .array(personSchema(), LIST_WANTED)
        .check(
          z.refine(
            (people) => new Set(people.map((p) => JSON.stringify(p).toLowerCase())).size === people.length,
            'Una persona è ripetuta: tienila una volta.',
          ),
        ),
    ),
    attivo: z._default(
      describeField(
        z.boolean('Scrivi true o false, senza virgolette.'),
        'False closes the office: it keeps its cases and gets no new ones. True by default.',
      ),
      true,
    ),
    incassi: z._default(
      describeField(
        z.boolean('Scrivi true o false, senza virgolette.'),
        'True lets its people read what came in: every receipt of the ente, with what it was for. False by default.',
      ),
      false,
    ),
  });

export type UfficioRow = z.output<ReturnType<typeof ufficioSchema>>;
