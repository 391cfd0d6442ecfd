/** The short number of a payment: on its page, its receipt, its mails and in the reserved area, for people to read out. */
import { createHash } from 'node:crypto';

/** Without vowels, so that no number is a word, and without characters that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const NUMERO_CHARACTERS = '34679CDFGHJKMNPQRTVWXY';
const NUMERO_LENGTH = 10;

/**
 * Derived from the id rather than counted: it is never lost, the payments made before it have theirs too, it tells nobody how many payments
 * there are, and one payment may be of several enti, each of which would count on its own. It does not open the outcome, as the id does.
 * @param id of an attempt; for a notice that was paid elsewhere, of its receipt
 * @returns two groups of five, "7KMQ4-9XTDR"
 */
export function numeroPagamento(id: string): string {
  const digest = createHash('sha256').update(`numero-pagamento ${id}`).digest();
  const characters = Array.from(
    digest.subarray(0, NUMERO_LENGTH),
    (byte) => NUMERO_CHARACTERS[byte % NUMERO_CHARACTERS.length],
  );
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}

type NumberedRicevuta = { id: string; pagamento: string | null };

/** The number under which a receipt belongs to its payment, whoever downloads it. */
export const numeroOfRicevuta = ({ id, pagamento }: NumberedRicevuta): string => numeroPagamento(pagamento ?? id);

/** The number of an attempt: that of its receipt, which may belong to another tab of the same person. */
export function numeroOfTentativo(id: string, ricevute: readonly NumberedRicevuta[]): string {
  const [other] = ricevute.some(({ pagamento }) => pagamento === id) ? [] : ricevute;
  return other ? numeroOfRicevuta(other) : numeroPagamento(id);
}
