/** The words of a row of the inbox: its author, its first line and when it was written. Pure. */
import { addDays, instantInWords, shortDate, todayInRome } from '../../../platform/atoms/date.ts';
import type { Conversazione } from '../../cases/chat/messaggi.contract.ts';
import { describeChange } from '../../cases/chat/pratica-words.ts';

/** @param enteName name of the ente of the case */
export function authorInWords({ da, chi }: Pick<Conversazione, 'da' | 'chi'>, enteName: string): string {
  if (da === 'cittadino') return 'Tu';
  return chi ? `${enteName}, ${chi}` : enteName;
}

/** The first line of the message; without words, what the entry was. */
export function excerptOf({ testo, stato, da, tipo }: Pick<Conversazione, 'testo' | 'stato' | 'da' | 'tipo'>): string {
  if (testo) return testo;
  return stato ? `${describeChange({ da, stato }, tipo)}.` : 'Un documento, senza un messaggio.';
}

/** "oggi alle 10:12", "ieri alle 9:05", "12/11/2026". @param isoTime instant, ISO 8601 @param now epoch ms */
export function whenInWords(isoTime: string, now: number): string {
  const instant = Date.parse(isoTime);
  const [day, today] = [todayInRome(instant), todayInRome(now)];
  if (day !== today && day !== addDays(today, -1)) return shortDate(day);
  const time = instantInWords(instant).split('ore ')[1] ?? '';
  // "all’1:05": before a one the article is shortened.
  return `${day === today ? 'oggi' : 'ieri'} ${time.startsWith('1:') ? 'all’' : 'alle '}${time}`;
}
