/** What people see in the street, as pictures that lead to the types of report. Pure. */
import type { IconName } from '../../../ui/icons.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { TIPI } from './options.ts';

/** @property codice the type of report it leads to @property danger somebody may be hurt: the emergency number is named */
type Problema = { label: string; codice: keyof typeof TIPI; icon: IconName; danger?: true };

/** In the order of the pictures. */
export const PROBLEMI: Readonly<Record<string, Problema>> = {
  buca: { label: 'Buca o strada rovinata', codice: 'SF310', icon: 'pothole', danger: true },
  lampione: { label: 'Lampione spento', codice: 'SF510', icon: 'streetlight' },
  rifiuti: { label: 'Rifiuti abbandonati', codice: 'SF410', icon: 'bin' },
  verde: { label: 'Verde e alberi', codice: 'SF420', icon: 'tree', danger: true },
  acqua: { label: 'Acqua e fogne', codice: 'SF310', icon: 'drop', danger: true },
};

/** A type with the problems that its pictures show, for somebody who looks for what they were told in a list. */
export function tipoWithProblemi(codice: string, tipo: string): string {
  const words = Object.values(PROBLEMI).flatMap((p) => (p.codice === codice ? [p.label.toLowerCase()] : []));
  return words.length > 0 ? `${tipo} (${words.join(', ')})` : tipo;
}

/** The last picture: the type is chosen from the full list. */
export const OTHER_PROBLEMA = 'altro';

type ChosenType = { problema?: string | undefined; codice?: string | undefined };

const problemaOf = ({ problema = '' }: ChosenType): Problema | undefined =>
  Object.hasOwn(PROBLEMI, problema) ? PROBLEMI[problema] : undefined;

/** The type that a form asks for: pictures and list are one field, and the list counts where no picture says the type. */
export const codiceOf = (chosen: ChosenType): string => problemaOf(chosen)?.codice ?? chosen.codice ?? '';

/** The form's values as the call takes them. */
export function bodyOf({ problema, codice_inviato_a: _codeAddress, ...values }: FormValues): FormValues {
  return { ...values, codice: codiceOf({ problema, codice: values.codice }) };
}

/** @returns undefined when the type was chosen from the list, whose words say enough */
export const problemaInWords = (chosen: ChosenType, tipo: string): string | undefined => {
  const problema = problemaOf(chosen);
  return problema && `${problema.label} (${tipo})`;
};
