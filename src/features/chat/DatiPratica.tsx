import { dataInParole } from '../../platform/atoms/date.ts';
import type { Dettaglio } from './chat.contract.ts';
import { etichettaTermine, quando, statoInParole } from './parole.ts';

/** Number, state and dates of a case. @param props.oggi today, `YYYY-MM-DD` */
export function DatiPratica({ dettaglio: d, oggi }: { dettaglio: Dettaglio; oggi: string }) {
  const voci: [string, string | undefined][] = [
    ['Numero', d.protocollo],
    ['Stato', statoInParole(d)],
    ['Ricevuta il', quando(d.inviata_il)],
    ['Presa in carico il', d.presa_in_carico_il && quando(d.presa_in_carico_il)],
    d.chiusa_il ? ['Chiusa il', quando(d.chiusa_il)] : [etichettaTermine(d, oggi), dataInParole(d.termine_il)],
    ['Protocollo dell’ente', d.protocollo_ente],
    ...((d.dati.decisi ?? []) as [string, string][]),
  ];
  return (
    <dl className="dati-pratica">
      {voci.map(
        ([nome, valore]) =>
          valore && (
            <div key={nome}>
              <dt>{nome}</dt>
              <dd>{valore}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
