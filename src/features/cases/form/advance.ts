/** What follows in a form from what is filled in and what happens: which step, what is wrong, what is kept. Pure; page and island. */
import { isWrong, type ScreenOutcome } from '../../../ui/form/outcome.ts';

/** @typeParam S the steps, as addresses name them @typeParam F what is filled in so far */
export type FormSteps<S extends string = string, F = never> = {
  /** From the first to the last */
  names: Readonly<Record<S, string>>;
  /** @param suffix more of the query (`&…`), or a fragment */
  address(step: S, suffix?: string): string;
  /** Of the confirmation. @param id of what was sent */
  sent(id: string): string;
  /** What has to be put right on a step before a later one opens */
  wrong: Readonly<Partial<Record<S, (filled: F) => ScreenOutcome>>>;
  /** The step on which a field stands */
  stepOf(field: string): S;
};

/** Buttons that every step has; the last two answer "È un dispositivo personale?". */
const STEP_BUTTONS = ['avanti', 'invia', 'indietro', 'salva', 'salva_no', 'salva_si'] as const;
export type StepButton = (typeof STEP_BUTTONS)[number];

/** @returns undefined for a button of the step's own */
export const parseButton = (text: string): StepButton | undefined => STEP_BUTTONS.find((button) => button === text);

export type FormEvent =
  /** A step is asked for, by an address, a link or a draft; of none the last one. `reached`: the step of the draft */
  | { opened: string | null | undefined; reached?: string | undefined }
  | { pressed: StepButton; isLoggedIn: boolean }
  /** The send was refused */
  | { refused: ScreenOutcome };

export type NextStep<S extends string = string> = {
  step: S;
  /** What is wrong on it */
  wrong?: ScreenOutcome;
  /** More of its address: `salvata` tells for how long the draft was saved, `salva` asks first */
  suffix?: string;
  /** What was typed is kept as the draft of the step */
  keeps?: boolean;
  /** The draft of a guest outlives their browser */
  ownDevice?: boolean;
  sends?: true;
};

export const stepsInOrder = <S extends string>({ names }: Pick<FormSteps<S>, 'names'>): S[] =>
  Object.keys(names) as S[];

export const parseStep = <S extends string>(
  steps: Pick<FormSteps<S>, 'names'>,
  text: string | null | undefined,
): S | undefined => stepsInOrder(steps).find((step) => step === text);

/** @param moment the step on screen, and what is filled in */
export function advance<S extends string, F>(
  steps: FormSteps<S, F>,
  { step, filled }: { step: S; filled: F },
  event: FormEvent,
): NextStep<S> {
  if ('opened' in event) return openStep(steps, filled, event);
  if ('refused' in event) {
    const [field] = Object.keys(event.refused.errors ?? {});
    return { step: field === undefined ? step : steps.stepOf(field), wrong: event.refused };
  }
  const all = stepsInOrder(steps);
  const at = all.indexOf(step);
  switch (event.pressed) {
    case 'indietro':
      return { step: all[at - 1] ?? step, keeps: true };
    case 'salva':
      // A citizen's draft is kept for 12 months.
      return { step, keeps: true, suffix: event.isLoggedIn ? '&salvata=12' : '&salva=chiedi' };
    case 'salva_no':
      return { step, keeps: true, suffix: '&salvata=0' };
    case 'salva_si':
      return { step, keeps: true, suffix: '&salvata=7', ownDevice: true };
  }
  const next = all[at + 1];
  if (event.pressed === 'invia' && !next) return { step, sends: true };
  const wrong = steps.wrong[step]?.(filled) ?? {};
  // A form that nobody has begun to fill in leaves no draft.
  return isWrong(wrong) ? { step, wrong, keeps: at > 0 } : { step: next ?? step, keeps: true };
}

/**
 * The step that may be opened: the one asked for, or the first before it that is incomplete. What is missing there is named if it was
 * complete before, for example when the login has ended; a new form names nothing.
 */
function openStep<S extends string, F>(
  steps: FormSteps<S, F>,
  filled: F,
  event: Extract<FormEvent, { opened: unknown }>,
): NextStep<S> {
  const all = stepsInOrder(steps);
  const wanted = parseStep(steps, event.opened) ?? (all.at(-1) as S);
  const reached = parseStep(steps, event.reached);
  const wrongAt = (step: S) => steps.wrong[step]?.(filled) ?? {};
  const step = all.slice(0, all.indexOf(wanted)).find((before) => isWrong(wrongAt(before))) ?? wanted;
  if (!reached || all.indexOf(reached) <= all.indexOf(step)) return { step };
  const wrong = wrongAt(step);
  return isWrong(wrong) ? { step, wrong } : { step };
}

/** What an address tells of the draft: `chiedi` is the question before saving, else for how long it was saved. */
export const draftSavingOf = (query: URLSearchParams): string | undefined =>
  query.has('salva') ? 'chiedi' : (query.get('salvata') ?? undefined);
