/** node-ical and ical.js, which calendars of others are built on, read each calendar and agree on its events. */

import { deserialize } from 'node:v8';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import type { MailMessage } from '../../src/platform/mail/message.ts';
import { KEPT_MAIL } from '../kept.ts';
import { filesOfTests } from './made.ts';
import type { OtherFinding, OtherJudgement } from './runs.ts';
import { versionOf } from './version.ts';

type CalendarText = { kind: string; text: string };

export async function judgeCalendars(): Promise<OtherJudgement> {
  const calendars = [
    ...filesOfTests('ics').map(({ kind, bytes }) => ({ kind, text: bytes.toString() })),
    ...filesOfTests(KEPT_MAIL).flatMap(({ kind, bytes }) => {
      const { event }: Pick<MailMessage, 'event'> = deserialize(bytes);
      return event ? [{ kind, text: event.calendar }] : [];
    }),
  ];
  return {
    version: `${versionOf('node-ical')} e ${versionOf('ical.js')}`,
    judged: calendars.length,
    findings: calendars.flatMap(faultsOf),
    notes: [...new Set(calendars.map(({ kind }) => kind))],
  };
}

function faultsOf({ kind, text }: CalendarText): OtherFinding[] {
  try {
    const [one, other] = [eventsOfNodeIcal(text), eventsOfIcalJs(text)];
    const isSame = one.length > 0 && one.join() === other.join();
    return isSame ? [] : [{ of: kind, words: `node-ical reads ${one.join(' ')}; ical.js reads ${other.join(' ')}` }];
  } catch (cause) {
    return [{ of: kind, words: String(cause) }];
  }
}

/** Each event as its name, its beginning and its words. */
const eventsOfNodeIcal = (text: string): string[] =>
  Object.values(nodeIcal.sync.parseICS(text))
    .flatMap((found) => (found?.type === 'VEVENT' ? [found] : []))
    .map(({ uid, start, summary }) => `${uid} ${start.valueOf()} ${summary}`)
    .toSorted();

function eventsOfIcalJs(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
    .map(({ uid, startDate, summary }) => `${uid} ${startDate.toJSDate().valueOf()} ${summary}`)
    .toSorted();
}
