/** The port for figures about the running portal. Every label is one of a bounded set of ours: never a path, a name, an address. */
import type { StorePool } from '../../store/postgres.server.ts';
import type { SystemName } from './faults.server.ts';
import type { RequestPlace } from './request.server.ts';

/**
 * An answered request. @property route as in the table of routes or in the contract, with its holes
 * @property status `aborted` when the client left before the answer was complete
 */
type AnsweredRequest = {
  method: string;
  route: string;
  status: number | 'aborted';
  ms: number;
  place: RequestPlace;
};

/** `failed`: it did not do its work; `refused`: it answered, and said no */
type OutsideResult = 'ok' | 'refused' | 'failed';
type DeliveryResult = 'sent' | 'retry' | 'given_up';

/** Rows of a lane of the outbox by what becomes of them, and for how long the oldest of the due ones has waited, in seconds. */
export type OutboxDepth = { due: number; later: number; given_up: number; oldest_s: number };

/** State that is read when the figures are asked for. @property pool of PostgreSQL */
export type MetricSources = {
  outbox(): Promise<ReadonlyMap<string, OutboxDepth>>;
  /** As `/readyz` finds out @throws when the store cannot be written to */
  ready(): Promise<void>;
  /** When the store was last backed up, in ms since 1970; 0 for never */
  lastBackup(): Promise<number>;
  pool?: (() => StorePool) | undefined;
  uploads(): { count: number; bytes: number };
  /** Pages that are told of changes over a connection of their own */
  streams(): number;
  limits: ReadonlyMap<string, number>;
  faults: ReadonlyMap<string, number>;
};

/** Counts what happens. It never throws or makes a citizen wait. */
export type MetricsPort = {
  request(request: AnsweredRequest): void;
  /** @param outcome `ok`, or the code of the error */
  operation(name: string, outcome: string, ms: number): void;
  /** @param sql only its first word counts */
  query(sql: string, failed: boolean, ms: number): void;
  outside(system: SystemName, result: OutsideResult, ms: number): void;
  delivery(kind: string, result: DeliveryResult): void;
  /** A row of the outbox has left. @param late since it was due, in ms */
  left(lane: string, late: number): void;
  housekeeping(work: string, result: 'done' | 'failed', now: number): void;
  /** Answers to those who ask for the figures, until it is closed. @throws SettingError when the port cannot be used */
  serve(sources: MetricSources): Promise<void>;
  close(): Promise<void>;
};

const STATEMENT_WORDS = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback']);

/** @returns the first word of a statement, when it is one that statements begin with, else `other` */
export function statementOf(sql: string): string {
  const word = /^\w+/.exec(sql)?.[0].toLowerCase() ?? '';
  return STATEMENT_WORDS.has(word) ? word : 'other';
}

/** Tells several ports the same. */
export const toldToAll = (ports: readonly MetricsPort[]): MetricsPort => ({
  request: (...told) => {
    for (const port of ports) port.request(...told);
  },
  operation: (...told) => {
    for (const port of ports) port.operation(...told);
  },
  query: (...told) => {
    for (const port of ports) port.query(...told);
  },
  outside: (...told) => {
    for (const port of ports) port.outside(...told);
  },
  delivery: (...told) => {
    for (const port of ports) port.delivery(...told);
  },
  left: (...told) => {
    for (const port of ports) port.left(...told);
  },
  housekeeping: (...told) => {
    for (const port of ports) port.housekeeping(...told);
  },
  serve: async (sources) => void (await Promise.all(ports.map((port) => port.serve(sources)))),
  close: async () => void (await Promise.all(ports.map((port) => port.close()))),
});

/** Counts nothing: no port is set. */
export const silentMetrics: MetricsPort = {
  request: () => undefined,
  operation: () => undefined,
  query: () => undefined,
  outside: () => undefined,
  delivery: () => undefined,
  left: () => undefined,
  housekeeping: () => undefined,
  serve: async () => undefined,
  close: async () => undefined,
};
