/** What the page gives the form of one advertising device. */
import type { FieldErrors } from '../../../platform/errors.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { TariffaMezzi } from './stima.ts';

/**
 * @property dichiarazione its id @property mezzo `nuovo`, or the id of the device
 * @property current present values of the position's device, in words by field: its kind (vehicle or not) stays
 * @property tariffa null when the body has told none
 */
export type MezzoFormProps = {
  dichiarazione: string;
  mezzo: string;
  token: string;
  sendKey: string;
  values: FormValues;
  file: ShownAllegato[];
  current?: Record<string, string> | undefined;
  tariffa: TariffaMezzi | null;
  errors?: FieldErrors | undefined;
  /** What belongs to no field */
  message?: string | undefined;
};
