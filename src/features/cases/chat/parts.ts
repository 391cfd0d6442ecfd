/** Divides a case among the islands of a chat page, so that the page carries the timeline once. Pure. */
import type { ProtocolloEnteFields } from '../pratica/protocollo-ente.contract.ts';
import type { PraticaDetail } from './chat.contract.ts';

/** The parts that only the summary of the sent data shows. */
type SentPart = Pick<PraticaDetail, 'oggetto' | 'descrizione' | 'allegati'>;
export type ConversationPart = Pick<
  PraticaDetail,
  'id' | 'vista' | 'tipo' | 'stato' | 'eventi' | 'altri_prima' | 'dati'
>;
/** Whose turn it is, and what the reader can do now. */
export type TurnPart = Pick<PraticaDetail, 'id' | 'vista' | 'codice' | 'azioni' | 'puo_scrivere'>;
type DatesPart = Pick<PraticaDetail, 'inviata_il' | 'presa_in_carico_il' | 'chiusa_il' | 'termine_il'>;
/** How far the case has come. Of its payments only whether they are paid. */
export type StatePart = DatesPart &
  Pick<PraticaDetail, 'tipo' | 'vista' | 'stato' | 'azioni'> & { pagamenti?: { stato: string }[] | undefined };
/** Number, state, dates and what was decided. */
export type FactsPart = DatesPart &
  Pick<PraticaDetail, 'protocollo' | 'vista' | 'stato' | 'dati'> &
  ProtocolloEnteFields;
/** Of the timeline only the answer with its documents. */
export type SentDetail = SentPart & Pick<PraticaDetail, 'id' | 'vista' | 'dati' | 'eventi' | 'inviata_il'>;

/** How a case stands that another program deals with. */
export type EsternaPart = Pick<PraticaDetail, 'protocollo' | 'stato' | 'chiusa_il' | 'inviata_il' | 'puo_scrivere'> & {
  esterna: NonNullable<PraticaDetail['esterna']>;
};

export type IslandParts = {
  state: StatePart;
  esterna?: EsternaPart;
  conversation: ConversationPart;
  turn: TurnPart;
  sent: SentDetail & FactsPart;
};

export function partsOf(d: PraticaDetail): IslandParts {
  const { id, vista, codice, tipo, stato, dati, eventi, altri_prima, azioni, puo_scrivere } = d;
  const { inviata_il, presa_in_carico_il, chiusa_il, termine_il, protocollo } = d;
  const { oggetto, descrizione, allegati, esterna } = d;
  const { protocollo_ente, protocollo_ente_il, protocollo_ente_registro } = d;
  const { protocollo_ente_classifica, protocollo_ente_fascicolo, protocollo_atteso_dal } = d;
  const dates = { inviata_il, presa_in_carico_il, chiusa_il, termine_il };
  const register = {
    protocollo_ente,
    protocollo_ente_il,
    protocollo_ente_registro,
    protocollo_ente_classifica,
    protocollo_ente_fascicolo,
    protocollo_atteso_dal,
  };
  const sent = { oggetto, descrizione, allegati, ...dates, protocollo, ...register, vista, stato };
  // The operator reads who writes.
  const author = vista === 'operatore' ? { nome: dati.nome, cognome: dati.cognome } : {};
  return {
    state: { ...dates, tipo, vista, stato, azioni, pagamenti: d.pagamenti?.map((p) => ({ stato: p.stato })) },
    ...(esterna && { esterna: { esterna, protocollo, stato, chiusa_il, inviata_il, puo_scrivere } }),
    conversation: { id, vista, tipo, stato, eventi, altri_prima, dati: author },
    turn: { id, vista, codice, azioni, puo_scrivere },
    sent: { ...sent, id, dati, eventi: eventi.filter(isAnswer) },
  };
}

/** The event that granted a request: its files are the documents of the answer. */
export const isAnswer = ({ stato }: PraticaDetail['eventi'][number]): boolean => stato === 'accettata';
