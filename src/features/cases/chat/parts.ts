/** Divides a case among the islands of a chat page, so that the page carries the timeline once. Pure. */
import type { PraticaDetail } from './chat.contract.ts';

/** The parts that only the summary of the sent data shows. */
export type SentPart = Pick<PraticaDetail, 'oggetto' | 'descrizione' | 'allegati' | 'mappa'>;
export type ConversationPart = Omit<PraticaDetail, keyof SentPart | 'area' | 'pagamenti' | 'ente'>;
/** Whose turn it is, and what the reader can do now. */
export type TurnPart = Pick<PraticaDetail, 'id' | 'vista' | 'codice' | 'azioni' | 'puo_scrivere'>;
export type StepsPart = Pick<
  PraticaDetail,
  'tipo' | 'vista' | 'stato' | 'inviata_il' | 'presa_in_carico_il' | 'chiusa_il' | 'termine_il'
>;
/** Of the timeline only the answer with its documents. */
export type SentDetail = SentPart & Pick<PraticaDetail, 'id' | 'vista' | 'dati' | 'eventi'>;

export type IslandParts = {
  conversation: ConversationPart;
  turn: TurnPart;
  steps: StepsPart;
  /** An operator sees the sent data above the messages, a citizen beside them */
  sentAbove: SentPart | undefined;
  sentBeside: SentDetail | undefined;
};

export function partsOf({ area, pagamenti, ente, ...d }: PraticaDetail): IslandParts {
  const { oggetto, descrizione, allegati, mappa, ...conversation } = d;
  const { id, vista, codice, dati, eventi, azioni, puo_scrivere, tipo, stato } = d;
  const { inviata_il, presa_in_carico_il, chiusa_il, termine_il } = d;
  const sent = { oggetto, descrizione, allegati, mappa };
  const operator = vista === 'operatore';
  return {
    conversation: operator ? conversation : { ...conversation, dati: { decisi: dati.decisi } },
    turn: { id, vista, codice, azioni, puo_scrivere },
    steps: { tipo, vista, stato, inviata_il, presa_in_carico_il, chiusa_il, termine_il },
    sentAbove: operator ? sent : undefined,
    sentBeside: operator ? undefined : { ...sent, id, vista, dati, eventi: eventi.filter(isAnswer) },
  };
}

/** The event that granted a request: its files are the documents of the answer. */
export const isAnswer = ({ stato }: PraticaDetail['eventi'][number]): boolean => stato === 'accettata';
