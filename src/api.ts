/** TABLE 2: every operation of the wire, gathered from the features' contracts. */
import { operations as allegati } from './features/allegati/allegati.contract.ts';
import { operations as bozza } from './features/bozza/bozza.contract.ts';
import { operations as chat } from './features/chat/chat.contract.ts';
import { operations as ente } from './features/ente/ente.contract.ts';
import { operations as otp } from './features/otp/otp.contract.ts';
import { operations as pratica } from './features/pratica/pratica.contract.ts';
import { operations as segnalazione } from './features/segnalazione/segnalazione.contract.ts';
import { operations as utente } from './features/utente/utente.contract.ts';
import { operations as verifica } from './features/verifica/verifica.contract.ts';

export const operations = {
  ...ente,
  ...segnalazione,
  ...otp,
  ...allegati,
  ...bozza,
  ...pratica,
  ...chat,
  ...utente,
  ...verifica,
};
