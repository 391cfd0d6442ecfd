/** Which office and reason follow from what is known, so that nobody is asked what has one answer. Pure. */
import type { FormValues } from '../../cases/form/form.ts';
import type { UfficioAppuntamenti } from './appuntamento.contract.ts';

type UfficiList = readonly UfficioAppuntamenti[];

/** The chosen office; before a choice the only one, or the only one that receives for the service whose page led here. */
export function officeOf(uffici: UfficiList, { calendario, per }: FormValues): UfficioAppuntamenti | undefined {
  if (calendario) return uffici.find(({ codice }) => codice === calendario);
  const leading = per ? uffici.filter(({ motivi }) => motivi.some(({ servizi }) => servizi.includes(per))) : [];
  const [only, ...others] = leading.length > 0 ? leading : uffici;
  return others.length === 0 ? only : undefined;
}

/**
 * Code of the reason that is chosen or known. Where all take equally long, the first one stands for them while times are looked for.
 * @returns undefined when it has to be asked before times can be shown
 */
export function reasonOf(ufficio: UfficioAppuntamenti | undefined, values: FormValues): string | undefined {
  const { motivi = [] } = ufficio ?? {};
  const known = knownReason(ufficio, values);
  if (known) return known;
  const [first, ...others] = motivi;
  return others.every(({ minuti }) => minuti === first?.minuti) ? first?.codice : undefined;
}

/** The reason that was chosen, the only one, or that of the service whose page led here. */
export function knownReason(ufficio: UfficioAppuntamenti | undefined, { motivo, per }: FormValues): string | undefined {
  const { motivi = [] } = ufficio ?? {};
  if (motivi.some(({ codice }) => codice === motivo)) return motivo;
  const leading = per ? motivi.filter(({ servizi }) => servizi.includes(per)) : [];
  if (leading.length === 1) return leading[0]?.codice;
  return motivi.length === 1 ? motivi[0]?.codice : undefined;
}
