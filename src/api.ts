/** TABLE 2: every operation of the wire, gathered from the features' contracts. */
import { operations as accesso } from './features/accesso/accesso.contract.ts';
import { operations as allegati } from './features/allegati/allegati.contract.ts';
import { operations as bozza } from './features/bozza/bozza.contract.ts';
import { operations as chat } from './features/chat/chat.contract.ts';
import { operations as ente } from './features/ente/ente.contract.ts';
import { operations as operatore } from './features/operatore/operatore.contract.ts';
import { operations as otp } from './features/otp/otp.contract.ts';
import { operations as miei } from './features/posizione/miei.contract.ts';
import { operations as posizione } from './features/posizione/posizione.contract.ts';
import { operations as pratica } from './features/pratica/pratica.contract.ts';
import { operations as prendi } from './features/pratica/prendi.contract.ts';
import { operations as dati } from './features/profilo/dati.contract.ts';
import { operations as scelta } from './features/scelta-documenti/scelta.contract.ts';
import { operations as utente } from './features/utente/utente.contract.ts';
import { operations as verifica } from './features/verifica/verifica.contract.ts';
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
