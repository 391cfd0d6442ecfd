/** How long each kind of data is kept: defaults, limits and the reason in law. `docs/retention.md` is generated from this table. */
import * as z from 'zod/mini';
import { jsonObject } from '../platform/setting.ts';

/** @property days 0: never deleted by age @property least, most what the setting may say @property from what the days are counted from */
export type RetentionRow = {
  kind: string;
  /** Name in Italian, plural, for the command */
  label: string;
  what: string;
  from: string;
  days: number;
  least: number;
  most: number;
  why: string;
};

/** With the leap days. */
const TEN_YEARS = 3653;
const NO_LIMIT = 36_500;

export const RETENTION_ROWS = [
  {
    kind: 'bozze',
    label: 'bozze',
    what: 'Drafts that a logged-in citizen saved, with their files and declarations of devices.',
    from: 'the last change',
    days: 365,
    least: 1,
    most: 365,
    why: 'Needed only until they are sent: GDPR art. 5(1)(c) and (e). A guest’s drafts go after a day, saved ones after 7.',
  },
  {
    kind: 'file',
    label: 'file non inviati',
    what: 'Files that were uploaded and never sent, when no draft holds them; acts (PDF) of documents that their system has closed.',
    from: 'the upload, the closing',
    days: 7,
    least: 1,
    most: 30,
    why: 'Their owner has not handed them to any office: GDPR art. 5(1)(e).',
  },
  {
    kind: 'posta',
    label: 'mail inviate',
    what: 'Rows of mails that were sent: ids, not their text.',
    from: 'the send',
    days: 30,
    least: 1,
    most: 365,
    why: 'Answers the question whether a mail left: GDPR art. 5(1)(e) and 32.',
  },
  {
    kind: 'posta_fallita',
    label: 'mail non recapitate',
    what: 'Rows of mails that were given up after two days.',
    from: 'their writing',
    days: 365,
    least: 30,
    most: TEN_YEARS,
    why: 'Shows that a notice did not leave, while somebody may still ask: GDPR art. 5(2).',
  },
  {
    kind: 'messaggi_io',
    label: 'messaggi in App IO',
    what: 'What became of each message in App IO: to whom, about what, and the id that IO gave it. Not its text.',
    from: 'their writing',
    days: 365,
    least: 30,
    most: TEN_YEARS,
    why: 'Answers the question whether somebody was told: GDPR art. 5(1)(e) and 5(2).',
  },
  {
    kind: 'pratiche',
    label: 'pratiche chiuse',
    what: 'Closed cases with timeline, files, notes of operators, readings and permits. One stays while a notice of it is to be paid or a subscription of it is valid.',
    from: 'the closing',
    days: 0,
    least: 365,
    most: NO_LIMIT,
    why:
      'Records of an ente are kept as its retention plan says (DPR 445/2000 art. 67–68, CAD art. 44), and discarded only with the leave of the ' +
      'Soprintendenza archivistica (D.Lgs. 42/2004 art. 21(1)(d)). Set the days of the plan, once the cases are in the archive of the ente.',
  },
  {
    kind: 'pagamenti',
    label: 'pagamenti riusciti',
    what: 'Paid attempts with their receipts, ratings and the provider’s notifications; receipts of what was paid elsewhere. Notices stay.',
    from: 'the payment',
    days: 0,
    least: TEN_YEARS,
    most: NO_LIMIT,
    why: 'Accounting records and proof of payment: ten years (art. 2220 and 2946 of the civil code).',
  },
  {
    kind: 'tentativi',
    label: 'pagamenti non riusciti',
    what: 'Attempts to pay that ended without money.',
    from: 'their end',
    days: 0,
    least: 365,
    most: NO_LIMIT,
    why: 'A late receipt may still belong to one; after that they prove nothing: GDPR art. 5(1)(e). A year is enough.',
  },
  {
    kind: 'consultazioni',
    label: 'consultazioni',
    what: 'Which operator opened which case. Otherwise they go with their case.',
    from: 'the reading',
    days: 0,
    least: 180,
    most: NO_LIMIT,
    why:
      'Accountability for the reading of personal data (GDPR art. 5(2) and 32); at least six months, as the Garante asks for the logs of ' +
      'administrators (27 November 2008). Two years is a usual choice.',
  },
  {
    kind: 'seguite',
    label: 'segnalazioni seguite',
    what: 'Addresses that follow a public report. They go at once when it is taken off the list, or when they stop.',
    from: 'the day on which it was closed',
    days: 90,
    least: 1,
    most: 365,
    why: 'Nothing more is written of it, unless it is opened again: GDPR art. 5(1)(e).',
  },
  {
    kind: 'deleghe',
    label: 'deleghe finite',
    what: 'Delegations between citizens that have ended, were refused or were never accepted, with the links that they made. One by which something was sent or paid stays as long as that does.',
    from: 'the end, the last day',
    days: 365,
    least: 30,
    most: TEN_YEARS,
    why: 'Says who could act for whom, while somebody may still ask: GDPR art. 5(1)(e) and 5(2).',
  },
  {
    kind: 'modifiche',
    label: 'modifiche',
    what: 'What administrators changed in the set-up of their ente, with the old and the new value.',
    from: 'the change',
    days: 0,
    least: 365,
    most: NO_LIMIT,
    why: 'Accountability of the ente for what its pages offered and charged: GDPR art. 5(2), L. 241/1990.',
  },
] as const satisfies readonly RetentionRow[];

export type RetentionKind = (typeof RETENTION_ROWS)[number]['kind'];

function daysOf({ kind, days, least, most }: RetentionRow) {
  const words = `: per ${kind} servono da ${least} a ${most} giorni${days === 0 ? ', o "mai"' : ''}.`;
  const some = z.int(words).check(z.gte(least, words), z.lte(most, words));
  const never = z.pipe(
    z.literal(['mai', 0]),
    z.transform(() => 0),
  );
  return z._default(days === 0 ? z.union([some, never], words) : some, days);
}

const RETENTION_KINDS = RETENTION_ROWS.map(({ kind }) => kind);
const daysByKind = Object.fromEntries(RETENTION_ROWS.map((row) => [row.kind, daysOf(row)]));

/** The setting: days per kind; 0: never. */
export const retentionDays = z.pipe(
  jsonObject,
  z.strictObject(daysByKind as Record<RetentionKind, ReturnType<typeof daysOf>>, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `: «${issue.keys[0]}» non esiste; ci sono ${RETENTION_KINDS.join(', ')}.`
        : undefined,
  }),
);

/** What has a term of its own that no setting changes. */
export const FIXED_TERMS = [
  { what: 'One-time codes (HMAC)', term: '10 minutes' },
  { what: 'Proofs that an address was confirmed', term: 'a day after they lapse' },
  { what: 'Reports that a program sent and their citizen has not confirmed', term: 'a day' },
  { what: 'Tokens of those that were confirmed', term: '7 days' },
  { what: 'Logins', term: 'logout, or 8 hours' },
  { what: 'Positions opened with codes', term: 'an hour' },
  { what: 'A time for an appointment that a form holds', term: '10 minutes' },
  { what: 'A time that is offered to a citizen who waits for an earlier one', term: 'an hour; at night until 9' },
  {
    what: 'That a citizen waits for an earlier time',
    term: 'they leave the list, move or cancel, or the appointment begins',
  },
  { what: 'The person at the counter for whom an operator fills in forms', term: 'an hour, or until they are done' },
  { what: 'Keys and answers of sends', term: '7 days' },
  { what: 'Network of a guest’s file (HMAC)', term: 'a day' },
  { what: 'Bytes of a deleted file in the bucket of `FILES_URL`', term: 'up to two days' },
  { what: 'Limits (HMAC), used challenges', term: 'as long as they count' },
  { what: 'Numbers of used paper stamps, without whose they were', term: 'the ente is deleted' },
] as const;
