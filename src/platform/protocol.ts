/** Port to the systems that register what reaches a municipality (DPR 445/2000, art. 53), and the words that go over it. */
import * as z from 'zod/mini';
import { dateSchema } from './atoms/date-schema.ts';

/** @property sha256 hexadecimal @property dimensione bytes */
const protocolDocument = z.object({
  nome: z.string(),
  tipo: z.string(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  dimensione: z.int(),
});
export type ProtocolDocument = z.infer<typeof protocolDocument>;

const anyText = z.string();
/**
 * What is to be registered. It is the same each time it is asked for, and so is its id.
 * @property inviata_il instant, ISO 8601 @property numero of the case in the portal, digits only: year, number and, of a message, its place
 * @property protocollo_pratica of a message: the number of its case in the register, once it has one
 * @property documenti the main one first
 */
export const protocolRequest = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  tipo: z.enum(['pratica', 'messaggio']),
  ente: z.object({
    codice: anyText,
    nome: anyText,
    codice_fiscale: z.optional(anyText),
    codice_ipa: z.optional(anyText),
    codice_aoo: z.optional(anyText),
  }),
  pratica: anyText,
  numero: z.string().check(z.regex(/^\d{7,}$/)),
  servizio: z.object({ codice: anyText, nome: anyText }),
  oggetto: anyText,
  inviata_il: z.iso.datetime(),
  mittente: z.object({
    nome: anyText,
    cognome: anyText,
    codice_fiscale: z.optional(anyText),
    email: z.optional(anyText),
    telefono: z.optional(anyText),
  }),
  classifica: z.optional(anyText),
  protocollo_pratica: z.optional(z.object({ numero: anyText, data: anyText })),
  documenti: z.array(protocolDocument).check(z.minLength(1)),
});
export type ProtocolRequest = z.infer<typeof protocolRequest>;

export const MAX_PROTOCOL_TEXT = 60;
const protocolText = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_PROTOCOL_TEXT));

/** The place of a request in the register of the ente. The year is that of the day: a register begins anew with each (DPR 445/2000, art. 57). */
const protocolRegistration = z
  .object({
    numero: z.pipe(z.union([protocolText, z.int().check(z.positive())]), z.transform(String)),
    data: dateSchema(),
    anno: z.optional(z.coerce.number()),
    registro: z.nullish(protocolText),
    classifica: z.nullish(protocolText),
    fascicolo: z.nullish(protocolText),
  })
  .check(z.refine(({ data, anno }) => anno === undefined || data.startsWith(`${anno}-`)));
export type ProtocolRegistration = z.infer<typeof protocolRegistration>;

/** What a system answers; `rifiutata` for what it will not register, with its reason. @property id of the request that it answers */
export const protocolAnswer = z.union([
  z.extend(protocolRegistration, { id: z.string() }),
  z.object({ id: z.string(), rifiutata: z.string().check(z.minLength(1)) }),
]);

/** Where a system is reached, and the secret that it shares with the portal. @property ente its id */
export type ProtocolPlace = { ente: string; indirizzo: string; key: string };

/**
 * A system that registers. Both calls may come again, for the same request: nothing is registered twice.
 * Both throw {@link ProtocolError}.
 */
export type ProtocolPort = {
  /** Before the request that names it. @param n its place among the documents of the request, from 0 */
  handOver(place: ProtocolPlace, request: ProtocolRequest, document: { n: number; bytes: Uint8Array }): Promise<void>;
  /** @returns undefined: the system has taken the request, and says the number later, when it is asked again */
  register(place: ProtocolPlace, request: ProtocolRequest): Promise<ProtocolRegistration | undefined>;
};

/**
 * Why a system has not registered, in words for the administrator of the ente.
 * @property why `away`: no answer; `wrong`: one that cannot be used; `refused`: it said no, and says so however often it is asked
 */
export class ProtocolError extends Error {
  readonly why: 'away' | 'wrong' | 'refused';
  constructor(why: ProtocolError['why'], message: string, cause?: unknown) {
    super(message, { cause });
    this.why = why;
  }
}

const MAX_REASON = 300;

/**
 * @param asked id of the request @param given what came, as JSON has it @param today after which no day is registered
 * @throws ProtocolError for what cannot be read, for the answer to another request, and for a refusal
 */
export function readProtocolAnswer(asked: string, given: unknown, today: string): ProtocolRegistration {
  const answer = z.safeParse(protocolAnswer, given);
  if (!answer.success) throw new ProtocolError('wrong', 'La risposta del protocollo non si capisce.');
  const { data } = answer;
  if (data.id !== asked)
    throw new ProtocolError('wrong', 'Il protocollo ha risposto per un’altra pratica: la risposta non è stata usata.');
  if ('rifiutata' in data) throw new ProtocolError('refused', data.rifiutata.slice(0, MAX_REASON));
  if (data.data > today)
    throw new ProtocolError('wrong', `Il protocollo ha risposto con una data che deve ancora venire: ${data.data}.`);
  const { id: _id, anno: _anno, ...registration } = data;
  return registration;
}
