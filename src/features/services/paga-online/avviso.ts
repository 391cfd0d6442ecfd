/** Parses a notice number that is typed, pasted or read from the QR code of a letter. Pure; server and browser. */
import { cifreControlloOf } from '../../../platform/atoms/numero-avviso.ts';

/** @property importo_cent as printed, for show only: the amount to pay is always the one that the ente gives */
export type ParsedAvviso = { numero_avviso: string; dominioEC?: string; importo_cent?: number };

/** `PAGOPA|002|number|tax code of the ente|cents` (codice QR dell'avviso, specifiche pagoPA). */
const QR_TEXT = /^PAGOPA\|002\|(\d{18})\|(\d{11})\|(\d{1,10})$/;

/** @returns null when it is neither a notice number in any grouping nor the text of a QR code */
export function parseAvviso(typed: string): ParsedAvviso | null {
  const qr = QR_TEXT.exec(typed.replace(/\s/g, ''));
  if (qr) return { numero_avviso: qr[1] as string, dominioEC: qr[2] as string, importo_cent: Number(qr[3]) };
  const digits = typed.replace(/[\s.\-/]/g, '');
  return /^[0-3]\d{17}$/.test(digits) ? { numero_avviso: digits } : null;
}

/** An ente may leave the check digits unchecked, and real notices have wrong ones: a warning, never a refusal. */
export function hasValidCheckDigits(numeroAvviso: string): boolean {
  return numeroAvviso.startsWith('1') || cifreControlloOf(numeroAvviso.slice(0, 16)) === numeroAvviso.slice(16);
}
