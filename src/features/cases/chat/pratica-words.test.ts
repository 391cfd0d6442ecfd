import { describe, expect, test } from 'vitest';
import type { PraticaEnding } from '../pratica/stati.ts';
import type { PraticaDetail, ShownEvento } from './chat.contract.ts';
import { situationForOperatore } from './office-words.ts';
import {
  authorOf,
  describeChange,
  describeStato,
  describeTermine,
  findNewEventi,
  isDoneKind,
  listSteps,
  mergeNews,
  situationForCittadino,
  termineLabel,
} from './pratica-words.ts';

const TODAY = '2026-11-21';

/** Each side reads its own words. */
const describeSituation = (p: Parameters<typeof situationForCittadino>[0], day: string) =>
  p.vista === 'cittadino' ? situationForCittadino(p, day) : situationForOperatore(p, day);

const pratica: PraticaDetail & { ending: PraticaEnding } = {
  ending: 'conclusione',
  id: 'P-9t7DQInQZbNqJoZnUXQQt1',
  protocollo: '2026/000123',
  tipo: 'segnalazione',
  codice: 'SF310',
  oggetto: 'Buca',
  descrizione: 'Profonda',
  ente: 'borgosereno',
  stato: 'inviata',
  inviata_il: '2026-11-20T10:00:00.000Z',
  termine_il: '2026-12-20',
  dati: { nome: 'Maria', cognome: 'Rossi' },
  allegati: [],
  eventi: [],
  letto_fino: 0,
  vista: 'cittadino',
  azioni: [],
  puo_scrivere: true,
};
const evento: ShownEvento = {
  id: 'e1',
  n: 1,
  quando: '2026-11-20T10:00:00.000Z',
  da: 'operatore',
  chi: 'casella dell’ente',
  tipo: 'messaggio',
  allegati: [],
  letto: false,
};

describe('whose turn it is', () => {
  test('a citizen with an appointment is told that it is fixed, and when they are expected', () => {
    const visit = { ...pratica, tipo: 'richiesta' as const, ending: 'visita' as const };
    expect(describeSituation(visit, TODAY)).toMatchObject({ title: 'Il tuo appuntamento è fissato' });
    expect(describeTermine(visit, TODAY)).toBe('Ti aspettiamo il 20 dicembre 2026');
    expect(listSteps(visit, TODAY).map(({ title }) => title)).toEqual(['Richiesta ricevuta', 'Appuntamento']);
    const over = { ...visit, termine_il: '2026-11-20' };
    expect(describeSituation(over, TODAY)).toMatchObject({ title: 'Il giorno del tuo appuntamento è passato' });
    expect(describeTermine(over, TODAY)).toBeUndefined();
  });

  test('a citizen who was asked for something is told that the answer is awaited', () => {
    const s = describeSituation({ ...pratica, stato: 'da_integrare' }, TODAY);

    expect(s).toMatchObject({ kind: 'warning', title: 'Aspettiamo la tua risposta' });
    expect(describeStato({ stato: 'da_integrare', vista: 'operatore' })).toBe('In attesa del cittadino');
  });

  test('a citizen whose case is at work need not do anything', () => {
    expect(describeSituation({ ...pratica, stato: 'in_elaborazione' }, TODAY).title).toBe('L’ufficio sta lavorando');
  });

  test('a closed report says until which day it can be opened again', () => {
    const closed = { ...pratica, stato: 'conclusa', chiusa_il: '2026-11-20T10:00:00.000Z' };

    expect(describeSituation({ ...closed, azioni: ['non_risolto'] }, TODAY).text).toContain('11 dicembre 2026');
    expect(describeSituation(closed, TODAY).text).toContain('non si può più riaprire');
  });

  test('the headline of a closed case is its result, and a note says that it takes no more messages', () => {
    for (const vista of ['cittadino', 'operatore'] as const) {
      for (const stato of ['conclusa', 'accettata', 'rifiutata', 'ritirata']) {
        const { title, note } = describeSituation({ ...pratica, vista, tipo: 'richiesta', stato }, TODAY);
        expect([title, note]).toEqual([`Richiesta ${stato}`, 'La richiesta non riceve più messaggi.']);
      }
    }
  });

  test('an answer is promised by a day to the citizen of an open case only, and not while the office waits for them', () => {
    expect(describeTermine(pratica, TODAY)).toBe('Avrai risposta entro il 20 dicembre 2026');
    expect(describeTermine({ ...pratica, termine_il: '2026-12-08' }, TODAY)).toBe(
      'Avrai risposta entro l’8 dicembre 2026',
    );
    for (const over of [{ stato: 'da_integrare' }, { stato: 'conclusa' }, { vista: 'operatore' as const }])
      expect(describeTermine({ ...pratica, ...over }, TODAY)).toBe(undefined);
  });
});

describe('next steps', () => {
  test('a new report shows the steps that are still to come', () => {
    const steps = listSteps(pratica, TODAY).map((p) => [p.title, p.future ?? false]);

    expect(steps).toEqual([
      ['Segnalazione ricevuta', false],
      ['Presa in carico', true],
      ['Termine entro cui sarà conclusa', true],
    ]);
  });

  test('while the office waits for the citizen, their answer is the next step', () => {
    const steps = listSteps({ ...pratica, stato: 'da_integrare' }, TODAY);

    expect(steps.map((p) => p.title)).toEqual([
      'Segnalazione ricevuta',
      'La tua risposta',
      'Termine entro cui sarà conclusa',
    ]);
  });

  test('a closed case has no steps to come', () => {
    const closed = { ...pratica, stato: 'conclusa', chiusa_il: '2026-11-22T10:00:00.000Z' };

    expect(listSteps(closed, TODAY).some((p) => p.future)).toBe(false);
    expect(listSteps(closed, TODAY).at(-1)).toMatchObject({ title: 'Conclusa', when: '22 novembre 2026' });
  });
});

describe('a date that has passed', () => {
  const overdue = { ...pratica, inviata_il: '2026-10-02T10:00:00.000Z', termine_il: '2026-11-01' };
  const sides = ['cittadino', 'operatore'] as const;
  const ACTIVE_STATI = ['inviata', 'in_elaborazione'];

  test.each(ACTIVE_STATI)('of a case that is %s is promised no more, to neither side', (stato) => {
    for (const vista of sides) {
      const { kind, text } = describeSituation({ ...overdue, stato, vista }, '2026-11-02');
      expect(kind).toBe('warning');
      expect(text).toContain('era il 1º novembre 2026 ed è passato');
      expect(text).not.toContain('entro il');
      expect(describeTermine({ ...overdue, stato, vista }, '2026-11-02')).toBe(undefined);
    }
  });

  test('a due date has not passed on its own day', () => {
    for (const stato of ACTIVE_STATI) {
      expect(describeTermine({ ...overdue, stato }, '2026-11-01')).toBe('Avrai risposta entro il 1º novembre 2026');
    }
    expect(termineLabel(overdue, '2026-11-01')).toBe('Da concludere entro il');
    expect(termineLabel(overdue, '2026-11-02')).toBe('Era da concludere entro il');
  });

  test('a due date that has passed is a past step, and the conclusion is still to come', () => {
    const steps = listSteps(overdue, TODAY).map((p) => [p.when, p.title, p.future ?? false]);

    expect(steps.slice(1)).toEqual([
      ['1º novembre 2026', 'Termine passato', false],
      ['Prossimo passo', 'Presa in carico', true],
      ['Da fare', 'Conclusione', true],
    ]);
  });

  test('a due date that has passed is listed before a later step', () => {
    const taken = { ...overdue, stato: 'in_elaborazione', presa_in_carico_il: '2026-11-20T11:00:00.000Z' };
    const steps = listSteps(taken, TODAY);

    expect(steps.map((p) => p.title)).toEqual([
      'Segnalazione ricevuta',
      'Termine passato',
      'Presa in carico',
      'Conclusione',
    ]);
  });

  test('nothing is said of a due date that passed while the office waits for the citizen: those days do not count', () => {
    const waiting = { ...overdue, stato: 'da_integrare' };

    for (const vista of sides) expect(describeSituation({ ...waiting, vista }, TODAY).text).not.toContain('passato');
    expect(termineLabel(waiting, TODAY)).toBe('Termine prima dell’attesa');
    expect(listSteps(waiting, TODAY).at(-1)).toMatchObject({ title: 'Termine prima dell’attesa' });
  });
});

test('the words agree with what was sent, a report or a request', () => {
  for (const tipo of ['segnalazione', 'richiesta'] as const) {
    const { title, text } = describeSituation({ ...pratica, tipo }, TODAY);
    expect(title).toBe(`L’ufficio ha ricevuto la tua ${tipo}`);
    expect(text).toContain('prenderla in carico');
  }
});

describe('who wrote what', () => {
  test('each side reads the other’s name from its own point of view', () => {
    const citizen = { ...evento, da: 'cittadino' as const, chi: undefined };
    const operatore = { ...pratica, vista: 'operatore' as const };

    expect(authorOf(citizen, pratica, 'Comune di Prova')).toBe('Tu');
    expect(authorOf(citizen, operatore, 'Comune di Prova')).toBe('Maria Rossi, cittadino');
    expect(authorOf(evento, pratica, 'Comune di Prova')).toBe('Comune di Prova, ufficio');
    expect(authorOf(evento, operatore, 'Comune di Prova')).toBe('Comune di Prova, casella dell’ente');
    expect(authorOf({ da: 'sistema' }, pratica, 'Comune di Prova')).toBe('Portale');
  });

  test('the words of a state depend on the side that changed it', () => {
    expect(describeChange({ da: 'operatore', stato: 'in_elaborazione' }, 'richiesta')).toBe(
      'Richiesta presa in carico',
    );
    expect(describeChange({ da: 'cittadino', stato: 'in_elaborazione' }, 'segnalazione')).toBe(
      'Segnalazione di nuovo in lavorazione',
    );
  });

  test('a reader’s own new message is not announced', () => {
    const own = { ...evento, id: 'e2', da: 'cittadino' as const };

    expect(findNewEventi([], [evento, own], 'cittadino')).toEqual([evento]);
    expect(findNewEventi([evento], [evento, own], 'operatore')).toEqual([own]);
  });
});

test('an unknown word in the address shows no message', () => {
  expect(isDoneKind('inviato')).toBe(true);
  expect([null, '', 'toString', '<b>'].some(isDoneKind)).toBe(false);
});

describe('what is shown, with what came since', () => {
  const ownEvento = (n: number, over: Partial<ShownEvento> = {}): ShownEvento => ({
    ...evento,
    id: `e${n}`,
    n,
    da: 'cittadino',
    testo: `n. ${n}`,
    ...over,
  });

  test('new events are added at the end once, and earlier ones stay as they are', () => {
    const shown = [ownEvento(1), ownEvento(2)];
    const read = { eventi: [ownEvento(2), ownEvento(3)], letto_fino: 0, vista: 'cittadino' as const };
    expect(mergeNews(shown, read)).toEqual([ownEvento(1), ownEvento(2), ownEvento(3)]);
  });

  test('a hidden event replaces the shown one, and is not added when it is not shown', () => {
    const hidden = (n: number) => ownEvento(n, { tipo: 'nascosto', testo: 'Messaggio nascosto' });
    const read = { eventi: [], cambiati: [hidden(1), hidden(2)], letto_fino: 0, vista: 'cittadino' as const };
    expect(mergeNews([ownEvento(2), ownEvento(3)], read)).toEqual([hidden(2), ownEvento(3)]);
  });

  test('a reader’s own messages are marked as far as the other side has read; those of the other side are not marked', () => {
    const theirs = { ...ownEvento(2), da: 'operatore' as const };
    const shown = [ownEvento(1), theirs, ownEvento(3)];
    const read = { eventi: [], letto_fino: 2, vista: 'cittadino' as const };
    expect(mergeNews(shown, read).map((e) => e.letto)).toEqual([true, false, false]);
  });
});
