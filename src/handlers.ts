/** Every handler, under the name of its operation; a missing one does not compile. Server only. */
import { apiOperations } from './api.ts';
import { handlersWith } from './features/cases/allegati/allegati.server.ts';
import { bozzaHandlers } from './features/cases/bozza/bozza.server.ts';
import { otherDeviceHandlers } from './features/cases/bozza/other-device.server.ts';
import { chatHandlers } from './features/cases/chat/chat.server.ts';
import { messaggiHandlers } from './features/cases/chat/messaggi.server.ts';
import { enteHandlers } from './features/cases/ente/ente.server.ts';
import { isEmailConfirmedLately, otpHandlers } from './features/cases/otp/otp.server.ts';
import { ownPosizioniHandlers } from './features/cases/posizione/documenti-own.server.ts';
import { posizioneHandlers } from './features/cases/posizione/posizione.server.ts';
import { canSeePratica, hasChiave } from './features/cases/pratica/accesso.server.ts';
import { bozzaOperatoreHandlers } from './features/cases/pratica/bozza-operatore.server.ts';
import { dittaHandlers } from './features/cases/pratica/ditta.server.ts';
import { doppioniHandlers } from './features/cases/pratica/doppioni.server.ts';
import { praticaEsternaHandlers } from './features/cases/pratica/esterna.server.ts';
import { etichetteHandlers } from './features/cases/pratica/etichette.server.ts';
import { incaricoHandlers } from './features/cases/pratica/incarico.server.ts';
import { letturaHandlers } from './features/cases/pratica/lettura.server.ts';
import { ownPraticheHandlers } from './features/cases/pratica/own-pratiche.server.ts';
import { praticaHandlers } from './features/cases/pratica/pratica.server.ts';
import { praticaChangesHandlers } from './features/cases/pratica/pratica-changes.server.ts';
import { praticaFollowHandlers } from './features/cases/pratica/pratica-follow.server.ts';
import { presaHandlers } from './features/cases/pratica/presa.server.ts';
import { presenzaHandlers } from './features/cases/pratica/presenza.server.ts';
import { protocolloEnteHandlers } from './features/cases/pratica/protocollo-ente.server.ts';
import { richiedenteKnownHandlers } from './features/cases/pratica/richiedente-known.server.ts';
import { storiaHandlers } from './features/cases/pratica/storia.server.ts';
import { sceltaDocumentiHandlers } from './features/cases/scelta-documenti/scelta.server.ts';
import { seguitaHandlers } from './features/cases/segnalazione-seguita/seguita.server.ts';
import { promemoriaHandlers } from './features/cases/utente/promemoria.server.ts';
import { utenteHandlers } from './features/cases/utente/utente.server.ts';
import { verificaHandlers } from './features/cases/verifica/verifica.server.ts';
import { accessoHandlers } from './features/people/accesso/accesso.server.ts';
import { agendaHandlers } from './features/people/agenda/agenda.server.ts';
import { delegheHandlers } from './features/people/deleghe/deleghe.server.ts';
import { appIoHandlers } from './features/people/gestione/app-io-gestione.server.ts';
import { convenzioneHandlers } from './features/people/gestione/convenzione-gestione.server.ts';
import { gestioneHandlers } from './features/people/gestione/gestione.server.ts';
import { programmiHandlers } from './features/people/gestione/programmi-gestione.server.ts';
import { protocolloGestioneHandlers } from './features/people/gestione/protocollo-gestione.server.ts';
import { importazioniHandlers } from './features/people/importazioni/importazioni.server.ts';
import { tracciatiHandlers } from './features/people/importazioni/tracciati.server.ts';
import { incassiHandlers } from './features/people/incassi/incassi.server.ts';
import { incassoHandlers } from './features/people/incassi/incasso.server.ts';
import { riversamentiHandlers } from './features/people/incassi/riversamenti.server.ts';
import { andamentoHandlers } from './features/people/operatore/andamento.server.ts';
import { bulkHandlers } from './features/people/operatore/bulk.server.ts';
import { changesHandlers } from './features/people/operatore/changes.server.ts';
import { counterHandlers } from './features/people/operatore/counter.server.ts';
import { countsHandlers } from './features/people/operatore/counts.server.ts';
import { operatoreHandlers } from './features/people/operatore/operatore.server.ts';
import { praticheMapHandlers } from './features/people/operatore/pratiche-map.server.ts';
import { visteHandlers } from './features/people/operatore/viste.server.ts';
import { calendarioHandlers } from './features/people/profilo/calendario.server.ts';
import { datiHandlers } from './features/people/profilo/dati.server.ts';
import { openDataHandlers } from './features/town/open-data/open-data.server.ts';
import { pubblicazioneHandlers } from './features/town/pubblicazione/pubblicazione.server.ts';
import { segnalazioniHandlers } from './features/town/segnalazioni/segnalazioni.server.ts';
import { trasparenzaHandlers } from './features/town/trasparenza/trasparenza.server.ts';
import type { ApiOperation } from './platform/contract.ts';
import type { CallRules, NamedOperation, OperationHandlers } from './platform/run.server.ts';
import { rememberAnswer } from './remember.server.ts';
import { serviceHandlers } from './services.ts';

const apiHandlers: OperationHandlers<typeof apiOperations> = {
  ...serviceHandlers,
  ...enteHandlers,
  ...otpHandlers,
  ...handlersWith(canSeePratica),
  ...bozzaHandlers,
  ...otherDeviceHandlers,
  ...ownPraticheHandlers,
  ...praticaHandlers,
  ...praticaFollowHandlers,
  ...presaHandlers,
  ...praticaEsternaHandlers,
  ...operatoreHandlers,
  ...changesHandlers,
  ...praticheMapHandlers,
  ...countsHandlers,
  ...counterHandlers,
  ...bulkHandlers,
  ...visteHandlers,
  ...andamentoHandlers,
  ...agendaHandlers,
  ...incassiHandlers,
  ...incassoHandlers,
  ...riversamentiHandlers,
  ...gestioneHandlers,
  ...convenzioneHandlers,
  ...protocolloGestioneHandlers,
  ...appIoHandlers,
  ...programmiHandlers,
  ...importazioniHandlers,
  ...tracciatiHandlers,
  ...incaricoHandlers,
  ...etichetteHandlers,
  ...storiaHandlers,
  ...dittaHandlers,
  ...presenzaHandlers,
  ...bozzaOperatoreHandlers,
  ...praticaChangesHandlers,
  ...protocolloEnteHandlers,
  ...letturaHandlers,
  ...richiedenteKnownHandlers,
  ...doppioniHandlers,
  ...chatHandlers,
  ...messaggiHandlers,
  ...posizioneHandlers,
  ...ownPosizioniHandlers,
  ...sceltaDocumentiHandlers,
  ...delegheHandlers,
  ...seguitaHandlers,
  ...accessoHandlers,
  ...utenteHandlers,
  ...promemoriaHandlers,
  ...datiHandlers,
  ...calendarioHandlers,
  ...verificaHandlers,
  ...segnalazioniHandlers,
  ...openDataHandlers,
  ...pubblicazioneHandlers,
  ...trasparenzaHandlers,
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
export const callRules: CallRules = {
  known: async (ctx) => (await isEmailConfirmedLately(ctx)) || (await hasChiave(ctx)),
  remember: rememberAnswer,
};
