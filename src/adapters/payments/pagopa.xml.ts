/** Reads the receipts in the XML of pagoPA: `paSendRTReq`, `PaSendRTV2Request` or any element around `receipt`. */
import * as z from 'zod/mini';
import { PagopaReceipt } from '../../platform/pagopa-wire.ts';

/** CDATA, comment, declaration, tag or text. A document type is refused: receipts need no entities of their own. */
const XML_TOKEN =
  /<!\[CDATA\[(?<cdata>.*?)\]\]>|<!--.*?-->|<\?.*?\?>|<(?<end>\/?)(?:[\w.-]+:)?(?<name>[\w.-]+)(?<rest>[^<>]*)>|(?<text>[^<]+)/sy;
const XML_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_DEPTH = 20;

/**
 * @returns every receipt of the document, by the contract exactly one
 * @throws Error when it is not XML, or a receipt lacks a required element
 */
export function readReceipts(xml: string): PagopaReceipt[] {
  const found: Record<string, string>[] = [];
  const open: string[] = [];
  let text = '';
  let simple = false;
  XML_TOKEN.lastIndex = 0;
  while (XML_TOKEN.lastIndex < xml.length) {
    const groups = XML_TOKEN.exec(xml)?.groups;
    if (!groups) throw new Error('no XML');
    const { cdata, end, name, rest, text: words } = groups;
    if (words !== undefined || cdata !== undefined) text += cdata ?? decodeEntities(words as string);
    if (name === undefined) continue;
    const alone = rest?.endsWith('/');
    if (!end) {
      open.push(name);
      if (open.length > MAX_DEPTH) throw new Error('XML too deep');
      if (name === 'receipt') found.push({});
      text = '';
      simple = true;
    }
    if (!end && !alone) continue;
    if (open.pop() !== name) throw new Error('XML not well formed');
    const receipt = found.at(-1);
    if (simple && open.at(-1) === 'receipt' && receipt) {
      if (name in receipt) throw new Error(`${name} twice`);
      receipt[name] = text.trim();
    }
    simple = false;
  }
  if (open.length > 0 || found.length === 0) throw new Error('no receipt');
  return found.map((fields) => z.parse(PagopaReceipt, fields));
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (_, what: string) => {
    const known = XML_ENTITIES[what];
    if (known !== undefined) return known;
    if (!what.startsWith('#')) throw new Error('unknown entity');
    return String.fromCodePoint(what[1] === 'x' ? Number.parseInt(what.slice(2), 16) : Number(what.slice(1)));
  });
}

/** @param amount euros with two decimals @returns whole cents */
export const centsOf = (amount: string): number => Number(amount.replace('.', ''));

/** @returns when it was paid, epoch ms; undefined when the receipt does not say */
export function paidAt({ paymentDateTime, applicationDate, transferDate }: PagopaReceipt): number | undefined {
  const when = paymentDateTime ?? applicationDate ?? transferDate;
  if (when === undefined) return undefined;
  // A bare day counts as noon of that day.
  const local = when.includes('T') ? when : `${when.slice(0, 10)}T12:00:00`;
  const ms = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(local) ? local : local + offsetInRome(Date.parse(`${local}Z`)));
  return Number.isNaN(ms) ? undefined : ms;
}

const romeOffset = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', timeZoneName: 'longOffset' });

/** @returns `+01:00` or `+02:00` */
function offsetInRome(ms: number): string {
  if (Number.isNaN(ms)) return 'Z';
  return (
    romeOffset
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.slice(3) || 'Z'
  );
}
