import { describe, expect, test } from 'vitest';
import { advance, draftSavingOf, type FormSteps, parseButton, type StepButton } from './advance.ts';

type Step = 'primo' | 'secondo' | 'terzo';
/** The steps that are incomplete. */
type Filled = readonly Step[];

const wrongIn = (step: Step) => (filled: Filled) =>
  filled.includes(step) ? { errors: { [`campo_${step}`]: ['Manca.'] } } : { errors: {} };
const STEPS: FormSteps<Step, Filled> = {
  names: { primo: 'Primo', secondo: 'Secondo', terzo: 'Terzo' },
  address: (step, suffix = '') => `/modulo/${step}${suffix}`,
  sent: (id) => `/modulo/conferma/${id}`,
  wrong: { primo: wrongIn('primo'), secondo: wrongIn('secondo') },
  stepOf: (field) => (field === 'campo_secondo' ? 'secondo' : 'terzo'),
};
const wrongAt = (step: Step) => ({ errors: { [`campo_${step}`]: ['Manca.'] } });

const press = (step: Step, pressed: StepButton, filled: Filled = [], isLoggedIn = false) =>
  advance(STEPS, { step, filled }, { pressed, isLoggedIn });
const open = (opened: string | undefined, filled: Filled = [], reached?: string) =>
  advance(STEPS, { step: 'primo', filled }, { opened, reached });

describe('a button that is pressed', () => {
  test.each([
    ['primo', 'avanti', 'secondo'],
    ['secondo', 'avanti', 'terzo'],
    ['terzo', 'avanti', 'terzo'],
    ['terzo', 'indietro', 'secondo'],
    ['secondo', 'indietro', 'primo'],
    ['primo', 'indietro', 'primo'],
  ] as const)('on the step %s, «%s» leads to %s and keeps what was typed', (step, button, target) => {
    expect(press(step, button)).toEqual({ step: target, keeps: true });
  });

  test('a step that is incomplete is not left forwards: it is kept, and says what is wrong', () => {
    expect(press('secondo', 'avanti', ['secondo'])).toEqual({
      step: 'secondo',
      wrong: wrongAt('secondo'),
      keeps: true,
    });
  });

  test('an incomplete first step leaves no draft, because nothing has been filled in', () => {
    expect(press('primo', 'avanti', ['primo'])).toEqual({ step: 'primo', wrong: wrongAt('primo'), keeps: false });
  });

  test('a step that is incomplete is left backwards', () => {
    expect(press('secondo', 'indietro', ['secondo'])).toEqual({ step: 'primo', keeps: true });
  });

  test('a message without a field keeps a step from being left, too', () => {
    const steps = { ...STEPS, wrong: { secondo: () => ({ message: 'Aggiungi almeno un mezzo.' }) } };
    const next = advance(steps, { step: 'secondo', filled: [] }, { pressed: 'avanti', isLoggedIn: false });
    expect(next).toEqual({ step: 'secondo', wrong: { message: 'Aggiungi almeno un mezzo.' }, keeps: true });
  });

  test('the last step alone sends; on another one the button of the send goes forwards', () => {
    expect(press('terzo', 'invia')).toEqual({ step: 'terzo', sends: true });
    expect(press('secondo', 'invia')).toEqual({ step: 'terzo', keeps: true });
    expect(press('secondo', 'invia', ['secondo']).step).toBe('secondo');
  });

  test('a guest who saves is asked whether the device is their own, and only then the draft outlives the browser', () => {
    expect(press('secondo', 'salva')).toEqual({ step: 'secondo', keeps: true, suffix: '&salva=chiedi' });
    expect(press('secondo', 'salva_no')).toEqual({ step: 'secondo', keeps: true, suffix: '&salvata=0' });
    expect(press('secondo', 'salva_si')).toEqual({
      step: 'secondo',
      keeps: true,
      suffix: '&salvata=7',
      ownDevice: true,
    });
  });

  test('a citizen who saves is not asked, and an incomplete step is saved as it is', () => {
    expect(press('secondo', 'salva', ['secondo'], true)).toEqual({
      step: 'secondo',
      keeps: true,
      suffix: '&salvata=12',
    });
  });

  test('a button of the step itself is none of the frame', () => {
    expect(parseButton('salva_si')).toBe('salva_si');
    expect(parseButton('salva_mezzo')).toBeUndefined();
    expect(parseButton('constructor')).toBeUndefined();
  });
});

describe('a step that is asked for', () => {
  test.each([
    ['riepilogo', [], 'terzo'],
    [undefined, [], 'terzo'],
    ['primo', [], 'primo'],
    ['secondo', [], 'secondo'],
    ['terzo', ['secondo'], 'secondo'],
    ['terzo', ['primo', 'secondo'], 'primo'],
    ['secondo', ['secondo'], 'secondo'],
    [undefined, ['secondo'], 'secondo'],
  ] as const)('%s, while %j are incomplete, opens %s', (asked, filled, step) => {
    expect(open(asked, filled)).toEqual({ step });
  });

  test('what is missing is named when the draft had come further before', () => {
    expect(open('terzo', ['secondo'], 'terzo')).toEqual({ step: 'secondo', wrong: wrongAt('secondo') });
    expect(open('terzo', ['secondo'], 'secondo')).toEqual({ step: 'secondo' });
    expect(open('primo', [], 'terzo')).toEqual({ step: 'primo' });
    expect(open('terzo', ['secondo'], 'altro')).toEqual({ step: 'secondo' });
  });
});

describe('a send that is refused', () => {
  const refuse = (refused: Parameters<typeof advance>[2] & { refused: unknown }) =>
    advance(STEPS, { step: 'terzo', filled: [] }, refused);

  test('is shown on the step of its first field', () => {
    expect(refuse({ refused: wrongAt('secondo') })).toEqual({ step: 'secondo', wrong: wrongAt('secondo') });
  });

  test('stays where it is when it names no field', () => {
    const refused = { message: 'Riprova tra poco.' };
    expect(refuse({ refused })).toEqual({ step: 'terzo', wrong: refused });
  });
});

test('an address tells whether to ask before saving, or for how long the draft was saved', () => {
  const of = (query: string) => draftSavingOf(new URLSearchParams(query));
  expect([of('salva=chiedi'), of('salvata=7'), of('passo=dati')]).toEqual(['chiedi', '7', undefined]);
});
