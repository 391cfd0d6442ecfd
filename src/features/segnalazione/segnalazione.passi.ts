/** The form of a report: its fields, their order, what they hold, and when a body does not take the chosen type. Pure. */
import type { FieldErrors } from '../../platform/errors.ts';
import { nonRiceve } from '../ente/ente.ts';
import type { Modulo, Valori } from '../modulo/modulo.ts';
import type { EnteOfferto } from './modulo.ts';
import { TIPI } from './tipi.ts';

export const PERCORSO = '/segnalazione';
export const SERVIZIO = 'Segnalazione disservizio';

export type TipoSegnalazione = keyof typeof TIPI;
export const CODICI = Object.keys(TIPI) as [TipoSegnalazione, ...TipoSegnalazione[]];

export const MAX_OGGETTO = 80;
export const MAX_DESCRIZIONE = 2000;

export const MODULO: Modulo = {
  percorso: PERCORSO,
  servizio: SERVIZIO,
  tipo: 'segnalazione',
  dati: 'Dati di segnalazione',
  campi: [
    'ente',
    'indirizzo',
    'lat',
    'lon',
    'codice',
    'oggetto',
    'descrizione',
    'file',
    'nome',
    'cognome',
    'codice_fiscale',
    'email',
    'otp',
    'telefono',
  ],
  altrove: { lat: 'indirizzo', lon: 'indirizzo' },
};

/** @param ente the chosen body, when it is known here: it has to answer for the chosen type */
export function nonRisponde(
  { codice }: Valori,
  ente: Pick<EnteOfferto, 'Nome' | 'Categorie'> | undefined,
): FieldErrors {
  return ente && codice && !ente.Categorie.includes(codice) ? { codice: [nonRiceve(ente.Nome)] } : {};
}
