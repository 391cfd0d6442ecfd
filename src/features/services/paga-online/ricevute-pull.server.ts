/**
 * Reads what was paid to each ente from pagoPA's list of receipts, however it was paid: most people pay at a bank or in an app, and the portal
 * hears of it in no other way.
 */
import type { PortalHouse } from '../../../context.ts';
import { addDays, daysBetween, isDate, todayInRome } from '../../../platform/atoms/date.ts';
import { PaymentError, type PaymentsPort, ProviderDown } from '../../../platform/payments.ts';
import type { LetturaRicevute, StoreDb } from '../../../store/tables.ts';
import { reportFault } from './fornitore-fault.server.ts';
import { applyRicevuta } from './paid-elsewhere.server.ts';
import { listWithoutRicevuta } from './ricevute.db.ts';
import { askLettura, keepLettura, type Lettura, takeLettura } from './ricevute-pull.db.ts';
import { forEachServedEnte, type ServedEnte } from './served-enti.server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An ente is read so often; after a fault of the provider sooner. */
const PULL_EVERY_MS = 5 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
/** A host that has fallen gives an ente back after so long. One call and what it brings take less. */
const LEASE_MS = 2 * MINUTE_MS;
/** Receipts are read again for so many days, and once a day for many more: banks tell of some days later. */
const NEAR_DAYS = 2;
const FAR_DAYS = 30;
/** Records of payments are kept for ten years (art. 2220 c.c.). */
const MAX_DAYS = 3660;

type EntePull = {
  house: PortalHouse;
  provider: Required<Pick<PaymentsPort, 'listPaid' | 'readPaid'>>;
  ente: ServedEnte;
  stopping: AbortSignal;
};

/**
 * Reads the enti that are due, one after the other; one that fails keeps none of the others back.
 * @param stopping ends it after the receipt that is being read; the rest is read later
 * @throws what the first that fails throws, when the others were read
 */
export async function pullRicevute(house: PortalHouse, stopping: AbortSignal): Promise<void> {
  const { listPaid, readPaid } = house.payments.pagopa ?? {};
  if (!listPaid || !readPaid) return;
  const provider = { listPaid, readPaid };
  await forEachServedEnte(house, stopping, (ente) => pullEnte({ house, provider, ente, stopping }));
}

/**
 * Has the receipts of an ente read again from a day on, by whichever host looks next.
 * @param day `YYYY-MM-DD`
 * @throws Error with what is wrong, in Italian
 */
export async function rereadRicevute(
  db: StoreDb,
  { ente, day, now }: { ente: string; day: string; now: number },
): Promise<void> {
  const today = todayInRome(now);
  if (!isDate(day) || day > today || day < addDays(today, -MAX_DAYS))
    throw new Error('il giorno si scrive AAAA-MM-GG, non è nel futuro e non è di più di dieci anni fa.');
  const known = await db.selectFrom('enti').select('id').where('id', '=', ente).executeTakeFirst();
  if (!known) throw new Error(`non c’è un ente «${ente}»: il nome è quello del campo «id» del file dei dati.`);
  await askLettura(db, ente, day);
}

async function pullEnte(pull: EntePull): Promise<void> {
  const { house, ente } = pull;
  const now = house.now();
  const begin = { ente: ente.id, dal: null, pagina: 0, intera_il: 0, prossima: now, presa_fino: now + LEASE_MS };
  const lettura = await takeLettura(house.db, 'letture_ricevute', { begin, now });
  if (!lettura) return;
  const reading = new PullReading(house, lettura);
  try {
    await pullPages(pull, reading);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    reportFault(house, error);
    // Down: it goes on at this page. An answer that cannot be read: from the first page, with the next turn.
    await reading.pause(error instanceof ProviderDown ? RETRY_MS : PULL_EVERY_MS, error instanceof ProviderDown);
  }
}

async function pullPages(pull: EntePull, reading: PullReading): Promise<void> {
  const { house, provider, ente, stopping } = pull;
  // By the provider's clock it may be tomorrow.
  const to = addDays(todayInRome(house.now()), 1);
  for (;;) {
    const query = { dominioEC: ente.codice_fiscale, from: reading.dal, to, page: reading.pagina };
    const { paid, isLast } = await provider.listPaid(query);
    for (const iuv of await listWithoutRicevuta(house.db, { ente: ente.id, paid })) {
      await pullReceipt(pull, iuv);
      if (!(await reading.keep())) return;
      if (stopping.aborted) return reading.pause(0, true);
    }
    if (isLast) return reading.end();
    if (!(await reading.turnPage())) return;
    if (stopping.aborted) return reading.pause(0, true);
  }
}

/** A receipt that cannot be read is reported, and asked for again with the next turn; the others go on. */
async function pullReceipt({ house, provider, ente }: EntePull, iuv: string): Promise<void> {
  try {
    const { id, codice_fiscale } = ente;
    for (const ricevuta of await provider.readPaid({ dominioEC: codice_fiscale, iuv }))
      await applyRicevuta(house, id, ricevuta);
  } catch (error) {
    if (!(error instanceof PaymentError) || error instanceof ProviderDown) throw error;
    reportFault(house, error);
  }
}

/** How far this host has read an ente, in the store after each step: another host goes on where this one has fallen. */
class PullReading {
  readonly dal: string;
  pagina: number;
  #house: PortalHouse;
  #intera_il: number;
  #mine: Lettura | undefined;

  constructor(house: PortalHouse, { ente, presa_fino, dal, pagina, intera_il }: LetturaRicevute) {
    const now = house.now();
    const isFarDue = intera_il <= now - DAY_MS;
    this.dal = dal ?? addDays(todayInRome(now), isFarDue ? -FAR_DAYS : -NEAR_DAYS);
    this.pagina = pagina;
    this.#house = house;
    this.#intera_il = intera_il;
    this.#mine = { ente, presa_fino };
  }

  /** @returns false when another host has it: this one was away for too long */
  async keep(changes: Partial<LetturaRicevute> = {}): Promise<boolean> {
    const presa_fino = this.#house.now() + LEASE_MS;
    this.#mine =
      this.#mine && (await keepLettura(this.#house.db, 'letture_ricevute', this.#mine, { presa_fino, ...changes }));
    return this.#mine !== undefined;
  }

  turnPage(): Promise<boolean> {
    this.pagina++;
    return this.keep({ dal: this.dal, pagina: this.pagina });
  }

  /** Gives it back. @param goesOn at this page, else from the first */
  async pause(ms: number, goesOn: boolean): Promise<void> {
    if (!goesOn) this.pagina = 0;
    await this.keep({ dal: this.dal, pagina: this.pagina, prossima: this.#house.now() + ms, presa_fino: 0 });
  }

  async end(): Promise<void> {
    const now = this.#house.now();
    const wasFar = daysBetween(this.dal, todayInRome(now)) >= FAR_DAYS;
    const intera_il = wasFar ? now : this.#intera_il;
    await this.keep({ dal: null, pagina: 0, intera_il, prossima: now + PULL_EVERY_MS, presa_fino: 0 });
  }
}
