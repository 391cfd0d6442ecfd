/** TABLE 2: every operation of the API, gathered from the features' contracts. */

import { allegatoOperations } from './features/cases/allegati/allegati.contract.ts';
import { bozzaOperations } from './features/cases/bozza/bozza.contract.ts';
import { chatOperations } from './features/cases/chat/chat.contract.ts';
import { messaggiOperations } from './features/cases/chat/messaggi.contract.ts';
import { enteOperations } from './features/cases/ente/ente.contract.ts';
import { otpOperations } from './features/cases/otp/otp.contract.ts';
import { ownPosizioniOperations } from './features/cases/posizione/documenti-own.contract.ts';
import { posizioneOperations } from './features/cases/posizione/posizione.contract.ts';
import { bozzaOperatoreOperations } from './features/cases/pratica/bozza-operatore.contract.ts';
import { doppioniOperations } from './features/cases/pratica/doppioni.contract.ts';
import { incaricoOperations } from './features/cases/pratica/incarico.contract.ts';
import { letturaOperations } from './features/cases/pratica/lettura.contract.ts';
import { ownPraticheOperations } from './features/cases/pratica/own-pratiche.contract.ts';
import { praticaOperations } from './features/cases/pratica/pratica.contract.ts';
import { praticaChangesOperations } from './features/cases/pratica/pratica-changes.contract.ts';
import { praticaFollowOperations } from './features/cases/pratica/pratica-follow.contract.ts';
import { presaOperations } from './features/cases/pratica/presa.contract.ts';
import { presenzaOperations } from './features/cases/pratica/presenza.contract.ts';
import { protocolloEnteOperations } from './features/cases/pratica/protocollo-ente.contract.ts';
import { richiedenteKnownOperations } from './features/cases/pratica/richiedente-known.contract.ts';
import { storiaOperations } from './features/cases/pratica/storia.contract.ts';
import { sceltaDocumentiOperations } from './features/cases/scelta-documenti/scelta.contract.ts';
import { seguitaOperations } from './features/cases/segnalazione-seguita/seguita.contract.ts';
import { utenteOperations } from './features/cases/utente/utente.contract.ts';
import { verificaOperations } from './features/cases/verifica/verifica.contract.ts';
import { accessoOperations } from './features/people/accesso/accesso.contract.ts';
import { convenzioneOperations } from './features/people/gestione/convenzione.contract.ts';
import { gestioneOperations } from './features/people/gestione/gestione.contract.ts';
import { programmiOperations } from './features/people/gestione/programmi.contract.ts';
import { incassiOperations } from './features/people/incassi/incassi.contract.ts';
import { riversamentiOperations } from './features/people/incassi/riversamenti.contract.ts';
import { andamentoOperations } from './features/people/operatore/andamento.contract.ts';
import { bulkOperations } from './features/people/operatore/bulk.contract.ts';
import { changesOperations } from './features/people/operatore/changes.contract.ts';
import { countsOperations } from './features/people/operatore/counts.contract.ts';
import { operatoreOperations } from './features/people/operatore/operatore.contract.ts';
import { praticheMapOperations } from './features/people/operatore/pratiche-map.contract.ts';
import { visteOperations } from './features/people/operatore/viste.contract.ts';
import { datiOperations } from './features/people/profilo/dati.contract.ts';
import { openDataOperations } from './features/town/open-data/open-data.contract.ts';
import { pubblicazioneOperations } from './features/town/pubblicazione/pubblicazione.contract.ts';
import { segnalazioniOperations } from './features/town/segnalazioni/segnalazioni.contract.ts';
import { trasparenzaOperations } from './features/town/trasparenza/trasparenza.contract.ts';
import { serviceOperations } from './services.ts';

export const apiOperations = {
  ...serviceOperations,
  ...enteOperations,
  ...otpOperations,
  ...allegatoOperations,
  ...bozzaOperations,
  ...ownPraticheOperations,
  ...praticaOperations,
  ...praticaFollowOperations,
  ...presaOperations,
  ...operatoreOperations,
  ...changesOperations,
  ...praticheMapOperations,
  ...countsOperations,
  ...bulkOperations,
  ...visteOperations,
  ...andamentoOperations,
  ...incassiOperations,
  ...riversamentiOperations,
  ...gestioneOperations,
  ...convenzioneOperations,
  ...programmiOperations,
  ...incaricoOperations,
  ...storiaOperations,
  ...presenzaOperations,
  ...bozzaOperatoreOperations,
  ...praticaChangesOperations,
  ...protocolloEnteOperations,
  ...letturaOperations,
  ...richiedenteKnownOperations,
  ...doppioniOperations,
  ...chatOperations,
  ...messaggiOperations,
  ...posizioneOperations,
  ...ownPosizioniOperations,
  ...sceltaDocumentiOperations,
  ...seguitaOperations,
  ...accessoOperations,
  ...utenteOperations,
  ...datiOperations,
  ...verificaOperations,
  ...segnalazioniOperations,
  ...openDataOperations,
  ...pubblicazioneOperations,
  ...trasparenzaOperations,
};
