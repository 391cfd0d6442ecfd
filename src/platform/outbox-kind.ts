/** The kinds of rows of the outbox: what a row holds is checked by its kind where it is written, and again where it is delivered. */
import type * as z from 'zod/mini';
import type { StoreTables } from '../store/tables.ts';

/**
 * Rows of one lane never wait for those of another. What each promises is in docs/operations/README.md (*Mails and other work*).
 *
 * `receipts`: what a person did is told to the persons concerned. `offices`: what offices and operators are told.
 * `news`: mails to many at once, which nobody waits for. `pictures`: maps. `programs`: other systems are asked, or told. `protocol`: those
 * that register what enti receive. `io`: what people are told in App IO.
 */
export type OutboxLane = StoreTables['posta_in_uscita']['corsia'];

/** How many deliveries each lane has in parallel; those of the lanes that send mails are as many as the connections that the mail server gets. */
export const LANE_SLOTS: Record<OutboxLane, number> = {
  receipts: 3,
  offices: 2,
  news: 1,
  pictures: 2,
  programs: 3,
  protocol: 3,
  io: 3,
};
export const OUTBOX_LANES = Object.keys(LANE_SLOTS) as OutboxLane[];

/** @property tipo its name in the store, which stays: rows of earlier releases have it @property dati schema of what a row holds */
export type OutboxKind<Data extends object> = {
  readonly tipo: string;
  readonly lane: OutboxLane;
  readonly dati: z.ZodMiniType<Data>;
};

export const outboxKind = <Data extends object>(
  tipo: string,
  lane: OutboxLane,
  dati: z.ZodMiniType<Data>,
): OutboxKind<Data> => ({ tipo, lane, dati });

/**
 * @property delay wait before the first attempt, in ms
 * @property id where the same entry may be written twice, and is to be sent once
 */
type EntryTiming = { delay?: number | undefined; id?: string };

const isChecked: unique symbol = Symbol('checked');
/** What is to be delivered. Only {@link outboxEntry} makes one, so that its data are those of its kind. */
export type OutboxEntry = EntryTiming & { tipo: string; lane: OutboxLane; dati: object; [isChecked]: true };

export const outboxEntry = <Data extends object>(
  { tipo, lane }: OutboxKind<Data>,
  dati: NoInfer<Data>,
  when: EntryTiming = {},
): OutboxEntry => ({ ...when, tipo, lane, dati, [isChecked]: true });
