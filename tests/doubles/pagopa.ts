/** Memory, clock and waits of the test pagoPA, under the control of a test; waits are recorded and take no time. */

import type { MemoryEntry, ProviderMemory } from '../../src/sandbox/pagopa/memory.server.ts';
import type { PagopaProvider } from '../../src/sandbox/pagopa/provider.ts';

export type PagopaDouble = PagopaProvider & {
  /** Moves the clock forward, in ms */
  pass(ms: number): void;
  /** The waits that were asked for, in ms */
  waits: number[];
};

/** @param publicUrl origin at which the provider is reached */
export function pagopaDouble(publicUrl: string, memory = memoryStore()): PagopaDouble {
  let clockMs = Date.UTC(2026, 10, 20, 9);
  const waits: number[] = [];
  return {
    memory,
    publicUrl,
    returnOrigins: ['https://portale.example', publicUrl],
    now: () => clockMs,
    wait: async (ms) => void waits.push(ms),
    pass: (ms) => {
      clockMs += ms;
    },
    waits,
  };
}

function memoryStore(): ProviderMemory {
  const entries = new Map<string, MemoryEntry>();
  return {
    read: async (kind, key, schema) => {
      const entry = entries.get(`${kind} ${key}`);
      return entry && { dati: schema.parse(structuredClone(entry.dati)), quando: entry.quando };
    },
    write: async (kind, key, entry) => void entries.set(`${kind} ${key}`, structuredClone(entry)),
    add: async (kind, key, entry) => {
      const isNew = !entries.has(`${kind} ${key}`);
      if (isNew) entries.set(`${kind} ${key}`, structuredClone(entry));
      return isNew;
    },
    list: async (kind, { prefix, from, to, skip, take }, schema) => {
      const within = [...entries]
        .filter(([key, { quando }]) => key.startsWith(`${kind} ${prefix}`) && from <= quando && quando < to)
        .sort(([a, x], [b, y]) => x.quando - y.quando || (a < b ? -1 : 1));
      const found = within
        .slice(skip, skip + take)
        .map(([, { dati, quando }]) => ({ dati: schema.parse(structuredClone(dati)), quando }));
      return { found, count: within.length };
    },
    forget: async (kind, before) => {
      for (const [key, { quando: writtenAt }] of entries) {
        if (key.startsWith(`${kind} `) && writtenAt < before) entries.delete(key);
      }
    },
  };
}
