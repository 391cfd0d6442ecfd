/** Reads the receipts in the XML of pagoPA: `paSendRTReq`, `PaSendRTV2Request` or any element around `receipt`. */
import * as z from 'zod/mini';
import { PagopaReceipt } from '../../platform/pagopa-wire.ts';
import { readElements } from '../../platform/xml-read.server.ts';

/**
 * @returns every receipt of the document, by the contract exactly one
 * @throws Error when it is no XML, or a receipt lacks a required element
 */
export function readReceipts(xml: string): PagopaReceipt[] {
  const found = readElements(xml, 'receipt');
  if (found.length === 0) throw new Error('no receipt');
  return found.map((receipt) => z.parse(PagopaReceipt, receipt));
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
