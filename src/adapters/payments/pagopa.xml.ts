/** Reads the receipts in the XML of pagoPA: `paSendRTReq`, `PaSendRTV2Request` or any element around `receipt`. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod/mini';
import { PagopaReceipt } from '../../platform/pagopa-wire.ts';

/** Texts stay texts: an amount or a number of notice is no number to calculate with. */
const receiptParser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
  htmlEntities: true,
});

/** Without a document type there are five entities and the numbers of characters. */
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;
const CDATA_SECTION = /<!\[CDATA\[.*?\]\]>/gs;

/**
 * @returns every receipt of the document, by the contract exactly one
 * @throws Error when it is not XML, declares a document type (receipts need no entities of their own), or a receipt lacks a required element
 */
export function readReceipts(xml: string): PagopaReceipt[] {
  if (/<!DOCTYPE/i.test(xml)) throw new Error('XML with a document type');
  if (UNKNOWN_ENTITY.test(xml.replaceAll(CDATA_SECTION, ''))) throw new Error('XML with an unknown entity');
  if (XMLValidator.validate(xml) !== true) throw new Error('no XML');
  const found = receiptsIn(receiptParser.parse(xml));
  if (found.length === 0) throw new Error('no receipt');
  return found.map((receipt) => z.parse(PagopaReceipt, receipt));
}

/** Everything that is called `receipt`, however deep. */
function receiptsIn(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return name === 'receipt' ? values : values.flatMap(receiptsIn);
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
