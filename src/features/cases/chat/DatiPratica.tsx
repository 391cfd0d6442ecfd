/** The facts of a case beside its conversation: how far it has come, by when it is due, what was decided. */
import { dataInParole } from '../../../platform/atoms/date.ts';
import type { Voce } from '../../../platform/atoms/tabella.ts';
import { etichettaTermine, quando, statoInParole } from './parole.ts';
import type { ConversationPart } from './parts.ts';
import { Voci } from './Voci.tsx';

/** Number, state and dates of a case. @param props.oggi today, `YYYY-MM-DD` */
export function DatiPratica({ dettaglio: d, oggi }: { dettaglio: ConversationPart; oggi: string }) {
  const voci: (Voce | [string, null | undefined])[] = [
    ['Numero', d.protocollo],
    ['Stato', statoInParole(d)],
    ['Ricevuta il', quando(d.inviata_il)],
    ['Presa in carico il', d.presa_in_carico_il && quando(d.presa_in_carico_il)],
    d.chiusa_il ? ['Chiusa il', quando(d.chiusa_il)] : [etichettaTermine(d, oggi), dataInParole(d.termine_il)],
    ['Protocollo dell’ente', d.protocollo_ente],
    ...((d.dati.decisi ?? []) as Voce[]),
  ];
  return <Voci className="dati-pratica" voci={voci.filter((v): v is Voce => Boolean(v[1]))} />;
}
