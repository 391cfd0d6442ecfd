/** The message of the import when a value stays because a receipt or a decision set it. */
import { DOCUMENTO_STATI, type StatoDocumento } from '../features/cases/posizione/documenti.ts';

const STATO_SOURCES: Readonly<Record<string, string>> = {
  ricevuta: 'una ricevuta di pagamento',
  decisione: 'una decisione dell’ente',
};

/** The message for a row of which a value stays. @param source what set the value */
export const conflictText = (value: string, source: string): string =>
  `Conflitto: resta «${value}», che viene da ${STATO_SOURCES[source] ?? source}. Gli altri campi della riga valgono.`;

export const statoConflictText = (stato: string, source: string): string =>
  conflictText(DOCUMENTO_STATI[stato as StatoDocumento], source);
