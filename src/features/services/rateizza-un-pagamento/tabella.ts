/** The plan as a table, for form, receipt, chat and decision. Pure. */
import { dataBreve } from '../../../platform/atoms/date.ts';
import { cifre } from '../../../platform/atoms/euro.ts';
import type { Tabella } from '../../../platform/atoms/tabella.ts';
import { type Rata, sommaPiano } from './piano.ts';

type Importi = Pick<Rata, 'capitale_cent' | 'interessi_cent' | 'importo_cent'>;

/** Interest has its own column when there is any. What is to pay comes first: large letters on a small screen show it. */
export function pianoInTabella(rate: readonly Rata[]): Tabella {
  const somma = sommaPiano(rate);
  const colonne = somma.interessi_cent > 0 ? 3 : 1;
  const importi = ({ importo_cent, capitale_cent, interessi_cent }: Importi) =>
    [importo_cent, capitale_cent, interessi_cent].slice(0, colonne).map(cifre);
  return [
    ['Rata', 'Scadenza', ...['Da pagare (€)', 'Capitale (€)', 'Interessi (€)'].slice(0, colonne)],
    ...rate.map((r) => [String(r.n), dataBreve(r.scadenza), ...importi(r)]),
    ['Totale', ...importi({ ...somma, capitale_cent: somma.importo_cent - somma.interessi_cent })],
  ];
}
