/** Under which number a case is in the ente's own register, or since when it waits for one, in words. Pure. */
import { dateInWords, daysBetween, isoInstant, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import type { Pratica } from '../../../store/tables.ts';

/** As an operator writes it, or a protocol answers: with it the case waits no more. */
export type WrittenProtocollo = Pick<
  Pratica,
  | 'protocollo_ente'
  | 'protocollo_ente_il'
  | 'protocollo_ente_registro'
  | 'protocollo_ente_classifica'
  | 'protocollo_ente_fascicolo'
  | 'protocollo_atteso_dal'
>;

type WithGaps<T> = { [K in keyof T]?: T[K] | undefined };

/** @property protocollo_ente_il `YYYY-MM-DD` */
export type ProtocolloEnte = WithGaps<Omit<WrittenProtocollo, 'protocollo_atteso_dal'>>;

/** "4711/2026": a number comes again each year. One that names its year already stays as it is. */
export function protocolloNumber({ protocollo_ente: numero, protocollo_ente_il: giorno }: ProtocolloEnte): string {
  if (!numero) return '';
  const year = giorno?.slice(0, 4);
  return !year || numero.includes(year) ? numero : `${numero}/${year}`;
}

/** "4711 del 20 novembre 2026, registro Generale, classifica 10.4, fascicolo 12/2026"; undefined: it has none. */
export function protocolloEnteInWords(p: ProtocolloEnte): string | undefined {
  if (!p.protocollo_ente) return undefined;
  const { protocollo_ente: numero, protocollo_ente_il: giorno, protocollo_ente_registro: register } = p;
  const { protocollo_ente_classifica: classifica, protocollo_ente_fascicolo: fascicolo } = p;
  const day = giorno ? ` ${withArticle('del', dateInWords(giorno))}` : '';
  return [
    numero + day,
    register && `registro ${register}`,
    classifica && `classifica ${classifica}`,
    fascicolo && `fascicolo ${fascicolo}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** @param since instant @param today `YYYY-MM-DD` @returns "in attesa di protocollo da 3 giorni" */
export function attesaInWords(since: number | string, today: string): string {
  const days = daysBetween(todayInRome(Number(new Date(since))), today);
  const age = days < 1 ? 'oggi' : days === 1 ? 'ieri' : `${days} giorni`;
  return `in attesa di protocollo da ${age}`;
}

/** Its number, or that it waits for one; undefined: it has none and needs none. */
export function protocolloStateInWords(
  p: ProtocolloEnte & { protocollo_atteso_dal?: number | string | null | undefined },
  today: string,
): string | undefined {
  const { protocollo_atteso_dal: since } = p;
  return protocolloEnteInWords(p) ?? (since ? attesaInWords(since, today) : undefined);
}

/** As calls have it: without what it has not. @property protocollo_ente_anno that of the day */
export const protocolloOf = (p: WrittenProtocollo) => {
  const { protocollo_ente, protocollo_ente_il, protocollo_ente_registro } = p;
  const { protocollo_ente_classifica, protocollo_ente_fascicolo, protocollo_atteso_dal } = p;
  return {
    ...(protocollo_ente && { protocollo_ente }),
    ...(protocollo_ente_il && { protocollo_ente_il, protocollo_ente_anno: Number(protocollo_ente_il.slice(0, 4)) }),
    ...(protocollo_ente_registro && { protocollo_ente_registro }),
    ...(protocollo_ente_classifica && { protocollo_ente_classifica }),
    ...(protocollo_ente_fascicolo && { protocollo_ente_fascicolo }),
    ...(protocollo_atteso_dal && { protocollo_atteso_dal: isoInstant(protocollo_atteso_dal) }),
  };
};
