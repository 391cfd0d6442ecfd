/** TABLE 2: every operation of the wire, gathered from the features' contracts. */
import { operations as parcheggi } from './features/abbonamento-parcheggi/parcheggi.contract.ts';
import { operations as accesso } from './features/accesso/accesso.contract.ts';
import { operations as affissione } from './features/affissione-manifesti/manifesto.contract.ts';
import { operations as lampade } from './features/allacciamento-lampade-votive/lampade.contract.ts';
import { operations as allegati } from './features/allegati/allegati.contract.ts';
import { operations as bozza } from './features/bozza/bozza.contract.ts';
import { operations as chat } from './features/chat/chat.contract.ts';
import { operations as ente } from './features/ente/ente.contract.ts';
import { operations as istanza } from './features/istanza-contribuente/istanza.contract.ts';
import { operations as dichiarazione } from './features/mezzo-permanente/elenco-dichiarazioni.contract.ts';
import { operations as mezzo } from './features/mezzo-permanente/mezzo.contract.ts';
import { operations as operatore } from './features/operatore/operatore.contract.ts';
import { operations as otp } from './features/otp/otp.contract.ts';
import { operations as mieiAvvisi } from './features/paga-online/miei.contract.ts';
import { operations as pagaOnline } from './features/paga-online/paga-online.contract.ts';
import { operations as miei } from './features/posizione/miei.contract.ts';
import { operations as posizione } from './features/posizione/posizione.contract.ts';
import { operations as pratica } from './features/pratica/pratica.contract.ts';
import { operations as prendi } from './features/pratica/prendi.contract.ts';
import { operations as dati } from './features/profilo/dati.contract.ts';
import { operations as rateizza } from './features/rateizza-un-pagamento/rateizza.contract.ts';
import { operations as riesame } from './features/riesame/riesame.contract.ts';
import { operations as rinegozia } from './features/rinegozia-un-pagamento/rinegozia.contract.ts';
import { operations as scelta } from './features/scelta-documenti/scelta.contract.ts';
import { operations as segnalazioniMie } from './features/segnalazione/mie.contract.ts';
import { operations as segnalazione } from './features/segnalazione/segnalazione.contract.ts';
import { operations as sportello } from './features/sportello-territoriale/sportello.contract.ts';
import { operations as utente } from './features/utente/utente.contract.ts';
import { operations as verifica } from './features/verifica/verifica.contract.ts';

export const operations = {
  ...ente,
  ...segnalazione,
  ...segnalazioniMie,
  ...sportello,
  ...otp,
  ...allegati,
  ...bozza,
  ...pratica,
  ...prendi,
  ...operatore,
  ...chat,
  ...posizione,
  ...miei,
  ...dichiarazione,
  ...pagaOnline,
  ...rateizza,
  ...lampade,
  ...parcheggi,
  ...riesame,
  ...istanza,
  ...scelta,
  ...rinegozia,
  ...affissione,
  ...mezzo,
  ...mieiAvvisi,
  ...accesso,
  ...utente,
  ...dati,
  ...verifica,
};
