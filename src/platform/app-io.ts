/** Port to App IO, by which a person reads on their phone what the portal also tells them by mail, and the words that go over it. */
import * as z from 'zod/mini';
import { isoInstant } from './atoms/date.ts';

/** Limits of IO API 4.0.0 (`MessageContentBase`), in characters. */
const SUBJECT_LENGTH = { least: 10, most: 120 };
const MARKDOWN_LENGTH = { least: 80, most: 10_000 };
const MAX_CENTS = 9_999_999_999;

/** As IO takes it: people have one, municipalities do not (`FiscalCode`). */
export const IO_FISCAL_CODE =
  /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;

/** @property amount cents @property notice_number of pagoPA, 18 digits @property payee the creditor, whose notice it is */
const ioPayment = z.strictObject({
  amount: z.int().check(z.gte(1), z.lte(MAX_CENTS)),
  notice_number: z.string().check(z.regex(/^[0123][0-9]{17}$/)),
  invalid_after_due_date: z.optional(z.boolean()),
  payee: z.optional(z.strictObject({ fiscal_code: z.string().check(z.regex(/^\d{11}$/)) })),
});

/** What a message says. @property due_date instant, ISO 8601 in UTC: the app offers to remind of it */
export const ioContent = z.strictObject({
  subject: z.string().check(z.minLength(SUBJECT_LENGTH.least), z.maxLength(SUBJECT_LENGTH.most)),
  markdown: z.string().check(z.minLength(MARKDOWN_LENGTH.least), z.maxLength(MARKDOWN_LENGTH.most)),
  due_date: z.optional(z.iso.datetime()),
  payment_data: z.optional(ioPayment),
});
export type IoContent = z.infer<typeof ioContent>;

/** `NewMessage` of the API, as far as the portal uses it. */
export const ioMessage = z.strictObject({
  fiscal_code: z.string().check(z.regex(IO_FISCAL_CODE)),
  content: ioContent,
});
export type IoMessage = z.infer<typeof ioMessage>;

/** What became of a message that IO has taken; `waiting`: IO does not know it yet. */
type IoOutcome = 'delivered' | 'rejected' | 'waiting';

/** Each call takes the key of the service in whose name it is made, and throws {@link IoError}. */
export type AppIoPort = {
  /** Whether a person has the app, and takes messages of this service. To be asked before each message. */
  allows(key: string, fiscalCode: string): Promise<boolean>;
  /**
   * IO knows no key by which it would recognise a message that comes twice: what may have been sent is not sent again.
   * @returns the id of the message; null when IO took it and gave none that can be read
   */
  send(key: string, message: IoMessage): Promise<string | null>;
  outcome(key: string, message: { fiscal_code: string; id: string }): Promise<IoOutcome>;
};

/**
 * Why IO did not do what it was asked, in words for the administrator of the ente.
 * @property why `away`: nothing was done, and may be asked again; `quota`: the same, after `waitMs`; `key`: the key does not open this;
 * `refused`: the message is not what IO takes, however often it is sent; `unknown`: a message may have been sent
 */
export class IoError extends Error {
  readonly why: 'away' | 'quota' | 'key' | 'refused' | 'unknown';
  readonly waitMs: number;
  constructor(why: IoError['why'], message: string, { cause, waitMs = 0 }: { cause?: unknown; waitMs?: number } = {}) {
    super(message, { cause });
    this.why = why;
    this.waitMs = waitMs;
  }
}

/** A phone that shows nothing else must say who writes, and where to go on. @property link opened from the app */
export type IoWords = { subject: string; paragraphs: readonly string[]; link: { label: string; url: string } };

/** Fills up a text that is shorter than IO takes: it says nothing that the portal does not say elsewhere. */
const CLOSING_TEXT =
  'Il messaggio arriva dal portale dei servizi online dell’ente. Per rispondere usa la pagina, non l’app.';

/** @param at.due instant of the day until which something is to be done */
export function ioContentOf(
  { subject, paragraphs, link }: IoWords,
  at: { due?: number | undefined; payment?: IoContent['payment_data'] } = {},
): IoContent {
  const text = [
    ...paragraphs.map(plainMarkdown),
    `[${plainMarkdown(link.label)}](${plainUrl(link.url)})`,
    CLOSING_TEXT,
  ].join('\n\n');
  return {
    subject: subject.length > SUBJECT_LENGTH.most ? `${subject.slice(0, SUBJECT_LENGTH.most - 1)}…` : subject,
    markdown: text.slice(0, MARKDOWN_LENGTH.most),
    ...(at.due !== undefined && { due_date: isoInstant(at.due) }),
    ...(at.payment && { payment_data: at.payment }),
  };
}

/** An address may have what would end the link. */
const plainUrl = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

/** A name that an ente or a person typed makes no headings and no links. */
const plainMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&');
