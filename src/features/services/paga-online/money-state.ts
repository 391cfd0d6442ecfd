/**
 * What a notice is, by the journal of its ente: the one place that decides it. Attempts are hints; they only say that money may be on its way.
 * Pure.
 */
import type { DecisioneIncasso } from '../../../store/tables.ts';

export const MONEY_STATES = ['da_pagare', 'in_verifica', 'pagato', 'pagato_due_volte', 'stornato'] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

/** What an office has decided about a receipt; undefined: nothing, or it was taken back */
export type Decisione = Exclude<DecisioneIncasso['tipo'], 'riaperta'> | undefined;

/**
 * @property covers false: it is of less than the notice asks for @property isRevoked its provider has taken the money back, by a settlement flow
 */
export type JournalRicevuta = { covers: boolean; isRevoked: boolean; decisione: Decisione };
/** @property isPending an attempt on the notice waits for its outcome */
export type AvvisoJournal = { ricevute: readonly JournalRicevuta[]; isPending: boolean };

/** The money of this receipt is with the ente: not given back, and not taken back. A revocation that an office calls settled counts as paid. */
const isKept = ({ isRevoked, decisione }: JournalRicevuta): boolean =>
  decisione !== 'rimborsata' && decisione !== 'stornata' && !(isRevoked && decisione !== 'chiusa');

export function moneyState({ ricevute, isPending }: AvvisoJournal): MoneyState {
  const paying = ricevute.filter(({ covers }) => covers);
  const kept = paying.filter(isKept);
  if (kept.length > 1) return 'pagato_due_volte';
  if (kept.length === 1) return 'pagato';
  if (isPending) return 'in_verifica';
  return paying.length > 0 ? 'stornato' : 'da_pagare';
}

/** Whether the debt is settled by its journal. */
export const isSettled = (state: MoneyState): boolean => state === 'pagato' || state === 'pagato_due_volte';
