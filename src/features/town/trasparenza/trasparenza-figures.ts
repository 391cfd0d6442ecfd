/** Adds up groups of reports to the figures that everybody reads. Pure. */
import { monthInWords } from '../../../platform/atoms/date.ts';
import { percentileDays } from '../../../platform/atoms/days-spread.ts';
import { LEAST_CASES, type ServiceProof, type ServiceProofs } from './trasparenza.contract.ts';
import type { ReportGroup } from './trasparenza.db.ts';

/** The figures of some groups together. Days of fewer than {@link LEAST_CASES} are not told. */
export function proofOf(groups: readonly ReportGroup[]): ServiceProof {
  const answers = daysOf(groups, 'risposta');
  const ends = daysOf(groups, 'chiusura');
  const closed = ends.reduce((sum, { count }) => sum + count, 0);
  const punctual = groups.reduce((sum, group) => sum + group.punctual, 0);
  return {
    ricevute: groups.reduce((sum, { quante }) => sum + quante, 0),
    chiuse: closed,
    ...(closed >= LEAST_CASES && { entro_termine: Math.round((punctual / closed) * 100) }),
    ...percentileFigures('risposta', answers),
    ...percentileFigures('chiusura', ends),
  };
}

const daysOf = (groups: readonly ReportGroup[], key: 'risposta' | 'chiusura') =>
  groups.flatMap(({ [key]: days, quante: count }) => (days === null ? [] : [{ days, count }]));

function percentileFigures(key: 'risposta' | 'chiusura', counts: ReturnType<typeof daysOf>): Partial<ServiceProof> {
  if (counts.reduce((sum, { count }) => sum + count, 0) < LEAST_CASES) return {};
  const [median, most] = [percentileDays(counts, 0.5), percentileDays(counts, 0.9)];
  return { [key]: median, [`${key}_90`]: most };
}

const SHEET_TITLES = [
  'Per',
  'Voce',
  'Ricevute',
  'Concluse',
  'Entro il termine (%)',
  'Giorni alla prima risposta (mediana)',
  'Giorni alla prima risposta (90 su 100)',
  'Giorni alla conclusione (mediana)',
  'Giorni alla conclusione (90 su 100)',
];

/** The figures as the rows of a sheet, with the head. */
export function proofSheet({ totale, tipi, mesi }: ServiceProofs): (string | number)[][] {
  const row = (per: string, name: string, proof: ServiceProof) => [per, name, ...proofCells(proof)];
  return [
    SHEET_TITLES,
    row('totale', '', totale),
    ...tipi.map((type) => row('tipo', type.nome, type)),
    ...mesi.map((month) => row('mese', monthInWords(month.mese), month)),
  ];
}

/** In the order of the sheet and of the tables; '' for what is not told. */
export const proofCells = (proof: ServiceProof): (string | number)[] => [
  proof.ricevute,
  proof.chiuse,
  proof.entro_termine ?? '',
  ...[proof.risposta, proof.risposta_90, proof.chiusura, proof.chiusura_90].map(daysText),
];

/** With the comma of Italian spreadsheets; '' for none. */
const daysText = (days: number | undefined): string => (days === undefined ? '' : String(days).replace('.', ','));
