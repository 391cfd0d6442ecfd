/** What `/operatore/andamento` shows: filters, tables, and the bars beside the months. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { inItalian } from '../../../platform/atoms/count-words.ts';
import { monthInWords } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enteOfPage, enti, findEnte } from '../../cases/ente/ente.server.ts';
import {
  ANDAMENTO_PERIODS,
  type Andamento,
  type AppointmentFigures,
  DEFAULT_PERIOD,
  type PraticaFigures,
} from './andamento.contract.ts';
import { decimalText } from './andamento-figures.ts';

/** @property cells in the order of {@link FIGURES_COLUMNS} */
type FiguresRow = { name: string; cells: string[] };

const APPOINTMENT_COLUMNS = ['Prenotati', 'Serviti', 'Non venuti'];
export const FIGURES_COLUMNS = [
  'Ricevute',
  'Aperte',
  'Chiuse',
  'In ritardo',
  'Giorni alla prima risposta',
  'Valutazioni',
  'Stelle',
];

/** @property tables name of the first column, and the rows below it */
export type AndamentoView = {
  period: string;
  enti: { id: string; nome: string; isChosen: boolean }[];
  aree: { id: string; nome: string; isChosen: boolean }[];
  periods: { value: string; name: string; isChosen: boolean }[];
  total: FiguresRow;
  tables: { title: string; rows: FiguresRow[] }[];
  months: { mese: string; ricevute: number; chiuse: number }[];
  /** Of the offices that receive by appointment; none without any */
  appointments: { title: string; columns: string[]; rows: FiguresRow[] }[];
  csvHref: string;
};

/** @throws PortalError `not_found` for an ente that is not the operator's */
export async function openAndamentoPage({ url, locals }: AstroGlobal): Promise<AndamentoView> {
  const { ctx } = locals;
  const ownEnti = ctx.user?.enti ?? [];
  const [onlyEnte] = ownEnti;
  if (onlyEnte && ownEnti.length === 1) locals.ente = await enteOfPage(ctx.house, url.hostname, onlyEnte);
  const ente = url.searchParams.get('ente') ?? '';
  const asked = url.searchParams.get('mesi') ?? '';
  // A period that is not in the list comes from a changed address.
  const period = ANDAMENTO_PERIODS.find((value) => value === asked) ?? DEFAULT_PERIOD;
  const aree = (await findEnte(ctx.house, ownEnti.length === 1 ? (onlyEnte ?? '') : ente))?.aree ?? [];
  // After another ente was chosen the area is none of its own.
  const area = aree.find(({ id }) => id === url.searchParams.get('area'))?.id;
  const filters = { ...(ente && { ente }), ...(area && { area }), mesi: period };
  const found = await readFigures(ctx, filters);
  const enteNames = new Map((await enti(ctx.house)).map(({ id, nome }) => [id, nome]));
  return {
    period: `da ${monthInWords(found.dal)} a ${monthInWords(found.al)}`,
    enti: ownEnti.length > 1 ? ownEnti.map((id) => ({ id, nome: enteNames.get(id) ?? id, isChosen: id === ente })) : [],
    aree: aree.map(({ id, nome }) => ({ id, nome, isChosen: id === area })),
    periods: ANDAMENTO_PERIODS.map((value) => ({ value, name: `${value} mesi`, isChosen: value === period })),
    total: rowOf('Totale', found.totale),
    tables: [
      { title: 'Per mese', rows: found.mesi.map((m) => rowOf(monthInWords(m.mese), m)) },
      { title: 'Per servizio', rows: found.servizi.map((s) => rowOf(s.nome, s)) },
      { title: 'Per ufficio', rows: found.uffici.map((u) => rowOf(u.nome, u)) },
    ],
    months: found.mesi,
    appointments: appointmentTables(found.appuntamenti),
    csvHref: `/api/v1/portale/operatore/andamento.csv?${new URLSearchParams(filters)}`,
  };
}

/** By office, with the days of wait, and by office and month, where anybody has booked. */
function appointmentTables(offices: Andamento['appuntamenti']): AndamentoView['appointments'] {
  if (offices.length === 0) return [];
  const cells = ({ prenotati, serviti, non_venuti }: AppointmentFigures) =>
    [prenotati, serviti, non_venuti].map(inItalian);
  return [
    {
      title: 'Appuntamenti per ufficio',
      columns: [...APPOINTMENT_COLUMNS, 'Giorni di attesa al primo libero'],
      rows: offices.map((office) => ({
        name: office.nome,
        cells: [...cells(office), office.attesa_giorni === undefined ? '–' : inItalian(office.attesa_giorni)],
      })),
    },
    {
      title: 'Appuntamenti per ufficio e mese',
      columns: APPOINTMENT_COLUMNS,
      rows: offices.flatMap(({ nome, mesi }) =>
        mesi
          .filter(({ prenotati }) => prenotati > 0)
          .map((month) => ({ name: `${nome}, ${monthInWords(month.mese)}`, cells: cells(month) })),
      ),
    },
  ].filter(({ rows }) => rows.length > 0);
}

/** An ente whose name is too long to be one is another's, too. */
async function readFigures(ctx: AstroGlobal['locals']['ctx'], filters: Record<string, string>): Promise<Andamento> {
  try {
    return await callOperation('andamento', filters, ctx);
  } catch (error) {
    if (error instanceof PortalError && error.fields?.ente) throw new PortalError('not_found');
    throw error;
  }
}

function rowOf(name: string, f: PraticaFigures): FiguresRow {
  const counts = [f.ricevute, f.aperte, f.chiuse, f.in_ritardo].map(inItalian);
  return {
    name,
    cells: [...counts, decimalText(f.giorni_risposta) || '–', inItalian(f.valutazioni), decimalText(f.stelle) || '–'],
  };
}
