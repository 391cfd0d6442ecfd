/**
 * `npm run bench -- money`: what the books of an ente cost with 1,000,000 receipts, and what they cost with 10,000, over three years; what
 * the reading of the provider's list costs beside; the memory of a download of 100,000 receipts. The tables go into docs/scale.md.
 */
import { listWithoutRicevuta, writeRicevuta } from '../../src/features/services/paga-online/ricevute.db.ts';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import type { Ricevuta } from '../../src/store/tables.ts';
import { figuresOf, tellMissed } from './figures.ts';
import { logIn } from './login.ts';
import { comparePair, costTable, PAIR_ENGINES, type PairCalls, type PairSide, withPair } from './pair.ts';
import { memoryOf, peakDuring } from './servers.ts';

const MANY_RECEIPTS = Number(process.env.BENCH_RECEIPTS ?? 1_000_000);
const FEW_RECEIPTS = MANY_RECEIPTS / 100;
const MONEY_DAYS = 3 * 365;
const MAX_RATIO = 1.3;
const MAX_EXPORT_MB = 60;
const EXPORTED = 100_000;
/** The first ente of the demo. */
const ENTE = 'borgosereno';
const BATCH = 2000;
const DAY_MS = 86_400_000;
/** Rows of a page of the provider's list. */
const LISTED = 100;
/** What receipts are for, as many as a town of some size has. */
const SERVIZI = [
  '',
  'SF120',
  'SF200',
  'SF300',
  'TARMB',
  'PAR',
  'OSAP',
  'ICP',
  'spontaneo/MENSA',
  'spontaneo/TRASPORTO',
];

type MoneySide = PairSide<{ headers: Record<string, string>; receipts: number }>;

export async function benchMoney(): Promise<void> {
  const faults: string[] = [];
  const size = { enti: 10, pratiche: 10, posizioni: 0 };
  for (const engine of PAIR_ENGINES) {
    const counts = [FEW_RECEIPTS, MANY_RECEIPTS];
    const prepare = (store: PortalStore) => fillMoney(store, counts.shift() ?? 0);
    await withPair({ engine, few: size, many: size, prepare }, async ({ few, many }) => {
      const [ofFew, ofMany] = [await callsOf(few), await callsOf(many)];
      const costs = await comparePair({ few: ofFew.calls, many: ofMany.calls });
      const figures = figuresOf('scale.md', `money ${engine}`, !process.env.BENCH_RECEIPTS);
      figures.tell(costTable(costs, [`${FEW_RECEIPTS} receipts`, `${MANY_RECEIPTS} receipts`], MAX_RATIO));
      for (const { name, ratio } of costs)
        if (!(ratio <= MAX_RATIO)) faults.push(`${engine} ${name}: ${ratio.toFixed(2)} times as much`);
      const more = await exportMemory(many);
      figures.tell(`\nA download of ${EXPORTED} receipts takes ${more} MB more than the host had before.`);
      if (more > MAX_EXPORT_MB) faults.push(`${engine} download: ${more} MB`);
      figures.write();
      await Promise.all([ofFew.close(), ofMany.close()]);
    });
  }
  tellMissed(faults);
}

const numeroOf = (n: number): string => `30299${String(n).padStart(13, '0')}`;

function receiptOf(n: number, count: number, now: number): Ricevuta {
  const numero_avviso = numeroOf(n);
  const pagato_il = now - Math.floor(((count - n) / count) * MONEY_DAYS * DAY_MS);
  return {
    id: `carico-${n}`,
    fornitore: n % 10 === 0 ? 'mooney' : 'pagopa',
    rif: `IUR${n}`,
    ente: ENTE,
    numero_avviso,
    pagamento: null,
    causale: 'Mensa scolastica',
    importo_cent: 1000 + (n % 100_000),
    pagato_il,
    intermediario: 'Banca di prova',
    doppia: n % 10_000 === 5 ? 1 : 0,
    iuv: numero_avviso.slice(1),
    giorno: todayInRome(pagato_il),
    bollo_cent: 0,
    servizio: SERVIZI[n % SERVIZI.length] ?? '',
  };
}

async function fillMoney(store: PortalStore, receipts: number) {
  const headers = await logIn(store, { nome: 'cassa', cognome: 'Carico', enti: [ENTE] });
  const { id } = await store.db.selectFrom('utenti').select('id').where('nome', '=', 'cassa').executeTakeFirstOrThrow();
  await store.db.insertInto('amministratori').values({ ente: ENTE, utente: id }).execute();
  const now = Date.now();
  for (let at = 0; at < receipts; at += BATCH) {
    const count = Math.min(BATCH, receipts - at);
    const rows = Array.from({ length: count }, (_, i) => receiptOf(at + i, receipts, now));
    await store.db.insertInto('ricevute').values(rows).execute();
  }
  return { made: { headers, receipts } };
}

async function callsOf({ portal, place, made: { headers, receipts } }: MoneySide) {
  const { db, close } = await openStore(place);
  const today = todayInRome(Date.now());
  const ask =
    (query: Record<string, string>, path = 'incassi') =>
    async () => {
      const asked = new URLSearchParams(query);
      const answer = await fetch(`${portal.base}/api/v1/portale/operatore/${path}?${asked}`, { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}?${asked}: ${answer.status} ${text.slice(0, 300)}`);
      return JSON.parse(text).data;
    };
  const middle = Math.floor(receipts / 2);
  const iuvOfMiddle = (i: number) => numeroOf(middle + i).slice(1);
  const { dopo } = await ask({ ente: ENTE })();
  let written = receipts;
  const calls: PairCalls = new Map([
    ['the month, its sum and first page', ask({ ente: ENTE })],
    ['the next page', ask({ ente: ENTE, dopo })],
    ['a year, with its sums by month', ask({ ente: ENTE, dal: addDays(today, -364), al: today })],
    ['a month of one provider', ask({ ente: ENTE, fornitore: 'mooney' })],
    ['a month of one service', ask({ ente: ENTE, servizio: 'SF300' })],
    ['a search by notice number', ask({ ente: ENTE, cerca: numeroOf(middle) })],
    ['a search by IUV', ask({ ente: ENTE, cerca: iuvOfMiddle(0) })],
    ['a search by receipt', ask({ ente: ENTE, cerca: `IUR${middle}` })],
    ['a search by tax code', ask({ ente: ENTE, cerca: 'RSSMRA80A01H501U' })],
    ['flows of the month', ask({ ente: ENTE }, 'riversamenti')],
    ['one receipt with its history', ask({}, `incassi/carico-${middle}`)],
    [
      'a page of the provider’s list, all known',
      () =>
        listWithoutRicevuta(db, {
          ente: ENTE,
          paid: Array.from({ length: LISTED }, (_, i) => iuvOfMiddle(i * 10 + 1)),
        }),
    ],
    ['a receipt is written', () => writeRicevuta(db, receiptOf(written++, written, Date.now()))],
  ]);
  return { calls, close };
}

/** Of so many days that they hold the receipts that are asked for. @returns MB beyond what the host had before */
async function exportMemory({ portal, made: { headers, receipts } }: MoneySide): Promise<number> {
  const today = todayInRome(Date.now());
  const days = Math.min(365, Math.ceil((EXPORTED / receipts) * MONEY_DAYS));
  const query = new URLSearchParams({ ente: ENTE, dal: addDays(today, 1 - days), al: today });
  const before = memoryOf(portal, 'VmRSS');
  const peak = await peakDuring(portal, async () => {
    const answer = await fetch(`${portal.base}/api/v1/portale/operatore/incassi.csv?${query}`, { headers });
    await answer.body?.pipeTo(new WritableStream());
  });
  return Math.round(peak - before);
}
