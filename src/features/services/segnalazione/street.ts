/** Tells an address that is a street alone, which leads a crew nowhere, from one with a number or a point that can be recognised. Pure. */

/** As the streets of Italian towns are called. A square is a place. */
const STREET =
  /^(?:via|viale|vico|vicolo|corso|strada|stradone|contrada|calle|salita|discesa|lungomare|lungo\p{L}+|borgo)\s+[\p{L}\d]/iu;
/** "12", ", 12", "12/A", "12 bis", "km 3"; not the "25" of "Via 25 Aprile". */
const HOUSE_NUMBER = /[\s,.]\d+\s*(?:\/?\s*\p{L}{1,3})?\s*(?:,|$)/iu;
/** "Via Roma angolo Via Verdi", "Via Roma davanti alla scuola" */
const BESIDE_WORDS = /\b(?:angolo|incrocio|davanti|fronte|vicino|presso|altezza|dopo|prima|tra|fra)\b/i;

/** @returns the name of the street when the address is nothing more; without the hamlet after a comma */
export function streetAlone(address: string): string | undefined {
  const text = address.trim();
  return STREET.test(text) && !HOUSE_NUMBER.test(text) && !BESIDE_WORDS.test(text)
    ? text.split(',')[0]?.trim()
    : undefined;
}

export const askForNumber = (street: string): string =>
  `«${street}» può essere lunga: aggiungi il numero civico, oppure indica il punto.`;
