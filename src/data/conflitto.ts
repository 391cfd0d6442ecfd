/** The words in which the import reports that a value stays because a receipt or a decision set it. */
import { STATI, type StatoDocumento } from '../features/cases/posizione/documenti.ts';

const CHI: Readonly<Record<string, string>> = {
  ricevuta: 'una ricevuta di pagamento',
  decisione: 'una decisione dell’ente',
};

/** The words about a row of which a value stays as a receipt or a decision made it. @param da who gave what stays */
export const restaCosi = (valore: string, da: string): string =>
  `Conflitto: resta «${valore}», che viene da ${CHI[da] ?? da}. Gli altri campi della riga valgono.`;

export const resta = (stato: string, da: string): string => restaCosi(STATI[stato as StatoDocumento], da);
