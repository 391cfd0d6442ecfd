import { expect, test } from 'vitest';
import { NOW } from '../../../../tests/rig.ts';
import { aggiungiGiorni, oggi } from '../../../platform/atoms/date.ts';
import { SERVICES } from '../../../services.ts';
import { nomeSistema, sistemaNoto } from '../ente/sistemi.ts';
import { actionsOn } from './azioni.ts';
import { APERTI, DOVUTI, type StatoDocumento, statiDocumento, statoIl } from './documenti.ts';

const OGGI = oggi(NOW);

test('a due date is in time until its day is over; the day after it reads as overdue', () => {
  expect(statoIl({ stato: 'da_pagare', scadenza: OGGI }, OGGI)).toBe('da_pagare');
  expect(statoIl({ stato: 'da_pagare', scadenza: OGGI }, aggiungiGiorni(OGGI, 1))).toBe('scaduto');
  expect(statoIl({ stato: 'da_pagare', scadenza: null }, OGGI)).toBe('da_pagare');
});

test('the day is the one in Rome: at half past eleven of the evening in London it is tomorrow', () => {
  const beforeMidnight = Date.UTC(2026, 10, 20, 22, 59, 59);
  const document = { stato: 'da_pagare', scadenza: '2026-11-20' };
  expect(statoIl(document, oggi(beforeMidnight))).toBe('da_pagare');
  expect(statoIl(document, oggi(beforeMidnight + 1000))).toBe('scaduto');
});

test('only what is to pay becomes overdue', () => {
  const past = aggiungiGiorni(OGGI, -100);
  for (const stato of statiDocumento.filter((s) => s !== 'da_pagare')) {
    expect(statoIl({ stato, scadenza: past }, OGGI)).toBe(stato);
  }
});

/** What can be asked for in a state, in its order. */
const allowedIn = (stato: StatoDocumento) =>
  actionsOn(SERVICES).flatMap(({ action, states }) => (states.includes(stato) ? action : []));

test('what can be asked for follows the state', () => {
  for (const stato of ['da_pagare', 'scaduto'] as const)
    expect(allowedIn(stato)).toEqual(actionsOn(SERVICES).map(({ action }) => action));
  expect(allowedIn('pagato')).toEqual(['riesame', 'istanza']);
  for (const stato of ['in_pagamento', 'rateizzato', 'annullato'] as const) {
    expect(allowedIn(stato)).toEqual(['istanza']);
  }
});

test('a petition is possible in every state, paying only where something is owed', () => {
  for (const stato of statiDocumento) {
    expect(allowedIn(stato)).toContain('istanza');
    expect(allowedIn(stato).includes('paga')).toBe(DOVUTI.includes(stato));
  }
  for (const stato of DOVUTI) expect(APERTI).toContain(stato);
});

test('a system is told by what it is for; one that is not known by its code, and nothing inherited is a system', () => {
  expect(['ICP', 'ICPMB'].map(nomeSistema)).toEqual(['Affissioni', 'Affissioni']);
  expect(['CRC', 'CRC2', 'CRC 2.0'].map(nomeSistema)).toEqual(Array(3).fill('Recupero crediti'));
  expect(['TARMB', 'Rifiuti TARI'].map(nomeSistema)).toEqual(Array(2).fill('TARI (tassa rifiuti)'));
  expect(['PAR', 'OSAP', 'COSMB'].map(nomeSistema)).toEqual([
    'Parcheggi',
    ...Array(2).fill('Occupazione di suolo pubblico'),
  ]);
  for (const stranger of ['XYZ', 'toString', '__proto__']) {
    expect([nomeSistema(stranger), sistemaNoto(stranger)]).toEqual([stranger, false]);
  }
});
