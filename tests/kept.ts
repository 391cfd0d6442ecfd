/** Keeps what the tests make for other programs to read, mails and documents, where `npm run test:others` asks for it. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { MailMessage } from '../src/platform/mail/message.ts';

/** The variable that names the folder; none: nothing is kept. */
export const KEPT_FOLDER = 'KEPT_FOLDER';
/** As a mail is kept; documents have the ending that they are known by. */
export const KEPT_MAIL = 'mail';

const KEPT_TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/calendar': 'ics',
  'application/atom+xml': 'atom',
  'application/ld+json': 'jsonld',
};
/** Of one kind, by each process. */
const MOST = 4;
const counts = new Map<string, number>();

function keep(kind: string, ending: string, bytes: Uint8Array): void {
  const folder = process.env[KEPT_FOLDER];
  const count = counts.get(kind) ?? 0;
  if (folder === undefined || count >= MOST) return;
  counts.set(kind, count + 1);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${kind}.${hash}.${ending}`), bytes);
}

/** Mails of one kind have the same subject but for their numbers; no subject names anybody. */
export const mailKind = ({ subject }: { subject: string }): string => subject.replaceAll(/\d+/g, '0');

export function keepMail(message: MailMessage): void {
  keep(mailKind(message).replaceAll(/[^\p{L}\d]+/gu, '-'), KEPT_MAIL, serialize(message));
}

/** @param name of the operation */
export function keepAnswer(
  name: string,
  { status, headers, bytes }: { status: number; headers: Headers; bytes: Uint8Array },
): void {
  const ending = KEPT_TYPES[headers.get('content-type')?.split(';')[0] ?? ''];
  // Files that citizens have sent are not the portal's work.
  const isMade = ending !== 'pdf' || Buffer.from(bytes).includes('PDFKit');
  if (status === 200 && ending !== undefined && isMade) keep(name, ending, bytes);
}
