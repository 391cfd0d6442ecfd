/** What pages say of those who follow a report, and where its mails lead. Pure. */
import { inItalian } from '../../../platform/atoms/count-words.ts';
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { reportPath } from '../segnalazione-pubblica/public-addresses.ts';

/** Where mails of a report are stopped: by a button, or by a mail program (RFC 8058). */
const STOP_PATH = '/segnalazioni/smetti';

/** @param chiave words of the follower */
export const stopPath = (chiave: string): string => `${STOP_PATH}?chiave=${chiave}`;

/** The page of a report as its follower sees it. */
export const followedPath = (id: string, chiave: string): string => `${reportPath(id)}?chiave=${chiave}`;

/** So long after its closing a report is still followed, in days; then nobody is told of it any more (retention). */
const FOLLOWED_DAYS = 90;

/** A report that was closed long ago is reported anew instead. @param now in ms since 1970 */
export const canBeFollowed = ({ stato, chiusa }: { stato: string; chiusa: string | null }, now: number): boolean =>
  stato !== 'conclusa' || (chiusa ?? '') >= addDays(todayInRome(now), -FOLLOWED_DAYS);

/** @returns nothing for nobody */
export const followersInWords = (count: number): string | undefined =>
  count === 0 ? undefined : count === 1 ? '1 persona la segue' : `${inItalian(count)} persone la seguono`;

/** What operators read besides: how many said that the last closing solved nothing. @returns one sentence for each */
export const followersForOffice = (count: number, unsolved: number): string[] =>
  [
    followersInWords(count),
    unsolved === 0
      ? undefined
      : unsolved === 1
        ? '1 persona dice che non è risolto'
        : `${inItalian(unsolved)} persone dicono che non è risolto`,
  ].filter((words) => words !== undefined);
