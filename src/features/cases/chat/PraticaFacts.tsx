/** The facts of a case beside its conversation: its state, its due date, and what was decided. */
import { dateInWords } from '../../../platform/atoms/date.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { shownPraticaData } from '../pratica/pratica-data.ts';
import { protocolloStateInWords } from '../protocollo/protocollo-ente.ts';
import { FactList } from './FactList.tsx';
import type { FactsPart } from './parts.ts';
import { describeStato, formatInstant, termineLabel } from './pratica-words.ts';

/** Number, state and dates of a case. @param props.oggi today, `YYYY-MM-DD` */
export function PraticaFacts({ detail: d, today }: { detail: FactsPart; today: string }) {
  const items: (SummaryItem | [string, null | undefined])[] = [
    ['Numero', d.protocollo],
    ['Stato', describeStato(d)],
    ['Ricevuta il', formatInstant(d.inviata_il)],
    ['Presa in carico il', d.presa_in_carico_il && formatInstant(d.presa_in_carico_il)],
    d.chiusa_il ? ['Chiusa il', formatInstant(d.chiusa_il)] : [termineLabel(d, today), dateInWords(d.termine_il)],
    ['Protocollo dell’ente', protocolloStateInWords(d, today)],
    ...(shownPraticaData.parse(d.dati).decisi ?? []),
  ];
  return <FactList className="dati-pratica" items={items.filter((v): v is SummaryItem => Boolean(v[1]))} />;
}
