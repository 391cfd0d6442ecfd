/** Every handler, under the name of its operation: one that is missing does not compile. Server only. */
import { operations } from './api.ts';
import { handlersWith as allegati } from './features/cases/allegati/allegati.server.ts';
import { handlers as bozza } from './features/cases/bozza/bozza.server.ts';
import { handlers as chat } from './features/cases/chat/chat.server.ts';
import { handlers as ente } from './features/cases/ente/ente.server.ts';
import { emailConfermataDiRecente, handlers as otp } from './features/cases/otp/otp.server.ts';
import { handlers as miei } from './features/cases/posizione/miei.server.ts';
import { handlers as posizione } from './features/cases/posizione/posizione.server.ts';
import { haUnaChiave, seesCase } from './features/cases/pratica/accesso.server.ts';
import { handlers as pratica } from './features/cases/pratica/pratica.server.ts';
import { handlers as prendi } from './features/cases/pratica/prendi.server.ts';
import { handlers as scelta } from './features/cases/scelta-documenti/scelta.server.ts';
import { handlers as utente } from './features/cases/utente/utente.server.ts';
import { handlers as verifica } from './features/cases/verifica/verifica.server.ts';
import { handlers as accesso } from './features/people/accesso/accesso.server.ts';
import { handlers as operatore } from './features/people/operatore/operatore.server.ts';
import { handlers as dati } from './features/people/profilo/dati.server.ts';
import type { Operation } from './platform/contract.ts';
import type { Handlers, KnownCaller, Named } from './platform/run.server.ts';
import { handlers as services } from './services.ts';

export const handlers: Handlers<typeof operations> = {
  ...services,
  ...ente,
  ...otp,
  ...allegati(seesCase),
  ...bozza,
  ...pratica,
  ...prendi,
  ...operatore,
  ...chat,
  ...posizione,
  ...miei,
  ...scelta,
  ...accesso,
  ...utente,
  ...dati,
  ...verifica,
};

export type OperationName = keyof typeof operations;

/** @returns the row of the contract with its handler */
export function named<Name extends OperationName>(name: Name): Named<(typeof operations)[Name]> {
  return { name, operation: operations[name], handler: handlers[name] } as never;
}

export const rows: Named[] = (Object.keys(operations) as OperationName[]).map(
  (name) => named(name) as unknown as Named<Operation>,
);

/** A confirmed address or a key of a body's mailbox stands in for a bot-check token. */
export const known: KnownCaller = async (ctx) => (await emailConfermataDiRecente(ctx)) || (await haUnaChiave(ctx));
