/**
 * `npm run bench -- appointments`: what the free times of a month cost with 1,000 calendars and 1,000,000 appointments, and what they cost
 * with a hundredth of both. The tables go into docs/scale.md.
 */
import type { Calendario } from '../../src/features/cases/calendario/calendario.ts';
import { offeredTimes } from '../../src/features/cases/calendario/free-times.ts';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import type { Appuntamento } from '../../src/store/tables.ts';
import { figuresOf, tellMissed } from './figures.ts';
import { comparePair, costTable, PAIR_ENGINES, type PairCalls, type PairSide, withPair } from './pair.ts';

const MANY_CALENDARS = Number(process.env.BENCH_CALENDARS ?? 1000);
const FEW_CALENDARS = MANY_CALENDARS / 100;
/** Of each calendar: the next three weeks are full. */
const APPOINTMENTS = 1000;
const MAX_RATIO = 1.3;
const BATCH = 1000;
const MINUTI = 30;
/** Of the demo: the one that is asked about, and the one that has the other calendars. */
const ENTE = 'borgosereno';
const OTHER_ENTE = 'portolieve';
const ASKED = 'carico-0';

const calendarioOf = (n: number): Calendario => ({
  ente: n === 0 ? ENTE : OTHER_ENTE,
  codice: `carico-${n}`,
  nome: `Ufficio ${n}`,
  tipo: 'Anagrafe',
  sportello: 'urp',
  postazioni: 4,
  motivi: [{ codice: 'carta', nome: 'Carta d’identità', minuti: MINUTI, cosa_serve: [], servizi: [] }],
  orari: [{ giorni: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi'], dalle: '09:00', alle: '17:00' }],
  chiusure: [],
  aperture_straordinarie: [],
  preavviso_ore: 0,
  orizzonte_giorni: 90,
  massimo_per_persona: 5,
  limite_modifica_ore: 1,
});

/** The first times of a calendar, at every desk. */
function appointmentsOf(calendario: Calendario, now: number): Appuntamento[] {
  const today = todayInRome(now);
  const closed = { patrono: undefined, chiusure: [] };
  const times = offeredTimes(calendario, MINUTI, { from: today, to: addDays(today, 60), closed });
  const desks = Array.from({ length: calendario.postazioni }, (_, i) => i + 1);
  return times
    .flatMap((time) => desks.map((postazione) => ({ ...time, postazione })))
    .slice(0, APPOINTMENTS)
    .map(({ inizio, fine, postazione }, i) => ({
      id: `${calendario.codice}-${i}`,
      ente: calendario.ente,
      calendario: calendario.codice,
      postazione,
      inizio,
      fine,
      motivo: 'carta',
      motivo_nome: 'Carta d’identità',
      stato: 'fissato',
      proprietario: null,
      scade: null,
      pratica: null,
      sequenza: 0,
      da_spostare: null,
      in_lista_dal: null,
      orari_noti: null,
      creato: now,
    }));
}

async function fillCalendari({ db }: PortalStore, calendari: number) {
  const now = Date.now();
  for (let n = 0; n < calendari; n++) {
    const calendario = calendarioOf(n);
    const { ente, codice, ...dati } = calendario;
    await db
      .insertInto('calendari')
      .values({ ente, codice, ordine: n, dati_json: JSON.stringify(dati) })
      .execute();
    const rows = appointmentsOf(calendario, now);
    for (let at = 0; at < rows.length; at += BATCH)
      await db
        .insertInto('appuntamenti')
        .values(rows.slice(at, at + BATCH))
        .execute();
  }
  return { made: undefined };
}

function callsOf({ portal }: PairSide<undefined>): PairCalls {
  const ask = (path: string, mese?: string) => async () => {
    const query = new URLSearchParams({ ente: ENTE, calendario: ASKED, motivo: 'carta', ...(mese && { mese }) });
    const answer = await fetch(`${portal.base}/api/v1/portale/appuntamenti/${path}?${query}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}?${query}: ${answer.status} ${text.slice(0, 300)}`);
    if (!text.includes('"inizio"')) throw new Error(`${path}?${query}: no free time in ${text.slice(0, 300)}`);
  };
  const inTwoMonths = addDays(todayInRome(Date.now()), 62).slice(0, 7);
  return new Map([
    ['the first month with a free time', ask('orari')],
    ['another month', ask('orari', inTwoMonths)],
  ]);
}

export async function benchAppointments(): Promise<void> {
  const faults: string[] = [];
  const size = { enti: 10, pratiche: 10, posizioni: 0 };
  for (const engine of PAIR_ENGINES) {
    const counts = [FEW_CALENDARS, MANY_CALENDARS];
    const prepare = (store: PortalStore) => fillCalendari(store, counts.shift() ?? 0);
    await withPair({ engine, few: size, many: size, prepare }, async ({ few, many }) => {
      const costs = await comparePair({ few: callsOf(few), many: callsOf(many) });
      const figures = figuresOf('scale.md', `appointments ${engine}`, !process.env.BENCH_CALENDARS);
      const counted = (calendars: number) => `${calendars * APPOINTMENTS} appointments`;
      figures.tell(costTable(costs, [counted(FEW_CALENDARS), counted(MANY_CALENDARS)], MAX_RATIO));
      figures.write();
      for (const { name, ratio } of costs)
        if (!(ratio <= MAX_RATIO)) faults.push(`${engine} ${name}: ${ratio.toFixed(2)} times as much`);
    });
  }
  tellMissed(faults);
}
