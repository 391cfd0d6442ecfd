/** What the browser needs to know of the calls in mezzo.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { mezziOperations } from './mezzo.contract.ts';

export const mezziCalls: CallsOf<typeof mezziOperations> = {
  nuovaDichiarazioneMezzi: { method: 'POST', path: '/api/v1/mezzi_pubblicitari/new', bot: 'checked' },
  leggiDichiarazioneMezzi: { method: 'GET', path: '/api/v1/mezzi_pubblicitari/dichiarazioni/{id}' },
  scriviDichiarazioneMezzi: { method: 'POST', path: '/api/v1/mezzi_pubblicitari/dichiarazioni/{id}', bot: 'spent' },
  scriviAutomezzo: { method: 'POST', path: '/api/v1/mezzi_pubblicitari/correlati/auto/{id?}', bot: 'checked' },
  scriviMezzoFisso: { method: 'POST', path: '/api/v1/mezzi_pubblicitari/correlati/altro/{id?}', bot: 'checked' },
  cessaAutomezzo: { method: 'POST', path: '/api/v1/mezzi_pubblicitari/correlati/cessazione/auto', bot: 'checked' },
  cessaMezzoFisso: { method: 'POST', path: '/api/v1/mezzi_pubblicitari/correlati/cessazione/altro', bot: 'checked' },
  togliMezzo: { method: 'DELETE', path: '/api/v1/mezzi_pubblicitari/correlati/{id}' },
  rimettiMezzo: { method: 'POST', path: '/api/v1/portale/mezzi_pubblicitari/correlati/{id}/rimetti' },
  duplicaMezzo: { method: 'POST', path: '/api/v1/portale/mezzi_pubblicitari/correlati/{id}/duplica' },
  mezziPosizione: { method: 'GET', path: '/api/v1/mezzi_pubblicitari/posizione/{id}' },
  mieDichiarazioniMezzi: { method: 'GET', path: '/api/v1/portale/mezzi_pubblicitari/dichiarazioni' },
  importaMezzi: {
    method: 'POST',
    path: '/api/v1/portale/mezzi_pubblicitari/dichiarazioni/{id}/importa',
    upload: 1048576,
  },
  esportaMezziCsv: { method: 'GET', path: '/api/v1/portale/mezzi_pubblicitari/dichiarazioni/{id}/csv' },
  esportaMezziPdf: { method: 'GET', path: '/api/v1/portale/mezzi_pubblicitari/dichiarazioni/{id}/pdf' },
  modelloMezziCsv: { method: 'GET', path: '/api/v1/portale/mezzi_pubblicitari/modello.csv' },
  tariffaMezzi: { method: 'GET', path: '/api/v1/portale/mezzi_pubblicitari/tariffa' },
};
