import { expect, test } from 'vitest';
import { RIG_NOW } from '../../../../tests/rig.ts';
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { SERVICE_ROWS } from '../../../services.ts';
import { findSistema, formatSistema, isOfAffissioni, listTributi, sistemaFields } from '../ente/sistemi.ts';
import { actionsOn } from './azioni.ts';
import {
  OPEN_DOCUMENTO_STATI,
  OWED_DOCUMENTO_STATI,
  type StatoDocumento,
  statiDocumento,
  statoOn,
} from './documenti.ts';

const TODAY = todayInRome(RIG_NOW);

test('a document can be paid in time until its due date is over, and is overdue the day after', () => {
  expect(statoOn({ stato: 'da_pagare', scadenza: TODAY }, TODAY)).toBe('da_pagare');
  expect(statoOn({ stato: 'da_pagare', scadenza: TODAY }, addDays(TODAY, 1))).toBe('scaduto');
  expect(statoOn({ stato: 'da_pagare', scadenza: null }, TODAY)).toBe('da_pagare');
});

test('a due date ends at midnight in Rome, an hour before midnight in London', () => {
  const beforeMidnight = Date.UTC(2026, 10, 20, 22, 59, 59);
  const document = { stato: 'da_pagare', scadenza: '2026-11-20' };
  expect(statoOn(document, todayInRome(beforeMidnight))).toBe('da_pagare');
  expect(statoOn(document, todayInRome(beforeMidnight + 1000))).toBe('scaduto');
});

test('only a document that is to be paid becomes overdue', () => {
  const past = addDays(TODAY, -100);
  for (const stato of statiDocumento.filter((s) => s !== 'da_pagare')) {
    expect(statoOn({ stato, scadenza: past }, TODAY)).toBe(stato);
  }
});

/** The actions that a state allows, in their order. */
const allowedIn = (stato: StatoDocumento) =>
  actionsOn(SERVICE_ROWS).flatMap(({ action, states }) => (states.includes(stato) ? action : []));

test('the state of a document decides what a citizen can ask for', () => {
  for (const stato of ['da_pagare', 'scaduto'] as const)
    expect(allowedIn(stato)).toEqual(actionsOn(SERVICE_ROWS).map(({ action }) => action));
  expect(allowedIn('pagato')).toEqual(['riesame', 'istanza']);
  for (const stato of ['in_pagamento', 'rateizzato', 'annullato'] as const) {
    expect(allowedIn(stato)).toEqual(['istanza']);
  }
});

test('a petition is possible in every state, and paying only in a state in which money is owed', () => {
  for (const stato of statiDocumento) {
    expect(allowedIn(stato)).toContain('istanza');
    expect(allowedIn(stato).includes('paga')).toBe(OWED_DOCUMENTO_STATI.includes(stato));
  }
  for (const stato of OWED_DOCUMENTO_STATI) expect(OPEN_DOCUMENTO_STATI).toContain(stato);
});

test('a system is named by its purpose, an unknown one by its code, and a name of Object.prototype is no system', () => {
  const namesOf = (codes: string[]) => codes.map((sistema) => formatSistema({ sistema }));
  expect(namesOf(['ICP', 'ICPMB'])).toEqual(['Affissioni', 'Affissioni']);
  expect(namesOf(['CRC', 'CRC2', 'CRC 2.0'])).toEqual(Array(3).fill('Recupero crediti'));
  expect(namesOf(['TARMB', 'Rifiuti TARI'])).toEqual(Array(2).fill('TARI (tassa rifiuti)'));
  expect(namesOf(['PAR', 'OSAP', 'COSMB'])).toEqual(['Parcheggi', ...Array(2).fill('Occupazione di suolo pubblico')]);
  for (const stranger of ['XYZ', 'toString', '__proto__']) {
    expect([formatSistema({ sistema: stranger }), findSistema(undefined, stranger)]).toEqual([stranger, undefined]);
  }
});

test('an ente has systems of its own, gives one of the ten another name, and says which is about posters', () => {
  const ente = {
    sistemi: [
      { codice: 'IMU', nome: 'IMU', tipo: 'altro' as const },
      { codice: 'CUP', nome: 'Canone unico', tipo: 'affissioni' as const },
      { codice: 'TARMB', nome: 'Rifiuti', tipo: 'altro' as const },
    ],
  };
  expect(['IMU', 'CUP', 'TARMB', 'PAR', 'XYZ'].map((codice) => sistemaFields(ente, codice).nome_sistema)).toEqual([
    'IMU',
    'Canone unico',
    'Rifiuti',
    'Parcheggi',
    'XYZ',
  ]);
  expect(['CUP', 'ICP', 'IMU', 'XYZ'].map((codice) => isOfAffissioni(sistemaFields(ente, codice)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const names = listTributi([ente]).map(({ nome }) => nome);
  expect([new Set(names).size, names.includes('Canone unico')]).toEqual([names.length, true]);
});
