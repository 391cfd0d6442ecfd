import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from '../../../platform/errors.ts';
import type { Valori } from '../modulo/modulo.ts';
import { componiRichiedente, fileMancanti, richiedente } from './richiedente.controlli.ts';
import { RUOLI } from './richiedente.ts';

const chi: Valori = {
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'RSSMRA80A01H501U',
  email: 'anna@esempio.it',
  telefono: '333 1234567',
  ruolo: 'persona_fisica',
};
const errori = (over: Valori) => {
  const esito = z.safeParse(richiedente, componiRichiedente({ ...chi, ...over }));
  return esito.success ? {} : fieldErrors(esito.error);
};
const persona = {
  rappresentato_nome: 'Ugo',
  rappresentato_cognome: 'Rossi',
  rappresentato_codice_fiscale: 'RSSMRA80A01H501U',
};
const ditta = { ragione_sociale: 'Insegne S.r.l.', partita_iva: '12345678903' };

test('a person asks for themselves without anything else', () => {
  expect(errori({})).toEqual({});
});

test.each(['titolare_ditta_individuale', 'legale_rappresentante'])('a %s names the firm', (ruolo) => {
  expect(Object.keys(errori({ ruolo }))).toEqual(['ragione_sociale', 'partita_iva']);
  expect(errori({ ruolo, ...ditta })).toEqual({});
  expect(errori({ ruolo, ...ditta, partita_iva: '12345678901' }).partita_iva).toEqual([
    'Controlla la partita IVA o il codice fiscale della ditta: sono 11 cifre.',
  ]);
});

test.each(['tutore', 'curatore'])('a %s names the person', (ruolo) => {
  expect(Object.keys(errori({ ruolo }))).toEqual([
    'rappresentato.nome',
    'rappresentato.cognome',
    'rappresentato.codice_fiscale',
  ]);
  expect(errori({ ruolo, ...persona })).toEqual({});
});

test('another role says which, and may name firm or person', () => {
  expect(errori({ ruolo: 'altro' })).toEqual({ titolo: ['Scrivi a che titolo presenti la richiesta.'] });
  expect(errori({ ruolo: 'altro', richiedente_titolo: 'Delegato', ...ditta })).toEqual({});
  expect(Object.keys(errori({ ruolo: 'altro', richiedente_titolo: 'Delegato', rappresentato_nome: 'Ugo' }))).toEqual([
    'rappresentato.cognome',
    'rappresentato.codice_fiscale',
  ]);
});

test('what was typed for another role is not sent', () => {
  expect(componiRichiedente({ ...chi, ...ditta, ...persona })).not.toHaveProperty('ragione_sociale');
  expect(componiRichiedente({ ...chi, ...ditta, ...persona, ruolo: 'tutore' })).not.toHaveProperty('partita_iva');
});

test('a role that does not exist, missing tax code and telephone are told together', () => {
  expect(Object.keys(errori({ ruolo: 'sindaco', codice_fiscale: '', telefono: '' }))).toEqual([
    'codice_fiscale',
    'telefono',
    'ruolo',
  ]);
});

test.each(Object.keys(RUOLI))('files of a %s: a role is proved, a guest is identified', (ruolo) => {
  const prova = ruolo === 'persona_fisica' ? [] : [/prova il tuo ruolo/];
  const detti = (...frasi: RegExp[]) =>
    frasi.length > 0 ? { filesAllegati: frasi.map((f) => expect.stringMatching(f)) } : {};
  expect(fileMancanti([undefined], { ruolo, identita: true })).toEqual(detti(...prova));
  expect(fileMancanti([], { ruolo, identita: false })).toEqual(detti(...prova, /documento di identità/));
  expect(fileMancanti(['documento_identita', 'titolo_rappresentanza'], { ruolo, identita: false })).toEqual({});
});
