import { expect, test } from 'vitest';
import { type ChecklistFacts, checklistOf } from './checklist.ts';

const NOTHING: ChecklistFacts = {
  dati: {},
  offered: [],
  needing: ['SF300'],
  sportelli: 0,
  uffici: [],
  convenzione: null,
  nameOf: (codice) => codice,
};
const image = { impronta: 'x', tipo: 'svg' as const, larghezza: 1, altezza: 1 };
const OFFICE = {
  id: 'u',
  nome: 'Tecnico',
  email: '',
  servizi: [],
  attivo: true,
  incassi: false,
  persone: [],
  attesi: [{ id: 'a', nome: 'a' }],
};
const READY: ChecklistFacts = {
  ...NOTHING,
  dati: {
    nome: 'Borgo',
    motto: 'Servizi',
    regione: 'Lazio',
    contatti: { indirizzo: 'Via Roma', email: 'a@b.it' },
    stemma: image,
    caselle: { '*': 'a@b.it' },
    categorie: ['SF510'],
    testo_privacy: 'Titolare',
  },
  offered: ['SF510'],
  uffici: [OFFICE],
};
const missing = (facts: ChecklistFacts) =>
  checklistOf(facts)
    .required.filter(({ isDone }) => !isDone)
    .map(({ name }) => name);

test('a municipality of which nothing is set up reads all that is missing, and one that is ready nothing', () => {
  expect(missing(NOTHING)).toEqual([
    'Nome e contatti',
    'Stemma',
    'Casella di posta',
    'Almeno un servizio',
    'Informativa sulla privacy',
    'Un ufficio',
    'Qualcuno che ci lavora',
  ]);
  expect(missing(READY)).toEqual([]);
});

test('a service that lacks its offer or its desk is named, and an office that is closed is none', () => {
  const { dati } = READY;
  expect(missing({ ...READY, dati: { ...dati, categorie: ['SF510', 'SF300', 'SPORTELLO'] } })).toEqual([
    'Offerta: SF300',
    'Uno sportello',
  ]);
  expect(missing({ ...READY, uffici: [{ ...OFFICE, attivo: false }] })).toEqual([
    'Un ufficio',
    'Qualcuno che ci lavora',
  ]);
});

test('what is missing for pagoPA is advised, where the portal offers it', () => {
  const pagopa = (convenzione: boolean | null) =>
    checklistOf({ ...READY, convenzione }).advised.find(({ name }) => name === 'pagoPA')?.isDone;
  expect([pagopa(null), pagopa(false), pagopa(true)]).toEqual([undefined, false, true]);
});
