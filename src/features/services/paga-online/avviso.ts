/** Parses a notice number that is typed, pasted or read from the QR code of a letter, and says what a notice is for. Pure; server and browser. */
import { withoutMarks } from '../../../platform/atoms/characters.ts';
import { cifreControlloOf } from '../../../platform/atoms/numero-avviso.ts';

/** @property importo_cent as printed, for show only: the amount to pay is always the one that the ente gives */
export type ParsedAvviso = { numero_avviso: string; dominioEC?: string; importo_cent?: number };

/** `PAGOPA|002|number|tax code of the ente|cents` (codice QR dell'avviso, specifiche pagoPA). */
const QR_TEXT = /^PAGOPA\|002\|(\d{18})\|(\d{11})\|(\d{1,10})$/;

/**
 * The Data Matrix of a postal slip: number, account, cents, kind of slip, tax code of the ente; then the debtor and the causale, which
 * the ente tells as well (modello di avviso pagoPA con bollettino postale).
 */
const SLIP_TEXT = /^codfase=NBPA;18(\d{18})12\d{12}10(\d{10})3\d{3}1P1(\d{11})/i;

/** @returns null when it is neither a notice number in any grouping nor the text of the QR code or of the Data Matrix of a notice */
export function parseAvviso(typed: string): ParsedAvviso | null {
  const plain = withoutMarks(typed).replace(/\s/g, '');
  const qr = QR_TEXT.exec(plain);
  if (qr) return { numero_avviso: qr[1] as string, dominioEC: qr[2] as string, importo_cent: Number(qr[3]) };
  const slip = SLIP_TEXT.exec(plain);
  if (slip) return { numero_avviso: slip[1] as string, dominioEC: slip[3] as string, importo_cent: Number(slip[2]) };
  const digits = plain.replace(/[.\-/]/g, '');
  return /^[0-3]\d{17}$/.test(digits) ? { numero_avviso: digits } : null;
}

/** An ente may leave the check digits unchecked, and real notices have wrong ones: a warning, never a refusal. */
export function hasValidCheckDigits(numeroAvviso: string): boolean {
  return numeroAvviso.startsWith('1') || cifreControlloOf(numeroAvviso.slice(0, 16)) === numeroAvviso.slice(16);
}

/**
 * What a notice is for: within the platform's limit of 140 characters, and without personal data.
 * @param avviso of a document, with its kind and its number, or with words of its own
 */
export const causaleOf = ({ tipo, causale }: { tipo: string | null; causale: string }): string =>
  (tipo === null ? causale : `${tipo}, n. ${causale}`).slice(0, 140);
