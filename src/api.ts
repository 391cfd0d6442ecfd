/** TABLE 2: every operation of the API, gathered from the features' contracts. */

import { allegatoOperations as allegati } from './features/cases/allegati/allegati.contract.ts';
import { bozzaOperations as bozza } from './features/cases/bozza/bozza.contract.ts';
import { chatOperations as chat } from './features/cases/chat/chat.contract.ts';
import { enteOperations as ente } from './features/cases/ente/ente.contract.ts';
import { otpOperations as otp } from './features/cases/otp/otp.contract.ts';
import { ownPosizioniOperations as miei } from './features/cases/posizione/documenti-own.contract.ts';
import { posizioneOperations as posizione } from './features/cases/posizione/posizione.contract.ts';
import { praticaOperations as pratica } from './features/cases/pratica/pratica.contract.ts';
import { presaOperations as prendi } from './features/cases/pratica/presa.contract.ts';
import { sceltaDocumentiOperations as scelta } from './features/cases/scelta-documenti/scelta.contract.ts';
import { utenteOperations as utente } from './features/cases/utente/utente.contract.ts';
import { verificaOperations as verifica } from './features/cases/verifica/verifica.contract.ts';
import { accessoOperations as accesso } from './features/people/accesso/accesso.contract.ts';
import { operatoreOperations as operatore } from './features/people/operatore/operatore.contract.ts';
import { datiOperations as dati } from './features/people/profilo/dati.contract.ts';
import { serviceOperations as services } from './services.ts';

export const apiOperations = {
  ...services,
  ...ente,
  ...otp,
  ...allegati,
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
