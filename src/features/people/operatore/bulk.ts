/** What the form for the ticked cases sends for each of them, the same with and without scripts. Pure. */
import { placeholderProblem } from '../../cases/ente/risposte.ts';
import type { BulkAzione } from './bulk.contract.ts';

/** A tick is a field with the id of its case after this, and the number of the case as its value. */
export const TICKED_FIELD = 'pratica_';

/** The fields that belong to each button. */
const FIELDS_OF: Record<BulkAzione, readonly string[]> = {
  assegna_a_me: [],
  prendi_in_carico: [],
  assegna: ['persona', 'ufficio', 'motivo'],
  rispondi: ['risposta', 'testo'],
  concludi: ['risposta', 'testo'],
};

export const isBulkAzione = (action: string): action is BulkAzione => Object.hasOwn(FIELDS_OF, action);

export type BulkFields = Readonly<Record<string, string | undefined>>;

/** A press without scripts sends line ends of two characters: the same answer must look the same to its idempotency key. */
export const fieldsOf = (azione: BulkAzione, form: BulkFields): Record<string, string> =>
  Object.fromEntries(
    FIELDS_OF[azione].flatMap((name) => {
      const value = form[name]?.replace(/\r\n?/g, '\n');
      return value?.trim() ? [[name, value]] : [];
    }),
  );

/** Each case has a key of its own, so that none is changed twice by one form. @param key of the form */
export const keyOfPratica = (id: string, key: string): string => `${id}-${key}`.slice(0, 100);

/** What is missing before anything can be sent. */
export function problemOf(azione: BulkAzione, form: BulkFields, ticked: number): string | undefined {
  if (ticked === 0) return 'Spunta prima le pratiche, poi scegli che cosa farne.';
  const chosen = fieldsOf(azione, form);
  if (azione === 'assegna' && !chosen.persona && !chosen.ufficio)
    return 'Scegli a chi assegnarle: una persona, o un ufficio.';
  const answers = azione === 'rispondi' || azione === 'concludi';
  if (!answers) return undefined;
  if (Object.keys(chosen).length === 0) return 'Scegli una risposta pronta, oppure scrivi il testo.';
  return placeholderProblem(chosen.testo ?? '');
}

/** The reason of a refusal, as it follows the number of a case. */
export const reasonOf = ({
  fields,
  message,
}: {
  fields?: Record<string, string[]> | undefined;
  message: string;
}): string => Object.values(fields ?? {})[0]?.[0] ?? message;

/** "Una pratica aggiornata.", "84 pratiche aggiornate." */
export const doneInWords = (n: number): string => (n === 1 ? 'Una pratica aggiornata.' : `${n} pratiche aggiornate.`);

/** The address of the list after a form: what was done is said once, and loading the page again sends nothing again. */
export function addressAfter(search: string, done: number): string {
  const query = new URLSearchParams(search);
  for (const name of ['fatte', 'vista', 'spunta']) query.delete(name);
  if (done > 0) query.set('fatte', String(done));
  return `/operatore${query.size > 0 ? `?${query}` : ''}`;
}
