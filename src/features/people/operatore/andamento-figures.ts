/** Adds up groups of cases to the figures of a service, an office or a month. Pure. */
import { monthInWords } from '../../../platform/atoms/date.ts';
import type { Andamento, PraticaFigures } from './andamento.contract.ts';
import type { PraticaGroup } from './andamento.db.ts';

/** The figures of some groups together. */
export function figuresOf(groups: readonly PraticaGroup[]): PraticaFigures {
  const sumOf = (key: 'ricevute' | 'aperte' | 'in_ritardo' | 'valutazioni' | 'stelle') =>
    groups.reduce((sum, group) => sum + group[key], 0);
  const [ricevute, aperte, valutazioni] = [sumOf('ricevute'), sumOf('aperte'), sumOf('valutazioni')];
  const giorni = medianDays(groups);
  return {
    ...{ ricevute, aperte, chiuse: ricevute - aperte, in_ritardo: sumOf('in_ritardo'), valutazioni },
    ...(giorni !== undefined && { giorni_risposta: giorni }),
    ...(valutazioni > 0 && { stelle: Math.round((sumOf('stelle') / valutazioni) * 10) / 10 }),
  };
}

/** The middle one of the answered cases by their days, or the mean of the middle two. */
function medianDays(groups: readonly PraticaGroup[]): number | undefined {
  const answered = groups
    .flatMap(({ giorni, ricevute }) => (giorni === null ? [] : [{ giorni, ricevute }]))
    .sort((a, b) => a.giorni - b.giorni);
  const count = answered.reduce((sum, { ricevute }) => sum + ricevute, 0);
  if (count === 0) return undefined;
  const daysAt = (place: number) => {
    let left = place;
    for (const { giorni, ricevute } of answered) {
      if (left < ricevute) return giorni;
      left -= ricevute;
    }
    return 0;
  };
  return (daysAt(Math.floor((count - 1) / 2)) + daysAt(Math.floor(count / 2))) / 2;
}

const SHEET_TITLES = [
  ...['Per', 'Voce', 'Ricevute', 'Aperte', 'Chiuse', 'In ritardo'],
  ...['Giorni alla prima risposta (mediana)', 'Valutazioni', 'Stelle (media)'],
];

/** The figures as the rows of a sheet, with the head. */
export function andamentoSheet({ totale, servizi, uffici, mesi }: Andamento): (string | number)[][] {
  const row = (per: string, nome: string, f: PraticaFigures) => [
    ...[per, nome, f.ricevute, f.aperte, f.chiuse, f.in_ritardo],
    ...[decimalText(f.giorni_risposta), f.valutazioni, decimalText(f.stelle)],
  ];
  return [
    SHEET_TITLES,
    row('totale', '', totale),
    ...servizi.map((s) => row('servizio', s.nome, s)),
    ...uffici.map((u) => row('ufficio', u.nome, u)),
    ...mesi.map((m) => row('mese', monthInWords(m.mese), m)),
  ];
}

/** With the comma of Italian spreadsheets; '' for none. */
export const decimalText = (n: number | undefined): string => (n === undefined ? '' : String(n).replace('.', ','));
