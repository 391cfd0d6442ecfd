/** Adds up groups of cases to the figures of a service, an office or a month. Pure. */
import { monthInWords } from '../../../platform/atoms/date.ts';
import { percentileDays } from '../../../platform/atoms/days-spread.ts';
import type { Andamento, AppointmentFigures, PraticaFigures } from './andamento.contract.ts';
import type { AppointmentGroup, PraticaGroup } from './andamento.db.ts';

/** The figures of some groups together. */
export function figuresOf(groups: readonly PraticaGroup[]): PraticaFigures {
  const sumOf = (key: 'ricevute' | 'aperte' | 'in_ritardo' | 'valutazioni' | 'stelle') =>
    groups.reduce((sum, group) => sum + group[key], 0);
  const [ricevute, aperte, valutazioni] = [sumOf('ricevute'), sumOf('aperte'), sumOf('valutazioni')];
  const answered = groups.flatMap(({ giorni: days, ricevute: count }) => (days === null ? [] : [{ days, count }]));
  const giorni = percentileDays(answered, 0.5);
  return {
    ricevute,
    aperte,
    chiuse: ricevute - aperte,
    in_ritardo: sumOf('in_ritardo'),
    valutazioni,
    ...(giorni !== undefined && { giorni_risposta: giorni }),
    ...(valutazioni > 0 && { stelle: Math.round((sumOf('stelle') / valutazioni) * 10) / 10 }),
  };
}

/** Somebody who has come and was not received yet counts as booked. */
export function appointmentFigures(groups: readonly AppointmentGroup[]): AppointmentFigures {
  const countOf = (...states: string[]) =>
    groups.reduce((sum, { stato, quanti }) => sum + (states.includes(stato) ? quanti : 0), 0);
  return {
    prenotati: groups.reduce((sum, { quanti }) => sum + quanti, 0),
    serviti: countOf('servito'),
    non_venuti: countOf('non_venuto'),
  };
}

const SHEET_TITLES = [
  'Per',
  'Voce',
  'Ricevute',
  'Aperte',
  'Chiuse',
  'In ritardo',
  'Giorni alla prima risposta (mediana)',
  'Valutazioni',
  'Stelle (media)',
  'Appuntamenti prenotati',
  'Appuntamenti serviti',
  'Non venuti all’appuntamento',
  'Giorni di attesa al primo appuntamento libero',
];
const PRATICA_FIGURES = 7;
const APPOINTMENT_FIGURES = 4;
const noFigures = (count: number): string[] => Array.from({ length: count }, () => '');

/** The figures as the rows of a sheet, with the head. The days of wait are those of today, so that no month has them. */
export function andamentoSheet({ totale, servizi, uffici, mesi, appuntamenti }: Andamento): (string | number)[][] {
  const row = (per: string, nome: string, f: PraticaFigures) => [
    per,
    nome,
    f.ricevute,
    f.aperte,
    f.chiuse,
    f.in_ritardo,
    decimalText(f.giorni_risposta),
    f.valutazioni,
    decimalText(f.stelle),
    ...noFigures(APPOINTMENT_FIGURES),
  ];
  const ofAppointments = (
    per: string,
    nome: string,
    f: AppointmentFigures & { attesa_giorni?: number | undefined },
  ) => [per, nome, ...noFigures(PRATICA_FIGURES), f.prenotati, f.serviti, f.non_venuti, f.attesa_giorni ?? ''];
  return [
    SHEET_TITLES,
    row('totale', '', totale),
    ...servizi.map((s) => row('servizio', s.nome, s)),
    ...uffici.map((u) => row('ufficio', u.nome, u)),
    ...mesi.map((m) => row('mese', monthInWords(m.mese), m)),
    ...appuntamenti.map((office) => ofAppointments('appuntamenti', office.nome, office)),
    ...appuntamenti.flatMap(({ nome, mesi: months }) =>
      months
        .filter(({ prenotati }) => prenotati > 0)
        .map((m) => ofAppointments('appuntamenti del mese', `${nome}, ${monthInWords(m.mese)}`, m)),
    ),
  ];
}

/** With the comma of Italian spreadsheets; '' for none. */
export const decimalText = (n: number | undefined): string => (n === undefined ? '' : String(n).replace('.', ','));
