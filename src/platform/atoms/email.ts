/** Checks an e-mail address so that mail can reach it, and finds out whether two spellings mean the same mailbox. */
import { withoutMarks } from './characters.ts';
import { atomSchema, type OwnWords } from './localised.ts';

/** RFC 5321: a path is at most 256 characters long, two of which are the angle brackets. */
const MAX_LENGTH = 254;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const HOST_NAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The domain as the mail server reads it: lower case, punycode, one kind of dot; '' when it is not a domain. */
function asciiHost(domain: string): string {
  // The URL parser would also accept ports, paths and percent signs, and drop line ends.
  if (/[^\p{L}\p{M}\p{N}.。．｡-]/u.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

/** Trims the address and brings its domain to the form in which it is stored. */
function cleanEmail(typed: string): string {
  const s = typed.trim();
  const at = s.lastIndexOf('@');
  return s.length > MAX_LENGTH || at < 0 ? s : s.slice(0, at + 1) + (asciiHost(s.slice(at + 1)) || s.slice(at + 1));
}

/** An address as two of them are compared: as it is stored, whoever typed it, and without capitals. */
export const comparableEmail = (typed: string): string => cleanEmail(withoutMarks(typed)).toLowerCase();

function isEmail(s: string): boolean {
  const at = s.lastIndexOf('@');
  return s.length <= MAX_LENGTH && at <= 64 && LOCAL_PART.test(s.slice(0, at)) && HOST_NAME.test(s.slice(at + 1));
}

/**
 * One e-mail address. The local part is ASCII and kept as typed; the domain may be international and is stored in
 * lower case punycode. Line ends, commas, semicolons, quotes and names in front are refused: one field, one recipient.
 */
export const emailAddressSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: cleanEmail, valid: isEmail, json: { format: 'email', maxLength: MAX_LENGTH } },
    {
      missing: 'Scrivi l’indirizzo e-mail.',
      wrong: 'Controlla l’indirizzo e-mail: ad esempio nome@esempio.it.',
    },
    own,
  );

/**
 * One name for all spellings that reach, or may reach, the same mailbox. It serves to count limits, never to write to. Case,
 * `+tag`, dots of the local part, look-alike characters and the last dot of the domain make no difference.
 * @param address any string; only the first 320 characters count
 */
export function canonicalMailbox(address: string): string {
  const s = withoutMarks(address.slice(0, 320)).normalize('NFKC').trim().toLowerCase().replace(/。/g, '.');
  const at = s.lastIndexOf('@');
  const local = s.slice(0, Math.max(at, 0)).replace(/\+.*/s, '').replace(/\./g, '');
  const domain = s.slice(at + 1).replace(/\.$/, '');
  return `${local}@${asciiHost(domain) || domain}`;
}
