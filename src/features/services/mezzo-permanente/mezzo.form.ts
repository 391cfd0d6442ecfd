/** What the page gives the form of one advertising device. */
import type { FieldErrors } from '../../../platform/errors.ts';
import type { AllegatoMostrato } from '../../cases/allegati/allegati.contract.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { TariffaMezzi } from './stima.ts';

/**
 * @property dichiarazione its id @property mezzo `nuovo`, or the id of the device
 * @property prima present values of the position's device, in words by field: its kind (vehicle or not) stays
 * @property tariffa null when the body has told none
 */
export type MezzoProps = {
  dichiarazione: string;
  mezzo: string;
  token: string;
  chiave: string;
  valori: Valori;
  file: AllegatoMostrato[];
  prima?: Record<string, string> | undefined;
  tariffa: TariffaMezzi | null;
  errori?: FieldErrors | undefined;
  /** What belongs to no field */
  messaggio?: string | undefined;
};
