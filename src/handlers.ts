/** Every handler, under the name of its operation; a missing one does not compile. Server only. */
import { apiOperations } from './api.ts';
import { handlersWith as allegati } from './features/cases/allegati/allegati.server.ts';
import { bozzaHandlers as bozza } from './features/cases/bozza/bozza.server.ts';
import { chatHandlers as chat } from './features/cases/chat/chat.server.ts';
import { enteHandlers as ente } from './features/cases/ente/ente.server.ts';
import { isEmailConfirmedLately, otpHandlers as otp } from './features/cases/otp/otp.server.ts';
import { ownPosizioniHandlers as miei } from './features/cases/posizione/documenti-own.server.ts';
import { posizioneHandlers as posizione } from './features/cases/posizione/posizione.server.ts';
import { canSeePratica, hasChiave } from './features/cases/pratica/accesso.server.ts';
import { praticaHandlers as pratica } from './features/cases/pratica/pratica.server.ts';
import { presaHandlers as prendi } from './features/cases/pratica/presa.server.ts';
import { sceltaDocumentiHandlers as scelta } from './features/cases/scelta-documenti/scelta.server.ts';
import { utenteHandlers as utente } from './features/cases/utente/utente.server.ts';
import { verificaHandlers as verifica } from './features/cases/verifica/verifica.server.ts';
import { accessoHandlers as accesso } from './features/people/accesso/accesso.server.ts';
import { operatoreHandlers as operatore } from './features/people/operatore/operatore.server.ts';
import { datiHandlers as dati } from './features/people/profilo/dati.server.ts';
import type { ApiOperation } from './platform/contract.ts';
import type { KnownCaller, NamedOperation, OperationHandlers } from './platform/run.server.ts';
import { serviceHandlers as services } from './services.ts';

export const apiHandlers: OperationHandlers<typeof apiOperations> = {
  ...services,
  ...ente,
  ...otp,
  ...allegati(canSeePratica),
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

export type OperationName = keyof typeof apiOperations;

/** @returns the row of the contract with its handler */
export function namedOperation<Name extends OperationName>(name: Name): NamedOperation<(typeof apiOperations)[Name]> {
  return { name, operation: apiOperations[name], handler: apiHandlers[name] } as never;
}

export const operationRows: NamedOperation[] = (Object.keys(apiOperations) as OperationName[]).map(
  (name) => namedOperation(name) as unknown as NamedOperation<ApiOperation>,
);

/** A confirmed address or a key from the mailbox of an ente replaces a bot-check token. */
export const knownCaller: KnownCaller = async (ctx) => (await isEmailConfirmedLately(ctx)) || (await hasChiave(ctx));
