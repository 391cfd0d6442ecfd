/**
 * Reads what pagoPA's providers have transferred to each ente: settlement flows with their payments. A flow is written once, when all its
 * payments are; a later revision is another flow, and takes its place.
 */
import type { PortalHouse } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import {
  FLUSSO_PAGE,
  type FlussiPort,
  type FlussoKey,
  PaymentError,
  ProviderDown,
} from '../../../platform/payments.ts';
import type { Flusso } from '../../../store/tables.ts';
import { lockAvvisi } from '../paga-online/avvisi.db.ts';
import { reportFault } from '../paga-online/fornitore-fault.server.ts';
import { applyJournal } from '../paga-online/journal.db.ts';
import { keepLettura, type Lettura, takeLettura } from '../paga-online/ricevute-pull.db.ts';
import { forEachServedEnte, type ServedEnte } from '../paga-online/served-enti.server.ts';
import {
  findLastPublished,
  listEverRevoked,
  listKnownFlussi,
  sumRead,
  writeFlusso,
  writeFlussoPagamenti,
} from './flussi.db.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Providers publish a flow a day, at different hours. */
const PULL_EVERY_MS = 60 * MINUTE_MS;
const RETRY_MS = 5 * MINUTE_MS;
/** A host that has fallen gives an ente back after so long. One call and what it brings take less. */
const LEASE_MS = 2 * MINUTE_MS;
/** Flows are looked for from so long before the last one that is known; at the first time this far back. */
const OVERLAP_MS = 10 * DAY_MS;
const FIRST_MS = 90 * DAY_MS;

type EntePull = {
  house: PortalHouse;
  flussi: FlussiPort;
  ente: ServedEnte;
  stopping: AbortSignal;
  /** @returns false when another host has the reading now */
  keep(): Promise<boolean>;
};

/**
 * Reads the enti that are due, one after the other; one that fails keeps none of the others back.
 * @param stopping ends it after the page that is being read; the rest is read later
 * @throws what the first that fails throws, when the others were read
 */
export async function pullFlussi(house: PortalHouse, stopping: AbortSignal): Promise<void> {
  const { flussi } = house.payments.pagopa ?? {};
  if (!flussi) return;
  await forEachServedEnte(house, stopping, (ente) => pullEnte(house, { flussi, ente, stopping }));
}

async function pullEnte(house: PortalHouse, pull: Pick<EntePull, 'flussi' | 'ente' | 'stopping'>): Promise<void> {
  const { db } = house;
  const now = house.now();
  const begin = { ente: pull.ente.id, prossima: now, presa_fino: now + LEASE_MS };
  let mine: Lettura | undefined = await takeLettura(db, 'letture_flussi', { begin, now });
  if (!mine) return;
  const keep = async (changes: { prossima?: number; presa_fino: number }) => {
    mine = mine && (await keepLettura(db, 'letture_flussi', mine, changes));
    return mine !== undefined;
  };
  let next = PULL_EVERY_MS;
  try {
    await pullPages({ ...pull, house, keep: () => keep({ presa_fino: house.now() + LEASE_MS }) });
    if (pull.stopping.aborted) next = 0;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    reportFault(house, error);
    next = RETRY_MS;
  }
  await keep({ prossima: house.now() + next, presa_fino: 0 });
}

async function pullPages(pull: EntePull): Promise<void> {
  const { house, flussi, ente, stopping } = pull;
  const last = await findLastPublished(house.db, ente.id);
  const since = last === undefined ? house.now() - FIRST_MS : last - OVERLAP_MS;
  for (let page = 1; ; page++) {
    const { flussi: keys, isLast } = await flussi.list({ dominioEC: ente.codice_fiscale, since, page });
    const known = await listKnownFlussi(
      house.db,
      keys.map((key) => flussoId(ente.id, key)),
    );
    for (const key of keys) {
      if (known.has(flussoId(ente.id, key))) continue;
      if (!(await pullFlusso(pull, key)) || stopping.aborted) return;
    }
    if (isLast || !(await pull.keep())) return;
  }
}

/** The name holds no slash, and neither does the revision. */
const flussoId = (ente: string, { psp, nome, revisione }: FlussoKey) => [ente, psp, nome, revisione].join('/');

/**
 * One that cannot be read is reported, and asked for again with the next turn; the others go on.
 * @returns false when another host has the reading now
 */
async function pullFlusso(pull: EntePull, key: FlussoKey): Promise<boolean> {
  try {
    return await readFlusso(pull, key);
  } catch (error) {
    if (!(error instanceof PaymentError) || error instanceof ProviderDown) throw error;
    reportFault(pull.house, error);
    return pull.keep();
  }
}

/** Goes on at the page where another host has fallen. */
async function readFlusso({ house, flussi, ente, stopping, keep }: EntePull, key: FlussoKey): Promise<boolean> {
  const { db } = house;
  const id = flussoId(ente.id, key);
  const { data, nome_psp, regolamento, pagamenti, importo_cent, pubblicato } = await flussi.read(
    ente.codice_fiscale,
    key,
  );
  for (let page = Math.floor((await sumRead(db, id)).letti / FLUSSO_PAGE) + 1; ; page++) {
    const { payments, isLast } = await flussi.readPayments(ente.codice_fiscale, key, page);
    await writeFlussoPagamenti(
      db,
      payments.map((payment) => ({ ...payment, flusso: id, ente: ente.id })),
    );
    if (!(await keep())) return false;
    if (isLast) break;
    if (stopping.aborted) return true;
  }
  const read = await sumRead(db, id);
  const isNew = await endFlusso(house, {
    id,
    ente: ente.id,
    psp: key.psp,
    nome: key.nome,
    revisione: key.revisione,
    nome_psp,
    data: todayInRome(data),
    regolamento,
    pagamenti,
    importo_cent,
    letti: read.letti,
    letti_cent: read.letti_cent,
    pubblicato,
  });
  if (isNew && (read.letti !== pagamenti || read.letti_cent !== importo_cent))
    house.monitoring.report(new Error('Flusso di rendicontazione con una somma che non torna'), { route: 'pagamenti' });
  return true;
}

/**
 * From now on the flow counts: notices whose money it took back are to be paid again, and one that an earlier revision took back is paid.
 * @returns false when it was written before
 */
const endFlusso = (house: PortalHouse, flusso: Flusso): Promise<boolean> =>
  house.db.transaction().execute(async (db) => {
    if (!(await writeFlusso(db, flusso))) return false;
    const avvisi = await listEverRevoked(db, flusso);
    await lockAvvisi({ db, house }, avvisi);
    for (const key of avvisi) await applyJournal(db, key);
    return true;
  });
