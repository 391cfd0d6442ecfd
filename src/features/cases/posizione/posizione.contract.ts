/** Calls on positions: a citizen adds, lists and removes theirs; a visitor with both codes reads the open documents of one. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { orNull } from '../../../platform/back-end/answer.ts';
import { type AnswerFacts, defineOperation } from '../../../platform/contract.ts';
import { decodeCodice, normalizeCodice } from './codice.ts';
import { statiDocumento } from './documenti.ts';
import { posizione, posizioni } from './posizione.checks.ts';

/** The same words whichever half is wrong. */
export const CODICI_UNKNOWN =
  'Il codice utente e il codice controllo non corrispondono a nessuna posizione. Controllali sulla lettera che hai ricevuto.';

const typedCodice = (required: string) => z.pipe(textSchema({ max: 60, required }), z.transform(normalizeCodice));

/** The two codes, as the citizen types them from a letter of the ente. */
export const codici = z.object({
  codice_utente: typedCodice('Scrivi il codice utente: lo trovi sulla lettera che hai ricevuto.'),
  codice_controllo: typedCodice('Scrivi il codice controllo: lo trovi sulla lettera che hai ricevuto.'),
});

/** What a citizen can ask for about a document. A text, since the services define the values; the API document lists them. */
export const documentAction = z.string();

export const documento = z
  .object({
    Id: z.string(),
    numero: z.string(),
    tipo: z.string(),
    sistema: z.string(),
    /** Its name for citizens */
    nome_sistema: z.optional(z.string()),
    ente: z.string(),
    data: z.string(),
    scadenza: orNull(z.string()),
    importo_cent: z.number(),
    stato: z.enum(statiDocumento),
    iuv: z.optional(z.string()),
    numero_avviso: z.optional(z.string()),
    /** What the citizen can ask for now: the state allows it, the ente offers it, and no request for it is open */
    azioni: z._default(z.array(documentAction), []),
    /** Open requests about it, at most one of each kind; `pratica` is null when another person asked */
    richieste: z._default(
      z.array(
        z
          .object({
            azione: documentAction,
            pratica: z.nullable(z.object({ protocollo: z.string(), inviata_il: z.string(), chat: z.string() })),
          })
          .register(z.globalRegistry, { id: 'RichiestaAperta' }),
      ),
      [],
    ),
    /** Where the document can be downloaded; null when the ente gave no address */
    pdf: orNull(z.string()),
    /** Bytes of it, where they are known */
    pdf_dimensione: z.optional(z.int()),
  })
  .register(z.globalRegistry, { id: 'Documento' });
export type Documento = z.infer<typeof documento>;

const answeredPosizione = ({ enteName }: AnswerFacts) =>
  z.pipe(
    z.extend(posizione, { nome_ente: z.optional(z.string()) }),
    z.transform((one) => ({ ...one, nome_ente: one.nome_ente ?? enteName(one.ente) })),
  );

export const posizioneOperations = {
  nuovaPosizione: defineOperation({
    summary: 'A citizen adds a position by the two codes of a letter, also one that they had removed.',
    method: 'POST',
    path: '/api/v1/posizione/new',
    access: 'citizen',
    input: codici,
    output: posizione,
    answer: answeredPosizione,
    status: 201,
    creates: true,
    bot: 'spent',
  }),
  listaPosizioni: defineOperation({
    summary: 'A citizen lists their positions, each with what is to pay.',
    method: 'GET',
    path: '/api/v1/posizione/list',
    access: 'citizen',
    input: z.object({}),
    output: posizioni,
    answer: (facts) => z.array(answeredPosizione(facts)),
  }),
  togliPosizione: defineOperation({
    summary: 'A citizen removes a position, by its `Id`, from their own; the two codes bring it back.',
    method: 'DELETE',
    path: '/api/v1/posizione/delete/{id}',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema() }),
    output: z.void(),
    status: 204,
  }),
  documentiPosizione: defineOperation({
    summary:
      'A citizen lists the documents of a position of theirs, by its `Id` or `idRappresentanza` and the base64 of its user code.',
    method: 'GET',
    path: '/api/v1/posizione/documents/list/{id}/{codice}',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema(), codice: z.pipe(z.string(), z.transform(decodeCodice)) }),
    output: z.array(documento),
  }),
  controllaPosizione: defineOperation({
    summary: 'Anyone with the two codes of a position sees its open documents, and may act on them for 60 minutes.',
    method: 'POST',
    path: '/api/v1/posizione/documents/check',
    access: 'anyone',
    input: codici,
    output: z.array(documento),
    bot: 'spent',
  }),
};
