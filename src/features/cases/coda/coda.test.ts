import { expect, test } from 'vitest';
import { PortalError } from '../../../platform/errors.ts';
import {
  bodyOfItem,
  CODE_NEEDED,
  type CodaItem,
  countInWords,
  heldWhenOld,
  photosToSend,
  refusalWords,
} from './coda.ts';

const DAY = 24 * 3600_000;
const waiting: CodaItem = {
  chiave: 'k1',
  percorso: '/segnalazione',
  tipo: 'segnalazione',
  titolo: 'Lampione',
  da: 0,
  invio: { method: 'POST', path: '/api/v1/generic/segnalazione/new', bot: 'spent' },
  corpo: { oggetto: 'Lampione' },
  valori: { oggetto: 'Lampione' },
  allegati: ['portale-1', 'qui-a', 'qui-b'],
  arrivati: {},
};

test('the photos that only the browser has are sent, each until it has arrived', () => {
  expect(photosToSend(waiting)).toEqual(['qui-a', 'qui-b']);
  expect(photosToSend({ ...waiting, arrivati: { 'qui-a': 'portale-2' } })).toEqual(['qui-b']);
});

test('the report names its files in the order of the form, by the ids that they have at the portal', () => {
  const arrived = { 'qui-b': 'portale-3', 'qui-a': 'portale-2' };
  expect(bodyOfItem({ ...waiting, arrivati: arrived })).toEqual({
    oggetto: 'Lampione',
    filesAllegati: [{ Id: 'portale-1' }, { Id: 'portale-2' }, { Id: 'portale-3' }],
  });
  // A photo that the browser has lost holds up nothing.
  expect(bodyOfItem({ ...waiting, arrivati: { 'qui-a': 'portale-2' } }).filesAllegati).toHaveLength(2);
});

test('a report is not sent by itself once the portal may have forgotten its key', () => {
  expect(heldWhenOld(waiting, 6 * DAY)).toBe(waiting);
  expect(heldWhenOld(waiting, 6 * DAY + 1).byHand).toContain('settimana');
  const sent = { ...waiting, inviata: { protocollo: '2026/000001', chat: '/segnalazione/chat/a/b' } };
  expect(heldWhenOld(sent, 30 * DAY)).toBe(sent);
});

test.each([
  ['a code that is missing', new PortalError('invalid', { fields: { otp: ['Conferma…'] } }), CODE_NEEDED],
  [
    'a wrong field',
    new PortalError('invalid', { fields: { codice: ['Non riceve questo tipo.'] } }),
    'Non riceve questo tipo.',
  ],
  ['too many sends', new PortalError('too_many', { message: 'Riprova tra un’ora.' }), 'Riprova tra un’ora.'],
  ['a login that has ended', new PortalError('anonymous'), undefined],
  ['a page of another person', new PortalError('token'), undefined],
  ['a send that is under way elsewhere', new PortalError('conflict'), undefined],
  ['a portal that is away', new PortalError('unavailable'), undefined],
])('%s: in words when its author can do something, else it waits', (_what, error, words) => {
  expect(refusalWords(error)).toBe(words);
});

test('what waits is counted in words', () => {
  expect([countInWords(1), countInWords(3)]).toEqual([
    'una segnalazione non ancora inviata',
    '3 segnalazioni non ancora inviate',
  ]);
});
