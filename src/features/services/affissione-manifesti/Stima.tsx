/** Writes out the estimated cost of posters and how it is calculated, for the form and its summary. */
import type { ReactNode } from 'react';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { choiceOf } from './manifesto.fields.ts';
import { estimateStima, stimaBreakdown } from './rules.ts';

/** @returns the estimate and how it was calculated; undefined while a field is missing or the tariff is another ente's */
export function stimaInWords(tariffa: TariffaOfferta | undefined, values: FormValues): ReactNode {
  const choice = choiceOf(values);
  const stima = tariffa?.ente === values.ente && tariffa ? estimateStima(tariffa, choice) : undefined;
  if (!stima) return undefined;
  if (stima.importo_cent === 0) return <p>Gratuito: non c’è niente da pagare.</p>;
  return (
    <p>
      Stima: <strong>{formatEuro(stima.importo_cent)}</strong> ({stimaBreakdown(stima, Number(choice.quantita))}). Paghi
      solo se l’ente accetta: l’importo definitivo è nella risposta.
    </p>
  );
}
