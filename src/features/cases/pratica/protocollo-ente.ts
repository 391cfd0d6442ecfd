/** Under which number a case is in the ente's own register, in words. Pure. */
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';

/** @property protocollo_ente_il `YYYY-MM-DD` */
export type ProtocolloEnte = {
  protocollo_ente?: string | null | undefined;
  protocollo_ente_il?: string | null | undefined;
  protocollo_ente_registro?: string | null | undefined;
};

/** "4711 del 20 novembre 2026, registro Generale"; undefined: it has none. */
export function protocolloEnteInWords({
  protocollo_ente: numero,
  protocollo_ente_il: giorno,
  protocollo_ente_registro: register,
}: ProtocolloEnte): string | undefined {
  if (!numero) return undefined;
  const day = giorno ? ` ${withArticle('del', dateInWords(giorno))}` : '';
  return `${numero}${day}${register ? `, registro ${register}` : ''}`;
}

/** As calls have it: without what it has not. */
export const protocolloOf = ({ protocollo_ente, protocollo_ente_il, protocollo_ente_registro }: ProtocolloEnte) => ({
  ...(protocollo_ente && { protocollo_ente }),
  ...(protocollo_ente_il && { protocollo_ente_il }),
  ...(protocollo_ente_registro && { protocollo_ente_registro }),
});
