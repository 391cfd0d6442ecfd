/** The steps of a case from its sending to its end, and the one it is at. Pure. */
import { isOpenStato, type PraticaEnding, type StatoPratica } from './stati.ts';

/**
 * @property at index of the step the case is at
 * @property goesOn the case is decided, and the citizen has still something to do
 */
export type PraticaSteps = { names: string[]; at: number; goesOn?: true };

/** What a citizen does once a request is accepted: pays what it costs, then downloads what it was for. */
export type AfterStep = { name: string; kind: 'payment' | 'download' };
type Pagamenti = readonly { stato: string }[] | undefined;

const OPEN_STEPS = ['Inviata', 'In lavorazione'] as const;
const END_NAMES: Readonly<Record<PraticaEnding, string>> = {
  conclusione: 'Conclusione',
  decisione: 'Decisione',
  visita: 'Appuntamento',
};
const CLOSED_NAMES: Partial<Record<StatoPratica, string>> = {
  conclusa: 'Conclusa',
  accettata: 'Accettata',
  rifiutata: 'Rifiutata',
};

/** A case that waits for the citizen has a step more, and one that the citizen withdrew was not worked on to an end. */
export function stepsOf(
  stato: StatoPratica,
  ending: PraticaEnding,
  afterwards: readonly AfterStep[] = [],
  pagamenti?: Pagamenti,
): PraticaSteps {
  const { names, at } = officeSteps(stato, ending);
  if (stato === 'rifiutata' || stato === 'ritirata') return { names, at };
  const all = [...names, ...afterwards.map(({ name }) => name)];
  if (stato !== 'accettata') return { names: all, at };
  const isPaid = (pagamenti ?? []).every((p) => p.stato === 'pagato');
  const next = afterwards.findIndex(({ kind }) => kind === 'download' || !isPaid);
  return next < 0 ? { names: all, at: all.length - 1 } : { names: all, at: names.length + next, goesOn: true };
}

function officeSteps(stato: StatoPratica, ending: PraticaEnding): PraticaSteps {
  if (stato === 'ritirata') return { names: ['Inviata', 'Ritirata'], at: 1 };
  if (ending === 'visita' && stato !== 'da_integrare') {
    const isOpen = isOpenStato(stato);
    return { names: ['Fissato', (!isOpen && CLOSED_NAMES[stato]) || END_NAMES.visita], at: isOpen ? 0 : 1 };
  }
  if (!isOpenStato(stato)) return { names: [...OPEN_STEPS, CLOSED_NAMES[stato] ?? END_NAMES[ending]], at: 2 };
  if (stato === 'da_integrare') return { names: [...OPEN_STEPS, 'Da integrare', END_NAMES[ending]], at: 2 };
  return { names: [...OPEN_STEPS, END_NAMES[ending]], at: stato === 'inviata' ? 0 : 1 };
}

/** @returns how each step looks: done, the present one, or none for what is to come */
export function looksOf(stato: StatoPratica, { names, at, goesOn }: PraticaSteps): ('fatto' | 'ora' | undefined)[] {
  const doneUntil = isOpenStato(stato) || goesOn ? at : names.length;
  return names.map((_, index) => (index < doneUntil ? 'fatto' : index === doneUntil ? 'ora' : undefined));
}

/** "Passo 2 di 3: in lavorazione": the dots in words. */
export function stepInWords({ names, at }: PraticaSteps): string {
  return `Passo ${at + 1} di ${names.length}: ${names[at]?.toLowerCase()}`;
}
