/** Texts that operators answer with: fills in what they say about the case. Pure. */

/** What a placeholder may stand for. Dates are in words. */
const RISPOSTA_PLACEHOLDERS = ['nome', 'numero', 'oggetto', 'luogo', 'inviata', 'termine', 'ente'] as const;
export type PlaceholderValues = Record<(typeof RISPOSTA_PLACEHOLDERS)[number], string>;

/** The placeholders as they are written: `{nome}, {numero}, …`. */
export const PLACEHOLDER_LIST = RISPOSTA_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

/** Words between braces, and nothing at all, are meant as a name: a misspelt one is refused. What has signs in it, `{7*7}`, is text. */
const BRACED_NAME = /\{([\p{L}\p{N}_’' -]*)\}/gu;
const isPlaceholder = (name: string): name is keyof PlaceholderValues =>
  (RISPOSTA_PLACEHOLDERS as readonly string[]).includes(name);

/** @returns placeholders of a text that nothing can be filled in for, as they are written */
export const unknownPlaceholders = (text: string): string[] =>
  Array.from(text.matchAll(BRACED_NAME), ([written, name = '']) => (isPlaceholder(name) ? '' : written)).filter(
    Boolean,
  );

/** What is wrong with a text that goes out with its placeholders filled in; undefined: nothing. */
export function placeholderProblem(text: string): string | undefined {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return undefined;
  const said = unknown.length === 1 ? 'Questo segnaposto non esiste' : 'Questi segnaposto non esistono';
  return `${said}: ${unknown.join(', ')}. Ci sono ${PLACEHOLDER_LIST}.`;
}

/** Values are inserted once: braces in what a citizen typed are not read as placeholders. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(BRACED_NAME, (written, name: string) => (isPlaceholder(name) ? values[name] : written));

/** The texts that an ente offers for the cases of a service: those without codes are for all. */
export const risposteFor = <T extends { servizi?: readonly string[] }>(
  { risposte = [] }: { risposte?: readonly T[] },
  codice: string,
): T[] => risposte.filter(({ servizi }) => !servizi || servizi.includes(codice));
