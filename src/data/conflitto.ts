import { STATI, type StatoDocumento } from '../features/posizione/documenti.ts';

const CHI: Readonly<Record<string, string>> = {
  ricevuta: 'una ricevuta di pagamento',
  decisione: 'una decisione dell’ente',
};

/** The words about a row whose state stays as a receipt or a decision made it. @param da who gave the state that stays */
export const resta = (stato: string, da: string): string =>
  `Conflitto: resta «${STATI[stato as StatoDocumento]}», che viene da ${CHI[da] ?? da}. Gli altri campi della riga valgono.`;
