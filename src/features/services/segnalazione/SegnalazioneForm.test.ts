import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { asJson } from '../../../ui/island.ts';
import { valuesOf } from '../../cases/form/form.checks.ts';
import type { FormStep } from '../../cases/form/form.ts';
import type { SegnalazioneFormProps } from './form-props.ts';
import { SegnalazioneForm } from './SegnalazioneForm.tsx';
import { SEGNALAZIONE_FORM } from './segnalazione.fields.ts';

const formProps: SegnalazioneFormProps = {
  state: {
    step: 'privacy',
    values: valuesOf(SEGNALAZIONE_FORM, {
      privacy: 'on',
      ente: 'borgosereno',
      codice: 'SF310',
      oggetto: 'Buca "grande"',
      email: 'a@b.it',
    }),
    allegati: [{ Id: 'abc', nome: 'buca.jpg', tipo: 'jpeg', dimensione: 2_500_000, miniatura: true }],
    sendKey: 'chiave-della-bozza',
  },
  token: 'gettone',
  confirmedEmail: '',
  tipi: [{ codice: 'SF310', etichetta: 'Strade' }],
  enti: [{ Id: 'borgosereno', Nome: 'Comune di Borgosereno', CodiceFiscale: '', Categorie: ['SF310'], Pubbliche: [] }],
  enteName: 'Portale',
  recipient: 'L’ente a cui scrivi',
  fixedEnte: undefined,
  privacy: '/informazioni/privacy',
  maps: {},
  outside: undefined,
  suggests: true,
  login: undefined,
  draftSaving: undefined,
};
const renderStep = (step: FormStep, over: Partial<SegnalazioneFormProps> = {}) =>
  renderToStaticMarkup(
    createElement(SegnalazioneForm, {
      json: asJson({ ...formProps, ...over, state: { ...formProps.state, step } }),
    }),
  );

test('without JavaScript each step is a form with its token and the key of the one send', () => {
  for (const step of ['privacy', 'dati', 'riepilogo'] as const) {
    const html = renderStep(step);

    expect(html).toMatch(new RegExp(`<form [^>]*action="/segnalazione\\?passo=${step}" [^>]*method="post"`));
    expect(html).toContain('name="_token" value="gettone"');
    expect(html).toContain('name="_chiave" value="chiave-della-bozza"');
  }
});

test('the summary sends what it shows', () => {
  const html = renderStep('riepilogo');

  expect(html).toContain('name="oggetto" value="Buca &quot;grande&quot;"');
  expect(html).toContain('name="filesAllegati" value="abc"');
  expect(html).toContain('<b>buca.jpg</b> <span class="form-text">2,4 MB</span>');
});

test('a list that could not be fetched is replaced by a notice with a retry', () => {
  const html = renderStep('dati', { enti: 'failed', tipi: 'failed' });

  expect(html).toContain('Gli enti: elenco non disponibile.');
  expect(html).toContain('I tipi di segnalazione: elenco non disponibile.');
  expect(html).toContain('Riprova');
});

test('an ente that the host name decides is not offered as a choice', () => {
  expect(renderStep('dati', { fixedEnte: 'Comune di Borgosereno' })).not.toContain('id="ente"');
});

test('only enti that answer reports are offered', () => {
  const otherEnte = { Id: 'muto', Nome: 'Comune muto', CodiceFiscale: '', Categorie: ['SF500'], Pubbliche: [] };

  expect(renderStep('dati', { enti: [otherEnte] })).not.toContain('Comune muto');
});

test('without JavaScript the form says for which type no place is needed', () => {
  expect(renderStep('dati')).toContain('Non serve per «Avvisi, solleciti e pagamenti».');
});

test('a type that the ente does not take stays chosen', () => {
  const borgoEnte = {
    Id: 'borgosereno',
    Nome: 'Comune di Borgosereno',
    CodiceFiscale: '',
    Categorie: ['SF510'],
    Pubbliche: [],
  };
  const tipi = ['SF310', 'SF130'].map((codice) => ({ codice, etichetta: codice }));
  const html = renderStep('dati', { enti: [borgoEnte], tipi });

  expect(html).toContain('<option value="SF310" selected="">');
  expect(html).not.toContain('value="SF130"');
});

test('every step saves the draft, and those with fields explain the asterisk', () => {
  for (const step of ['privacy', 'dati', 'riepilogo'] as const) expect(renderStep(step)).toContain('value="salva"');
  for (const step of ['privacy', 'dati'] as const) expect(renderStep(step)).toContain('simbolo asterisco');
});

test('the code is asked for only once it has been sent to this address', () => {
  expect(renderStep('dati')).not.toContain('name="otp"');
  const values = { ...formProps.state.values, codice_inviato_a: 'a@b.it' };
  const state = { ...formProps.state, values, step: 'dati' as const };

  expect(renderToStaticMarkup(createElement(SegnalazioneForm, { json: asJson({ ...formProps, state }) }))).toContain(
    'name="otp"',
  );
});
