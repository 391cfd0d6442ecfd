/** Writes out the estimated cost of posters and how it is calculated, for the form and its summary. */
import type { ReactNode } from 'react';
import { euro } from '../../../platform/atoms/euro.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { sceltaDi } from './manifesto.fields.ts';
import { comeSiCalcola, stimaDi } from './regole.ts';

/** @returns the estimate and how it came about; undefined while something is missing or the tariff is another body's */
export function inParole(tariffa: TariffaOfferta | undefined, valori: Valori): ReactNode {
  const scelta = sceltaDi(valori);
  const stima = tariffa?.ente === valori.ente && tariffa ? stimaDi(tariffa, scelta) : undefined;
  if (!stima) return undefined;
  if (stima.importo_cent === 0) return <p>Gratuito: non c’è niente da pagare.</p>;
  return (
    <p>
      Stima: <strong>{euro(stima.importo_cent)}</strong> ({comeSiCalcola(stima, Number(scelta.quantita))}). Paghi solo
      se l’ente accetta: l’importo definitivo è nella risposta.
    </p>
  );
}
