import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { asJson } from '../../../ui/island.ts';
import { valoriDi } from '../../cases/modulo/modulo.passi.ts';
import type { Passo } from '../../cases/modulo/modulo.ts';
import type { ModuloProps } from './modulo.ts';
import { SegnalazioneForm } from './SegnalazioneForm.tsx';
import { MODULO } from './segnalazione.fields.ts';

const modulo: ModuloProps = {
  stato: {
    passo: 'privacy',
    valori: valoriDi(MODULO, {
      privacy: 'on',
      ente: 'borgosereno',
      codice: 'SF310',
      oggetto: 'Buca "grande"',
      email: 'a@b.it',
    }),
    allegati: [{ Id: 'abc', nome: 'buca.jpg', tipo: 'jpeg', dimensione: 2_500_000, miniatura: true }],
    chiave: 'chiave-della-bozza',
  },
  token: 'gettone',
  confermata: '',
  tipi: [{ codice: 'SF310', etichetta: 'Strade' }],
  enti: [{ Id: 'borgosereno', Nome: 'Comune di Borgosereno', CodiceFiscale: '', Categorie: ['SF310'] }],
  nomeEnte: 'Portale',
  fisso: undefined,
  privacy: '/informazioni/privacy',
  mappe: {},
  identita: false,
  salva: undefined,
};
const scritto = (passo: Passo, altro: Partial<ModuloProps> = {}) =>
  renderToStaticMarkup(
    createElement(SegnalazioneForm, { json: asJson({ ...modulo, ...altro, stato: { ...modulo.stato, passo } }) }),
  );

test('without JavaScript each step is a form with its token and the key of the one send', () => {
  for (const passo of ['privacy', 'dati', 'riepilogo'] as const) {
    const html = scritto(passo);

    expect(html).toMatch(new RegExp(`<form [^>]*action="/segnalazione\\?passo=${passo}" [^>]*method="post"`));
    expect(html).toContain('name="_token" value="gettone"');
    expect(html).toContain('name="_chiave" value="chiave-della-bozza"');
  }
});

test('the summary sends what it shows', () => {
  const html = scritto('riepilogo');

  expect(html).toContain('name="oggetto" value="Buca &quot;grande&quot;"');
  expect(html).toContain('name="filesAllegati" value="abc"');
  expect(html).toContain('buca.jpg (2,4 MB)');
});

test('a list that could not be fetched is said, with a way to try again', () => {
  const html = scritto('dati', { enti: 'failed', tipi: 'failed' });

  expect(html).toContain('Gli enti: elenco non disponibile.');
  expect(html).toContain('I tipi di segnalazione: elenco non disponibile.');
  expect(html).toContain('Riprova');
});

test('a body that the host names is not chosen', () => {
  expect(scritto('dati', { fisso: 'Comune di Borgosereno' })).not.toContain('id="ente"');
});

test('only bodies that answer for reports are offered', () => {
  const altro = { Id: 'muto', Nome: 'Comune muto', CodiceFiscale: '', Categorie: ['SF500'] };

  expect(scritto('dati', { enti: [altro] })).not.toContain('Comune muto');
});

test('without JavaScript the form says for which type no place is needed', () => {
  expect(scritto('dati')).toContain('Non serve per «Recupero crediti e pagamenti».');
});

test('a type that the body does not take stays chosen', () => {
  const borgo = { Id: 'borgosereno', Nome: 'Comune di Borgosereno', CodiceFiscale: '', Categorie: ['SF510'] };
  const tipi = ['SF310', 'SF130'].map((codice) => ({ codice, etichetta: codice }));
  const html = scritto('dati', { enti: [borgo], tipi });

  expect(html).toContain('<option value="SF310" selected="">');
  expect(html).not.toContain('value="SF130"');
});

test('every step saves the draft, and those with fields tell what the asterisk means', () => {
  for (const passo of ['privacy', 'dati', 'riepilogo'] as const) expect(scritto(passo)).toContain('value="salva"');
  for (const passo of ['privacy', 'dati'] as const) expect(scritto(passo)).toContain('simbolo asterisco');
});

test('the code is asked for only once it has been sent to this address', () => {
  expect(scritto('dati')).not.toContain('name="otp"');
  const valori = { ...modulo.stato.valori, codice_inviato_a: 'a@b.it' };
  const stato = { ...modulo.stato, valori, passo: 'dati' as const };

  expect(renderToStaticMarkup(createElement(SegnalazioneForm, { json: asJson({ ...modulo, stato }) }))).toContain(
    'name="otp"',
  );
});
