/** What the test pagoPA works with, in the hand of a test: its memory, its clock, and waits that are only noted. */
import type { Banco } from '../../src/sandbox/pagopa/banco.ts';
import type { Memoria, Voce } from '../../src/sandbox/pagopa/memoria.server.ts';

export type BancoDiProva = Banco & {
  /** Moves the clock on, in ms */
  passa(ms: number): void;
  /** How long it would have waited, each time, in ms */
  attese: number[];
};

/** @param publicUrl origin at which it is reached */
export function banco(publicUrl: string, memoria = inMemoria()): BancoDiProva {
  let ora = Date.UTC(2026, 10, 20, 9);
  const attese: number[] = [];
  return {
    memoria,
    publicUrl,
    ritorni: ['https://portale.example', publicUrl],
    now: () => ora,
    attendi: async (ms) => void attese.push(ms),
    passa: (ms) => {
      ora += ms;
    },
    attese,
  };
}

function inMemoria(): Memoria {
  const voci = new Map<string, Voce>();
  return {
    leggi: async (cosa, chiave) => structuredClone(voci.get(`${cosa} ${chiave}`)),
    scrivi: async (cosa, chiave, voce) => void voci.set(`${cosa} ${chiave}`, structuredClone(voce)),
    aggiungi: async (cosa, chiave, voce) => {
      const nuova = !voci.has(`${cosa} ${chiave}`);
      if (nuova) voci.set(`${cosa} ${chiave}`, structuredClone(voce));
      return nuova;
    },
    dimentica: async (cosa, prima) => {
      for (const [chiave, { quando }] of voci) {
        if (chiave.startsWith(`${cosa} `) && quando < prima) voci.delete(chiave);
      }
    },
  };
}
