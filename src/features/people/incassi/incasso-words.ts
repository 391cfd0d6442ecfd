/** The words for what became of a receipt, of its notice and of a settlement flow. Pure. */
import type { MoneyState } from '../../services/paga-online/money-state.ts';
import type { DecisioneTipo, Incasso, IncassoStato } from './incassi.contract.ts';
import type { FlussoQuestione } from './riversamenti.contract.ts';

export const INCASSO_STATO_NAMES: Readonly<Record<IncassoStato, string>> = {
  pagato: 'Pagato',
  riversato: 'Riversato',
  accreditato: 'Accreditato',
};

export const MONEY_STATE_NAMES: Readonly<Record<MoneyState, string>> = {
  da_pagare: 'Da pagare',
  in_verifica: 'Pagamento in verifica',
  pagato: 'Pagato',
  pagato_due_volte: 'Pagato due volte',
  stornato: 'Stornato: i soldi non ci sono più',
};

export const DECISIONE_NAMES: Readonly<Record<DecisioneTipo, string>> = {
  rimborsata: 'Rimborsato a chi ha pagato',
  stornata: 'Stornato dal prestatore di servizi di pagamento',
  chiusa: 'Niente da fare',
  riaperta: 'Decisione annullata',
};

export const QUESTIONE_NAMES: Readonly<Record<FlussoQuestione, string>> = {
  somma: 'La somma dei pagamenti non è quella dichiarata',
  importo: 'La banca ha accreditato un altro importo',
  senza_ricevuta: 'Ha pagamenti senza ricevuta',
  revoche: 'Revoca dei pagamenti',
};

/** What somebody has to look at, or what was decided about it. */
export function warningsOf({ decisione, revocato, doppio, conosciuto }: Incasso): string[] {
  if (decisione) return [DECISIONE_NAMES[decisione]];
  return [
    ...(revocato ? ['Revocato: i soldi sono tornati indietro'] : []),
    ...(doppio ? ['Pagato due volte: da rimborsare'] : []),
    ...(conosciuto ? [] : ['Avviso che il portale non ha']),
  ];
}
