/** What the host knows of the house: host and bundle hold separate copies of every module, and share this under a global name. */
import type { MetricsPort } from '../monitoring/metrics.ts';
import type { StillPages } from '../still.server.ts';

/**
 * @property close closes the house
 * @property drain ends what would last while the host stops
 * @property metrics counts the requests that the host answers
 * @property answerStill answers with a page that is still true
 * @property whyNot why the house could not be opened: a sentence for the operator of the portal
 */
type HouseForHost = {
  close?: () => Promise<void>;
  drain?: () => void;
  metrics?: MetricsPort;
  answerStill?: StillPages['answer'];
  whyNot?: string;
};

const HOUSE_SYMBOL = Symbol.for('portale.house');
const globalNames = globalThis as { [name: symbol]: HouseForHost | undefined };
globalNames[HOUSE_SYMBOL] ??= {};

/** Filled by the bundle when it opens the house. */
export const houseForHost = globalNames[HOUSE_SYMBOL];
