/** What the page gives the form of one advertising device. */
import type { FieldErrors } from '../../../platform/errors.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { TariffaMezzi } from './stima.ts';

/**
 * @property dichiarazione its id @property mezzo `nuovo`, or the id of the device
 * @property current today's values of the position's device, in words by field; it cannot become a vehicle or cease to be one
 * @property tariffa null when the ente has none
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
  /** An error of no field */
  message?: string | undefined;
};
