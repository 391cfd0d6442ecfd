/** The steps of a form, whatever they are: their order, names and addresses, and which may be opened. Pure; page and island. */

/** @typeParam S the steps, as addresses name them */
export type FormSteps<S extends string = string> = {
  /** From the first to the last */
  names: Readonly<Record<S, string>>;
  /** @param suffix more of the query (`&…`), or a fragment */
  address(step: S, suffix?: string): string;
};

type NamedSteps<S extends string> = Pick<FormSteps<S>, 'names'>;

export const stepsInOrder = <S extends string>({ names }: NamedSteps<S>): S[] => Object.keys(names) as S[];

export const parseStep = <S extends string>(steps: NamedSteps<S>, text: string | null | undefined): S | undefined =>
  stepsInOrder(steps).find((step) => step === text);

/** @param offset +1 the next, -1 the one before; stays inside the form */
export function neighbourStep<S extends string>(steps: NamedSteps<S>, step: S, offset: 1 | -1): S {
  const all = stepsInOrder(steps);
  return all[Math.min(Math.max(all.indexOf(step) + offset, 0), all.length - 1)] ?? step;
}

/**
 * The step that may be opened: the one asked for, or the first before it that is incomplete.
 * @param wanted undefined: the last @param isComplete asked in order, and only of the steps before it
 */
export function openableStep<S extends string>(
  steps: NamedSteps<S>,
  wanted: S | undefined,
  isComplete: (step: S) => boolean,
): S {
  const all = stepsInOrder(steps);
  const last = wanted ?? (all.at(-1) as S);
  return all.slice(0, all.indexOf(last)).find((step) => !isComplete(step)) ?? last;
}

/** Answers to "È un dispositivo personale?", with the days that the draft is kept. */
const SAVE_DAYS: Readonly<Record<string, string>> = { salva_no: '0', salva_si: '7' };

/**
 * Where a button that every step has leads, once the step is in order. @param isLoggedIn their drafts are kept for 12 months
 * @returns undefined for a button of the step's own
 */
export function buttonTarget<S extends string>(
  steps: NamedSteps<S>,
  step: S,
  { button, isLoggedIn }: { button: string; isLoggedIn: boolean },
): { step: S; suffix?: string } | undefined {
  if (button === 'avanti') return { step: neighbourStep(steps, step, 1) };
  if (button === 'indietro') return { step: neighbourStep(steps, step, -1) };
  if (button === 'salva') return { step, suffix: isLoggedIn ? '&salvata=12' : '&salva=chiedi' };
  return SAVE_DAYS[button] === undefined ? undefined : { step, suffix: `&salvata=${SAVE_DAYS[button]}` };
}

/** What an address tells of the draft: `chiedi` is the question before saving, else for how long it was saved. */
export const draftSavingOf = (query: URLSearchParams): string | undefined =>
  query.has('salva') ? 'chiedi' : (query.get('salvata') ?? undefined);
