import { expect, test } from 'vitest';
import { SERVICE_ROWS } from '../../../services.ts';
import { FAQ_GROUPS } from '../../../ui/testi/faq.ts';
import { type SearchEntry, searchEntries } from './search.ts';

const services: SearchEntry[] = SERVICE_ROWS.map(({ path, card }) => ({ href: path, ...card }));
const answers: SearchEntry[] = FAQ_GROUPS.flatMap(({ entries }) =>
  entries.map(({ id, question, words }) => ({ href: id, name: question, text: '', words, isAnswer: true })),
);
const foundFor = (query: string) => searchEntries([...services, ...answers], query).map(({ href }) => href);

test.each([
  ['buca', '/segnalazione'],
  ['Buche in strada', '/segnalazione'],
  ['un lampione è spento', '/segnalazione'],
  ['lampine', '/segnalazione'],
  ['devo pagare una multa', '/servizio/paga-online'],
  ['bolletta', '/servizio/paga-online'],
  ['tassa rifiuti', '/servizio/paga-online'],
  ['rate', '/servizio/rateizza-un-pagamento'],
  ['pagare a rate', '/servizio/rateizza-un-pagamento'],
  ['proroga', '/servizio/rinegozia-un-pagamento'],
  ['contestare una multa', '/servizio/riesame'],
  ['RIMBORSO', '/servizio/istanza-contribuente'],
  ['tomba', '/servizio/allacciamento-lampade-votive'],
  ['manifesti', '/servizio/affissione-manifesti'],
  ['insegna del negozio', '/servizio/mezzo-permanente'],
  ['permesso auto', '/servizio/abbonamento-parcheggi'],
  ['orari', '/sportello-territoriale'],
  ['che file posso allegare', 'file'],
  ['cane', '/segnalazione'],
  ['posteggio', '/servizio/abbonamento-parcheggi'],
  ['carta d’identità', '/sportello-territoriale'],
])('«%s» leads first to %s', (query, href) => {
  expect(foundFor(query)[0]).toBe(href);
});

test('words that nothing is about find nothing, and neither do signs', () => {
  for (const query of ['xyzzy', '', '   ', '<script>', '((((', 'a'.repeat(5000)]) expect(foundFor(query)).toEqual([]);
});

test.each(['cane', 'posteggio', 'carta identità', 'piscina', 'caccia'])(
  '«%s» finds nothing that only looks alike',
  (query) => {
    const alike = ['canone', 'posta', 'cartello', 'piscicoltura', 'traccia'];
    expect(
      searchEntries(
        alike.map((name) => ({ name, href: name, text: '', words: 'posto parte mezzo' })),
        query,
      ),
    ).toEqual([]);
  },
);

test('an entry is found by the beginning of a word, after those that have the word itself', () => {
  const entries = ['Parcheggiatore', 'Parco'].map((name) => ({ name, href: name, text: '', words: '' }));
  expect(searchEntries(entries, 'parc').map(({ href }) => href)).toEqual(['Parco', 'Parcheggiatore']);
});
