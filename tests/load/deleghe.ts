/**
 * `npm run bench -- delegations`: what the pages of a delegate of 2,000 positions cost, and what they cost one of 20, by the processor time
 * of portal, database and the one who asks. The tables go into docs/scale.md.
 */
import type { PortalStore } from '../../src/store/open.server.ts';
import { letActOn } from '../deleghe.ts';
import { processorMs } from '../processor.ts';
import { figuresOf, tellMissed } from './figures.ts';
import { logIn } from './login.ts';
import { costOf, costTable, PAIR_ENGINES, type PairCost, type PairSide, withPair } from './pair.ts';

const FEW = 20;
const MANY = 2000;
const MAX_RATIO = 1.3;
/** Linux counts processor time in hundredths of a second: a round is some of them. */
const CALLS_IN_A_ROUND = 40;
const ROUNDS = 9;
const DELEGATE = { nome: 'Bruno', cognome: 'Carico', codice_fiscale: 'VRDLCU72P15Z999A', email: 'bruno@posta.example' };

type DelegateSide = PairSide<{ headers: Record<string, string>; posizione: string }>;

/** What a delegate opens every day. The statement reads all positions, and a search may have to. */
const pagesOf = ({ made: { posizione } }: DelegateSide): Record<string, string> => ({
  'for whom one acts': '/area-riservata/deleghe/posizioni',
  delegations: '/area-riservata/deleghe',
  'one position': `/area-riservata/documenti/${posizione}/borgosereno`,
  'reserved area': '/area-riservata',
});

export async function benchDeleghe(): Promise<void> {
  const faults: string[] = [];
  const size = { enti: 10, pratiche: 10, posizioni: 0 };
  for (const engine of PAIR_ENGINES) {
    const holders = [FEW, MANY];
    const prepare = (store: PortalStore) => fillDeleghe(store, holders.shift() ?? 0);
    await withPair({ engine, few: size, many: size, prepare }, async ({ few, many }) => {
      const costs: PairCost[] = [];
      for (const [name, path] of Object.entries(pagesOf(many)))
        costs.push(await comparePages(name, [few, pagesOf(few)[name] ?? path], [many, path]));
      const figures = figuresOf('scale.md', `delegations ${engine}`, true);
      figures.tell(costTable(costs, [`${FEW} positions`, `${MANY} positions`], MAX_RATIO));
      figures.write();
      for (const { name, ratio } of costs)
        if (!(ratio <= MAX_RATIO)) faults.push(`${engine} ${name}: ${ratio.toFixed(2)} times as much`);
    });
  }
  tellMissed(faults);
}

/** One delegation for each position, as a professional has them. */
async function fillDeleghe(store: PortalStore, holders: number) {
  const headers = await logIn(store, DELEGATE);
  await letActOn({ house: store }, { delegato: DELEGATE.codice_fiscale, holders, each: 1, ente: 'borgosereno' });
  const { id } = await store.db
    .selectFrom('rappresentanze')
    .select('id')
    .where('codice_fiscale', '=', DELEGATE.codice_fiscale)
    .where('delegata', '=', 1)
    .executeTakeFirstOrThrow();
  return { made: { headers, posizione: id } };
}

type AskedPage = readonly [side: DelegateSide, path: string];

/** In turns, by processor time of a call. */
async function comparePages(name: string, few: AskedPage, many: AskedPage): Promise<PairCost> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, page] of [few, many].entries()) {
      const began = processorMs();
      for (let n = 0; n < CALLS_IN_A_ROUND; n++) await openPage(page);
      // The first round warms up.
      if (round > 0) times[at]?.push((processorMs() - began) / CALLS_IN_A_ROUND);
    }
  return costOf(name, times[0], times[1]);
}

async function openPage([{ portal, made }, path]: AskedPage): Promise<void> {
  const answer = await fetch(portal.base + path, { headers: made.headers });
  const html = await answer.text();
  if (!answer.ok || !html.includes('</html>')) throw new Error(`${path}: ${answer.status}`);
}
