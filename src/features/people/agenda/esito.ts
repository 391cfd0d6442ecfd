/** What an office may say of an appointment, and when. Pure. */
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { Appuntamento } from '../../../store/tables.ts';
import type { Esito } from './agenda.contract.ts';

/** From which states each can be said. What ended a case can still be put right: served for not come, and the other way round. */
const ESITO_FROM: Readonly<Record<Esito, readonly Appuntamento['stato'][]>> = {
  arrivato: ['fissato'],
  servito: ['fissato', 'arrivato', 'non_venuto'],
  non_venuto: ['fissato', 'servito'],
  fissato: ['arrivato'],
};

/** Somebody comes on the day, and has not come only once it was their time. */
function isTime(esito: Esito, { inizio }: Pick<Appuntamento, 'inizio'>, now: number): boolean {
  return esito === 'non_venuto' ? inizio <= now : todayInRome(inizio) <= todayInRome(now);
}

export const canSay = (esito: Esito, appuntamento: Pick<Appuntamento, 'stato' | 'inizio'>, now: number): boolean =>
  ESITO_FROM[esito].includes(appuntamento.stato) && isTime(esito, appuntamento, now);

/** Whether its case is over. */
export const isEnding = (esito: Esito): boolean => esito === 'servito' || esito === 'non_venuto';
