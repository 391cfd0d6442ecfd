/** TABLE 2: every operation of the wire, gathered from the features' contracts. */

import { operations as allegati } from './features/cases/allegati/allegati.contract.ts';
import { operations as bozza } from './features/cases/bozza/bozza.contract.ts';
import { operations as chat } from './features/cases/chat/chat.contract.ts';
import { operations as ente } from './features/cases/ente/ente.contract.ts';
import { operations as otp } from './features/cases/otp/otp.contract.ts';
import { operations as miei } from './features/cases/posizione/miei.contract.ts';
import { operations as posizione } from './features/cases/posizione/posizione.contract.ts';
import { operations as pratica } from './features/cases/pratica/pratica.contract.ts';
import { operations as prendi } from './features/cases/pratica/prendi.contract.ts';
import { operations as scelta } from './features/cases/scelta-documenti/scelta.contract.ts';
import { operations as utente } from './features/cases/utente/utente.contract.ts';
import { operations as verifica } from './features/cases/verifica/verifica.contract.ts';
import { operations as accesso } from './features/people/accesso/accesso.contract.ts';
import { operations as operatore } from './features/people/operatore/operatore.contract.ts';
import { operations as dati } from './features/people/profilo/dati.contract.ts';
import { operations as services } from './services.ts';

export const operations = {
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
