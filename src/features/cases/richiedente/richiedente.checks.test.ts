import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from '../../../platform/errors.ts';
import type { FormValues } from '../form/form.ts';
import { checkFiles, richiedente, richiedenteBody } from './richiedente.checks.ts';
import { RUOLI } from './richiedente.ts';

const applicant: FormValues = {
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'RSSMRA80A01H501U',
  email: 'anna@esempio.it',
  telefono: '333 1234567',
  ruolo: 'persona_fisica',
};
const errorsOf = (over: FormValues) => {
  const parsed = z.safeParse(richiedente, richiedenteBody({ ...applicant, ...over }));
  return parsed.success ? {} : fieldErrors(parsed.error);
};
const persona = {
  rappresentato_nome: 'Ugo',
  rappresentato_cognome: 'Rossi',
  rappresentato_codice_fiscale: 'RSSMRA80A01H501U',
};
const firm = { ragione_sociale: 'Insegne S.r.l.', partita_iva: '12345678903' };

test('a person who asks for themselves needs no further data', () => {
  expect(errorsOf({})).toEqual({});
});

test.each(['titolare_ditta_individuale', 'legale_rappresentante'])('a %s names the firm', (ruolo) => {
  expect(Object.keys(errorsOf({ ruolo }))).toEqual(['ragione_sociale', 'partita_iva']);
  expect(errorsOf({ ruolo, ...firm })).toEqual({});
  expect(errorsOf({ ruolo, ...firm, partita_iva: '12345678901' }).partita_iva).toEqual([
    'Controlla la partita IVA o il codice fiscale della ditta: sono 11 cifre.',
  ]);
});

test.each(['tutore', 'curatore'])('a %s names the person', (ruolo) => {
  expect(Object.keys(errorsOf({ ruolo }))).toEqual([
    'rappresentato.nome',
    'rappresentato.cognome',
    'rappresentato.codice_fiscale',
  ]);
  expect(errorsOf({ ruolo, ...persona })).toEqual({});
});

test('a person with another role says which, and may name a firm or a person', () => {
  expect(errorsOf({ ruolo: 'altro' })).toEqual({ titolo: ['Scrivi a che titolo fai la richiesta.'] });
  expect(errorsOf({ ruolo: 'altro', richiedente_titolo: 'Delegato', ...firm })).toEqual({});
  expect(Object.keys(errorsOf({ ruolo: 'altro', richiedente_titolo: 'Delegato', rappresentato_nome: 'Ugo' }))).toEqual([
    'rappresentato.cognome',
    'rappresentato.codice_fiscale',
  ]);
});

test('what was typed for a role that is not chosen is not sent', () => {
  expect(richiedenteBody({ ...applicant, ...firm, ...persona })).not.toHaveProperty('ragione_sociale');
  expect(richiedenteBody({ ...applicant, ...firm, ...persona, ruolo: 'tutore' })).not.toHaveProperty('partita_iva');
});

test('a role that does not exist, a missing tax code and a missing telephone are reported together', () => {
  expect(Object.keys(errorsOf({ ruolo: 'sindaco', codice_fiscale: '', telefono: '' }))).toEqual([
    'codice_fiscale',
    'telefono',
    'ruolo',
  ]);
});

test.each(Object.keys(RUOLI))('files of a %s: a role is proved, a guest is identified', (ruolo) => {
  const prova = ruolo === 'persona_fisica' ? [] : [/prova il tuo ruolo/];
  const told = (...messages: RegExp[]) =>
    messages.length > 0 ? { filesAllegati: messages.map((f) => expect.stringMatching(f)) } : {};
  expect(checkFiles([undefined], { ruolo, identita: true })).toEqual(told(...prova));
  expect(checkFiles([], { ruolo, identita: false })).toEqual(told(...prova, /documento di identità/));
  expect(checkFiles(['documento_identita', 'titolo_rappresentanza'], { ruolo, identita: false })).toEqual({});
});
